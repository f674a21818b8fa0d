package import NoteModel

// The messages between the program and its photo workers, one JSON value per line: requests on the
// worker's standard input, and on its standard output a greeting followed by one reply to each
// request.

/// A request to a worker.
package enum PhotoRequest: Codable, Sendable {
    case derive(DeriveRequest)
    case clean(CleanRequest)
    case draw(DrawRequest)
}

/// A range of bytes in a file.
package struct FilePart: Codable, Sendable {
    /// Absolute path of the file.
    package var file: String
    /// The offset of the first byte.
    package var offset: Int
    package var count: Int

    package init(file: String, offset: Int, count: Int) {
        self.file = file
        self.offset = offset
        self.count = count
    }
}

/// A request for smaller pictures of a photo: upright, in sRGB or Display P3, and without metadata
/// except what is kept.
package struct DeriveRequest: Codable, Sendable {
    package var source: FilePart
    /// The orientation of the stored pixels (EXIF, 1 to 8); nil to use that of the photo.
    package var orientation: Int?
    /// The pictures to make, the largest first; the last is a still even if the photo is animated.
    package var pictures: [WantedPicture]
    /// The metadata that the pictures keep.
    package var kept: [PreservedMetadata]
    /// The path of a copy that other programs show upright, if the orientation makes one
    /// necessary; nil for no copy.
    package var uprightPath: String?

    package init(
        source: FilePart, orientation: Int?, pictures: [WantedPicture],
        kept: [PreservedMetadata] = [],
        uprightPath: String? = nil
    ) {
        self.uprightPath = uprightPath
        self.source = source
        self.orientation = orientation
        self.pictures = pictures
        self.kept = kept
    }
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

/// A picture to make of a photo.
package struct WantedPicture: Codable, Sendable {
    /// The side of the square box that the picture is fitted into, in pixels.
    package var maximumSide: Int
    /// The quality of a JPEG or WebP picture, 1 to 100.
    package var quality: Int
    /// The path to write the picture to, without an extension.
    package var path: String

    package init(maximumSide: Int, quality: Int, path: String) {
        self.maximumSide = maximumSide
        self.quality = quality
        self.path = path
    }
}

/// A request for a copy of a recording or an SVG drawing without metadata about where and by whom
/// it was made.
package struct CleanRequest: Codable, Sendable {
    package var source: FilePart
    /// The path to write the copy to.
    package var path: String

    package init(source: FilePart, path: String) {
        self.source = source
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
package enum PhotoReply: Codable, Sendable {
    case ready(WorkerCapabilities)
    case derived(DerivedPictures)
    case cleaned(CleanCopy)
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

/// The result of decoding a photo.
package struct DerivedPictures: Codable, Sendable {
    /// The width of the upright photo, in pixels.
    package var width: Int
    package var height: Int
    package var carriesPosition: Bool
    /// The dominant colour: red, green and blue, 0 to 255 each.
    package var colour: [UInt8]
    /// The pictures, parallel to the request's; nil for one that would be the same as the one
    /// before it.
    package var pictures: [WrittenPicture?]
    package var upright: WrittenUprightCopy

    package init(
        width: Int, height: Int, carriesPosition: Bool, colour: [UInt8],
        pictures: [WrittenPicture?], upright: WrittenUprightCopy
    ) {
        self.upright = upright
        self.width = width
        self.height = height
        self.carriesPosition = carriesPosition
        self.colour = colour
        self.pictures = pictures
    }
}

/// The result of making the copy of a photo that other programs show upright.
package enum WrittenUprightCopy: Codable, Sendable {
    /// No copy was requested, or other programs show the original upright.
    case unneeded
    /// The copy was written; `kind` is the raw value of a `PhotoKind`.
    case made(kind: String, byteCount: Int)
    case failed(reason: String)
}

/// A picture that a worker wrote.
package struct WrittenPicture: Codable, Sendable {
    package var width: Int
    package var height: Int
    /// The file extension without the dot, which was added to the path.
    package var fileExtension: String
    package var byteCount: Int

    package init(width: Int, height: Int, fileExtension: String, byteCount: Int) {
        self.width = width
        self.height = height
        self.fileExtension = fileExtension
        self.byteCount = byteCount
    }
}

/// The result of copying a recording or a drawing without metadata.
package struct CleanCopy: Codable, Sendable {
    /// True if the original contained a position.
    package var carriedPosition: Bool
    package var byteCount: Int
    /// The properties of a recording; nil for a drawing.
    package var recording: RecordingFacts?

    package init(carriedPosition: Bool, byteCount: Int, recording: RecordingFacts? = nil) {
        self.carriedPosition = carriedPosition
        self.byteCount = byteCount
        self.recording = recording
    }
}

/// The properties of a recording, from its file.
package struct RecordingFacts: Codable, Hashable, Sendable {
    /// True if it has a video track.
    package var isVideo: Bool
    /// The duration in seconds; nil if the file does not contain it.
    package var seconds: Double?
    package var playedBy: BrowserSupport

    package init(isVideo: Bool, seconds: Double?, playedBy: BrowserSupport) {
        self.isVideo = isVideo
        self.seconds = seconds
        self.playedBy = playedBy
    }
}
