import NoteModel
import Orthography
import Platform

/// A rule that matches notes by one of their properties, and whether it has matched any so far.
struct NoteRule {
    /// The effect of a rule on the notes that it matches.
    enum Effect: String {
        case include = "only"
        case exclude = "without"
    }

    enum Kind: String {
        case tag, title, source, folder, kind, date
    }

    let effect: Effect
    let kind: Kind
    let pattern: PublicationRules.Pattern
    var isUsed = false

    private let key: String
    /// The names that the rule matches, and the paths below them.
    private let (names, paths): (NamePattern, NamePattern)
    /// The instants that a rule about dates matches; nil for other rules.
    private let dates: Range<Date>?

    /// - Parameter zone: The time zone of dates.
    init(_ effect: Effect, kind: Kind, pattern: PublicationRules.Pattern, zone: ZoneInfo = .utc) {
        (self.effect, self.kind, self.pattern) = (effect, kind, pattern)
        var name = pattern.text
        if kind == .tag, name.hasPrefix("#") { name.removeFirst() }
        if kind == .source, name.hasPrefix("./") { name.removeFirst(2) }
        if [.tag, .source, .folder].contains(kind) {
            if name.hasPrefix("/") { name.removeFirst() }
            if name.hasSuffix("/") { name.removeLast() }
        }
        // As `find` and the page of folders show a path.
        if kind == .folder { name = name.replacing(" › ", with: "/") }
        key = Self.folded(name.trimmed)
        (names, paths) = (NamePattern(key), NamePattern(key + "/*"))
        dates = kind == .date ? CalendarSpan(pattern.text)?.range(in: zone) : nil
    }

    /// Creates a rule from its text in the record of a build; nil for any other text.
    ///
    /// - Parameter zone: The time zone of dates.
    init?(setting: String, zone: ZoneInfo) {
        let words = setting.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, let effect = Effect(rawValue: String(words[0])),
            let kind = Kind(rawValue: String(words[1]))
        else { return nil }
        self.init(effect, kind: kind, pattern: .init(String(words[2])), zone: zone)
    }

    /// The rule as a text for records, the same whether or not it is optional.
    var setting: String { "\(effect.rawValue) \(kind.rawValue) \(pattern.text)" }

    /// The property that the rule is about, such as “tag “private””.
    var name: String { "\(kind.rawValue) “\(pattern.text)”" }

    /// Returns a name without case and accents, and with straight apostrophes, so that a rule
    /// matches a private note however the name is written.
    private static func folded(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
        return (isPlain ? name : name.replacing("’", with: "'")).foldedWithoutAccents
    }

    func matches(_ note: Note) -> Bool {
        switch kind {
        case .tag: note.tags.contains { matches(path: $0.name) }
        case .title: names.matches(Self.folded(note.title))
        case .source:
            matches(source: note.id.source) || Self.folded(note.id.numberedText) == key
        case .folder: note.folderNames.contains(where: matches(path:))
        case .kind: names.matches(note.kind.rawValue)
        case .date: note.date.map { dates?.contains($0) == true } ?? false
        }
    }

    func matches(source: String) -> Bool {
        kind == .source && matches(path: source)
    }

    private func matches(path: String) -> Bool {
        let path = Self.folded(path)
        return names.matches(path) || paths.matches(path)
    }

    /// Returns the error for a rule that matches nothing, with the name that was most likely meant.
    ///
    /// - Parameter sources: The sources that could not be read.
    func unused(among notes: [Note], unread sources: [String]) -> Diagnostic {
        let known: [String] =
            switch kind {
            case .tag: notes.flatMap { $0.tags.map(\.name) }
            case .title: notes.map(\.title)
            case .source: notes.map(\.id.source) + sources
            case .folder: notes.flatMap(\.folderNames)
            case .kind: notes.map(\.kind.rawValue)
            case .date: []
            }
        let names = Set(known).sorted()
        let meant = names.first { Self.folded($0).hasSuffix("/" + key) } ?? names.nearest(to: key)
        let hint = meant.map { "Did you mean “\($0)”? " } ?? ""
        return Diagnostic(
            .unusedRule, origin: .init(source: ""),
            summary: "The rule that \(effect)s the \(name) matches no note.",
            suggestion:
                "\(hint)Correct the rule in the configuration, or mark it optional if there may be no such note: \(kind.rawValue)s: [{name: \"\(pattern.text)\", optional: true}]."
        )
    }
}

extension Note {
    /// The path of the folder that holds the note in its app, without and with its account; empty
    /// for a note in none.
    fileprivate var folderNames: [String] {
        let path = folders.joined(separator: "/")
        return path.isEmpty ? [] : [path, account.map { $0 + "/" + path }].compactMap(\.self)
    }
}

/// A pattern, in which `*` matches any characters, also none.
private struct NamePattern {
    private let text: String
    /// The texts between the stars; empty for a pattern without any.
    private let parts: [Substring]

    init(_ text: String) {
        self.text = text
        let parts = text.split(separator: "*", omittingEmptySubsequences: false)
        self.parts = parts.count > 1 ? parts : []
    }

    func matches(_ name: String) -> Bool {
        guard let first = parts.first, let last = parts.last else { return name == text }
        guard name.hasPrefix(first) else { return false }
        var rest = name.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.count >= last.count && rest.hasSuffix(last)
    }
}
