import FileFormats

/// The rows of an Apple Notes store but for the texts: Core Data keeps all of them in one table.
///
/// Properties of the same name in sister entities have numbers at the end of their columns, which
/// move with every release of the system. In each row only one column of such a family has a value.
struct AppleNotesRows {
    struct Account {
        let name: String?
        let identifier: String?
    }

    struct Folder {
        let title: String?
        let parent: Int64?
        let account: Int64?
        let isTrash: Bool
        let isDeleted: Bool
    }

    struct NoteRow {
        let key: Int64
        let identifier: String?
        let title: String?
        let folder: Int64?
        let account: Int64?
        let (created, modified): (Double?, Double?)
        let isPinned: Bool
        let isShared: Bool
        let isLocked: Bool
        let isDeleted: Bool
    }

    /// A file, a table, a link or a tag within a text.
    struct Attachment {
        let key: Int64
        let identifier: String
        let type: String?
        let title: String?
        let caption: String?
        let address: String?
        /// The words of an attachment within a line, and what they refer to.
        let (words, target): (String?, String?)
        let medium: Int64?
        let parent: Int64?
        let account: Int64?
        let (width, height): (Double?, Double?)
        let imageGeneration: String?
        let documentGeneration: String?
    }

    struct MediumRow {
        let identifier: String?
        let fileName: String?
        let generation: String?
    }

    struct Preview {
        let identifier: String
        let generation: String?
        let (width, height): (Double, Double)
    }

    static let table = "ZICCLOUDSYNCINGOBJECT"
    /// The maximum number of rows that are read.
    private static let maximumCount = 1_000_000

    private(set) var accounts: [Int64: Account] = [:]
    private(set) var folders: [Int64: Folder] = [:]
    /// The notes in the order of their creation.
    private(set) var notes: [NoteRow] = []
    private(set) var attachments: [Int64: Attachment] = [:]
    private(set) var attachmentsByIdentifier: [String: Int64] = [:]
    /// The keys of attachments by those of the attachments that they are parts of, in order.
    private(set) var children: [Int64: [Int64]] = [:]
    private(set) var media: [Int64: MediumRow] = [:]
    /// The previews of attachments by the keys of these.
    private(set) var previews: [Int64: [Preview]] = [:]
    /// True if there are more rows than are read.
    private(set) var isCut = false
    /// The error that ended reading; nil if all rows were read.
    private(set) var failure: SQLiteError?

    init(_ file: SQLiteFile, schema: StoreSchema) {
        var kinds: [Int64: String] = [:]
        for entity in schema.entities where entity.table == Self.table {
            for number in entity.numbers where kinds[number] == nil || entity.numbers.count == 1 {
                kinds[number] = entity.name
            }
        }
        let all = file.columns[Self.table] ?? []
        let columns = all.filter { Self.families.contains(Self.family(of: $0)) || $0 == "Z_ENT" }
        let places = Dictionary(grouping: columns.indices) { Self.family(of: columns[$0]) }
        let folders = Self.foldersByNote(in: file)
        var count = 0
        do {
            try file.forEachRow(
                of: Self.table, columns: columns + ["Z_PK"], by: "Z_PK",
                limit: Self.maximumCount + 1
            ) { values in
                count += 1
                let row = Row(places: places, values: values)
                guard count <= Self.maximumCount, let key = values.last?.integer,
                    let kind = row.integer("Z_ENT").flatMap({ kinds[$0] })
                else { return }
                add(row, key: key, kind: kind, folders: folders)
            }
        } catch {
            failure = error
        }
        isCut = count > Self.maximumCount
    }

    /// The values of a row by the families of their columns.
    private struct Row {
        let places: [String: [Int]]
        let values: [SQLiteValue]

        private subscript(family: String) -> SQLiteValue {
            for place in places[family] ?? [] where values[place] != .null { return values[place] }
            return .null
        }

        func text(_ family: String) -> String? { self[family].text }
        func integer(_ family: String) -> Int64? { self[family].integer }
        func double(_ family: String) -> Double? { self[family].double }
        func isSet(_ family: String) -> Bool { (self[family].integer ?? 0) != 0 }
        func isThere(_ family: String) -> Bool { self[family] != .null }
    }

    private static let families: Set = [
        "ZACCOUNT", "ZALTTEXT", "ZATTACHMENT", "ZCREATIONDATE", "ZFALLBACKIMAGEGENERATION",
        "ZFALLBACKPDFGENERATION", "ZFILENAME", "ZFOLDER", "ZFOLDERTYPE", "ZGENERATION",
        "ZIDENTIFIER", "ZISPASSWORDPROTECTED", "ZISPINNED", "ZMARKEDFORDELETION", "ZMEDIA",
        "ZMODIFICATIONDATE", "ZNAME", "ZOWNER", "ZPARENT", "ZPARENTATTACHMENT", "ZSERVERSHAREDATA",
        "ZSIZEHEIGHT", "ZSIZEWIDTH", "ZTITLE", "ZTOKENCONTENTIDENTIFIER", "ZTYPEUTI", "ZURLSTRING",
        "ZUSERTITLE", "ZHEIGHT", "ZWIDTH",
    ]

