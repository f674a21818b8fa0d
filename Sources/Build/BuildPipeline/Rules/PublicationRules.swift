package import NoteModel
package import Platform

/// The rules that decide which notes are published: those that match ``include``, if that has any
/// rule, and do not match ``exclude``. A note matches criteria if any of their rules matches it.
package struct PublicationRules: Sendable {
    package var include = NoteCriteria()
    package var exclude = NoteCriteria()
    /// The states besides `published` in which notes are published.
    package var publishedStates: Set<Note.State> = []

    /// A name in which `*` matches any characters, also none. Case and accents do not matter.
    package struct Pattern: Hashable, Sendable, ExpressibleByStringLiteral {
        package let text: String
        /// True if the pattern may match nothing. Otherwise that is an error, since a misspelt rule
        /// would publish what is private.
        package let isOptional: Bool

        package init(_ text: String, isOptional: Bool = false) {
            (self.text, self.isOptional) = (text, isOptional)
        }

        package init(stringLiteral text: String) { self.init(text) }
    }

    package init() {}

    var isEmpty: Bool { include.isEmpty && exclude.isEmpty }

    /// The texts of the patterns that may match nothing.
    var optional: [String] {
        [include, exclude].flatMap(\.patterns).map(\.pattern).filter(\.isOptional).map(\.text)
    }

    /// The rules as texts, whether or not they are optional, for comparison with those of an
    /// earlier build.
    var settings: [String] {
        rules(in: .utc).map(\.setting)
            + publishedStates.map { "with state \($0.rawValue)" }.sorted()
    }

    /// - Parameter zone: The time zone of the dates.
    private func rules(in zone: ZoneInfo) -> [NoteRule] {
        [(NoteRule.Effect.include, include), (.exclude, exclude)].flatMap { effect, criteria in
            criteria.patterns.map {
                NoteRule(effect, kind: $0.kind, pattern: $0.pattern, zone: zone)
            }
        }
    }

    /// Removes the notes that are not published from a notebook, and the unrecognized objects of
    /// their sources.
    ///
    /// - Parameters:
    ///   - zone: The time zone of the dates.
    ///   - report: The report, in which excluded sources count as skipped even if they could not be
    ///     read.
    /// - Returns: The excluded notes, and an error for each rule that matches nothing and is not
    ///   optional.
    package func apply(
        to notebook: inout Notebook, in zone: ZoneInfo, _ report: inout Report
    ) -> (notes: [Note], diagnostics: [Diagnostic]) {
        var excluded: Set<Int> = []
        let diagnostics = apply(
            to: notebook.notes, in: zone, unread: &notebook.unread, &report
        ) { excluded.insert($0) }
        let all = notebook.notes
        notebook.notes = all.indices.filter { !excluded.contains($0) }.map { all[$0] }
        return (excluded.sorted().map { all[$0] }, diagnostics)
    }

    /// Excludes notes, and removes the unrecognized objects of their sources.
    ///
    /// - Parameters:
    ///   - zone: The time zone of the dates.
    ///   - report: The report, in which excluded sources count as skipped even if they could not be
    ///     read.
    ///   - exclude: Receives the positions of the excluded notes, in their order.
    /// - Returns: An error for each rule that matches nothing and is not optional.
    func apply(
        to notes: some Collection<Note>, in zone: ZoneInfo, unread: inout [UnrecognizedObject],
        _ report: inout Report, exclude: (Int) -> Void
    ) -> [Diagnostic] {
        guard !isEmpty || !notes.allSatisfy(hasPublishedState) else { return [] }
        var rules = rules(in: zone)
        let failed = report.sources.failed.map(\.name)
        for index in rules.indices {
            rules[index].isUsed = report.sources.skipped.contains {
                rules[index].matches(source: $0.name)
            }
        }
        let given = failed.filter { isExcluded(source: $0, by: &rules) }
        report.sources.failed.removeAll { given.contains($0.name) }
        report.sources.kept.removeAll { given.contains($0) }
        report.sources.skipped += given.map { .init(name: $0, reason: "left out") }
        report.diagnostics.removeAll { given.contains($0.origin.source) }
        // An object in the same source as a private note is most likely a part of it.
        var (privateSources, publicSources) = (Set<String>(), Set<String>())
        for (position, note) in notes.enumerated() {
            guard reason(against: note, &rules) != nil else {
                if !include.isEmpty { publicSources.insert(note.id.source) }
                continue
            }
            privateSources.insert(note.id.source)
            exclude(position)
        }
        unread.removeAll { object in
            isExcluded(source: object.source, by: &rules)
                || privateSources.contains(object.source)
                || !include.isEmpty && !publicSources.contains(object.source)
        }
        let unused = rules.filter { !$0.isUsed && !$0.pattern.isOptional }
        return unused.map { $0.unused(among: Array(notes), unread: failed) }
    }

    /// Returns true if a source is excluded whatever is in it; the first rule that excludes it
    /// counts as used.
    private func isExcluded(source: String, by rules: inout [NoteRule]) -> Bool {
        var isIncluded = include.isEmpty || !include.isOfSources
        for index in rules.indices where rules[index].matches(source: source) {
            rules[index].isUsed = true
            if rules[index].effect == .exclude { return true }
            isIncluded = true
        }
        return !isIncluded
    }

    /// Returns the reasons for which notes are not published, as phrases such as “excluded by the
    /// tag “private””; nil for a note that is published.
    ///
    /// - Parameter zone: The time zone of the dates.
    package func reasons(against notes: some Sequence<Note>, in zone: ZoneInfo) -> [String?] {
        var rules = rules(in: zone)
        return notes.map { reason(against: $0, &rules) }
    }

    /// - Parameter rules: The rules, of which those that match the note count as used.
    private func reason(against note: Note, _ rules: inout [NoteRule]) -> String? {
        var reason = hasPublishedState(note) ? nil : note.state.description
        var isIncluded = include.isEmpty
        for index in rules.indices where rules[index].matches(note) {
            rules[index].isUsed = true
            switch rules[index].effect {
            case .include: isIncluded = true
            case .exclude: reason = reason ?? "excluded by the \(rules[index].name)"
            }
        }
        return reason ?? (isIncluded ? nil : "not included by any rule")
    }

    private func hasPublishedState(_ note: Note) -> Bool {
        note.state == .published || publishedStates.contains(note.state)
    }
}

