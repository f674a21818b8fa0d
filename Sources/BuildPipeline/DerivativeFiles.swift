import ContentHashing
import MediaProcessing
import OutputPlan
import SitePages
import Synchronization

/// The derivatives of a notebook, each compared with its digest before it is published or packed.
///
/// A damaged or missing derivative is regenerated from its original. May be used on several
/// threads.
final class DerivativeFiles: Sendable {
    private let workshop: MediaProcessor
    private let media: PreparedMedia
    /// A lock that serializes the regeneration of damaged derivatives, which are rare.
    private let regeneration = Mutex(())

    init(_ workshop: MediaProcessor, _ media: PreparedMedia) {
        self.workshop = workshop
        self.media = media
    }

    /// Returns the path of a derivative's file and the digest of its content, after reading it.
    ///
    /// - Throws: ``MediaProcessorError`` for a damaged derivative that cannot be regenerated.
    func verified(_ file: DerivedFile) throws -> (path: String, digest: ContentDigest) {
        var intact = file
        if !workshop.isIntact(file) {
            intact = try regeneration.withLock { _ in
                // Another thread may have regenerated all pictures of the same photo.
                workshop.isIntact(file) ? file : try regenerated(file)
            }
        }
        return (workshop.file(of: intact), intact.digest)
    }

    private func regenerated(_ file: DerivedFile) throws -> DerivedFile {
        let files: [DerivedFile]
        switch media.origin(ofDerivative: file.key) {
        case .photo(let photo)?:
            files = try workshop.remake(
                workshop.identify(photo.stored), turned: photo.orientation,
                recipes: SitePictures.recipes
            ).files
        case .recording(let stored)?:
            let recording = try workshop.remake(workshop.identify(stored))
            files = [recording.playable?.file].compactMap(\.self)
        case nil: files = []
        }
        guard let made = files.first(where: { $0.key == file.key }) else {
            throw MediaProcessorError(
                .notRegenerated(
                    path: workshop.file(of: file),
                    "its original has changed or cannot be decoded any more"))
        }
        return made
    }
}
