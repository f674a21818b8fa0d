/// A copy of a HEIC or AVIF file (ISO/IEC 23008-12) in which everything but the pictures is zero.
/// Nothing moves.
struct HEIFCopy {
    var bytes: [UInt8]
    /// The ranges of the pictures.
    private(set) var pixels: [Range<Int>] = []

    /// The boxes that stay, by the name of their parent; the empty name is the file itself.
    private static let kept: [String: Set<String>] = [
        "": ["ftyp", "meta", "mdat", "free", "skip"],
        "meta": ["hdlr", "pitm", "iinf", "iloc", "iref", "iprp", "idat", "grpl"],
        "iprp": ["ipco", "ipma"],
        "ipco": [
            "hvcC", "av1C", "avcC", "jpgC", "ispe", "pixi", "colr", "pasp", "irot", "imir", "clap",
            "auxC", "rloc", "lsel", "a1op", "a1lx", "clli", "mdcv", "cclv", "amve", "lhvC", "tols",
        ],
    ]
    /// The types of items that are pictures, or put together from pictures.
    private static let pictures: Set<String> = [
        "hvc1", "av01", "avc1", "lhv1", "jpeg", "grid", "iden", "iovl", "tmap",
    ]

    /// - Throws: ``WorkerError/undecodable(_:)`` for a damaged file, and for one with a film.
    mutating func cleaned() throws -> [UInt8] {
        let boxes = try boxes(in: bytes.indices, isFile: true)
        guard !boxes.contains(where: { $0.name == "moov" }) else {
            throw WorkerError.undecodable("it is a film, whose metadata cannot be removed")
        }
        guard let meta = boxes.first(where: { $0.name == "meta" }), meta.content.count >= 4 else {
            throw CleanPhoto.damaged
        }
        var pictures: Set<Int> = []
        var places: MovieBox?
        var inner: Range<Int>?
        for box in try keptBoxes(of: "meta", in: meta.content.dropFirst(4)) {
            switch box.name {
            // Browsers need the first 12 bytes of a handler; its name is in the rest.
            case "hdlr": blank(box.content.dropFirst(12))
            case "iinf": pictures = try items(box.content)
            case "iprp":
                for part in try keptBoxes(of: "iprp", in: box.content) where part.name == "ipco" {
                    _ = try keptBoxes(of: "ipco", in: part.content)
                }
            case "iloc": places = box
            case "idat": inner = box.content
            default: break
            }
        }
        guard let places else { throw CleanPhoto.damaged }
        pixels = try extents(places.content, of: pictures, inner: inner?.lowerBound ?? 0).disjoint
        let contents =
            boxes.filter { $0.name == "mdat" }.map(\.content) + [inner].compactMap(\.self)
        guard contents.count <= 64 else { throw CleanPhoto.damaged }
        for gap in contents.flatMap({ pixels.gaps(in: $0) }) { blank(gap) }
        for box in boxes {
            switch box.name {
            case "ftyp":
                guard box.content.count <= 256 else { throw CleanPhoto.damaged }
            case "meta" where box.start == meta.start: break
            case "mdat": break
            default: remove(box)
            }
        }
        return bytes
    }

    private func number(at offset: Int, _ count: Int) throws -> Int {
        guard offset >= 0, offset + count <= bytes.count else { throw CleanPhoto.damaged }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private func boxes(in range: Range<Int>, isFile: Bool = false) throws -> [MovieBox] {
        guard
            let boxes = try? MovieBoxes.read(
                range, isFile: isFile, number: { try number(at: $0, $1) }),
            boxes.count <= 10_000,
            (boxes.last?.content.upperBound ?? range.lowerBound) == range.upperBound
        else { throw CleanPhoto.damaged }
        return boxes
    }

    private mutating func keptBoxes(
        of name: String, in range: Range<Int>
    ) throws -> [MovieBox] {
        let kept = Self.kept[name] ?? []
        let boxes = try boxes(in: range)
        // Properties are referenced by number, so a removed one keeps its place.
        for box in boxes where !kept.contains(box.name) { remove(box) }
        return boxes.filter { kept.contains($0.name) }
    }

    private mutating func remove(_ box: MovieBox) {
        bytes.replaceSubrange(box.start + 4..<box.start + 8, with: "free".utf8)
        blank(box.content)
    }

    private mutating func blank(_ range: Range<Int>) {
        for index in range { bytes[index] = 0 }
    }

    /// Returns the identifiers of the items that are pictures, and overwrites the names of all.
    private mutating func items(_ content: Range<Int>) throws -> Set<Int> {
        let isLong = try number(at: content.lowerBound, 1) > 0
        var pictures: Set<Int> = []
        for entry in try boxes(in: content.dropFirst(isLong ? 8 : 6)) {
            let version = try number(at: entry.content.lowerBound, 1)
            guard entry.name == "infe", version == 2 || version == 3 else {
                remove(entry)
                continue
            }
            let width = version == 2 ? 2 : 4
            let type = entry.content.lowerBound + 4 + width + 2
            guard type + 4 <= entry.content.upperBound else { throw CleanPhoto.damaged }
            if Self.pictures.contains(String(decoding: bytes[type..<type + 4], as: UTF8.self)) {
                pictures.insert(try number(at: entry.content.lowerBound + 4, width))
            } else {
                // A type that readers ignore; otherwise they would look for EXIF in zeros.
                bytes.replaceSubrange(type..<type + 4, with: "skip".utf8)
            }
            blank(type + 4..<entry.content.upperBound)
        }
        return pictures
    }

    /// Returns the places of items (ISO/IEC 14496-12, section 8.11.3).
    ///
    /// - Parameter inner: The offset of the data within the list of items.
    private func extents(
        _ content: Range<Int>, of items: Set<Int>, inner: Int
    ) throws -> [Range<Int>] {
        let version = try number(at: content.lowerBound, 1)
        let sizes = try number(at: content.lowerBound + 4, 2)
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        guard version <= 2, [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ $0 <= 8 })
        else { throw CleanPhoto.damaged }
        let wide = version == 2 ? 4 : 2
        var offset = content.lowerBound + 6
        func next(_ count: Int) throws -> Int {
            defer { offset += count }
            guard offset + count <= content.upperBound else { throw CleanPhoto.damaged }
            return try number(at: offset, count)
        }
        var ranges: [Range<Int>] = []
        for _ in 0..<(try next(wide)) {
            let item = try next(wide)
            let method = version == 0 ? 0 : try next(2) & 15
            _ = try next(2)
            let base = try next(baseSize)
            for _ in 0..<(try next(2)) {
                _ = try next(indexSize)
                let start = try next(offsetSize)
                let length = try next(lengthSize)
                guard items.contains(item), method < 2 else { continue }
                let (place, isFar) = base.addingReportingOverflow(method == 1 ? inner : 0)
                let (sum, isTooFar) = place.addingReportingOverflow(start)
                guard !isFar, !isTooFar, sum >= 0, length >= 0, sum <= bytes.count,
                    length <= bytes.count - sum
                else { throw CleanPhoto.damaged }
                // An item without a length extends to the end of the file.
                guard ranges.count < 100_000 else { throw CleanPhoto.damaged }
                ranges.append(sum..<(length == 0 ? bytes.count : sum + length))
            }
        }
        return ranges
    }
}
