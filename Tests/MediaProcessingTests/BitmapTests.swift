import MediaProcessing
import NoteModel
import TestSupport
import Testing

/// Windows bitmaps of every kind, which are red, green, blue and white in their quarters.
@Suite(.tags(.acceptance))
struct BitmapTests {
    private let folder = TemporaryFolder()
    private let processor: MediaProcessor

    init() throws {
        processor = MediaProcessor(cache: folder.path + "/cache", worker: Places.photoWorker)
    }

    /// Writes bitmaps by the format's description.
    private enum Bitmap {
        static let (width, height) = (20, 10)
        /// Red, green, blue and white, each as blue, green and red.
        static let palette: [[UInt8]] = [
            [0, 0, 255], [0, 255, 0], [255, 0, 0], [255, 255, 255],
        ]

        static func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }

        /// The colour of a pixel of a row, counted from the top.
        static func colour(_ column: Int, _ row: Int) -> Int {
            (row < height / 2 ? 0 : 2) + (column < width / 2 ? 0 : 1)
        }

        /// Returns rows of pixels, the lowest first, each padded to four bytes.
        static func rows(bits: Int, isTopDown: Bool = false, _ pixel: (Int) -> Int) -> [UInt8] {
            (0..<height).flatMap { row -> [UInt8] in
                var line: [UInt8] = []
                var rest: (bits: Int, count: Int) = (0, 0)
                for column in 0..<width {
                    let value = pixel(colour(column, isTopDown ? row : height - 1 - row))
                    if bits >= 8 {
                        line += number(value, bits / 8)
                    } else {
                        rest = (rest.bits << bits | value, rest.count + bits)
                        if rest.count == 8 {
                            line.append(UInt8(rest.bits))
                            rest = (0, 0)
                        }
                    }
                }
                if rest.count > 0 { line.append(UInt8(rest.bits << (8 - rest.count))) }
                return line + Array(repeating: 0, count: (4 - line.count % 4) % 4)
            }
        }

        static func file(
            bits: Int, compression: Int = 0, headerSize: Int = 40, isTopDown: Bool = false,
            masks: [Int] = [], colours: Int = 0, pixels: [UInt8]
        ) -> [UInt8] {
            var header = number(headerSize)
            if headerSize == 12 {
                header += [width, height, 1, bits].flatMap { number($0, 2) }
            } else {
                header += number(width) + number(isTopDown ? -height : height) + number(1, 2)
                header += number(bits, 2) + number(compression) + number(pixels.count)
                header += [2835, 2835, colours, 0].flatMap { number($0) }
            }
            header += masks.flatMap { number($0) }
            header += Array(repeating: 0, count: max(0, headerSize - header.count))
            let padding: [UInt8] = headerSize == 12 ? [] : [0]
            let palette: [UInt8] = palette.prefix(colours).flatMap { $0 + padding }
            let start = 14 + header.count + palette.count
            var file = Array("BM".utf8)
            file += number(start + pixels.count) + number(0) + number(start)
            file += header
            file += palette
            return file + pixels
        }

        /// Returns a bitmap without compression whose pixels are four values.
        static func plain(
            _ bits: Int, _ values: [Int], compression: Int = 0, headerSize: Int = 40,
            isTopDown: Bool = false, masks: [Int] = []
        ) -> [UInt8] {
            file(
                bits: bits, compression: compression, headerSize: headerSize, isTopDown: isTopDown,
                masks: masks, colours: bits <= 8 ? 4 : 0,
                pixels: rows(bits: bits, isTopDown: isTopDown) { values[$0] })
        }

        /// Runs of 8 bits: ten pixels of one colour, and ten one by one.
        static let wideRuns: [UInt8] = (0..<height).flatMap { row -> [UInt8] in
            let left: UInt8 = row < 5 ? 2 : 0
            var line: [UInt8] = [10, left, 0, 10]
            line += Array(repeating: left + 1, count: 10)
            return line + [0, 0]
        }

        static let narrowRuns: [UInt8] = (0..<height).flatMap { row -> [UInt8] in
            let upper: [UInt8] = [10, 0x22, 10, 0x33, 0, 0]
            let lower: [UInt8] = [10, 0, 0, 10, 0x11, 0x11, 0x11, 0x11, 0x11, 0, 0, 0]
            return row < 5 ? upper : lower
        }

