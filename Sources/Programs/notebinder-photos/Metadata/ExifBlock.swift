/// The EXIF tags that are used here (CIPA DC-008; the structure is that of TIFF).
struct ExifBlock {
    var copyright: String?
    var artist: String?
    /// True if the block contains a position.
    private(set) var hasPosition = false
    /// The orientation, 1 to 8; 1 if there is none.
    private(set) var orientation = 1

    private enum Tag {
        static let orientation = 0x0112
        static let artist = 0x013B
        static let copyright = 0x8298
        static let positions = 0x8825
        static let latitude = 2
        static let longitude = 4
    }

    init(copyright: String? = nil, artist: String? = nil) {
        (self.copyright, self.artist) = (copyright, artist)
    }

    /// Reads a block, with or without the prefix `Exif\0\0`; of a damaged block, as much as can be
    /// read.
    init(_ block: [UInt8]) {
        let sign = Array("Exif\0\0".utf8)
        let reader = TIFFReader(Array(block.dropFirst(block.starts(with: sign) ? sign.count : 0)))
        guard let first = reader.firstDirectory else { return }
        // Reads only one list of positions: no camera writes several.
        var isLooked = false
        for entry in reader.entries(at: first) {
            switch entry.tag {
            case Tag.orientation: orientation = reader.number(at: entry.offset, 2) ?? 1
            case Tag.artist: artist = reader.text(entry)
            case Tag.copyright: copyright = reader.text(entry)
            case Tag.positions where !hasPosition && !isLooked:
                isLooked = true
                hasPosition = reader.entries(at: entry.value).contains {
                    $0.tag == Tag.latitude || $0.tag == Tag.longitude
                }
            default: continue
            }
        }
    }

    /// A TIFF structure that contains only the two texts; nil if there are none.
    var bytes: [UInt8]? {
        let texts = [(Tag.artist, artist), (Tag.copyright, copyright)]
            .compactMap { tag, text in text.map { (tag, Array($0.utf8) + [0]) } }
        guard !texts.isEmpty else { return nil }
        var head: [UInt8] = Array("II*\0".utf8) + 8.little() + texts.count.little(2)
        var data: [UInt8] = []
        let dataStart = 8 + 2 + 12 * texts.count + 4
        for (tag, text) in texts {
            head += tag.little(2) + 2.little(2) + text.count.little()
            if text.count <= 4 {
                head += text + [UInt8](repeating: 0, count: 4 - text.count)
            } else {
                head += (dataStart + data.count).little()
                data += text
            }
        }
        return head + 0.little() + data
    }
}

/// The directories of a TIFF structure (TIFF 6.0, section 2).
struct TIFFReader {
    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        /// The value, or its offset in the block if it is longer than four bytes.
        let value: Int
        let offset: Int
        /// The range of the entry in the block.
        var range: Range<Int> { offset - 8..<offset + 4 }
    }

    private let bytes: [UInt8]
    let isLittle: Bool

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isLittle = bytes.starts(with: [0x49, 0x49])
    }

    var firstDirectory: Int? {
        guard isLittle || bytes.starts(with: [0x4D, 0x4D]) else { return nil }
        return number(at: 4, 4)
    }

    func entries(at offset: Int) -> [Entry] {
        guard let count = number(at: offset, 2) else { return [] }
        var entries: [Entry] = []
        for index in 0..<count {
            let start = offset + 2 + 12 * index
            guard let tag = number(at: start, 2), let type = number(at: start + 2, 2),
                let count = number(at: start + 4, 4), let value = number(at: start + 8, 4)
            else { break }
            entries.append(
                Entry(tag: tag, type: type, count: count, value: value, offset: start + 8))
        }
        return entries
    }

    /// Returns the text of an entry; nil if it is blank or not a text. It is read as UTF-8, which
    /// writers use whatever the standard says.
    func text(_ entry: Entry) -> String? {
        let start = entry.count <= 4 ? entry.offset : entry.value
        guard entry.type == 2, entry.count < 65_536, start + entry.count <= bytes.count else {
            return nil
        }
        let parts = bytes[start..<start + entry.count].split(separator: 0)
        let text = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "; ")
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    func number(at offset: Int, _ count: Int) -> Int? {
        bytes.number(at: offset, count, isLittle: isLittle)
    }
}
