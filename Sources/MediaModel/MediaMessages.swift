package import ContentHashing
package import NoteModel

// The messages between the program and its photo workers, one JSON value per line: requests on the
// worker's standard input, and on its standard output a greeting followed by one reply to each
// request.

/// A request to a worker.
package enum MediaRequest: Codable, Sendable {
    case derive(DeriveRequest)
    case clean(CleanRequest)
    case draw(DrawRequest)
}

/// A request for smaller pictures of a photo: upright, in sRGB or Display P3, and without metadata
/// except what is kept.
package struct DeriveRequest: Codable, Sendable {
    /// The photo, not in base64.
    package let source: StoredBytes
    /// The fingerprint of everything that the pictures are made from.
    package let derivation: Fingerprint
    /// The orientation of the stored pixels (EXIF, 1 to 8); nil to use that of the photo.
    package let orientation: Int?
    /// The pictures to make, the largest first; the last is a still even if the photo is animated.
    package let recipes: [DerivativeRecipe]
    /// The metadata that the pictures keep.
    package let kept: [PreservedMetadata]
    /// The path with which those of the written files begin.
    package let path: String

    package init(
        source: StoredBytes, derivation: Fingerprint, orientation: Int?,
        recipes: [DerivativeRecipe], kept: [PreservedMetadata], path: String
    ) {
        self.source = source
        self.derivation = derivation
        self.orientation = orientation
        self.recipes = recipes
        self.kept = kept
        self.path = path
    }

    /// Returns the path to which the worker writes the file of a key.
    package func path(of key: Fingerprint) -> String { "\(path).\(key.short)" }
}

/// Metadata of a photo that its owner may want to publish.
package enum PreservedMetadata: String, Codable, Sendable, CaseIterable, Comparable {
    /// The owner of the rights: EXIF's `Copyright`, or else IPTC's copyright notice.
    case copyright
    /// The photographer: IPTC's credit or by-line, or else EXIF's `Artist`.
    case credit

    package static func < (left: PreservedMetadata, right: PreservedMetadata) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A request for a copy of a recording or an SVG drawing without metadata about where and by whom
/// it was made.
package struct CleanRequest: Codable, Sendable {
    /// The original, not in base64.
    package let source: StoredBytes
    /// The key of the copy.
    package let key: Fingerprint
    /// The path to write the copy to.
    package let path: String

    package init(source: StoredBytes, key: Fingerprint, path: String) {
        self.source = source
        self.key = key
        self.path = path
    }
}

/// A request for a picture of an SVG scene, as a camera would have taken it.
package struct DrawRequest: Codable, Sendable {
    package var svg: String
    /// The width of the upright scene, in pixels.
    package var width: Int
    /// The path to write the picture to; its extension determines the format.
    package var path: String
    /// The orientation of the camera (EXIF, 1 to 8), in which the pixels are stored.
    package var orientation: Int
    /// True to write the orientation into the file.
    package var writesOrientation: Bool
    /// The position of the camera, in degrees; nil to write none.
    package var position: Position?
    /// True to make the background transparent; not possible for a JPEG.
    package var isTransparent: Bool

    package struct Position: Codable, Sendable {
        package var latitude: Double
        package var longitude: Double

        package init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    package init(
        svg: String, width: Int, path: String, orientation: Int = 1,
        writesOrientation: Bool = true, position: Position? = nil, isTransparent: Bool = false
    ) {
        self.isTransparent = isTransparent
        self.svg = svg
        self.width = width
        self.path = path
        self.orientation = orientation
        self.writesOrientation = writesOrientation
        self.position = position
    }
}

/// A reply of a worker.
package enum MediaReply: Codable, Sendable {
    case ready(WorkerCapabilities)
    case derived(DecodedPhoto)
    /// The copy of an SVG drawing was written.
    case drawing(DerivedFile)
    case playable(PlayableRecording)
    case drawn
    /// The photo or recording cannot be decoded.
    case undecodable(reason: String)
    /// It could not be read or decoded at the moment; a retry may succeed.
    case unreadable(reason: String)
    /// A picture could not be written, or the request was invalid.
    case failed(reason: String)
}

/// The greeting of a worker, sent before any reply.
package struct WorkerCapabilities: Codable, Hashable, Sendable {
    /// The version of libvips, such as `8.14.1`.
    package var version: String
    /// The decodable kinds of pictures, as raw values of `PhotoKind` such as `heic`.
    package var kinds: [String]

    package init(version: String, kinds: [String]) {
        self.version = version
        self.kinds = kinds
    }
}
