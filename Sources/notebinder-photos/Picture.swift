private import CVips
import Foundation
import NoteModel

/// A picture in the hands of libvips; of one that moves all frames, below each other.
final class Picture {
    private let image: UnsafeMutablePointer<VipsImage>

    /// What libvips says went wrong.
    struct PictureError: Error {
        /// In words that complete "NAME cannot be shown: …".
        let reason: String
        /// Whether memory ran out, which another photo may have held.
        let isOfMemory: Bool

        private static let unknownKind = "its bytes are of no kind that is decoded here"
        /// The failure of bytes that no loader is given.
        static let ofUnknownKind = PictureError("is blocked")

        init(_ told: String) {
            isOfMemory = told.contains("memory")
            reason =
                isOfMemory
                ? "decoding it takes more memory than a photo may have"
                : told.contains("is blocked")
                    ? Self.unknownKind
                    : told.isEmpty ? "it is damaged" : "it is damaged (\(told))"
        }
    }

    /// Takes ownership.
    private init(_ image: UnsafeMutablePointer<VipsImage>) {
        self.image = image
    }

    deinit {
        g_object_unref(image)
    }

    var width: Int { Int(vips_image_get_width(image)) }
    /// Of one frame.
    var height: Int { Int(vips_image_get_page_height(image)) }
    /// 1 for a picture that does not move, and for the head of one that does.
    var frameCount: Int { Int(vips_image_get_height(image)) / max(1, height) }

    /// EXIF orientation, 1 to 8; 1 where the file does not say.
    var orientation: Int { Int(vips_image_get_orientation(image)) }

    /// Frames that a head tells of; 1 for a file of several pictures that do not follow each other.
    var announcedFrames: Int {
        guard let loader = text("vips-loader"),
            loader.hasPrefix("gif") || loader.hasPrefix("webp")
        else { return 1 }
        return max(1, Int(vips_image_get_n_pages(image)))
    }

    /// The bytes of a field of metadata, as `exif-data`; nil where there is none.
    func metadata(_ name: String) -> [UInt8]? {
        var bytes: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_typeof(image, name) != 0,
            vips_image_get_blob(image, name, &bytes, &count) == 0, let bytes
        else { return nil }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    private func text(_ name: String) -> String? {
        var text: UnsafePointer<CChar>?
        guard vips_image_get_typeof(image, name) != 0,
            vips_image_get_string(image, name, &text) == 0, let text
        else { return nil }
        return String(cString: text)
    }

    private static func make(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
    ) throws(PictureError) -> Picture {
        // What went wrong with an earlier picture is still in libvips' mind.
        vips_error_clear()
        var image: UnsafeMutablePointer<VipsImage>?
        guard body(&image) == 0, let image else { throw lastFailure() }
        return Picture(image)
    }

    private static func lastFailure() -> PictureError {
        guard let buffer = vips_error_buffer_copy() else { return PictureError("") }
        defer { g_free(buffer) }
        // One failure may be told by several layers, a line each.
        let lines = String(cString: buffer).split(separator: "\n")
        return PictureError(lines.first.map(String.init) ?? "")
    }
}

// MARK: - The library

extension Picture {
    /// Starts libvips, once, before anything else.
    static func startLibrary() throws(PictureError) -> String {
        // Loaders that libvips itself does not trust with bytes from anywhere, from the first moment.
        setenv("VIPS_BLOCK_UNTRUSTED", "1", 1)
        guard vips_init("notebinder-photos") == 0 else { throw lastFailure() }
        // A loader may open its bytes before libvips finds that it is blocked, so each picture is given
        // to the loader of its kind alone; what is blocked besides is never tried by any operation.
        vips_operation_block_set("VipsForeignLoad", 1)
        for loader in Set(PhotoKind.allCases.compactMap(\.loader)).map(\.family) {
            vips_operation_block_set(loader, 0)
        }
        // Several workers run side by side: each keeps to one core, and to one photo's memory.
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        return String(cString: vips_version_string())
    }

    /// Whether libvips has an operation, as `heifload_buffer`.
    static func libraryHas(_ operation: String) -> Bool { cvips_has(operation) != 0 }

    /// Whether a small picture can be decoded.
    static func decodes(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            (try? pixels(of: bytes, maximumSide: 1, framed: false).inMemory()) != nil
        }
    }
}

// MARK: - Decoding

extension Picture {
    /// Colours that pictures of the site are in, by libvips' names of their profiles.
    enum Colours: String {
        case standard = "srgb"
        case wide = "p3"
    }

    /// The head of a picture: its size and metadata. `bytes` must outlive it.
    ///
    /// - Throws: ``PictureError`` for bytes that are not of a kind with a loader.
    static func head(of bytes: UnsafeRawBufferPointer) throws(PictureError) -> Picture {
        let loader = try loader(of: bytes)
        return try make {
            cvips_load(loader, bytes.baseAddress, bytes.count, $0, VIPS_FAIL_ON_NONE)
        }
    }

