import ContentHashing
import Diagnostics
package import MediaModel
package import MediaProcessing
package import NoteArchives
package import NoteExchange
package import NoteModel
import OutputPlan
import SitePages

/// A notebook that is ready to be planned: its published notes, compiled, with their media,
/// permalinks and orders.
package struct BuildInput: Sendable {
    package let notebook: Notebook
    package let media: PreparedMedia
    let compiled: CompiledNotes
    /// The fingerprints of the notes with their media, parallel to `notebook.notes`; pages and
    /// exported files depend on them.
    let fingerprints: [Fingerprint]
    /// The fingerprints of the notes' texts, parallel to `notebook.notes`, by which the next run
    /// sees what has changed.
    let texts: [Fingerprint]
    package let permalinks: PermalinkAssignment
    let orders: NoteOrders
    /// The notes that are excluded, whose words and photos must not be published; parallel to
    /// ``compiledExcluded``.
    let excluded: [Note]
    let compiledExcluded: CompiledNotes
    package let processor: MediaProcessor
    /// The pictures of pages of documents, which are among the photos of the notes.
    let rendered: [DerivedFile]
    package let folder: NotesFolder
    /// The digests of the sources by their names.
    let sourceDigests: [String: ContentDigest]

    /// The derivatives of the notebook's photos and recordings, to be verified before they are
    /// published or packed.
    package var derivatives: DerivativeFiles { DerivativeFiles(processor, media: media) }

    /// The titles of the notes, by the names of their files without extensions, such as `a-walk`,
    /// for messages.
    package var titles: [String: String] {
        Dictionary(
            zip(permalinks.slugs.map(\.text), notebook.notes.map(\.title)),
            uniquingKeysWith: { first, _ in first })
    }
}

extension BuildInput {
    /// The notebook for exports into one file.
    package var exportable: ExportableNotebook {
        ExportableNotebook(
            notebook, slugs: permalinks.slugs, media: media, facts: compiled.facts
        ) { [compiled, notes = notebook.notes] in compiled.body($0, of: notes[$0]) }
    }
}
