package import ContentHashing
package import NoteModel

/// A picture that is wanted of a photo.
package struct DerivativeRecipe: Hashable, Sendable {
    /// Stands in file names.
    package let name: String
    /// The side, in pixels, of the square that the picture is fitted into; it is never enlarged.
    package let maximumSide: Int
    /// Quality of JPEG and WebP, 1 to 100.
    package let quality: Int

    package init(name: String, maximumSide: Int, quality: Int) {
        self.name = name
        self.maximumSide = maximumSide
        self.quality = quality
    }
}

/// Width and height in pixels, of the picture as it is seen.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// Red, green and blue, 0 to 255 each, in sRGB.
package struct Colour: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

/// A file that the photo workers made, in the cache of derivatives.
package struct DerivedFile: Hashable, Sendable {
    /// The fingerprint of the original and the recipe. It names the file in the cache.
    package let key: Fingerprint
    /// The SHA-256 of the file's content.
    package let digest: ContentDigest

    package init(key: Fingerprint, digest: ContentDigest) {
        self.key = key
        self.digest = digest
    }
}

/// The end of a photo worker that gave no answer.
package enum WorkerEnd: Hashable, Sendable {
    /// It was killed (SIGKILL), most likely because the system ran out of memory.
    case killed
    /// It crashed, hung or gave no clear answer, most likely because of the photo.
    case failed
}

/// What is known of a photo once a worker has looked at it.
package struct PreparedPhoto: Hashable, Sendable {
    package let original: OriginalBytes
    /// Nil for bytes that are of no known kind.
    package let kind: PhotoKind?
    /// Of what was made of it.
    package let derivation: Fingerprint
    package let outcome: Outcome

    package enum Outcome: Hashable, Sendable {
        case decoded(DecodedPhoto)
        /// A drawing in vectors, which is offered as a download: a copy of it.
        case drawing(DerivedFile)
        /// The reason completes "NAME cannot be shown: …"; the end is that of a worker that did not
        /// live to answer.
        case unreadable(reason: String, workerEnd: WorkerEnd?)
        /// Nothing on this machine decodes pictures of its kind.
        case noDecoder
    }

    package init(
        original: OriginalBytes, kind: PhotoKind?, derivation: Fingerprint, outcome: Outcome
    ) {
        self.original = original
        self.kind = kind
        self.derivation = derivation
        self.outcome = outcome
    }

    /// The end of the worker that was to decode the photo; nil for one that answered.
    package var workerEnd: WorkerEnd? {
        if case .unreadable(_, let end) = outcome { end } else { nil }
    }

    package var decoded: DecodedPhoto? {
        guard case .decoded(let decoded) = outcome else { return nil }
        return decoded
    }

    /// The copy of a drawing in vectors.
    package var drawing: DerivedFile? {
        guard case .drawing(let file) = outcome else { return nil }
        return file
    }

    /// All files that were made of the photo.
    package var files: [DerivedFile] {
        (decoded?.derivatives.map(\.file) ?? [])
            + [drawing, decoded?.upright?.file].compactMap(\.self)
    }
}

/// A photo that could be decoded, and the pictures made of it.
package struct DecodedPhoto: Hashable, Sendable {
    /// Upright.
    package let size: PixelSize
    /// Whether the original says where it was taken.
    package let carriesPosition: Bool
    /// Of most of its pixels.
    package let colour: Colour
    /// The largest first, no two of one size; one at least.
    package let derivatives: [Derivative]
    /// Nil where the original is shown upright by other programs.
    package let upright: UprightCopy?

    package init(
        size: PixelSize, carriesPosition: Bool, colour: Colour, derivatives: [Derivative],
        upright: UprightCopy? = nil
    ) {
        self.upright = upright
        self.size = size
        self.carriesPosition = carriesPosition
        self.colour = colour
        self.derivatives = derivatives
    }
}

/// A copy of a photo, with all its pixels, that other programs show as the archive says.
///
/// Only the archive knows how such a photo is to be turned: its file says nothing, or otherwise.
package enum UprightCopy: Hashable, Sendable {
    case made(DerivedFile, kind: PhotoKind)
    /// The reason completes "NAME cannot be turned: …".
    case failed(reason: String)

    /// Nil for a copy that could not be made.
    package var file: DerivedFile? {
        guard case .made(let file, _) = self else { return nil }
        return file
    }
}

/// A picture made of a photo by a recipe.
package struct Derivative: Hashable, Sendable {
    package let file: DerivedFile
    package let size: PixelSize
    /// Without the dot.
    package let fileExtension: String

    package init(file: DerivedFile, size: PixelSize, fileExtension: String) {
        self.file = file
        self.size = size
        self.fileExtension = fileExtension
    }

    /// A name that changes when the content does.
    package var fileName: String { "\(file.key.short)-\(size.width).\(fileExtension)" }
}
