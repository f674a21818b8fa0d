import ContentHashing
import Diagnostics
import MediaProcessing
import NoteArchives
import NoteModel
import OutputPlan
import SitePages

/// A notebook that is ready to be planned: published notes, compiled, with their media, addresses and
/// orders.
struct BuildInput: Sendable {
    let notebook: Notebook
    let media: PreparedMedia
    let compiled: CompiledNotes
    /// The fingerprints of the notes with their media, parallel to the notes.
    let fingerprints: [Fingerprint]
    /// The fingerprints of their texts, parallel to the notes.
    let texts: [Fingerprint]
    let permalinks: PermalinkAssignment
    let orders: NoteOrders
    /// Notes that appear nowhere, with their compiled texts.
    let excluded: [Note]
    let compiledExcluded: CompiledNotes
    let workshop: MediaProcessor
    let folder: NotesFolder

    /// The files of its pictures and recordings.
    var derivatives: DerivativeFiles { DerivativeFiles(workshop, media) }

    /// The titles of the notes, by the names of their files without endings.
    var titles: [String: String] {
        Dictionary(
            zip(permalinks.slugs.map(\.text), notebook.notes.map(\.title)),
            uniquingKeysWith: { first, _ in first })
    }
}