    /// The name of the only loader that may see some bytes, by the kind that they begin as. libvips
    /// itself would ask the loaders it has one after the other.
    private static func loader(of bytes: UnsafeRawBufferPointer) throws(PictureError) -> String {
        guard let loader = PhotoKind(prefix: Array(bytes.prefix(1024)))?.loader else {
            throw .ofUnknownKind
        }
        return loader.operation
    }

    /// A picture shrunk into a square box, decoded into memory. `bytes` may go afterwards.
    ///
    /// - Parameters:
    ///   - isMoving: Whether all frames are wanted.
    ///   - turns: Whether it is turned as it says itself.
    ///   - colours: Those to be in, of a picture with a profile; nil for one without.
    static func shrunk(
        _ bytes: UnsafeRawBufferPointer, side: Int, isMoving: Bool, turns: Bool, _ colours: Colours?
    ) throws(PictureError) -> Picture {
        let source = try pixels(of: bytes, maximumSide: side, framed: isMoving)
        return try make {
            cvips_fit(source.image, $0, Int32(side), turns ? 1 : 0, colours?.rawValue)
        }.inMemory()
    }

    private static func pixels(
        of bytes: UnsafeRawBufferPointer, maximumSide: Int, framed: Bool
    ) throws(PictureError) -> Picture {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else {
            let loader = try loader(of: bytes)
            return try make { out in
                framed
                    ? cvips_load_frames(loader, bytes.baseAddress, bytes.count, out)
                    : cvips_load(loader, bytes.baseAddress, bytes.count, out, VIPS_FAIL_ON_ERROR)
            }
        }
        // Twice the size wanted is left, for the last step to be a good one.
        let head = try head(of: bytes)
        // Of a thin picture a pixel at least.
        let spare = min(
            max(head.width, head.height) / (2 * max(1, maximumSide)), min(head.width, head.height))
        let shrink: Int32 = spare >= 8 ? 8 : spare >= 4 ? 4 : spare >= 2 ? 2 : 1
        return try make { cvips_open_jpeg_pixels(bytes.baseAddress, bytes.count, $0, shrink) }
    }

    func shrunk(side: Int) throws(PictureError) -> Picture {
        try Self.make { cvips_fit(image, $0, Int32(side), 0, nil) }.inMemory()
    }

    /// The first frame.
    func still() throws(PictureError) -> Picture {
        guard frameCount > 1 else { return self }
        return try Self.make { cvips_top(image, $0, Int32(height)) }.inMemory()
    }

    /// Without transparency, where every pixel is opaque anyway, as in what UIKit wrote as PNG.
    func withoutIdleAlpha() throws(PictureError) -> Picture {
        guard hasAlpha else { return self }
        let bands = Int32(vips_image_get_bands(image))
        let alpha = try Self.make { cvips_bands(image, $0, bands - 1, 1) }
        var least = 0.0
        guard cvips_least(alpha.image, &least) == 0, least >= 255 else { return self }
        return try Self.make { cvips_bands(image, $0, 0, bands - 1) }.inMemory()
    }

    var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }

    private func inMemory() throws(PictureError) -> Picture {
        try Self.make { out in
            out.pointee = cvips_copy_to_memory(image)
            return out.pointee == nil ? -1 : 0
        }
    }

    /// Red, green and blue of each pixel, one after the other; transparent ones left out.
    func colours() -> [(red: UInt8, green: UInt8, blue: UInt8)] {
        var count = 0
        guard let memory = vips_image_write_to_memory(image, &count) else { return [] }
        defer { g_free(memory) }
        let bytes = UnsafeRawBufferPointer(start: memory, count: count)
        let bands = Int(vips_image_get_bands(image))
        guard bands > 0, count == width * height * frameCount * bands else { return [] }
        let isGrey = bands < 3
        return stride(from: 0, to: count, by: bands).compactMap { start in
            if hasAlpha, bytes[start + bands - 1] < 128 { return nil }
            return isGrey
                ? (bytes[start], bytes[start], bytes[start])
                : (bytes[start], bytes[start + 1], bytes[start + 2])
        }
    }
}

// MARK: - Turning

extension Picture {
    /// The picture as it is to be seen when its pixels are stored in an EXIF orientation.
    func upright(from orientation: Int) throws(PictureError) -> Picture {
        try uprightView(from: orientation).inMemory()
    }

    /// The same, turned while it is encoded: at full size it is in memory once only.
    private func uprightView(from orientation: Int) throws(PictureError) -> Picture {
        switch orientation {
        case 2: try mirrored()
        case 3: try turned(VIPS_ANGLE_D180)
        case 4: try turned(VIPS_ANGLE_D180).mirrored()
        case 5: try turned(VIPS_ANGLE_D90).mirrored()
        case 6: try turned(VIPS_ANGLE_D90)
        case 7: try turned(VIPS_ANGLE_D270).mirrored()
        case 8: try turned(VIPS_ANGLE_D270)
        default: self
        }
    }

