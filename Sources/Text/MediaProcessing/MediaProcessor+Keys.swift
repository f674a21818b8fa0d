import Hashing
import NoteModel

// The keys of derivatives.

extension MediaProcessor {
    /// Returns the key of everything that is made of a photo by some recipes.
    func derivation(
        of photo: HashedOriginal, orientation: Medium.Orientation?, recipes: [DerivativeRecipe]
    ) -> Fingerprint {
        // The kernel is named here, since the other keys do not depend on it.
        Fingerprint(
            ofLines: [
                Self.version, "cubic", photo.original.digest.text,
                "\(orientation?.rawValue ?? 0)",
                kept.map(\.rawValue).joined(separator: ","),
            ] + recipes.map { "\($0.name) \($0.maximumSide) \($0.quality)" })
    }

    /// Returns the key of the copy of a photo without metadata.
    ///
    /// - Parameter digest: The digest of the photo, or of its upright copy.
    static func copyKey(of digest: ContentDigest) -> Fingerprint {
        Fingerprint(ofLines: [version, digest.text, "photo without metadata"])
    }

    /// Returns the key of a recording that a program converts.
    ///
    /// - Parameter converter: The fingerprint of the program.
    static func convertedKey(of original: HashedOriginal, by converter: Fingerprint) -> Fingerprint
    {
        Fingerprint(
            ofLines: [version, original.original.digest.text, "converted", converter.text])
    }

    /// Returns the key of the stripped copy of a recording or an SVG drawing.
    static func cleanKey(of original: HashedOriginal) -> Fingerprint {
        // The method changes with the list of what a copy may contain.
        let method =
            switch RecordingKind(prefix: original.prefix) {
            case .caf, .aiff: "linear as WAVE"
            default: PhotoKind(prefix: original.prefix) == .svg ? "well-formed" : "needed"
            }
        return Fingerprint(ofLines: [version, original.original.digest.text, method])
    }
}