        static let all: [String: [UInt8]] = {
            let full = [0xFF_0000, 0xFF00, 0xFF, 0xFF_FFFF]
            let opaque = [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0xFFFF_FFFF]
            var all: [String: [UInt8]] = [:]
            all["24 bits"] = plain(24, full)
            all["24 bits, from the top"] = plain(24, full, isTopDown: true)
            all["32 bits"] = plain(32, full)
            all["16 bits"] = plain(16, [0x7C00, 0x3E0, 0x1F, 0x7FFF])
            all["16 bits with masks"] = plain(
                16, [0xF800, 0x7E0, 0x1F, 0xFFFF], compression: 3, masks: [0xF800, 0x7E0, 0x1F])
            all["32 bits with alpha"] = plain(
                32, opaque, compression: 3, headerSize: 108,
                masks: [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000])
            all["32 bits with empty alpha"] = plain(
                32, full, compression: 3, headerSize: 124,
                masks: [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000])
            for bits in [8, 4, 2] { all["\(bits) bits"] = plain(bits, [0, 1, 2, 3]) }
            all["OS/2"] = plain(8, [0, 1, 2, 3], headerSize: 12)
            all["runs of 8 bits"] = file(
                bits: 8, compression: 1, colours: 4, pixels: wideRuns + [0, 1])
            all["runs of 4 bits"] = file(
                bits: 4, compression: 2, colours: 4, pixels: narrowRuns + [0, 1])
            return all
        }()
    }

    private static let recipes = [
        DerivativeRecipe(name: "large", maximumSide: 64, quality: 90)
    ]

    private func prepare(_ bytes: [UInt8]) throws -> PreparedMedium {
        try processor.photo(bytes, in: folder, recipes: Self.recipes)
    }

    @Test(arguments: Bitmap.all.keys.sorted())
    func showsBitmaps(kind: String) throws {
        let bytes = try #require(Bitmap.all[kind])
        let photo = try prepare(bytes)
        #expect(photo.format?.photo == .bmp)
        let decoded = try #require(photo.decoded, "\(photo.outcome)")
        #expect(decoded.size == PixelSize(width: 20, height: 10))
        guard Places.python != nil else { return }
        let picture = try #require(decoded.derivatives.first)
        let shown = try ForeignPicture(processor.file(of: picture.file))
        #expect(shown.corners == ["red", "green", "blue", "white"])
        #expect(!shown.isTransparent)
    }

    /// Whatever is damaged, a worker answers; what is missing is said.
    @Test(arguments: Bitmap.all.keys.sorted())
    func survivesDamagedBitmaps(kind: String) throws {
        let bytes = try #require(Bitmap.all[kind])
        for length in stride(from: 18, to: bytes.count - 1, by: 37) {
            #expect(try prepare(Array(bytes[..<length])).failure?.end == nil)
        }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<40 {
            var damaged = bytes
            for _ in 0..<3 {
                damaged[Int.random(in: 2..<70, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            #expect(try prepare(damaged).failure?.end == nil)
        }
    }

    /// Copies without metadata end with the pixels, and none is made around another picture.
    @Test(arguments: Bitmap.all.keys.sorted())
    func copiesNothingButPixels(kind: String) throws {
        let secret = Array("SECRET-SERIAL-NUMBER".utf8)
        let processor = MediaProcessor(
            cache: folder.path + "/copies", worker: Places.photoWorker, copiesPhotos: true)
        let bytes = try #require(Bitmap.all[kind])
        var embedded = bytes
        embedded[30] = 4
        for (made, isCopied) in [(bytes + secret, true), (embedded + secret, false)] {
            let photo = try processor.photo(made, in: folder, recipes: Self.recipes)
            guard let copy = photo.madeCopy, copy.kind == .bmp else {
                #expect(!isCopied, "\(String(describing: photo.cleanCopy))")
                continue
            }
            let written = try processor.bytes(of: copy.file)
            #expect(written.count == bytes.count && !written.has(secret))
        }
    }
}
