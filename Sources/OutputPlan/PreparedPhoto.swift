package import ContentHashing
package import NoteModel

/// The instructions for one size of a photo.
package struct DerivativeRecipe: Hashable, Sendable {
    /// The name of the size, which is part of the derivative's fingerprint.
    package let name: String
    /// The longest side in pixels. Pictures are scaled down to fit, and never enlarged.
    package let maximumSide: Int
    /// The quality of JPEG and WebP, 1 to 100.
    package let quality: Int

    package init(name: String, maximumSide: Int, quality: Int) {
        self.name = name
        self.maximumSide = maximumSide
        self.quality = quality
    }
}

/// The width and height in pixels of a picture in its upright orientation.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A colour in sRGB, each component 0 to 255.
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

/// The facts about a photo that a worker has processed.
package struct PreparedPhoto: Hashable, Sendable {
    package let original: OriginalBytes
    /// The file type, detected by content; nil if it is unknown.
    package let kind: PhotoKind?
    /// The fingerprint of everything that the derived files are made from.
    package let derivation: Fingerprint
    package let outcome: Outcome

    package enum Outcome: Hashable, Sendable {
        case decoded(DecodedPhoto)
        /// A vector drawing (SVG), which is not shown but offered as a download, in a copy.
        case drawing(DerivedFile)
        /// The reason completes the sentence "NAME cannot be shown: …". The worker end is nil if
        /// the worker answered.
        case unreadable(reason: String, workerEnd: WorkerEnd?)
        /// No decoder for the file type is installed.
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

    /// The copy of a vector drawing; nil for other photos.
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
    /// The size of the original, upright.
    package let size: PixelSize
    /// True if the original contains the location where it was taken.
    package let carriesPosition: Bool
    /// The dominant colour.
    package let colour: Colour
    /// The derivatives, largest first. There is at least one, and no two have the same size.
    package let derivatives: [Derivative]
    /// The upright copy for exports; nil if other programs show the original upright.
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

/// A full-size copy of a photo that other programs show in the orientation given by the archive.
///
/// It is made if the orientation in the photo's file is missing or differs from the archive's.
package enum UprightCopy: Hashable, Sendable {
    case made(DerivedFile, kind: PhotoKind)
    /// The reason completes the sentence "NAME cannot be turned: …".
    case failed(reason: String)

    /// The file of the copy; nil if it could not be made.
    package var file: DerivedFile? {
        guard case .made(let file, _) = self else { return nil }
        return file
    }
}

/// A picture made of a photo by a recipe.
package struct Derivative: Hashable, Sendable {
    package let file: DerivedFile
    package let size: PixelSize
    /// The file extension, without the dot.
    package let fileExtension: String

    package init(file: DerivedFile, size: PixelSize, fileExtension: String) {
        self.file = file
        self.size = size
        self.fileExtension = fileExtension
    }

    /// The name of the published file, which changes when the content does.
    package var fileName: String { "\(file.key.short)-\(size.width).\(fileExtension)" }
}
