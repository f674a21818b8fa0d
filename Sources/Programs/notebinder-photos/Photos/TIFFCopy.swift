/// A copy of a TIFF file (TIFF 6.0) in which everything but the pixels, and what decoders need for
/// them, is zero. Nothing moves.
struct TIFFCopy {
    private let bytes: [UInt8]
    private let reader: TIFFReader
    /// The ranges that stay.
    private var kept: [Range<Int>] = [0..<8]
    /// The ranges of the pixels.
    private(set) var pixels: [Range<Int>] = []
    /// The ranges of the values that are removed.
    private var removed: [Range<Int>] = []
    /// The directories without the entries that are removed.
    private var directories: [(offset: Int, bytes: [UInt8])] = []

    /// The tags that stay: sizes, compression, colours, orientation, resolution, places of the
    /// pixels and the profile.
    private static let tags: Set<Int> = [
        254, 255, 256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284,
        290, 291, 292, 293, 296, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 332, 334, 336,
        338, 339, 340, 341, 347, 513, 514, 529, 530, 531, 532, 34_675,
    ]
    /// The tags with the places of pixels, and those with their sizes.
    private static let places = [(273, 279), (324, 325), (513, 514)]
    private static let sizes = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
    private static let maximumCount = 1_500
    /// The number of entries, and of places of pixels, that may still be read.
    private var remaining = 1_000_000

    /// - Returns: Nil for a damaged file.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 8 else { return nil }
        self.bytes = bytes
        reader = TIFFReader(bytes)
        var seen: Set<Int> = []
        var next = reader.firstDirectory ?? 0
        while next > 0 {
            guard seen.count < Self.maximumCount, seen.insert(next).inserted,
                let after = keepDirectory(at: next)
            else { return nil }
            next = after
        }
        guard !isMixed else { return nil }
    }

    /// True if values that are removed are among the pixels.
    private var isMixed: Bool {
        func size(_ parts: [Range<Int>]) -> Int { parts.disjoint.reduce(0) { $0 + $1.count } }
        return size(removed + pixels) < size(removed) + size(pixels)
    }

    /// Keeps the entries of a directory that decoders need, with what they refer to.
    ///
    /// - Returns: The offset of the next directory, 0 after the last; nil if it is damaged.
    private mutating func keepDirectory(at offset: Int) -> Int? {
        guard let count = reader.number(at: offset, 2),
            let next = reader.number(at: offset + 2 + 12 * count, 4)
        else { return nil }
        var entries: [UInt8] = []
        var values: [Int: [Int]] = [:]
        for entry in reader.entries(at: offset) {
            remaining -= 1
            guard remaining > 0 else { return nil }
            let (tag, type, length) = (entry.tag, entry.type, entry.count)
            guard Self.sizes.indices.contains(type) else { continue }
            let width = Self.sizes[type]
            let place = length * width <= 4 ? entry.offset : entry.value
            guard place + length * width <= bytes.count else { return nil }
            guard Self.tags.contains(tag), type != 2 else {
                // A text ends with zero, unless it was moved.
                guard type != 2 || length == 0 || bytes[place + length - 1] == 0 else { return nil }
                removed.append(place..<place + length * width)
                continue
            }
            if length * width > 4 { kept.append(place..<place + length * width) }
            entries += bytes[entry.range]
            guard Self.places.contains(where: { $0.0 == tag || $0.1 == tag }), width <= 4 else {
                continue
            }
            remaining -= length
            guard remaining > 0, values[tag] == nil else { return nil }
            values[tag] = (0..<length).compactMap { reader.number(at: place + $0 * width, width) }
        }
        for (places, sizes) in Self.places {
            for (start, size) in zip(values[places] ?? [], values[sizes] ?? []) {
                guard start + size <= bytes.count else { return nil }
                pixels.append(start..<start + size)
            }
        }
        let head = (entries.count / 12).bytes(2, isLittle: reader.isLittle)
        directories.append((offset, head + entries + next.bytes(isLittle: reader.isLittle)))
        return next
    }

    /// The copy.
    var cleaned: [UInt8] {
        var result = [UInt8](repeating: 0, count: bytes.count)
        for part in (kept + pixels).disjoint { result.replaceSubrange(part, with: bytes[part]) }
        for (offset, directory) in directories {
            result.replaceSubrange(offset..<offset + directory.count, with: directory)
        }
        return result
    }
}
