/// A box of a file of the QuickTime family (ISO/IEC 14496-12, section 4.2).
struct MovieBox {
    let name: String
    let start: Int
    let content: Range<Int>
}

/// The boxes that a copy may contain, and how long they are.
enum MovieBoxes {
    /// The names of the boxes to keep, by the name of their parent; all other boxes are removed.
    /// The empty name is the file itself.
    static let kept: [String: Set<String>] = [
        "": ["ftyp", "moov", "mdat", "moof", "sidx", "styp", "free", "skip", "wide"],
        "moov": ["mvhd", "trak", "mvex"],
        "mvex": ["mehd", "trex"],
        "trak": ["tkhd", "mdia", "edts"],
        "edts": ["elst"],
        "mdia": ["mdhd", "hdlr", "minf", "elng"],
        "minf": ["vmhd", "smhd", "gmhd", "hdlr", "dinf", "stbl"],
        "gmhd": ["gmin"],
        "dinf": ["dref"],
        "stbl": [
            "stsd", "stts", "ctts", "stss", "stps", "stsc", "stsz", "stz2", "stco", "co64",
        ],
        "moof": ["mfhd", "traf"],
        "traf": ["tfhd", "tfdt", "trun"],
    ]

    /// The boxes that a parent may contain more than once.
    static let repeated: Set<String> = [
        "trak", "trex", "traf", "trun", "mdat", "moof", "sidx", "styp", "free", "skip", "wide",
    ]

    /// The maximum number of boxes of a parent.
    static let maximumCount = 100_000

    /// Returns the boxes in a range, which must fill it except for a few bytes.
    ///
    /// - Parameter isFile: True for the whole file, in which the size of the last box may be
    ///   unknown.
    static func read(
        _ range: Range<Int>, of file: RecordingFile, isFile: Bool = false
    ) throws -> [MovieBox] {
        try read(range, isFile: isFile) { try file.number(at: $0, $1) }
    }

    /// - Parameter number: Returns the number at an offset, of a size in bytes.
    static func read(
        _ range: Range<Int>, isFile: Bool, number: (_ offset: Int, _ size: Int) throws -> Int
    ) throws -> [MovieBox] {
        var boxes: [MovieBox] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            guard boxes.count < maximumCount else {
                throw WorkerError.undecodable("it is in too many pieces")
            }
            var size = try number(offset, 4)
            let name = String(decoding: try number(offset + 4, 4).big(), as: Unicode.ASCII.self)
            var header = 8
            if size == 1 {
                size = try number(offset + 8, 8)
                header = 16
            } else if size == 0, isFile, name == "mdat" {
                size = range.upperBound - offset
            }
            guard size >= header, size <= range.upperBound - offset else {
                throw WorkerError.undecodable("it is cut off, or damaged at byte \(offset)")
            }
            boxes.append(
                MovieBox(name: name, start: offset, content: offset + header..<offset + size))
            offset += size
        }
        return boxes
    }

    /// Returns the size of the content of a box, by its version, its flags and the number of its
    /// entries; nil for a box that does not consist of numbers.
    static func size(of box: MovieBox, in file: RecordingFile) throws -> Int? {
        func entries(_ size: Int, of width: Int, at place: Int = 4) throws -> Int {
            size + width * (try file.number(at: box.content.lowerBound + place, 4))
        }
        let flags =
            box.content.count < 4 ? 0 : try file.number(at: box.content.lowerBound, 4)
        let isLong = flags >> 24 == 1
        func width(_ flag: Int) -> Int { flags & flag == 0 ? 0 : 4 }
        return switch box.name {
        case "mvhd": isLong ? 112 : 100
        case "tkhd": isLong ? 96 : 84
        case "mdhd": isLong ? 36 : 24
        case "vmhd": 12
        case "smhd", "mfhd": 8
        case "gmin": 16
        case "hdlr", "tfdt", "mehd": box.name == "hdlr" || isLong ? 12 : 8
        case "trex": 24
        case "elst": try entries(8, of: isLong ? 20 : 12)
        case "stts", "ctts", "co64": try entries(8, of: 8)
        case "stss", "stps", "stco": try entries(8, of: 4)
        case "stsc": try entries(8, of: 12)
        case "stsz":
            try file.number(at: box.content.lowerBound + 4, 4) > 0
                ? 12 : entries(12, of: 4, at: 8)
        case "stz2":
            12
                + (try file.number(at: box.content.lowerBound + 7, 1)
                    * file.number(at: box.content.lowerBound + 8, 4) + 7) / 8
        case "tfhd": 8 + 2 * width(1) + width(2) + width(8) + width(16) + width(32)
        case "trun":
            try entries(
                8 + width(1) + width(4),
                of: width(0x100) + width(0x200) + width(0x400) + width(0x800))
        case "sidx":
            (isLong ? 32 : 24) + 12
                * (try file.number(at: box.content.lowerBound + (isLong ? 30 : 22), 2))
        default: nil
        }
    }

    /// Overwrites what a box contains after its numbers.
    static func trim(_ box: MovieBox, of file: RecordingFile) throws {
        guard let size = try size(of: box, in: file) else { return }
        guard size <= box.content.count else {
            throw WorkerError.undecodable("it is damaged at byte \(box.start)")
        }
        guard size < box.content.count else { return }
        try file.blank(box.content.lowerBound + size..<box.content.upperBound)
    }
}
