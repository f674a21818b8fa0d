import FileFormats
import LocalFiles

/// A small store of Apple Notes with a photo beside it: notes in folders, with lists, links and a
/// tag, and one in *Recently Deleted*.
struct SampleAppleNotes {
    /// The number of notes that can be read.
    static let count = 3

    /// The rows of the store by entity; the key of a row is its position among all, from 1.
    private var rows: [(entity: String, values: [String: SQLiteValue])] = []
    /// The texts by the keys of their notes.
    private var texts: [(note: Int64, data: [UInt8])] = []

    private static let entities = [
        "ICAccount", "ICFolder", "ICNote", "ICAttachment", "ICInlineAttachment", "ICMedia",
    ]
    private static let inline = "com.apple.notes.inlinetextattachment."
    private static let account = "5B0E6C1A-8F43-4C6B-9B1D-2A7C4E90D311"
    private static let photo = (
        file: "3C1D7E60-52A9-4F0E-8C43-0B6A7D2F9E15",
        medium: "7F2A4B91-6D3E-4A58-B1C7-9E0D5C8A3B62",
        name: "IMG_0412.jpg"
    )
    private static let card = "91B5D0E4-7A2C-4C6F-A3D8-4E1F6B0C9D27"
    private static let tag = "C4E8A1F3-0B7D-4D92-8F5A-6A3B9C2E7D10"
    private static let link = "E27F5B08-9C4A-4B1E-BD63-1D8F0A7C5E94"
    private static let market = "0D9C2C54-3E0B-4B7B-8B0E-6C7B5C1E4F20"

    /// Writes the container of the app into an empty folder.
    static func write(into folder: String, pictures: SamplePictures) throws {
        let path = "\(folder)/Accounts/\(account)/Media/\(photo.medium)/\(photo.name)"
        try LocalFiles.makePrivateFolders(LocalFiles.folder(of: path))
        try LocalFiles.create(
            path, bytes: pictures.bytes(of: .init(scene: PackageResources.market_svg)))
        var store = SampleAppleNotes()
        store.addNotes()
        try SQLiteFile.make(at: folder + "/NoteStore.sqlite", store.statements)
    }

    private mutating func addNotes() {
        let account = add(
            "ICAccount", ["ZIDENTIFIER": .text(Self.account), "ZNAME": .text("iCloud")])
        func folder(_ title: String, in parent: SQLiteValue = .null, type: Int64 = 0) -> SQLiteValue
        {
            .integer(
                add(
                    "ICFolder",
                    [
                        "ZTITLE2": .text(title), "ZOWNER": .integer(account), "ZPARENT": parent,
                        "ZFOLDERTYPE": .integer(type),
                    ]))
        }
        let (home, journeys) = (folder("Notes"), folder("Journeys"))
        let (italy, trash) = (folder("Italy", in: journeys), folder("Recently Deleted", type: 1))
        let medium = add(
            "ICMedia",
            ["ZIDENTIFIER": .text(Self.photo.medium), "ZFILENAME": .text(Self.photo.name)])
        for (entity, identifier, values) in [
            (
                "ICAttachment", Self.photo.file,
                ["ZTYPEUTI": .text("public.jpeg"), "ZMEDIA": .integer(medium)]
            ),
            (
                "ICAttachment", Self.card,
                [
                    "ZTYPEUTI": .text("public.url"), "ZTITLE": .text("Boats on the lake"),
                    "ZURLSTRING": .text("https://example.org/boats"),
                ]
            ),
            (
                "ICInlineAttachment", Self.tag,
                ["ZTYPEUTI1": .text(Self.inline + "hashtag"), "ZALTTEXT": .text("#italy")]
            ),
            (
                "ICInlineAttachment", Self.link,
                [
                    "ZTYPEUTI1": .text(Self.inline + "link"), "ZALTTEXT": .text("Market in Padua"),
                    "ZTOKENCONTENTIDENTIFIER": .text("applenotes:note/" + Self.market),
                ]
            ),
        ] as [(String, String, [String: SQLiteValue])] {
            add(entity, values.merging(["ZIDENTIFIER": .text(identifier)]) { $1 })
        }
        addNote("2E6B9A47-1F8C-4D30-9B52-7C0A3D5E8F16", in: home, day: 0, isPinned: true) {
            $0.line("Before we leave", style: 0)
            $0.line("Water the lemon tree", style: 103, isDone: true)
            $0.line("Ask Anna about the cat", style: 103, isDone: true)
            $0.line("Buy film for the camera", style: 103)
        }
        addNote("8A3F0C62-4D9B-4E17-A685-5B2E7D1C9F30", in: italy, day: 3) {
            $0.line("Three days on the lake", style: 0)
            $0.append("The first boat leaves at ")
            $0.append("half past eight", isBold: true)
            $0.line(": ", file: Self.card)
            for place in ["Salò", "Gardone", "Limone, where nothing is sour"] {
                $0.line(place, style: 102)
            }
            $0.line("Then on to the market: ", file: Self.link)
        }
        addNote(Self.market, in: italy, day: 6) {
            $0.line("Market in Padua", style: 0)
            $0.line("", file: Self.photo.file)
            $0.line("oranges", style: 101)
            $0.line("artichokes", style: 101)
            $0.line("Another time with Anna. ", file: Self.tag)
        }
        addNote("B90D4E75-3A6C-4F28-8D1B-0E5C7A9F2D48", in: trash, day: 8) {
            $0.line("A draft that nobody needs", style: 0)
        }
    }

