private import CVips
import NoteModel
import Platform

/// A picture in libvips. All frames of an animated picture are stacked vertically in it.
final class Picture {
    private let image: UnsafeMutablePointer<VipsImage>

    /// Takes ownership of `image`.
    private init(_ image: UnsafeMutablePointer<VipsImage>) {
        self.image = image
    }

    deinit {
        g_object_unref(image)
    }

    var width: Int { Int(vips_image_get_width(image)) }
    /// The height of one frame, in pixels.
    var height: Int { Int(vips_image_get_page_height(image)) }
    /// The number of frames; 1 for a still picture, and if only the head was read.
    var frameCount: Int { Int(vips_image_get_height(image)) / max(1, height) }

    /// The number of bytes of a pixel when it is decoded.
    var bytesPerPixel: Int {
        Int(vips_format_sizeof(vips_image_get_format(image))) * Int(vips_image_get_bands(image))
    }

    /// The EXIF orientation, 1 to 8; 1 if the file has none.
    var orientation: Int { Int(vips_image_get_orientation(image)) }

    /// The number of frames according to the head of the file; 1 for formats whose pictures do not
    /// form an animation.
    var announcedFrames: Int {
        guard let loader = text("vips-loader"),
            loader.hasPrefix("gif") || loader.hasPrefix("webp")
        else { return 1 }
        return max(1, Int(vips_image_get_n_pages(image)))
    }

    /// Returns the bytes of a metadata field such as `exif-data`; nil if there is none.
    func metadata(_ name: String) -> [UInt8]? {
        var bytes: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_typeof(image, name) != 0,
            vips_image_get_blob(image, name, &bytes, &count) == 0, let bytes
        else { return nil }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// True if the XMP metadata contain a text.
    func xmpContains(_ text: String) -> Bool {
        metadata("xmp-data").flatMap { $0.firstRange(of: text.utf8) } != nil
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
    ) throws -> Picture {
        // The error buffer may still contain the error of an earlier picture.
        vips_error_clear()
        var image: UnsafeMutablePointer<VipsImage>?
        guard body(&image) == 0, let image else { throw lastFailure() }
        return Picture(image)
    }

    private static func lastFailure() -> PictureError {
        guard let buffer = vips_error_buffer_copy() else { return PictureError("") }
        defer { g_free(buffer) }
        // Several layers may report the same error, one per line.
        let lines = String(cString: buffer).split(separator: "\n")
        return PictureError(lines.first.map(String.init) ?? "")
    }
}

// MARK: - The library

extension Picture {
    /// Starts libvips and returns its version, such as `8.14.1`. Call it once, before anything
    /// else.
    static func startLibrary() throws -> String {
        // Blocks, from the start, the loaders that libvips itself does not consider safe for
        // untrusted bytes.
        setenv("VIPS_BLOCK_UNTRUSTED", "1", 1)
        // Orc keeps code in a file there; on a full disk, such as that of the home folder, the process
        // would end.
        setenv("XDG_RUNTIME_DIR", "/dev/shm", 1)
        guard vips_init("notebinder-photos") == 0 else { throw lastFailure() }
        // A loader may open its bytes before libvips finds that it is blocked. Therefore each
        // picture is passed only to the loader of its kind, and all others are blocked.
        vips_operation_block_set("VipsForeignLoad", 1)
        for loader in Set(PhotoKind.allCases.compactMap(\.loader)).map(\.family) {
            vips_operation_block_set(loader, 0)
        }
        // Several workers run in parallel, each with one core and the memory of one photo.
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        return String(cString: vips_version_string())
    }

    /// True if libvips has an operation, such as `heifload_buffer`.
    static func libraryHas(_ operation: String) -> Bool { cvips_has(operation) != 0 }

    /// True if the pixels of a small picture can be decoded.
    static func decodes(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            (try? pixels(of: bytes, maximumSide: 1, framed: false).inMemory()) != nil
        }
    }
}

// MARK: - Decoding

extension Picture {
    /// The colour spaces of published pictures; raw values are libvips' names of their profiles.
    enum Colours: String {
        case standard = "srgb"
        case wide = "p3"
    }

    /// Reads the head of a picture: its size and metadata. `bytes` must outlive the result.
    static func head(of bytes: UnsafeRawBufferPointer) throws -> Picture {
        try load(bytes, failsOn: VIPS_FAIL_ON_NONE)
    }

    private static func load(
        _ bytes: UnsafeRawBufferPointer, failsOn: VipsFailOn
    ) throws -> Picture {
        let loader = try loader(of: bytes)
        return try make { cvips_load(loader, bytes.baseAddress, bytes.count, $0, failsOn) }
    }

