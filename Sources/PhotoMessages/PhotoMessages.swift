// What the program and its photo workers say to each other: one JSON value a line, requests on
// the worker's standard input, an answer to each on its standard output, after one greeting.

/// What a worker is asked to do.
package enum PhotoRequest: Codable, Sendable {
    case derive(DeriveRequest)
    case draw(DrawRequest)
}

/// Makes smaller pictures of a photo: upright, in sRGB, without any metadata.
package struct DeriveRequest: Codable, Sendable {
    /// Absolute path of the file that holds the photo.
    package var file: String
    /// Where its bytes begin in the file, and how many they are.
    package var offset: Int
    package var count: Int
    /// How the pixels are to be turned (EXIF, 1 to 8); nil leaves it to the photo.
    package var orientation: Int?
    /// The pictures to make, the largest first.
    package var pictures: [WantedPicture]

    package init(
        file: String, offset: Int, count: Int, orientation: Int?, pictures: [WantedPicture]
    ) {
        self.file = file
        self.offset = offset
        self.count = count
        self.orientation = orientation
        self.pictures = pictures
    }
}

/// A picture to be made of a photo.
package struct WantedPicture: Codable, Sendable {
    /// In pixels.
    package var largestWidth: Int
    package var largestHeight: Int
    /// JPEG quality, 1 to 100.
    package var quality: Int
    /// Where to write it, without the extension.
    package var path: String

    package init(largestWidth: Int, largestHeight: Int, quality: Int, path: String) {
        self.largestWidth = largestWidth
        self.largestHeight = largestHeight
        self.quality = quality
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
        writesOrientation: Bool = true, position: Position? = nil
    ) {
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
    /// The greeting: the version of the library that decodes, as `8.14.1`.
    case ready(version: String)
    case derived(DerivedPictures)
    case drawn
    /// The photo cannot be decoded.
    case undecodable(reason: String)
    /// A picture could not be written, or the request makes no sense.
    case failed(reason: String)
}

/// What came of a photo.
package struct DerivedPictures: Codable, Sendable {
    /// Upright, in pixels.
    package var width: Int
    package var height: Int
    package var carriesPosition: Bool
    /// In the order of the request.
    package var pictures: [WrittenPicture]

    package init(width: Int, height: Int, carriesPosition: Bool, pictures: [WrittenPicture]) {
        self.width = width
        self.height = height
        self.carriesPosition = carriesPosition
        self.pictures = pictures
    }
}

/// A picture that a worker wrote.
package struct WrittenPicture: Codable, Sendable {
    package var width: Int
    package var height: Int
    /// Without the dot; it was added to the path.
    package var fileExtension: String

    package init(width: Int, height: Int, fileExtension: String) {
        self.width = width
        self.height = height
        self.fileExtension = fileExtension
    }
}
