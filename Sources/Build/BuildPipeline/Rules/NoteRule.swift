import NoteModel
import Orthography
import Platform

/// A rule that matches notes by a tag, a title or a source, and whether it has matched any so far.
struct NoteRule {
    enum Kind: String {
        case tag, title, source
    }

    let kind: Kind
    let pattern: ExclusionRules.Pattern
    var isUsed = false

    private let key: String

    init(kind: Kind, pattern: ExclusionRules.Pattern) {
        (self.kind, self.pattern) = (kind, pattern)
        var name = pattern.text
        if kind == .tag, name.hasPrefix("#") { name.removeFirst() }
        if kind == .source, name.hasPrefix("./") { name.removeFirst(2) }
        if kind != .title {
            if name.hasPrefix("/") { name.removeFirst() }
            if name.hasSuffix("/") { name.removeLast() }
        }
        key = Self.folded(name.trimmed)
    }

    /// Creates a rule from its text in the record of a build; nil for any other text.
    init?(setting: String) {
        let words = setting.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "without", let kind = Kind(rawValue: String(words[1]))
        else { return nil }
        self.init(kind: kind, pattern: .init(String(words[2])))
    }

    /// The rule as a text for records, the same whether or not it is optional.
    var setting: String { "without \(kind.rawValue) \(pattern.text)" }

    /// Returns a name without case and accents, and with straight apostrophes, so that a rule
    /// matches a private note however the name is written.
    private static func folded(_ name: String) -> String {
        name.replacing("’", with: "'").foldedWithoutAccents
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
    /// - Parameter sources: The sources that could not be read.
    func unused(among notes: [Note], unread sources: [String]) -> Diagnostic {
        let known =
            switch kind {
            case .tag: notes.flatMap { $0.tags.map(\.name) }
            case .title: notes.map(\.title)
            case .source: notes.map(\.id.source) + sources
            }
        let meant = Set(known).sorted().nearest(to: key).map { " Did you mean “\($0)”?" } ?? ""
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
