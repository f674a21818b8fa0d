package import NoteModel
import Platform

/// The rules by which notes are excluded from everything that is published. A note is excluded if
/// any rule matches it.
package struct ExclusionRules: Sendable {
    /// The names of tags, with or without `#`. A rule also matches the tags nested in its tag.
    package var tags: [Pattern] = []
    package var titles: [Pattern] = []
    /// The paths of sources relative to the notes folder; a folder matches everything in it.
    package var sources: [Pattern] = []
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

    var isEmpty: Bool { tags.isEmpty && titles.isEmpty && sources.isEmpty }

    /// The texts of the patterns that may match nothing: first those of tags, then of titles and of
    /// sources.
    var optional: [String] { (tags + titles + sources).filter(\.isOptional).map(\.text) }

    /// Removes the excluded notes from a notebook, and the unrecognized objects of their sources.
    ///
    /// - Parameter report: The report, in which excluded sources count as skipped even if they
    ///   could not be read.
    /// - Returns: The excluded notes, and an error for each rule that matches nothing and is not
    ///   optional.
    package func apply(
        to notebook: inout Notebook, _ report: inout Report
    ) -> (notes: [Note], diagnostics: [Diagnostic]) {
        var excluded: Set<Int> = []
        let diagnostics = apply(to: notebook.notes, unread: &notebook.unread, &report) {
            excluded.insert($0)
        }
        let all = notebook.notes
        notebook.notes = all.indices.filter { !excluded.contains($0) }.map { all[$0] }
        return (excluded.sorted().map { all[$0] }, diagnostics)
    }

    /// Excludes notes, and removes the unrecognized objects of their sources.
    ///
    /// - Parameters:
    ///   - report: The report, in which excluded sources count as skipped even if they could not be
    ///     read.
    ///   - exclude: Receives the positions of the excluded notes, in their order.
    /// - Returns: An error for each rule that matches nothing and is not optional.
    func apply(
        to notes: some Collection<Note>, unread: inout [UnrecognizedObject], _ report: inout Report,
        exclude: (Int) -> Void
    ) -> [Diagnostic] {
        guard !isEmpty || !notes.allSatisfy(hasPublishedState) else { return [] }
        var rules = rules
        let failed = report.sources.failed.map(\.name)
        for index in rules.indices {
            rules[index].isUsed = report.sources.skipped.contains {
                rules[index].matches(source: $0.name)
            }
        }
        /// Returns true if a rule matches a source; the first such rule counts as used.
        func matches(source: String) -> Bool {
            guard let index = rules.firstIndex(where: { $0.matches(source: source) }) else {
                return false
            }
            rules[index].isUsed = true
            return true
        }
        let given = failed.filter(matches)
        report.sources.failed.removeAll { given.contains($0.name) }
        report.sources.kept.removeAll { given.contains($0) }
        report.sources.skipped += given.map { .init(name: $0, reason: "left out") }
        report.diagnostics.removeAll { given.contains($0.origin.source) }
        // An object in the same source as a private note is most likely a part of it.
        var privateSources: Set<String> = []
        for (position, note) in notes.enumerated() {
            var isMet = !hasPublishedState(note)
            for index in rules.indices where rules[index].matches(note) {
                rules[index].isUsed = true
                isMet = true
            }
            guard isMet else { continue }
            privateSources.insert(note.id.source)
            exclude(position)
        }
        unread.removeAll { matches(source: $0.source) || privateSources.contains($0.source) }
        let unused = rules.filter { !$0.isUsed && !$0.pattern.isOptional }
        return unused.map { $0.unused(among: Array(notes), unread: failed) }
    }

    private func hasPublishedState(_ note: Note) -> Bool {
        note.state == .published || publishedStates.contains(note.state)
    }

    var rules: [NoteRule] {
        tags.map { NoteRule(kind: .tag, pattern: $0) }
            + titles.map { NoteRule(kind: .title, pattern: $0) }
            + sources.map { NoteRule(kind: .source, pattern: $0) }
    }
}
