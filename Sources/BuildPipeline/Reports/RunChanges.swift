import ContentHashing
import NoteModel
import OutputPlan
import OutputTree

/// What a run changes, or would change, in the owner's words.
package struct RunChanges: Sendable {
    /// Titles of notes that were not published before.
    package internal(set) var added: [String] = []
    /// Notes that are others than before.
    package internal(set) var changed: [Change] = []
    /// Notes whose address is another one.
    package internal(set) var renamed: [Renaming] = []
    /// Titles of notes that are published no more.
    package internal(set) var removed: [String] = []
    /// What is different for every page: the program, its templates, the configuration.
    package internal(set) var reasons: [String] = []
    /// Whether nothing is known of a run before.
    package internal(set) var isFirst = false
    /// Of the notes that are added and changed.
    private(set) var addedIdentities: [String] = []
    private(set) var changedIdentities: [String] = []

    package struct Change: Sendable {
        package let title: String
        /// In words that complete "TITLE: …".
        package let what: String
    }

    package struct Renaming: Sendable {
        package let title: String
        /// Paths of the page, without their endings.
        package let from: String
        package let to: String
    }

    package var isEmpty: Bool {
        added.isEmpty && changed.isEmpty && renamed.isEmpty && removed.isEmpty
    }

    init() {}

    /// - Parameters:
    ///   - states: Of the notes, in the notebook's order.
    ///   - written: The same, as the next run reads it.
    ///   - last: Nil where nothing is known of it.
    init(
        _ input: BuildInput, _ states: [BuildRecord.NoteState],
        _ written: BuildRecord.WrittenNotes, since last: BuildRecord?, settings: [String],
        templates: Fingerprint
    ) {
        let notes = input.notebook.notes
        renamed = input.permalinks.renamed.map { note, from in
            Renaming(
                title: notes[note].title, from: from,
                to: (notes[note].deck == nil ? "notes/" : "decks/")
                    + input.permalinks.slugs[note].text)
        }
        guard let last else {
            isFirst = true
            return
        }
        if last.program != ProgramVersion.build { reasons.append("the program") }
        if last.templates != templates { reasons.append("the templates") }
        if last.settings != settings { reasons.append("the configuration") }
        if let inPlace = last.changedInPlace(notes, written) {
            for (index, old) in inPlace { add(notes[index], states[index], old, since: last) }
            return
        }
        guard let known = last.noteStates else {
            isFirst = true
            reasons = []
            return
        }
        var earlier = Dictionary(
            known.lazy.map { ($0.identity, $0.state) }, uniquingKeysWith: { first, _ in first })
        for (index, state) in states.enumerated() {
            let identity = notes[index].identity ?? ""
            guard let old = earlier.removeValue(forKey: identity) else {
                added.append(notes[index].title)
                addedIdentities.append(identity)
                continue
            }
            if old != state { add(notes[index], state, old, since: last) }
        }
        removed = earlier.values.map(\.title).sorted()
    }

    private mutating func add(
        _ note: Note, _ state: BuildRecord.NoteState, _ old: BuildRecord.NoteState,
        since last: BuildRecord
    ) {
        var parts: [String] = []
        if old.title != state.title { parts.append("title") }
        if old.text != state.text { parts.append("text") }
        // Another build of the program may see other things in the same note.
        if last.program == ProgramVersion.build || !parts.isEmpty {
            changedIdentities.append(note.identity ?? "")
        }
        if parts.isEmpty { parts.append("dates, tags, photos or fields") }
        changed.append(Change(title: note.title, what: parts.joined(separator: " and ")))
    }
}

/// What a run changes, or would change, in a tree: paths of its files.
package struct TreeChanges: Sendable {
    package let tree: String
    package let added: [String]
    package let changed: [String]
    package let removed: [String]

    init(_ result: TreeStaging.Result) {
        (tree, added, changed, removed) = (
            result.tree, result.added, result.changed, result.removed
        )
    }

    package var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}
