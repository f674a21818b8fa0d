/// A Windows bitmap (BMP), which libvips does not read. It consists of a file header, an
/// information header, perhaps a palette, and the rows of pixels, as a rule the lowest first
/// (Microsoft, “Bitmap Storage”; BITMAPV5HEADER).
struct BitmapFile {
    /// The size of the picture in pixels.
    let width: Int
    let height: Int

    private let bytes: [UInt8]
    private let isTopDown: Bool
    private let bitsPerPixel: Int
    private let compression: Compression
    private let headerSize: Int
    /// The offset of the pixels in the file.
    private let start: Int
    /// The palette, three bytes for each colour: blue, green and red.
    private let palette: [[UInt8]]
    /// The offset of the end of the palette, or of the headers if there is none.
    private let paletteEnd: Int
    /// The bits of red, green, blue and alpha in a pixel of 16 or 32 bits; 0 for none.
    private let masks: [UInt32]

    private enum Compression: Int {
        case none, runs8, runs4, masked, jpeg, png, maskedWithAlpha
    }

    /// The length of a side, in pixels, from which the header is considered damaged.
    private static let longestSide = 1 << 24
    /// The maximum number of pixels of a compressed picture, where a few bytes can encode many.
    private static let maximumRunPixels = 40_000_000

    /// - Throws: ``WorkerError/undecodable(_:)`` for a header that makes no sense.
    init(_ bytes: [UInt8]) throws {
        func number(_ offset: Int, _ count: Int) -> Int {
            bytes.number(at: offset, count, isLittle: true) ?? 0
        }
        self.bytes = bytes
        headerSize = number(14, 4)
        let isOld = headerSize == 12
        width = isOld ? number(18, 2) : Int(Int32(truncatingIfNeeded: number(18, 4)))
        let rows = isOld ? number(20, 2) : Int(Int32(truncatingIfNeeded: number(22, 4)))
        (height, isTopDown) = (abs(rows), rows < 0)
        bitsPerPixel = number(isOld ? 24 : 28, 2)
        start = number(10, 4)
        guard (1..<Self.longestSide).contains(width),
            (1..<Self.longestSide).contains(height),
            [1, 2, 4, 8, 16, 24, 32].contains(bitsPerPixel),
            let compression = Compression(rawValue: isOld ? 0 : number(30, 4)),
            start >= 14 + headerSize, start < bytes.count
        else { throw WorkerError.undecodable("its header is damaged") }
        self.compression = compression
        let isMasked = compression == .masked || compression == .maskedWithAlpha
        let hasAlpha =
            bitsPerPixel != 24 && (compression == .maskedWithAlpha || headerSize >= 56)
        masks =
            isMasked
            ? [54, 58, 62].map { UInt32(number($0, 4)) }
                + [hasAlpha ? UInt32(number(66, 4)) : 0]
            : bitsPerPixel == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0]
        let entry = isOld ? 3 : 4
        let first = 14 + headerSize + (headerSize == 40 && isMasked ? (hasAlpha ? 16 : 12) : 0)
        let most = bitsPerPixel <= 8 ? min(1 << bitsPerPixel, (start - first) / entry) : 0
        paletteEnd = min(start, first + max(0, most) * entry)
        palette = (0..<max(0, most)).map { index in
            Array(bytes[(first + index * entry)..<(first + index * entry + 3)])
        }
    }

    /// The number of bytes of a decoded pixel.
    var bands: Int { masks[3] != 0 ? 4 : 3 }

    private var rowSize: Int { (width * bitsPerPixel + 31) / 32 * 4 }

    private var isRunLength: Bool { compression == .runs8 || compression == .runs4 }

    /// A picture of another format in the file, which may be within the headers of a bitmap; nil
    /// for an ordinary bitmap.
    var embedded: [UInt8]? {
        compression == .jpeg || compression == .png ? Array(bytes[start...]) : nil
    }

    /// Decodes the pixels: red, green, blue and, for ``bands`` of 4, alpha, from top to bottom.
    ///
    /// - Throws: ``WorkerError/undecodable(_:)`` for a file that ends before its last row.
    func pixels() throws -> [UInt8] {
        var rows = bytes[start...]
        var size = rowSize
        if isRunLength { (rows, size) = (try indices().colours[...], width) }
        guard rows.count / size >= height else {
            throw WorkerError.undecodable("it ends before its last row")
        }
        var result = [UInt8](repeating: 0, count: width * height * bands)
        for row in 0..<height {
            let place = rows.startIndex + (isTopDown ? row : height - 1 - row) * size
            let line = rows[place..<place + size]
            var target = row * width * bands
            for column in 0..<width {
                write(
                    line, column: column, bits: isRunLength ? 8 : bitsPerPixel, at: target,
                    in: &result)
                target += bands
            }
        }
        // Many programs leave the alpha channel empty.
        let alpha = stride(from: 3, to: bands == 4 ? result.count : 0, by: 4)
        if alpha.allSatisfy({ result[$0] == 0 }) { for index in alpha { result[index] = 255 } }
        return result
    }

    private func write(
        _ line: ArraySlice<UInt8>, column: Int, bits: Int, at target: Int, in result: inout [UInt8]
    ) {
        let start = line.startIndex
        switch bits {
        case 24:
            for band in 0..<3 { result[target + band] = line[start + column * 3 + 2 - band] }
        case 16, 32:
            let size = bits / 8
            let pixel = line[(start + column * size)..<(start + column * size + size)]
                .reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            for band in 0..<bands { result[target + band] = Self.value(pixel, masks[band]) }
        default:
            let shift = 8 - bits - column * bits % 8
            let index = Int(line[start + column * bits / 8]) >> shift & ((1 << bits) - 1)
            guard palette.indices.contains(index) else { return }
            for band in 0..<3 { result[target + band] = palette[index][2 - band] }
        }
    }

    /// Returns the bits of a mask as a number from 0 to 255.
    private static func value(_ pixel: UInt32, _ mask: UInt32) -> UInt8 {
        guard mask != 0 else { return 0 }
        let most = mask >> mask.trailingZeroBitCount
        return UInt8(UInt64((pixel & mask) >> mask.trailingZeroBitCount) * 255 / UInt64(most))
    }

    /// Returns the colours of run-length encoded pixels, a byte for each, in the order of the file,
    /// and the offset at which the code ends.
    private func indices() throws -> (colours: [UInt8], end: Int) {
        guard width * height <= Self.maximumRunPixels else {
            throw WorkerError.undecodable("it has more pixels than a compressed bitmap may have")
        }
        var result = [UInt8](repeating: 0, count: width * height)
        var (x, y, offset) = (0, 0, start)
        let isWide = compression == .runs8
        func put(_ value: UInt8, _ isSecond: Bool) {
            guard x < width, y < height else { return }
            result[y * width + x] = isWide ? value : isSecond ? value & 15 : value >> 4
            x += 1
        }
        while offset + 1 < bytes.count {
            let (count, value) = (Int(bytes[offset]), bytes[offset + 1])
            offset += 2
            if count > 0 {
                for index in 0..<count { put(value, index % 2 == 1) }
            } else if value == 0 {
                (x, y) = (0, y + 1)
            } else if value == 1 {
                break
            } else if value == 2 {
                guard offset + 1 < bytes.count else { break }
                (x, y) = (x + Int(bytes[offset]), y + Int(bytes[offset + 1]))
                offset += 2
            } else {
                let size = isWide ? Int(value) : (Int(value) + 1) / 2
                for index in 0..<Int(value) {
                    let place = offset + (isWide ? index : index / 2)
                    guard place < bytes.count else { break }
                    put(bytes[place], index % 2 == 1)
                }
                offset += size + size % 2
            }
        }
        return (result, min(offset, bytes.count))
    }

    /// Returns the file without the data that drawing does not need: bytes between and after its
    /// parts, and a colour profile, which may be a file path.
    ///
    /// - Throws: ``WorkerError/undecodable(_:)`` for a bitmap around a picture of another format,
    ///   which has metadata of its own.
    func cleaned() throws -> [UInt8] {
        guard embedded == nil else {
            throw WorkerError.undecodable(
                "it contains a picture of another format with its metadata")
        }
        let end = isRunLength ? try indices().end : start + rowSize * height
        var copy = Array(bytes.prefix(end))
        copy.replaceSubrange(6..<10, with: [0, 0, 0, 0])
        let gap = start - paletteEnd
        copy.replaceSubrange(paletteEnd..<start, with: repeatElement(0, count: gap))
        if headerSize == 124 {
            // The colour space is sRGB, and there is no profile.
            copy.replaceSubrange(70..<74, with: "BGRs".utf8)
            copy.replaceSubrange(126..<134, with: repeatElement(0, count: 8))
        }
        return copy
    }
}