    /// Returns the name of the only loader that may read the bytes, by the kind that they begin
    /// with. libvips itself would try its loaders one after the other.
    private static func loader(of bytes: UnsafeRawBufferPointer) throws -> String {
        guard let loader = PhotoKind(prefix: Array(bytes.prefix(1024)))?.loader else {
            throw PictureError.ofUnknownKind
        }
        return loader.operation
    }

    /// Decodes a picture into memory, shrunk to fit a square box. `bytes` is not needed afterwards.
    ///
    /// - Parameters:
    ///   - side: The side of the box, in pixels.
    ///   - isMoving: True to decode all frames.
    ///   - turns: True to apply the orientation in the file.
    ///   - colours: The colour space to convert a picture with a profile to; nil for a picture
    ///     without one.
    static func shrunk(
        _ bytes: UnsafeRawBufferPointer, side: Int, isMoving: Bool, turns: Bool, colours: Colours?
    ) throws -> Picture {
        try pixels(of: bytes, maximumSide: side, framed: isMoving)
            .fitted(side: side, turns: turns, colours: colours)
    }

    /// Returns the picture in memory, shrunk to fit a square box.
    private func fitted(side: Int, turns: Bool, colours: Colours?) throws -> Picture {
        // The kernel with which libvips itself fits pictures takes twice as long, for a difference
        // far below what JPEG loses. Only libvips knows how to fit transparent, stacked, deep and
        // CMYK pictures.
        let scale = Double(side) / Double(max(width, height))
        let bands = Int(vips_image_get_bands(image))
        let isPlain = bytesPerPixel == bands && bands <= 3 && !hasAlpha && frameCount == 1
        let canShrink = scale < 1 && scale * Double(min(width, height)) >= 1
        let small = isPlain && canShrink ? try Self.make { cvips_shrink(image, $0, scale) } : self
        return try Self.make {
            cvips_fit(small.image, $0, Int32(side), turns ? 1 : 0, colours?.rawValue)
        }.inMemory()
    }

    private static func pixels(
        of bytes: UnsafeRawBufferPointer, maximumSide: Int, framed: Bool
    ) throws -> Picture {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else {
            guard framed else { return try load(bytes, failsOn: VIPS_FAIL_ON_ERROR) }
            let loader = try loader(of: bytes)
            return try make { cvips_load_frames(loader, bytes.baseAddress, bytes.count, $0) }
        }
        // Decodes at least twice the wanted size, so that the final step has good quality.
        let head = try head(of: bytes)
        // Leaves at least one pixel of a thin picture.
        let spare = min(
            max(head.width, head.height) / (2 * max(1, maximumSide)), min(head.width, head.height))
        let shrink: Int32 = spare >= 8 ? 8 : spare >= 4 ? 4 : spare >= 2 ? 2 : 1
        return try make { cvips_open_jpeg_pixels(bytes.baseAddress, bytes.count, $0, shrink) }
    }

    func shrunk(side: Int) throws -> Picture {
        try fitted(side: side, turns: false, colours: nil)
    }

    /// Returns the first frame, or the picture itself if it has only one.
    func still() throws -> Picture {
        guard frameCount > 1 else { return self }
        return try Self.make { cvips_top(image, $0, Int32(height)) }.inMemory()
    }

    /// Returns the picture without its alpha channel if every pixel is opaque, as in PNG files that
    /// UIKit wrote; otherwise the picture itself.
    func withoutIdleAlpha() throws -> Picture {
        guard hasAlpha else { return self }
        let bands = Int32(vips_image_get_bands(image))
        let alpha = try Self.make { cvips_bands(image, $0, bands - 1, 1) }
        var least = 0.0
        guard cvips_least(alpha.image, &least) == 0, least >= 255 else { return self }
        return try Self.make { cvips_bands(image, $0, 0, bands - 1) }.inMemory()
    }

    var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }

    func inMemory() throws -> Picture {
        try Self.make { out in
            out.pointee = cvips_copy_to_memory(image)
            return out.pointee == nil ? -1 : 0
        }
    }

    /// Returns the colours of all pixels that are at least half opaque, in all frames.
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
    /// Returns the upright picture for pixels that are stored in an EXIF orientation, 1 to 8.
    func upright(from orientation: Int) throws -> Picture {
        try orientation == 1 ? self : uprightView(from: orientation).inMemory()
    }

    /// Returns the upright picture as a lazy view, which is turned while it is encoded: at full
    /// size it is in memory only once.
    private func uprightView(from orientation: Int) throws -> Picture {
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

    /// Returns an upright picture as a camera would store it in an EXIF orientation; the inverse of
    /// ``upright(from:)``.
    func stored(in orientation: Int) throws -> Picture {
        // The two quarter turns are inverse to each other; every other orientation is its own
        // inverse.
        let inverse = orientation == 6 ? 8 : orientation == 8 ? 6 : orientation
        return try upright(from: inverse)
    }

    private func turned(_ angle: VipsAngle) throws -> Picture {
        try Self.make { cvips_turn(image, $0, angle) }
    }

    private func mirrored() throws -> Picture {
        try Self.make { cvips_mirror(image, $0) }
    }

    /// Returns a PNG of a picture at full size, upright and with its metadata.
    static func uprightPNG(
        of bytes: UnsafeRawBufferPointer, from orientation: Int
    ) throws -> [UInt8] {
        let picture = try load(bytes, failsOn: VIPS_FAIL_ON_ERROR).inMemory()
            .uprightView(from: orientation)
        picture.setOrientation(1)
        // Some programs use the orientation in XMP.
        if picture.xmpContains("Orientation") { vips_image_remove(picture.image, "xmp-data") }
        return try picture.encoded { cvips_png_with_metadata(picture.image, $0, $1) }
    }
}

