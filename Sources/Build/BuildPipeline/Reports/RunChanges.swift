import NoteModel
import Orthography
import OutputPlan
import OutputTree

/// The changes that a run makes, or would make in a dry run, to the published notes.
package struct RunChanges: Sendable {
    /// The notes that were not published before, in the order of the notebook; empty in a
    /// first run.
    package internal(set) var added: [Addition] = []
    /// The notes that differ from those of the last run in title, text or anything else that is
    /// published.
    package internal(set) var changed: [Change] = []
    /// The notes whose address changed, most often because their title did; the former address
    /// redirects to the new one.
    package internal(set) var renamed: [Renaming] = []
    /// The sorted titles of notes that are no longer published, because they were deleted or
    /// excluded.
    package internal(set) var removed: [String] = []
    /// The reasons why every page may differ, whether or not notes changed: “the program”, “the
    /// templates” or “the configuration”.
    package internal(set) var reasons: [String] = []
    /// True if nothing is known of an earlier run, in which case the lists of added, changed and
    /// removed notes are empty.
    package internal(set) var isFirst = false
    private(set) var changedIdentities: [String] = []
    /// The encoded states of the notes, in the form of ``BuildRecord/WrittenNotes``, which the next
    /// run reads.
    private(set) var states: [UInt8] = []

    package struct Addition: Sendable {
        package let title: String
        /// The stable identifier of the note; empty if it has none.
        let identity: String
    }

    package struct Change: Sendable {
        package let title: String
        /// The parts that changed, such as “title and text”, in words that complete “TITLE: …”.
        package let what: String
    }

    package struct Renaming: Sendable {
        package let title: String
        /// The former path of the page in the site, without its extension, such as `notes/a-walk`.
        package let from: String
        package let to: String
    }

    package var isEmpty: Bool {
        added.isEmpty && changed.isEmpty && renamed.isEmpty && removed.isEmpty
    }

    init() {}

    /// - Parameter last: The record of the last run; nil if there is none.
    init(_ input: BuildInput, since last: BuildRecord?, options: BuildOptions, theme: Theme) {
        let notes = input.notes
        let states = notes.indices.lazy.map { notes[$0].stateByIdentity }
        let written = BuildRecord.WrittenNotes(states)
        self.states = written.bytes
        renamed = input.permalinks.renamed.map { position, from in
            let (note, slug) = (notes[position].note, notes[position].slug)
            return Renaming(
                title: note.title, from: from,
                to: (note.deck == nil ? "notes/" : "decks/") + slug.text)
        }
        guard let last else {
            isFirst = true
            return
        }
        if last.program != ProgramVersion.build { reasons.append("the program") }
        if last.templates != theme.key { reasons.append("the templates") }
        if last.settings != options.outputSettings { reasons.append("the configuration") }
        if let inPlace = last.changedInPlace(states, written: written) {
            for (index, old) in inPlace {
                add(states[index], old: old, since: last)
            }
            return
        }
        guard let known = last.noteStates else {
            isFirst = true
            reasons = []
            return
        }
        var earlier = Dictionary(
            known.lazy.map { ($0.identity, $0.state) }, uniquingKeysWith: { first, _ in first })
        for (identity, state) in states {
            guard let old = earlier.removeValue(forKey: identity) else {
                added.append(Addition(title: state.title, identity: identity))
                continue
            }
            if old != state { add((identity, state), old: old, since: last) }
        }
        removed = earlier.values.map(\.title).sorted()
    }

    private mutating func add(
        _ note: (identity: String, state: BuildRecord.NoteState), old: BuildRecord.NoteState,
        since last: BuildRecord
    ) {
        let state = note.state
        var parts: [String] = []
        if old.title != state.title { parts.append("title") }
        if old.text != state.text { parts.append("text") }
        // A different build of the program may read the same note differently.
        if last.program == ProgramVersion.build || !parts.isEmpty {
            changedIdentities.append(note.identity)
        }
        if parts.isEmpty { parts.append("dates, tags, photos or fields") }
        changed.append(Change(title: state.title, what: parts.joined(separator: " and ")))
    }
}

/// The changes that a run makes, or would make in a dry run, to a tree, as paths relative to it.
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
