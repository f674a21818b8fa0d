package import ContentHashing
package import NoteModel

/// The instructions for one size of a photo.
package struct DerivativeRecipe: Codable, Hashable, Sendable {
    /// The name of the size, which is part of the derivative's fingerprint and of the names of
    /// files: ASCII letters and digits.
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

    /// Returns the key of the picture that the recipe makes.
    ///
    /// - Parameter derivation: The fingerprint of everything that the pictures of the photo are made
    ///   from.
    package func key(_ derivation: Fingerprint) -> Fingerprint {
        Fingerprint(ofLines: [derivation.text, name])
    }
}

/// The width and height in pixels of a picture in its upright orientation.
package struct PixelSize: Codable, Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A colour in sRGB, each component 0 to 255.
package struct Colour: Codable, Hashable, Sendable {
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
package struct DerivedFile: Codable, Hashable, Sendable {
    /// The fingerprint of the original and the recipe. It names the file in the cache.
    package let key: Fingerprint
    /// The SHA-256 of the file's content.
    package let digest: ContentDigest
    /// The size of the file in bytes.
    package let byteCount: Int

    package init(key: Fingerprint, digest: ContentDigest, byteCount: Int) {
        self.key = key
        self.digest = digest
        self.byteCount = byteCount
    }

    /// Describes bytes that are to be written.
    package init(key: Fingerprint, bytes: [UInt8]) {
        self.init(key: key, digest: ContentDigest(of: bytes), byteCount: bytes.count)
    }
}

/// A photo that could be decoded, and the pictures made of it.
package struct DecodedPhoto: Codable, Hashable, Sendable {
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
package enum UprightCopy: Codable, Hashable, Sendable {
    case made(DerivedFile, kind: PhotoKind)
    /// The reason completes the sentence "NAME cannot be turned: …".
    case failed(reason: String)

    /// Returns the key of an upright copy.
    package static func key(_ derivation: Fingerprint) -> Fingerprint {
        Fingerprint(ofLines: [derivation.text, "upright copy"])
    }

    /// The file of the copy; nil if it could not be made.
    package var file: DerivedFile? {
        guard case .made(let file, _) = self else { return nil }
        return file
    }
}

/// A picture made of a photo by a recipe.
package struct Derivative: Codable, Hashable, Sendable {
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

extension DecodedPhoto {
    /// All files that were made of the photo.
    package var files: [DerivedFile] {
        derivatives.map(\.file) + [upright?.file].compactMap(\.self)
    }
}