    /// Returns the name of a column without the number at its end.
    static func family(of column: String) -> String {
        let digits = column.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
        return String(column.dropLast(digits))
    }

    /// Returns the folders of the notes of iOS 11 and earlier, which are in a table between both.
    private static func foldersByNote(in file: SQLiteFile) -> [Int64: Int64] {
        var folders: [Int64: Int64] = [:]
        for (table, columns) in file.columns
        where table.wholeMatch(of: /Z_[0-9]+NOTES/) != nil {
            guard let folder = columns.first(where: { $0.hasSuffix("FOLDERS") }),
                let note = columns.first(where: { $0.hasSuffix("NOTES") })
            else { continue }
            try? file.forEachRow(
                of: table, columns: [folder, note], by: nil, limit: maximumCount
            ) { row in
                guard let folder = row[0].integer, let note = row[1].integer else { return }
                folders[note] = folder
            }
        }
        return folders
    }

    private mutating func add(_ row: Row, key: Int64, kind: String, folders: [Int64: Int64]) {
        let identifier = row.text("ZIDENTIFIER")
        switch kind {
        case "ICAccount":
            accounts[key] = Account(name: row.text("ZNAME"), identifier: identifier)
        case "ICFolder":
            self.folders[key] = Folder(
                title: row.text("ZTITLE"), parent: row.integer("ZPARENT"),
                account: row.integer("ZACCOUNT") ?? row.integer("ZOWNER"),
                isTrash: row.integer("ZFOLDERTYPE") == 1
                    || identifier?.hasPrefix("TrashFolder") == true,
                isDeleted: row.isSet("ZMARKEDFORDELETION"))
        case "ICNote":
            notes.append(
                NoteRow(
                    key: key, identifier: identifier, title: row.text("ZTITLE"),
                    folder: row.integer("ZFOLDER") ?? folders[key],
                    account: row.integer("ZACCOUNT"), created: row.double("ZCREATIONDATE"),
                    modified: row.double("ZMODIFICATIONDATE"), isPinned: row.isSet("ZISPINNED"),
                    isShared: row.isThere("ZSERVERSHAREDATA"),
                    isLocked: row.isSet("ZISPASSWORDPROTECTED"),
                    isDeleted: row.isSet("ZMARKEDFORDELETION")))
        case "ICAttachment", "ICInlineAttachment":
            guard let identifier else { return }
            let parent = row.integer("ZPARENTATTACHMENT")
            attachments[key] = Attachment(
                key: key, identifier: identifier, type: row.text("ZTYPEUTI"),
                title: row.text("ZTITLE"), caption: row.text("ZUSERTITLE"),
                address: row.text("ZURLSTRING"), words: row.text("ZALTTEXT"),
                target: row.text("ZTOKENCONTENTIDENTIFIER"), medium: row.integer("ZMEDIA"),
                parent: parent, account: row.integer("ZACCOUNT"),
                width: row.double("ZSIZEWIDTH"), height: row.double("ZSIZEHEIGHT"),
                imageGeneration: row.text("ZFALLBACKIMAGEGENERATION"),
                documentGeneration: row.text("ZFALLBACKPDFGENERATION"))
            attachmentsByIdentifier[identifier] = attachmentsByIdentifier[identifier] ?? key
            if let parent { children[parent, default: []].append(key) }
        case "ICMedia":
            media[key] = MediumRow(
                identifier: identifier, fileName: row.text("ZFILENAME"),
                generation: row.text("ZGENERATION"))
        case "ICAttachmentPreviewImage":
            guard let identifier, let attachment = row.integer("ZATTACHMENT") else { return }
            previews[attachment, default: []].append(
                Preview(
                    identifier: identifier, generation: row.text("ZGENERATION"),
                    width: row.double("ZWIDTH") ?? 0, height: row.double("ZHEIGHT") ?? 0))
        default: break
        }
    }

    /// Returns the folder of a note with those around it, the innermost first. A cycle ends at its
    /// second visit.
    func folders(of note: NoteRow) -> [Folder] {
        var found: [Folder] = []
        var seen: Set<Int64> = []
        var next = note.folder
        while let key = next, let folder = folders[key], seen.insert(key).inserted {
            found.append(folder)
            next = folder.parent
        }
        return found
    }
}
