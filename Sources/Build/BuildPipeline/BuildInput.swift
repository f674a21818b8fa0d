import Hashing
import LocalFiles
package import MediaProcessing
package import NoteArchives
package import NoteModel
import Orthography
import OutputPlan
package import SitePages

/// A notebook that is ready to be planned: its published notes, compiled, with their media,
/// permalinks and orders.
package struct BuildInput: Sendable {
    package let title: String
    /// The published notes.
    package let notes: [BuildNote]
    /// The notes whose words and photos must not be published.
    let excluded: [BuildNote]
    /// The archived objects that are not notes.
    package let unread: [UnrecognizedObject]
    package let media: PreparedMedia
    let permalinks: PermalinkAssignment
    /// The addresses of the notes in the site.
    package let map: SiteMap
    let orders: NoteOrders
    package let processor: MediaProcessor
    /// The pictures of pages of documents, which are among the photos of the notes.
    let rendered: [DerivedFile]
    package let folder: NotesFolder
    /// The digests of the sources by their names.
    let sourceDigests: [String: ContentDigest]

    package var notebook: Notebook {
        Notebook(title: title, notes: notes.map(\.note), unread: unread)
    }

    /// The derivatives of the notebook's photos and recordings, to be verified before they are
    /// published or packed.
    package var derivatives: DerivativeFiles { DerivativeFiles(processor, media: media) }

    /// The titles of the notes, by the names of their files without extensions, such as `a-walk`,
    /// for messages.
    package var titles: [String: String] {
        Dictionary(
            notes.map { ($0.slug.text, $0.note.title) }, uniquingKeysWith: { first, _ in first })
    }
}
