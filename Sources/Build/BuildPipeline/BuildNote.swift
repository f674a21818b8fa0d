import Hashing
import MarkdownText
package import NoteModel
package import Orthography
import OutputPlan

/// A note on its way through a build. Stages fill it from left to right.
package struct BuildNote: Sendable {
    package internal(set) var note: Note
    /// The fingerprints of the note as its archive holds it.
    let fingerprints: SourceFingerprints
    let text: CompiledNote.Handle
    /// The reason why the note is in the notebook or not.
    var fate = Fate.published
    /// The address; nil until it is assigned, and for a note that is not published.
    var permalink: Permalink?
    /// The fingerprint of the note with its media, on which pages and exported files depend.
    var key: Fingerprint

    enum Fate {
        case published
        /// An exclusion rule or its state keeps it from being published, whatever is chosen.
        case excluded
        /// It is not among the notes that a command exports.
        case unselected
    }

    init(_ source: SourceNote, text: CompiledNote.Handle) {
        note = source.note
        fingerprints = source.fingerprints
        self.text = text
        key = source.fingerprints.whole
    }

    var facts: NoteFacts { text.facts }
    /// The compiled note with its texts, which are decoded at every call.
    var compiled: CompiledNote { CompiledNote(facts, body: text.body(of: note)) }

    /// The name of the page and of exported files.
    package var slug: Slug { permalink?.slug ?? Slug(title: note.title) }

    /// The state with which the next run compares the note, and the stable identifier.
    var stateByIdentity: (identity: String, state: BuildRecord.NoteState) {
        (
            note.identity ?? "",
            BuildRecord.NoteState(title: note.title, text: fingerprints.texts, whole: key)
        )
    }
}

extension BuildNote: ReferringNote {
    var references: [Reference] { facts.references }
}

extension [BuildNote] {
    /// The notes alone, without copying whole rows to take them out.
    var bare: LazyMapCollection<Range<Int>, Note> { indices.lazy.map { self[$0].note } }

    /// Returns the notes that have a fate.
    func notes(thatAre fate: BuildNote.Fate) -> [BuildNote] {
        // Nearly always, none or all of them have it, and need not be copied.
        let places = indices.filter { self[$0].fate == fate }
        return places.count == count ? self : places.map { self[$0] }
    }
}