/// Patterns of the properties by which rules choose notes.
package struct NoteCriteria: Hashable, Sendable {
    /// The names of tags, with or without `#`. A rule also matches the tags nested in its tag.
    package var tags: [PublicationRules.Pattern] = []
    package var titles: [PublicationRules.Pattern] = []
    /// The paths of sources relative to the notes folder; a folder matches everything in it.
    package var sources: [PublicationRules.Pattern] = []
    /// The folders of notes in their apps, such as `Work/Plans`; a folder matches everything in it.
    package var folders: [PublicationRules.Pattern] = []
    /// The kinds of notes, such as `deck`.
    package var kinds: [PublicationRules.Pattern] = []
    /// The days, months and years in which notes were written, or spans such as `2019..2020-06`.
    package var dates: [PublicationRules.Pattern] = []

    package init() {}

    var isEmpty: Bool { patterns.isEmpty }

    /// Adds other criteria as alternatives.
    mutating func add(_ other: NoteCriteria) {
        tags += other.tags
        titles += other.titles
        sources += other.sources
        folders += other.folders
        kinds += other.kinds
        dates += other.dates
    }

    /// True if every pattern is of a source.
    var isOfSources: Bool { patterns.count == sources.count }

    /// All patterns, those of tags first.
    var patterns: [(kind: NoteRule.Kind, pattern: PublicationRules.Pattern)] {
        [
            (.tag, tags), (.title, titles), (.source, sources), (.folder, folders), (.kind, kinds),
            (.date, dates),
        ].flatMap { kind, patterns in patterns.map { (kind, $0) } }
    }
}
