import MarkdownText
package import NoteModel

extension Note {
    /// Addresses by which its texts mean photos of its own, in their order.
    package var addressesOfPhotosInTexts: [String] {
        texts.flatMap { text in
            let named = TextReferences(text)
            return (named.images + named.links).filter { photoIndex(forAddress: $0) != nil }
        }
    }
}