    /// Adds a row, and returns its key.
    @discardableResult
    private mutating func add(_ entity: String, _ values: [String: SQLiteValue]) -> Int64 {
        rows.append((entity, values))
        return Int64(rows.count)
    }

    private mutating func addNote(
        _ identifier: String, in folder: SQLiteValue, day: Int, isPinned: Bool = false,
        write: (inout AppleNotesTextWriter) -> Void
    ) {
        // Dates are in seconds since 2001: days after 4 May 2012.
        let date = SQLiteValue.real(357_848_400 + Double(day) * 86_400)
        let note = add(
            "ICNote",
            [
                "ZIDENTIFIER": .text(identifier), "ZFOLDER": folder, "ZCREATIONDATE3": date,
                "ZISPINNED": .integer(isPinned ? 1 : 0),
            ])
        var writer = AppleNotesTextWriter()
        write(&writer)
        texts.append((note, writer.document))
    }

    private var statements: [SQLiteStatement] {
        let columns = Set(rows.flatMap(\.values.keys)).sorted()
        func insert(_ table: String, _ values: [SQLiteValue]) -> SQLiteStatement {
            let places = values.map { _ in "?" }.joined(separator: ", ")
            return SQLiteStatement("INSERT INTO \(table) VALUES (\(places))", values: values)
        }
        let names = ["ICCloudSyncingObject"] + Self.entities
        return [
            "Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME, Z_SUPER)",
            "ZICCLOUDSYNCINGOBJECT (Z_PK INTEGER PRIMARY KEY, Z_ENT, \(columns.joined(separator: ", ")))",
            "ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, ZNOTE, ZDATA)",
        ].map { SQLiteStatement("CREATE TABLE " + $0) }
            + names.enumerated().map { number, name in
                insert(
                    "Z_PRIMARYKEY",
                    [.integer(Int64(number)), .text(name), number == 0 ? .null : .integer(0)])
            }
            + rows.enumerated().map { position, row in
                insert(
                    "ZICCLOUDSYNCINGOBJECT",
                    [
                        .integer(Int64(position + 1)),
                        .integer(Int64(names.firstIndex(of: row.entity) ?? 0)),
                    ] + columns.map { row.values[$0] ?? .null })
            }
            + texts.map { insert("ZICNOTEDATA", [.null, .integer($0.note), .data($0.data)]) }
    }
}

/// Writes a text in the format of Apple Notes: protocol buffers, here without compression.
struct AppleNotesTextWriter {
    private var text = ""
    private var runs: [UInt8] = []

    /// Appends a paragraph, or the rest of one.
    ///
    /// - Parameters:
    ///   - style: The number that the app has for the style; nil for plain text.
    ///   - file: The identifier of the attachment that follows the words.
    mutating func line(
        _ words: String, style: UInt64? = nil, isDone: Bool = false, file: String? = nil
    ) {
        let task = style == 103 ? Self.field(5, Self.field(2, isDone ? 1 : 0)) : []
        let paragraph = style.map { Self.field(2, Self.field(1, $0) + task) } ?? []
        if let file {
            append(words)
            append("\u{FFFC}", format: Self.field(12, Self.field(1, Array(file.utf8))))
        }
        append(file == nil ? words + "\n" : "\n", format: paragraph)
    }

    mutating func append(_ words: String, isBold: Bool = false) {
        append(words, format: isBold ? Self.field(5, 1) : [])
    }

    private mutating func append(_ words: String, format: [UInt8]) {
        text += words
        runs += Self.field(5, Self.field(1, UInt64(words.utf16.count)) + format)
    }

    /// The document in its two outer messages.
    var document: [UInt8] {
        Self.field(2, Self.field(3, Self.field(2, Array(text.utf8)) + runs))
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
