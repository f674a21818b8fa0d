package import NoteModel

// What the program and its photo workers say to each other: one JSON value a line, requests on
// the worker's standard input, an answer to each on its standard output, after one greeting.

/// What a worker is asked to do.
package enum PhotoRequest: Codable, Sendable {
    case derive(DeriveRequest)
    case clean(CleanRequest)
    case draw(DrawRequest)
}

/// Bytes of a file.
package struct FilePart: Codable, Sendable {
    /// Absolute path of the file.
    package var file: String
    /// Where the bytes begin in the file, and how many they are.
    package var offset: Int
    package var count: Int

    package init(file: String, offset: Int, count: Int) {
        self.file = file
        self.offset = offset
        self.count = count
    }
}

/// Makes smaller pictures of a photo: upright, in sRGB or Display P3, without metadata but what is kept.
package struct DeriveRequest: Codable, Sendable {
    package var source: FilePart
    /// How the pixels are to be turned (EXIF, 1 to 8); nil leaves it to the photo.
    package var orientation: Int?
    /// The pictures to make, the largest first; the last is a still of a photo that moves.
    package var pictures: [WantedPicture]
    /// Metadata that the pictures keep.
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

/// Words in a photo's metadata that its owner may want to publish.
package enum PreservedMetadata: String, Codable, Sendable, CaseIterable, Comparable {
    /// Whose the photo is: EXIF's `Copyright`, or IPTC's copyright notice.
    case copyright
    /// Who took it: EXIF's `Artist`, or IPTC's credit or by-line.
    case credit

    package static func < (left: PreservedMetadata, right: PreservedMetadata) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A picture to be made of a photo.
package struct WantedPicture: Codable, Sendable {
    /// The box that it is fitted into, in pixels.
    package var maximumSide: Int
    /// Quality of JPEG and WebP, 1 to 100.
    package var quality: Int
    /// Where to write it, without the extension.
    package var path: String

    package init(maximumSide: Int, quality: Int, path: String) {
        self.maximumSide = maximumSide
        self.quality = quality
        self.path = path
    }
}

/// Copies a recording, or a drawing in vectors, without what tells where and by whom it was made.
package struct CleanRequest: Codable, Sendable {
    package var source: FilePart
    /// Where to write it.
    package var path: String

    package init(source: FilePart, path: String) {
        self.source = source
        self.path = path
    }
}

/// Draws an SVG scene as a camera would have taken it.
package struct DrawRequest: Codable, Sendable {
    package var svg: String
    /// Width in pixels of the scene, upright.
    package var width: Int
    /// Where to write it; the extension tells the format.
    package var path: String
    /// How the camera was held (EXIF, 1 to 8): the pixels are stored turned.
    package var orientation: Int
    /// Whether the orientation is written into the file, or known elsewhere.
    package var writesOrientation: Bool
    /// Where the camera was, in degrees; nil leaves the position out.
    package var position: Position?
    /// Whether what the scene leaves free lets light through; not for a JPEG.
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

/// What a worker answers.
package enum PhotoReply: Codable, Sendable {
    case ready(WorkerCapabilities)
    case derived(DerivedPictures)
    case cleaned(CleanCopy)
    case drawn
    /// The photo or recording cannot be decoded.
    case undecodable(reason: String)
    /// It could not be read this time, and may be another.
    case unreadable(reason: String)
    /// A picture could not be written, or the request makes no sense.
    case failed(reason: String)
}

/// The first thing that a worker says.
package struct WorkerCapabilities: Codable, Hashable, Sendable {
    /// The version of the library that decodes, as `8.14.1`.
    package var version: String
    /// The kinds of pictures that it decodes, as `heic`.
    package var kinds: [String]

    package init(version: String, kinds: [String]) {
        self.version = version
        self.kinds = kinds
    }
}

/// What came of a photo.
package struct DerivedPictures: Codable, Sendable {
    /// Upright, in pixels.
    package var width: Int
    package var height: Int
    package var carriesPosition: Bool
    /// Red, green and blue of most of its pixels, 0 to 255 each.
    package var colour: [UInt8]
    /// In the order of the request; nil for one that would be no other than that before it.
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

/// The copy of a photo that other programs show upright.
package enum WrittenUprightCopy: Codable, Sendable {
    /// Other programs show the original upright, or none was asked for.
    case unneeded
    /// `kind` is the raw value of a `PhotoKind`.
    case made(kind: String, byteCount: Int)
    case failed(reason: String)
}

/// A picture that a worker wrote.
package struct WrittenPicture: Codable, Sendable {
    package var width: Int
    package var height: Int
    /// Without the dot; it was added to the path.
    package var fileExtension: String
    package var byteCount: Int

    package init(width: Int, height: Int, fileExtension: String, byteCount: Int) {
        self.width = width
        self.height = height
        self.fileExtension = fileExtension
        self.byteCount = byteCount
    }
}

/// What is known of a copy that was made.
package struct CleanCopy: Codable, Sendable {
    /// Whether the original told where it was made.
    package var carriedPosition: Bool
    package var byteCount: Int
    /// Of a recording only.
    package var recording: RecordingFacts?

    package init(carriedPosition: Bool, byteCount: Int, recording: RecordingFacts? = nil) {
        self.carriedPosition = carriedPosition
        self.byteCount = byteCount
        self.recording = recording
    }
}

/// What a recording says of itself.
package struct RecordingFacts: Codable, Hashable, Sendable {
    /// Whether there is something to be seen.
    package var isVideo: Bool
    /// How long it is; nil where it does not say.
    package var seconds: Double?
    package var playedBy: BrowserSupport

    package init(isVideo: Bool, seconds: Double?, playedBy: BrowserSupport) {
        self.isVideo = isVideo
        self.seconds = seconds
        self.playedBy = playedBy
    }
}
