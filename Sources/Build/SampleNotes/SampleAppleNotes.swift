import FileFormats
import LocalFiles

/// A small store of Apple Notes with a photo beside it: notes in folders, with lists, links and a
/// tag, and one in *Recently Deleted*. The rows but for the texts are in `apple-notes.sql`.
enum SampleAppleNotes {
    /// The number of notes that can be read.
    static let count = 3

    private static let photo =
        "Accounts/5B0E6C1A-8F43-4C6B-9B1D-2A7C4E90D311/Media/7F2A4B91-6D3E-4A58-B1C7-9E0D5C8A3B62/IMG_0412.jpg"
    /// The key of the first note.
    private static let firstKey: Int64 = 11
    private static let texts: [[Line]] = [
        [
            Line("Before we leave", style: 0),
            Line("Water the lemon tree", style: 103, isDone: true),
            Line("Buy film for the camera", style: 103),
        ],
        [
            Line("Three days on the lake", style: 0), Line("The first boat: ", file: "card"),
            Line("Salò", style: 102), Line("Limone, where nothing is sour", style: 102),
            Line("Then on to the market: ", file: "link"),
        ],
        [
            Line("Market in Padua", style: 0), Line(file: "photo"), Line("oranges", style: 101),
            Line("artichokes", style: 101), Line("Again, with Anna. ", file: "tag"),
        ],
        [Line("A draft to throw away", style: 0)],
    ]

    /// Writes the container of the app into an empty folder.
    static func write(into folder: String, pictures: SamplePictures) throws {
        let path = folder + "/" + photo
        try LocalFiles.makePrivateFolders(LocalFiles.folder(of: path))
        try LocalFiles.create(
            path, bytes: pictures.bytes(of: .init(scene: EmbeddedTexts.market_svg)))
        let rows = EmbeddedTexts.apple_notes_sql
            .split(separator: "\n").map { SQLiteStatement(String($0)) }
        let texts = texts.enumerated().map { position, lines in
            SQLiteStatement(
                "INSERT INTO ZICNOTEDATA VALUES (NULL, ?, ?)",
                values: [.integer(firstKey + Int64(position)), .data(document(of: lines))])
        }
        try SQLiteFile.make(at: folder + "/NoteStore.sqlite", rows + texts)
    }

    // MARK: - Texts

    /// A paragraph: words, and the attachment after them.
    private struct Line {
        let words: String
        /// The number that the app has for the style; nil for plain text.
        let style: UInt64?
        let isDone: Bool
        /// The identifier of the attachment.
        let file: String?

        init(
            _ words: String = "", style: UInt64? = nil, isDone: Bool = false, file: String? = nil
        ) {
            (self.words, self.style, self.isDone, self.file) = (words, style, isDone, file)
        }
    }

    /// Returns a text in the format of the app: protocol buffers, here without compression.
    private static func document(of lines: [Line]) -> [UInt8] {
        var (text, runs) = ("", [UInt8]())
        func append(_ words: String, _ format: [UInt8]) {
            text += words
            runs += field(5, field(1, UInt64(words.utf16.count)) + format)
        }
        for line in lines {
            let task = line.style == 103 ? field(5, field(2, line.isDone ? 1 : 0)) : []
            let paragraph = line.style.map { field(2, field(1, $0) + task) } ?? []
            append(line.words, paragraph)
            if let file = line.file {
                append("\u{FFFC}", field(12, field(1, Array(file.utf8))))
            }
            append("\n", paragraph)
        }
        return field(2, field(3, field(2, Array(text.utf8)) + runs))
    }

    private static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] {
        varint(number << 3) + varint(value)
    }

    private static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }
}
