package import Hashing
import MediaProcessing
package import NoteModel
import SitePages
import Synchronization

/// The derivatives of a notebook, each compared with its digest before it is published or packed.
///
/// A damaged or missing derivative is regenerated from its original. May be used on several
/// threads.
package final class DerivativeFiles: Sendable {
    private let processor: MediaProcessor
    private let media: PreparedMedia
    /// A lock that serializes the regeneration of damaged derivatives, which are rare.
    private let regeneration = Mutex(())

    init(_ processor: MediaProcessor, media: PreparedMedia) {
        (self.processor, self.media) = (processor, media)
    }

    /// Returns the path of a derivative's file and the digest of its content, after reading it.
    ///
    /// - Throws: ``MediaProcessorError`` for a damaged derivative that cannot be regenerated.
    package func verified(_ file: DerivedFile) throws -> (path: String, digest: ContentDigest) {
        var intact = file
        if !processor.isIntact(file) {
            intact = try regeneration.withLock { _ in
                // Another thread may have regenerated all pictures of the same photo.
                processor.isIntact(file) ? file : try regenerated(file)
            }
        }
        return (processor.file(of: intact), intact.digest)
    }

    private func regenerated(_ file: DerivedFile) throws -> DerivedFile {
        let files: [DerivedFile]
        switch media.origin(ofDerivative: file.key) {
        case .medium(let medium)?:
            files = try processor.remake(
                processor.identify(medium.stored), as: medium.kind, turned: medium.orientation,
                recipes: SitePictures.recipes
            ).files
        case .drawing(let rendered)?:
            files = try processor.remake(
                processor.identify(processor.stored(rendered)), as: .photo,
                recipes: SitePictures.recipes
            ).files
        case nil: files = []
        }
        guard let made = files.first(where: { $0.key == file.key }) else {
            throw MediaProcessorError(
                .notRegenerated(
                    path: processor.file(of: file),
                    "its original has changed, or can no longer be decoded"))
        }
        return made
    }
}