    /// The reverse of ``upright(from:)``: an upright picture as a camera stores it.
    func stored(in orientation: Int) throws(PictureError) -> Picture {
        // Quarter turns undo each other; every other orientation undoes itself.
        let inverse = orientation == 6 ? 8 : orientation == 8 ? 6 : orientation
        return try upright(from: inverse)
    }

    private func turned(_ angle: VipsAngle) throws(PictureError) -> Picture {
        try Self.make { cvips_turn(image, $0, angle) }
    }

    private func mirrored() throws(PictureError) -> Picture {
        try Self.make { cvips_mirror(image, $0) }
    }

    /// A PNG of all pixels of a picture, upright, with its metadata.
    static func uprightPNG(
        of bytes: UnsafeRawBufferPointer, from orientation: Int
    ) throws(PictureError) -> [UInt8] {
        let loader = try loader(of: bytes)
        let picture = try make {
            cvips_load(loader, bytes.baseAddress, bytes.count, $0, VIPS_FAIL_ON_ERROR)
        }.inMemory().uprightView(from: orientation)
        picture.setOrientation(1)
        // Some programs believe XMP.
        if picture.metadata("xmp-data").flatMap({ Data($0).range(of: Data("Orientation".utf8)) })
            != nil
        {
            vips_image_remove(picture.image, "xmp-data")
        }
        return try picture.encoded { cvips_png_with_metadata(picture.image, $0, $1) }
    }
}

// MARK: - Encoding

extension Picture {
    /// - Parameter hasFullColour: Whether colours are as sharp as brightness, for letters and lines.
    func jpeg(quality: Int, hasFullColour: Bool) throws(PictureError) -> [UInt8] {
        try encoded { cvips_jpeg(image, $0, $1, Int32(quality), hasFullColour ? 1 : 0) }
    }

    func webp(quality: Int) throws(PictureError) -> [UInt8] {
        try encoded { cvips_webp(image, $0, $1, Int32(quality)) }
    }

    func png() throws(PictureError) -> [UInt8] {
        try encoded { cvips_png(image, $0, $1) }
    }

    private func encoded(
        _ save: (
            UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>
        ) -> Int32
    ) throws(PictureError) -> [UInt8] {
        vips_error_clear()
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard save(&bytes, &count) == 0, let bytes else { throw Self.lastFailure() }
        defer { g_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Writes the picture with its metadata; the extension of the path tells the format.
    func write(_ path: String) throws(PictureError) {
        guard cvips_write(image, path) == 0 else { throw Self.lastFailure() }
    }
}

// MARK: - Drawing

extension Picture {
    /// An SVG scene, drawn on an opaque ground or on none.
    static func drawing(
        _ svg: String, width: Int, isTransparent: Bool
    ) throws(PictureError) -> Picture {
        let text = Array(svg.utf8)
        // Scenes are the program's own text; photos never get here.
        vips_operation_block_set("VipsForeignLoadSvg", 0)
        defer { vips_operation_block_set("VipsForeignLoadSvg", 1) }
        let natural = try make { cvips_draw_svg(text, text.count, $0, 1) }
        let scale = Double(width) / Double(max(1, natural.width))
        let scaled = try make { cvips_draw_svg(text, text.count, $0, scale) }
        if isTransparent { return try scaled.inMemory() }
        return try make { cvips_flatten(scaled.image, $0) }.inMemory()
    }

    /// Writes the orientation into the picture's metadata.
    func setOrientation(_ orientation: Int) {
        vips_image_set_int(image, "orientation", Int32(orientation))
    }

    /// Writes a position in degrees into the picture's EXIF data, and a camera's name with it.
    func setPosition(latitude: Double, longitude: Double) {
        set("exif-ifd0-Make", "Notebinder")
        set("exif-ifd0-Model", "Sample camera")
        set("exif-ifd3-GPSLatitudeRef", latitude < 0 ? "S" : "N")
        set("exif-ifd3-GPSLatitude", Self.degrees(latitude))
        set("exif-ifd3-GPSLongitudeRef", longitude < 0 ? "W" : "E")
        set("exif-ifd3-GPSLongitude", Self.degrees(longitude))
    }

    private func set(_ name: String, _ value: String) {
        vips_image_set_string(image, name, value)
    }

    /// Degrees, minutes and seconds as EXIF's rational numbers.
    private static func degrees(_ value: Double) -> String {
        let seconds = Int((abs(value) * 3600).rounded())
        return "\(seconds / 3600)/1 \(seconds / 60 % 60)/1 \(seconds % 60)/1"
    }
}
