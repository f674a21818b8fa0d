package import Diagnostics
import Foundation
package import NoteModel
import OutputPlan

/// The rules by which notes are excluded from everything that is published. A note is excluded if
/// any rule matches it.
package struct ExclusionRules: Sendable {
    /// The names of tags, with or without `#`. A rule also matches the tags nested in its tag.
    package var tags: [Pattern] = []
    package var titles: [Pattern] = []
    /// The paths of sources relative to the notes folder; a folder matches everything in it.
    package var sources: [Pattern] = []

    /// A name in which `*` matches any characters, also none. Case and accents do not matter.
    package struct Pattern: Hashable, Sendable, ExpressibleByStringLiteral {
        package let text: String
        /// True if the pattern may match nothing. Otherwise that is an error, since a misspelt rule
        /// would publish what is private.
        package let isOptional: Bool

        package init(_ text: String, isOptional: Bool = false) {
            self.text = text
            self.isOptional = isOptional
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
        guard !isEmpty else { return ([], []) }
        var rules = rules
        let names = NotebookNames(notebook, report: report)
        for index in rules.indices {
            rules[index].isUsed = report.sources.skipped.contains {
                rules[index].matches(source: $0.name)
            }
        }
        let given = report.sources.failed.map(\.name).filter { source in
            for index in rules.indices where rules[index].matches(source: source) {
                rules[index].isUsed = true
                return true
            }
            return false
        }
        report.sources.failed.removeAll { given.contains($0.name) }
        report.sources.skipped += given.map { .init(name: $0, reason: "left out") }
        report.diagnostics.removeAll { given.contains($0.origin.source) }
        var leftOut: [Note] = []
        notebook.notes.removeAll { note in
            var isMet = false
            for index in rules.indices where rules[index].matches(note) {
                rules[index].isUsed = true
                isMet = true
            }
            if isMet { leftOut.append(note) }
            return isMet
        }
        // An object in the same source as a private note is most likely a part of it.
        let privateSources = Set(leftOut.map(\.id.source))
        notebook.unread.removeAll { object in
            for index in rules.indices where rules[index].matches(source: object.source) {
                rules[index].isUsed = true
                return true
            }
            return privateSources.contains(object.source)
        }
        let unused = rules.filter { !$0.isUsed && !$0.pattern.isOptional }
        return (leftOut, unused.map { $0.unused(names) })
    }

    private var rules: [Rule] {
        tags.map { Rule(kind: .tag, pattern: $0) } + titles.map { Rule(kind: .title, pattern: $0) }
            + sources.map { Rule(kind: .source, pattern: $0) }
    }
}

/// The names that rules may match, each list sorted, to suggest one for a misspelt rule.
private struct NotebookNames {
    let tags: [String]
    let titles: [String]
    let sources: [String]

    init(_ notebook: Notebook, report: Report) {
        tags = Set(notebook.notes.flatMap { $0.tags.map(\.name) }).sorted()
        titles = Set(notebook.notes.map(\.title)).sorted()
        sources = Set(notebook.notes.map(\.id.source) + report.sources.failed.map(\.name)).sorted()
    }
}

/// One exclusion rule of the configuration, and whether it has matched anything so far.
private struct Rule {
    enum Kind: String {
        case tag, title, source
    }

    let kind: Kind
    let pattern: ExclusionRules.Pattern
    var isUsed = false

    private let key: String

    init(kind: Kind, pattern: ExclusionRules.Pattern) {
        self.kind = kind
        self.pattern = pattern
        var name = pattern.text
        if kind == .tag, name.hasPrefix("#") { name.removeFirst() }
        if kind == .source, name.hasPrefix("./") { name.removeFirst(2) }
        if kind != .title {
            if name.hasPrefix("/") { name.removeFirst() }
            if name.hasSuffix("/") { name.removeLast() }
        }
        key = Self.folded(name.trimmingCharacters(in: .whitespaces))
    }

    /// Returns a name without case and accents, and with straight apostrophes, so that a rule
    /// matches a private note however the name is written.
    private static func folded(_ name: String) -> String {
        name.replacingOccurrences(of: "’", with: "'").folding(
            options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    func matches(_ note: Note) -> Bool {
        switch kind {
        case .tag:
            note.tags.contains { tag in
                let name = Self.folded(tag.name)
                return name.matches(pattern: key) || name.matches(pattern: key + "/*")
            }
        case .title: Self.folded(note.title).matches(pattern: key)
        case .source:
            matches(source: note.id.source) || Self.folded(note.id.numberedText) == key
        }
    }

    func matches(source: String) -> Bool {
        guard kind == .source else { return false }
        let source = Self.folded(source)
        return source.matches(pattern: key) || source.matches(pattern: key + "/*")
    }

    /// Returns the error for a rule that matches nothing, with the name that was most likely meant.
    ///
    /// - Parameter names: The names in the notebook.
    func unused(_ names: NotebookNames) -> Diagnostic {
        let known =
            switch kind {
            case .tag: names.tags
            case .title: names.titles
            case .source: names.sources
            }
        let meant = known.nearest(to: key).map { " Did you mean “\($0)”?" } ?? ""
        return Diagnostic(
            .unusedRule, origin: .init(source: ""),
            summary:
                "The rule that excludes the \(kind.rawValue) “\(pattern.text)” matches no note.",
            suggestion:
                "\(meant.isEmpty ? "" : meant.dropFirst() + " ")Correct the rule in the configuration, or mark it optional if there may be no such note: \(kind.rawValue)s: [{name: \"\(pattern.text)\", optional: true}]."
        )
    }
}

extension String {
    /// Returns true if the text matches a pattern, in which `*` matches any characters, also none.
    fileprivate func matches(pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else {
            return self == pattern
        }
        guard hasPrefix(first) else { return false }
        var rest = dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.count >= last.count && rest.hasSuffix(last)
    }
}
