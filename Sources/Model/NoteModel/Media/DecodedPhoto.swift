package import Hashing

/// The instructions for one size of a photo, such as the thumbnail of 320 pixels that lists of
/// notes show.
package struct DerivativeRecipe: Codable, Hashable, Sendable {
    /// The name of the size, which is part of the derivative's fingerprint and of the names of
    /// files: ASCII letters and digits.
    package let name: String
    /// The longest side in pixels, of width and height, for pictures up to twice as long as wide.
    /// Pictures are scaled down to fit, and never enlarged.
    package let maximumSide: Int
    /// The quality of JPEG and WebP, 1 to 100. Drawings and screenshots get at least 90, for their
    /// letters and lines.
    package let quality: Int

    package init(name: String, maximumSide: Int, quality: Int) {
        (self.name, self.maximumSide, self.quality) = (name, maximumSide, quality)
    }

    /// Returns the longest side in pixels that a picture of a shape may have.
    ///
    /// A screenshot of a whole conversation, or a panorama, stays legible: the shorter side keeps
    /// half of ``maximumSide``, as long as the area is at most four times that of the square, and
    /// the longer side is no longer than WebP permits.
    package func longestSide(of shape: PixelSize) -> Int {
        let (long, short) = (max(shape.width, shape.height), min(shape.width, shape.height))
        let ratio = Double(long) / Double(max(1, short))
        guard ratio > 2 else { return maximumSide }
        let side = Double(maximumSide) * min(ratio / 2, 2 * ratio.squareRoot())
        return max(maximumSide, min(Int(side), Self.longestSideOfWebP))
    }

    /// The longest side of a WebP picture in pixels (RFC 9649, section 2.6: 14 bits).
    private static let longestSideOfWebP = 16_383

    /// Returns the key of the picture that the recipe makes. It names the file in the cache of
    /// derivatives.
    ///
    /// - Parameter derivation: The fingerprint of everything that the pictures of the photo are
    ///   made from.
    package func key(_ derivation: Fingerprint) -> Fingerprint {
        Fingerprint(ofLines: [derivation.text, name])
    }
}

/// The width and height of a picture in pixels, in its upright orientation; of one frame, if it is
/// animated.
package struct PixelSize: Codable, Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }
}

/// A colour in sRGB, opaque, with components from 0 to 255, which pages show until a photo has been
/// loaded.
package struct Colour: Codable, Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }
}

/// A file made by a photo worker. The cache of derivatives keeps it for published trees.
package struct DerivedFile: Codable, Hashable, Sendable {
    /// The fingerprint of the original and the recipe. It names the file in the cache.
    package let key: Fingerprint
    /// The SHA-256 of the file's content, which reveals a damaged cache before publication.
    package let digest: ContentDigest
    /// The size of the file in bytes. A file of another size is treated as missing.
    package let byteCount: Int

    package init(key: Fingerprint, digest: ContentDigest, byteCount: Int) {
        (self.key, self.digest, self.byteCount) = (key, digest, byteCount)
    }

    /// Describes bytes that are to be written, computing their digest. Does not write them.
    package init(key: Fingerprint, bytes: [UInt8]) {
        self.init(key: key, digest: ContentDigest(of: bytes), byteCount: bytes.count)
    }
}

/// The facts about a decoded photo and the pictures made of it, which the cache stores as JSON.
package struct DecodedPhoto: Codable, Hashable, Sendable {
    /// The size of the original in upright orientation, before any scaling; of one frame, if it is
    /// animated.
    package let size: PixelSize
    /// True if the original contains the location where it was taken, in EXIF or XMP; its
    /// derivatives do not.
    package let carriesPosition: Bool
    /// The dominant colour: the mean of the most frequent of 512 groups of colours; white if no
    /// pixel is opaque.
    package let colour: Colour
    /// True if the first derivative is an animation, and the last a still of it.
    package let isAnimated: Bool
    /// The derivatives, largest first; at least one. Only a still may have the same size as the one
    /// before it.
    package let derivatives: [Derivative]
    /// The upright copy for exports; nil if other programs show the original in the archive's
    /// orientation already.
    package let upright: UprightCopy?

    package init(
        size: PixelSize, carriesPosition: Bool, colour: Colour, isAnimated: Bool = false,
        derivatives: [Derivative], upright: UprightCopy? = nil
    ) {
        self.isAnimated = isAnimated
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
    /// The copy could not be made; the next run tries again. The reason completes the sentence
    /// "NAME cannot be turned: …".
    case failed(reason: String)

    /// Returns the key of an upright copy, which differs from those of all derivatives.
    ///
    /// - Parameter derivation: The fingerprint of everything that the pictures of the photo are
    ///   made from.
    package static func key(_ derivation: Fingerprint) -> Fingerprint {
        Fingerprint(ofLines: [derivation.text, "upright copy"])
    }

    /// The file of the copy, in the cache of derivatives; nil if the copy could not be made.
    package var file: DerivedFile? {
        if case .made(let file, _) = self { file } else { nil }
    }
}

/// A picture made of a photo by a recipe: JPEG, or WebP if it is transparent or animated.
package struct Derivative: Codable, Hashable, Sendable {
    package let file: DerivedFile
    package let size: PixelSize
    /// The file extension without the dot: `jpg`, `webp`, or `png` if libvips cannot write WebP.
    package let fileExtension: String

    package init(file: DerivedFile, size: PixelSize, fileExtension: String) {
        (self.file, self.size, self.fileExtension) = (file, size, fileExtension)
    }

    /// The name of the published file, with its key in 20 digits and its width: `…-640.jpg`. It
    /// changes when the content does.
    package var fileName: String { "\(file.key.short)-\(size.width).\(fileExtension)" }
}

extension DecodedPhoto {
    /// All files that were made of the photo: the derivatives, largest first, and then the upright
    /// copy, if it was made.
    package var files: [DerivedFile] {
        derivatives.map(\.file) + [upright?.file].compactMap(\.self)
    }
}
