private import CVips

/// A picture in the hands of libvips.
final class Picture {
    private let image: UnsafeMutablePointer<VipsImage>

    /// What libvips says went wrong.
    struct Failure: Error {
        let reason: String
    }

    /// Takes ownership.
    private init(_ image: UnsafeMutablePointer<VipsImage>) {
        self.image = image
    }

    deinit {
        g_object_unref(image)
    }

    var width: Int { Int(vips_image_get_width(image)) }
    var height: Int { Int(vips_image_get_height(image)) }
    var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }

    /// EXIF orientation, 1 to 8; 1 where the file does not say.
    var orientation: Int { Int(vips_image_get_orientation(image)) }

    /// Whether the file says where it was taken.
    var carriesPosition: Bool {
        vips_image_get_typeof(image, "exif-ifd3-GPSLatitude") != 0
            || vips_image_get_typeof(image, "exif-ifd3-GPSLongitude") != 0
    }

    private static func make(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
    ) throws(Failure) -> Picture {
        // What went wrong with an earlier picture is still in libvips' mind.
        vips_error_clear()
        var image: UnsafeMutablePointer<VipsImage>?
        guard body(&image) == 0, let image else { throw lastFailure() }
        return Picture(image)
    }

    private static func lastFailure() -> Failure {
        guard let buffer = vips_error_buffer_copy() else { return Failure(reason: "unknown") }
        defer { g_free(buffer) }
        // One failure may be told by several layers, a line each.
        let lines = String(cString: buffer).split(separator: "\n")
        return Failure(reason: lines.first.map(String.init) ?? "unknown")
    }
}

extension Picture {
    /// Starts libvips, once, before anything else.
    static func startLibrary() throws(Failure) -> String {
        guard vips_init("notebinder-photos") == 0 else { throw lastFailure() }
        // Several workers run side by side: each keeps to one core, and to one photo's memory.
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        // Loaders that libvips itself does not trust with bytes from anywhere.
        vips_block_untrusted_set(1)
        return String(cString: vips_version_string())
    }

    /// The head of a picture. `bytes` must outlive it.
    static func head(of bytes: UnsafeRawBufferPointer) throws(Failure) -> Picture {
        try make { out in
            out.pointee = cvips_open(bytes.baseAddress, bytes.count)
            return out.pointee == nil ? -1 : 0
        }
    }

    /// A picture shrunk into a box, decoded into memory. `bytes` may go afterwards.
    static func shrunk(
        _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, turns: Bool
    ) throws(Failure) -> Picture {
        let source = try pixels(of: bytes, largestSide: max(width, height))
        return try make { cvips_fit(source.image, $0, Int32(width), Int32(height), turns ? 1 : 0) }
            .inMemory()
    }

    private static func pixels(
        of bytes: UnsafeRawBufferPointer, largestSide: Int
    ) throws(Failure) -> Picture {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else {
            return try make { out in
                out.pointee = cvips_open_pixels(bytes.baseAddress, bytes.count)
                return out.pointee == nil ? -1 : 0
            }
        }
        // Twice the size wanted is left, for the last step to be a good one.
        let head = try head(of: bytes)
        // Of a thin picture a pixel at least.
        let spare = min(
            max(head.width, head.height) / (2 * max(1, largestSide)), min(head.width, head.height))
        let shrink: Int32 = spare >= 8 ? 8 : spare >= 4 ? 4 : spare >= 2 ? 2 : 1
        return try make { cvips_open_jpeg_pixels(bytes.baseAddress, bytes.count, $0, shrink) }
    }

    func shrunk(width: Int, height: Int) throws(Failure) -> Picture {
        try Self.make { cvips_fit(image, $0, Int32(width), Int32(height), 0) }.inMemory()
    }

    private func inMemory() throws(Failure) -> Picture {
        try Self.make { out in
            out.pointee = cvips_copy_to_memory(image)
            return out.pointee == nil ? -1 : 0
        }
    }

    /// The picture as it is to be seen when its pixels are stored in an EXIF orientation.
    func upright(from orientation: Int) throws(Failure) -> Picture {
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
    func stored(in orientation: Int) throws(Failure) -> Picture {
        // Quarter turns undo each other; every other orientation undoes itself.
        let inverse = orientation == 6 ? 8 : orientation == 8 ? 6 : orientation
        return try upright(from: inverse)
    }

    private func turned(_ angle: VipsAngle) throws(Failure) -> Picture {
        try Self.make { cvips_turn(image, $0, angle) }.inMemory()
    }

    private func mirrored() throws(Failure) -> Picture {
        try Self.make { cvips_mirror(image, $0) }.inMemory()
    }

    func writeJPEG(_ path: String, quality: Int) throws(Failure) {
        guard cvips_write_jpeg(image, path, Int32(quality)) == 0 else { throw Self.lastFailure() }
    }

    func writePNG(_ path: String) throws(Failure) {
        guard cvips_write_png(image, path) == 0 else { throw Self.lastFailure() }
    }

    /// Writes the picture with its metadata; the extension of the path tells the format.
    func write(_ path: String) throws(Failure) {
        guard cvips_write(image, path) == 0 else { throw Self.lastFailure() }
    }
}

extension Picture {
    /// An SVG scene, drawn on an opaque ground.
    static func drawing(_ svg: String, width: Int) throws(Failure) -> Picture {
        let text = Array(svg.utf8)
        // Scenes are the program's own text; photos never get here.
        vips_operation_block_set("VipsForeignLoadSvg", 0)
        defer { vips_operation_block_set("VipsForeignLoadSvg", 1) }
        let natural = try make { cvips_draw_svg(text, text.count, $0, 1) }
        let scale = Double(width) / Double(max(1, natural.width))
        let scaled = try make { cvips_draw_svg(text, text.count, $0, scale) }
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
