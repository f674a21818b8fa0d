package import NoteModel
package import Platform

/// The criteria by which a command chooses notes. Several values of one criterion are alternatives;
/// all criteria have to be met. Without any, all notes are chosen.
package struct NoteSelection: Sendable {
    private let rules: [[NoteRule]]
    /// The first and the last instant of the dates, each nil for none.
    private let since: Date?
    private let until: Date?
    private let kinds: Set<Note.Kind>

    /// All notes.
    package static let all = NoteSelection()

    /// - Parameters:
    ///   - tags: The names of tags, with or without `#`; a name also matches the tags nested in it.
    ///   - titles: Titles, in which `*` matches any characters. Case and accents do not matter.
    ///   - since: The first instant of a note's date of creation, or of its date of modification if
    ///     it has no other. Notes without a date are not chosen if there is a limit.
    ///   - until: The instant before which the date has to be.
    package init(
        tags: [String] = [], titles: [String] = [], since: Date? = nil, until: Date? = nil,
        kinds: Set<Note.Kind> = []
    ) {
        let ofTags = tags.map { NoteRule(.include, kind: .tag, pattern: .init($0)) }
        let ofTitles = titles.map { NoteRule(.include, kind: .title, pattern: .init($0)) }
        rules = [ofTags, ofTitles].filter { !$0.isEmpty }
        (self.since, self.until, self.kinds) = (since, until, kinds)
    }

    /// True if all notes are chosen.
    package var isAll: Bool { rules.isEmpty && since == nil && until == nil && kinds.isEmpty }

    package func selects(_ note: Note) -> Bool {
        if isAll { return true }
        guard kinds.isEmpty || kinds.contains(note.kind),
            rules.allSatisfy({ alternatives in alternatives.contains { $0.matches(note) } })
        else { return false }
        guard since != nil || until != nil else { return true }
        guard let date = note.date else { return false }
        return since.map { $0 <= date } ?? true && until.map { date < $0 } ?? true
    }
}
