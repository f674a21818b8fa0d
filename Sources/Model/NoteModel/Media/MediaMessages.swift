package import Hashing
package import LocalFiles

// The messages between the program and its photo workers, one JSON value per line: requests on the
// worker's standard input, and on its standard output a greeting followed by one reply to each
// request.

/// A request to a worker, sent as one line of JSON. The worker handles requests one after another,
/// in order.
package enum MediaRequest: Codable, Sendable {
    case derive(DeriveRequest)
    case clean(CleanRequest)
    case draw(DrawRequest)
    case render(RenderRequest)
    case measure(MeasureRequest)
}

/// A request for smaller pictures of a photo: upright, in sRGB or Display P3, and without metadata
/// except what is kept.
///
/// The worker also makes an ``UprightCopy`` if the photo's file shows another orientation.
package struct DeriveRequest: Codable, Sendable {
    /// The location of the photo. It must not be base64 text, which the sender has to decode into a
    /// file first.
    package let source: StoredBytes
    /// The fingerprint of everything that the pictures are made from; the keys of all written files
    /// are derived from it.
    package let derivation: Fingerprint
    /// The orientation of the stored pixels (EXIF, 1 to 8); nil to use that of the photo.
    package let orientation: Int?
    /// The pictures to make, the largest first; the last is a still even if the photo is animated.
    package let recipes: [DerivativeRecipe]
    /// The metadata that the pictures keep, sorted; empty to keep none. All other metadata is
    /// removed.
    package let kept: [PreservedMetadata]
    /// The prefix of the paths of all written files, followed by a dot and a key in each.
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

    /// Returns the path to which the worker writes the file of a key: ``path``, a dot and the key
    /// in 20 digits.
    package func path(of key: Fingerprint) -> String { "\(path).\(key.short)" }
}

/// Metadata of a photo that its owner may want to publish. Raw values are the names in the
/// configuration (`keep-metadata`).
package enum PreservedMetadata: String, Codable, Sendable, CaseIterable, Comparable {
    /// The owner of the rights: EXIF's `Copyright` (tag 0x8298), or else IPTC's copyright notice if
    /// there is none.
    case copyright
    /// The photographer: IPTC's credit or by-line, or else EXIF's `Artist` (tag 0x013B) if there is
    /// neither.
    case credit

    package static func < (left: PreservedMetadata, right: PreservedMetadata) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A request for a copy of a recording or an SVG drawing without metadata about where and by whom
/// it was made.
package struct CleanRequest: Codable, Sendable {
    /// The location of the original. It must not be base64 text, which the sender has to decode
    /// into a file first.
    package let source: StoredBytes
    /// The key under which the copy is kept in the cache of derivatives; the reply repeats it.
    package let key: Fingerprint
    /// The path to write the copy to. A file that is already there is replaced.
    package let path: String

    package init(source: StoredBytes, key: Fingerprint, path: String) {
        (self.source, self.key, self.path) = (source, key, path)
    }
}

/// A request for a picture of an SVG scene, as a camera would have taken it.
package struct DrawRequest: Codable, Sendable {
    package var svg: String
    /// The width of the upright scene in pixels; its height follows from the proportions of the
    /// SVG.
    package var width: Int
    /// The path to write the picture to; its extension determines the format, such as `.jpg` or
    /// `.png`.
    package var path: String
    /// The orientation of the camera (EXIF, 1 to 8), in which the pixels are stored.
    package var orientation: Int
    /// True to write the orientation into the metadata of the file; otherwise, readers see the
    /// pixels as stored.
    package var writesOrientation: Bool
    /// The position of the camera in degrees, positive to the north and to the east; nil to write
    /// none.
    package var position: Position?
    /// True to make the background transparent, which is not possible for a JPEG; false for an
    /// opaque background.
    package var isTransparent: Bool

    package struct Position: Codable, Sendable {
        package var latitude: Double
        package var longitude: Double

        package init(latitude: Double, longitude: Double) {
            (self.latitude, self.longitude) = (latitude, longitude)
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

/// A request for a picture of a page of a PDF file, or of an SVG drawing that this program made, as
/// PNG.
package struct RenderRequest: Codable, Sendable {
    /// The location of the document. It must not be base64 text.
    package let source: StoredBytes
    /// The number of the page of a PDF file, from 1; nil for an SVG drawing.
    package let page: Int?
    /// The longest side of the picture in pixels.
    package let side: Int
    /// The key under which the picture is kept in the cache of derivatives; the reply repeats it.
    package let key: Fingerprint
    /// The path to write the picture to.
    package let path: String

    package init(source: StoredBytes, page: Int?, side: Int, key: Fingerprint, path: String) {
        (self.source, self.page, self.side, self.key, self.path) = (source, page, side, key, path)
    }
}

/// A request for the sizes of the pages of a PDF file.
package struct MeasureRequest: Codable, Sendable {
    /// The location of the file. It must not be base64 text.
    package let source: StoredBytes

    package init(source: StoredBytes) {
        self.source = source
    }
}

/// A reply of a worker, sent as one line of JSON: first the greeting, then one reply to each
/// request.
package enum MediaReply: Codable, Sendable {
    case ready(WorkerCapabilities)
    case derived(DecodedPhoto)
    /// The copy of an SVG drawing, or the picture of a page, was written to the path that the
    /// request named.
    case drawing(DerivedFile)
    /// The sizes of the pages of a document, in their order.
    case measured([PageSize])
    case playable(PlayableRecording)
    case drawn
    /// The photo or recording cannot be decoded by this worker, however often it is tried. The
    /// reason completes the sentence "NAME cannot be shown: …".
    case undecodable(reason: String)
    /// It could not be read or decoded at the moment, for example because memory was short; a retry
    /// may succeed.
    case unreadable(reason: String)
    /// A picture could not be written, or the request was invalid. The reason contains the path of
    /// the file, if there is one.
    case failed(reason: String)
}

/// The greeting of a worker, sent before any reply. Failures to decode are remembered only for
/// workers with equal capabilities.
package struct WorkerCapabilities: Codable, Hashable, Sendable {
    /// The version of libvips that the worker runs with, such as `8.14.1`.
    package var version: String
    /// The kinds of pictures that the worker decodes, as raw values of `PhotoKind` such as `heic`;
    /// never `svg`.
    package var kinds: [String]

    package init(version: String, kinds: [String]) {
        (self.version, self.kinds) = (version, kinds)
    }
}