// MARK: - Encoding

extension Picture {
    /// Encodes the picture as JPEG.
    ///
    /// - Parameters:
    ///   - quality: The quality, 1 to 100.
    ///   - hasFullColour: True to store colours at the resolution of brightness, for letters and
    ///     lines.
    func jpeg(quality: Int, hasFullColour: Bool) throws -> [UInt8] {
        try encoded { cvips_jpeg(image, $0, $1, Int32(quality), hasFullColour ? 1 : 0) }
    }

    func webp(quality: Int) throws -> [UInt8] {
        try encoded { cvips_webp(image, $0, $1, Int32(quality)) }
    }

    /// Makes a picture of pixels of 8 bits: red, green, blue and, for four bands, alpha.
    static func of(
        _ pixels: [UInt8], width: Int, height: Int, bands: Int
    ) throws -> Picture {
        try make { out in
            out.pointee = vips_image_new_from_memory_copy(
                pixels, pixels.count, Int32(width), Int32(height), Int32(bands), VIPS_FORMAT_UCHAR)
            return out.pointee == nil ? -1 : 0
        }
    }

    func png() throws -> [UInt8] {
        try encoded { cvips_png(image, $0, $1) }
    }

    private func encoded(
        _ save: (
            UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>
        ) -> Int32
    ) throws -> [UInt8] {
        vips_error_clear()
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard save(&bytes, &count) == 0, let bytes else { throw Self.lastFailure() }
        defer { g_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Writes the picture with its metadata; the extension of the path determines the format.
    func write(_ path: String) throws {
        guard cvips_write(image, path) == 0 else { throw Self.lastFailure() }
    }
}

// MARK: - Drawing

extension Picture {
    /// The number of pages of the document that the picture is from.
    var announcedPages: Int { Int(vips_image_get_n_pages(image)) }

    /// Returns the picture in memory on white, where it is transparent.
    func withoutAlpha() throws -> Picture {
        guard hasAlpha else { return try inMemory() }
        return try Self.make { cvips_flatten_on_white(image, $0) }.inMemory()
    }

    /// Returns the picture in memory on black, where it is transparent.
    func flattened() throws -> Picture {
        try Self.make { cvips_flatten(image, $0) }.inMemory()
    }

    static func loadSVG(_ text: [UInt8], scale: Double) throws -> Picture {
        try make { cvips_draw_svg(text, text.count, $0, scale) }
    }

    /// - Parameter page: The number of the page, from 1.
    static func loadPDF(
        _ bytes: [UInt8], page: Int, scale: Double
    ) throws -> Picture {
        try make { cvips_load_pdf(bytes, bytes.count, $0, Int32(clamping: page - 1), scale) }
    }

    /// Sets the orientation (EXIF, 1 to 8) in the picture's metadata.
    func setOrientation(_ orientation: Int) {
        vips_image_set_int(image, "orientation", Int32(orientation))
    }

    /// Sets a position, in degrees, and the name of a camera in the picture's EXIF data.
    func setPosition(latitude: Double, longitude: Double) {
        set("exif-ifd0-Make", value: "Notebinder")
        set("exif-ifd0-Model", value: "Sample camera")
        set("exif-ifd3-GPSLatitudeRef", value: latitude < 0 ? "S" : "N")
        set("exif-ifd3-GPSLatitude", value: Self.degrees(latitude))
        set("exif-ifd3-GPSLongitudeRef", value: longitude < 0 ? "W" : "E")
        set("exif-ifd3-GPSLongitude", value: Self.degrees(longitude))
    }

    private func set(_ name: String, value: String) {
        vips_image_set_string(image, name, value)
    }

    /// Returns degrees, minutes and seconds as rational numbers of EXIF.
    private static func degrees(_ value: Double) -> String {
        let seconds = Int((abs(value) * 3600).rounded())
        return "\(seconds / 3600)/1 \(seconds / 60 % 60)/1 \(seconds % 60)/1"
    }
}
