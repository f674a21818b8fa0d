import FileFormats
import NoteModel

/// A row of an Apple Notes store but for the texts: Core Data keeps all other entities in one table.
///
/// Properties of the same name in sister entities have numbers at the end of their columns, which
/// move with every release of the system. Of the columns of a family that have a value the first counts.
struct AppleNotesRow: Sendable {
    /// The entities that are read, by their names in the store.
    enum Kind: String, Sendable {
        case account = "ICAccount"
        case folder = "ICFolder"
        case note = "ICNote"
        /// A file, a table or a link within a text.
        case attachment = "ICAttachment"
        /// A tag, a mention or other words within a line.
        case inline = "ICInlineAttachment"
        case medium = "ICMedia"
        case preview = "ICAttachmentPreviewImage"
    }

    /// The families of columns that are read, by their names without numbers.
    enum Family: String, Sendable {
        case account = "ZACCOUNT"
        case words = "ZALTTEXT"
        case attachment = "ZATTACHMENT"
        case created = "ZCREATIONDATE"
        case imageGeneration = "ZFALLBACKIMAGEGENERATION"
        case documentGeneration = "ZFALLBACKPDFGENERATION"
        case fileName = "ZFILENAME"
        case folder = "ZFOLDER"
        case folderType = "ZFOLDERTYPE"
        case generation = "ZGENERATION"
        case height = "ZHEIGHT"
        case identifier = "ZIDENTIFIER"
        case isLocked = "ZISPASSWORDPROTECTED"
        case isPinned = "ZISPINNED"
        case isDeleted = "ZMARKEDFORDELETION"
        case medium = "ZMEDIA"
        case modified = "ZMODIFICATIONDATE"
        case name = "ZNAME"
        case owner = "ZOWNER"
        case parent = "ZPARENT"
        case parentAttachment = "ZPARENTATTACHMENT"
        case shared = "ZSERVERSHAREDATA"
        case shownHeight = "ZSIZEHEIGHT"
        case shownWidth = "ZSIZEWIDTH"
        case title = "ZTITLE"
        case target = "ZTOKENCONTENTIDENTIFIER"
        case type = "ZTYPEUTI"
        case address = "ZURLSTRING"
        case caption = "ZUSERTITLE"
        case width = "ZWIDTH"
    }

    let key: Int64
    let kind: Kind
    private let values: [(family: Family, value: SQLiteValue)]

    fileprivate init(key: Int64, kind: Kind, values: [(Family, SQLiteValue)]) {
        (self.key, self.kind) = (key, kind)
        // Of data only its presence counts, and no more is kept in memory.
        self.values = values.map { ($0, $1.data == nil ? $1 : .integer(1)) }
    }

    private subscript(family: Family) -> SQLiteValue? {
        values.first { $0.family == family }?.value
    }

    /// Returns a text; nil if there is none, and for a value of another type.
    func text(_ family: Family) -> String? { self[family]?.text }
    func integer(_ family: Family) -> Int64? { self[family]?.integer }
    func double(_ family: Family) -> Double? { self[family]?.double }
    func has(_ family: Family) -> Bool { self[family] != nil }
    /// Returns true for a number that is not 0.
    func isSet(_ family: Family) -> Bool { integer(family) ?? 0 != 0 }

    var identifier: String { text(.identifier) ?? "" }

    /// True for a folder with notes that their owner has deleted, for some time.
    var isTrash: Bool { integer(.folderType) == 1 || identifier.hasPrefix("TrashFolder") }

    /// Returns the name of a column without the number at its end.
    static func family(of column: String) -> String {
        let digits = column.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
        return String(column.dropLast(digits))
    }
}

/// The rows of an Apple Notes store.
struct AppleNotesRows {
    static let table = "ZICCLOUDSYNCINGOBJECT"
    /// The maximum number of rows that are read.
    private static let maximumCount = 500_000

    /// The notes in the order of their creation.
    private(set) var notes: [AppleNotesRow] = []
    private var others: [Int64: AppleNotesRow] = [:]
    private var attachments: [String: Int64] = [:]
    /// The keys of the previews of attachments, and of the parts of others, by those of the
    /// attachments, in order.
    private var belonging: [Int64: [Int64]] = [:]
    /// The folders of the notes of iOS 11 and earlier, which are in a table between both.
    private var foldersOfNotes: [Int64: Int64] = [:]
    /// The places of notes by the keys of the folders that hold them.
    private var places: [Int64: Place] = [:]
    /// The names of the accounts by their keys; two with the same name are told apart by a number.
    private var accountNames: [Int64: String] = [:]
    /// True if there are more rows than are read.
    private(set) var isCut = false
    /// The error that ended reading; nil if all rows were read.
    private(set) var failure: SQLiteError?

    /// The folders and the account that hold notes.
    struct Place {
        /// The names of the folders, the outermost first.
        fileprivate(set) var folders: [String] = []
        fileprivate(set) var account: AppleNotesRow?
        fileprivate(set) var isTrash = false
        fileprivate(set) var isDeleted = false
        /// False if a folder or the account was not read, so that notes in it may be in the trash.
        fileprivate(set) var isKnown = true
    }

    /// The maximum number of folders around a note, and of characters in the name of one.
    private static let (maximumDepth, maximumNameLength) = (32, 1_000)

    init(_ file: SQLiteFile, schema: StoreSchema) {
        var kinds: [Int64: AppleNotesRow.Kind] = [:]
        for entity in schema.entities where entity.table == Self.table {
            guard let kind = AppleNotesRow.Kind(rawValue: entity.name) else { continue }
            for number in entity.numbers { kinds[number] = kind }
        }
        let columns = (file.columns[Self.table] ?? []).compactMap { column in
            AppleNotesRow.Family(rawValue: AppleNotesRow.family(of: column)).map { (column, $0) }
        }
        guard file.columns[Self.table]?.contains("Z_ENT") == true else { return }
        guard file.identifiers[Self.table] == "Z_PK" else {
            failure = .damaged("its rows have no keys")
            return
        }
        var count = 0
        do {
            try file.forEachRow(
                of: Self.table, columns: ["Z_PK", "Z_ENT"] + columns.map(\.0), by: "Z_PK",
                limit: Self.maximumCount + 1
            ) { values in
                count += 1
                guard count <= Self.maximumCount, let key = values[0].integer,
                    let kind = values[1].integer.flatMap({ kinds[$0] })
                else { return }
                let found = zip(columns, values.dropFirst(2)).filter { $1 != .null }
                add(AppleNotesRow(key: key, kind: kind, values: found.map { ($0.1, $1) }))
            }
            try readFoldersOfNotes(file)
        } catch {
            failure = error
        }
        isCut = count > Self.maximumCount
        addPlaces()
        var names = UniqueNames(ignoresCase: false)
        for (key, account) in others.filter({ $1.kind == .account }).sorted(by: { $0.key < $1.key })
        {
            accountNames[key] = account.text(.name).map { name in
                names.name(name) { "\(name) \($0)" }
            }
        }
    }

    func accountName(at place: Place?) -> String? {
        place?.account.flatMap { accountNames[$0.key] }
    }

    private mutating func add(_ row: AppleNotesRow) {
        switch row.kind {
        case .note: return notes.append(row)
        case .attachment, .inline:
            attachments[row.identifier] = attachments[row.identifier] ?? row.key
        default: break
        }
        others[row.key] = row
        let owner = row.integer(row.kind == .preview ? .attachment : .parentAttachment)
        if let owner { belonging[owner, default: []].append(row.key) }
    }

    private mutating func readFoldersOfNotes(_ file: SQLiteFile) throws(SQLiteError) {
        let tables = file.columns.filter { $0.key.wholeMatch(of: /Z_[0-9]+NOTES/) != nil }
        for (table, columns) in tables.sorted(by: { $0.key < $1.key }) {
            guard let folder = columns.first(where: { $0.hasSuffix("FOLDERS") }),
                let note = columns.first(where: { $0.hasSuffix("NOTES") })
            else { continue }
            try file.forEachRow(
                of: table, columns: [folder, note], by: nil, limit: Self.maximumCount
            ) { row in
                guard let note = row[1].integer else { return }
                // A note in the trash and elsewhere is in the trash.
                let isGone = self.row(row[0].integer, as: .folder).map {
                    $0.isTrash || $0.isSet(.isDeleted)
                }
                if foldersOfNotes[note] == nil || isGone == true {
                    foldersOfNotes[note] = row[0].integer
                }
            }
        }
    }

    /// Finds the places of all folders, each once. A cycle ends at its second visit.
    private mutating func addPlaces() {
        let folders = others.values.filter { $0.kind == .folder }.sorted { $0.key < $1.key }
        for folder in folders where places[folder.key] == nil {
            var chain = [folder]
            var seen: Set = [folder.key]
            var place = Place()
            while let parent = chain[chain.count - 1].integer(.parent), seen.insert(parent).inserted
            {
                if let known = places[parent] {
                    place = known
                    break
                }
                guard let row = row(parent, as: .folder) else {
                    place.isKnown = false
                    break
                }
                chain.append(row)
            }
            for folder in chain.reversed() {
                add(folder, to: &place)
                places[folder.key] = place
            }
        }
    }

    /// Goes into a folder. Folders that are nested too deep count as the one around them.
    private func add(_ folder: AppleNotesRow, to place: inout Place) {
        place.isTrash = place.isTrash || folder.isTrash
        place.isDeleted = place.isDeleted || folder.isSet(.isDeleted)
        enter(accountOf: folder, &place)
        if place.folders.count < Self.maximumDepth, let title = folder.text(.title)?.oneLine {
            place.folders.append(String(title.prefix(Self.maximumNameLength)))
        }
    }

    private func enter(accountOf row: AppleNotesRow, _ place: inout Place) {
        guard let key = row.integer(.account) ?? row.integer(.owner) else { return }
        let account = self.row(key, as: .account)
        place.account = account ?? place.account
        place.isKnown = place.isKnown && account != nil
    }

    /// Returns the row with a key; nil if there is none, or one of another kind.
    func row(_ key: Int64?, as kind: AppleNotesRow.Kind) -> AppleNotesRow? {
        key.flatMap { others[$0] }.flatMap { $0.kind == kind ? $0 : nil }
    }

    /// Returns the attachment of either kind with an identifier; the first of several.
    func attachment(_ identifier: String) -> AppleNotesRow? {
        attachments[identifier].flatMap { others[$0] }
    }

    /// Returns the previews of an attachment, or its parts.
    func rows(of attachment: AppleNotesRow, _ kind: AppleNotesRow.Kind) -> [AppleNotesRow] {
        (belonging[attachment.key] ?? []).compactMap { row($0, as: kind) }
    }

    /// Returns the place of a note; nil if it cannot be known, since rows are missing.
    func place(of note: AppleNotesRow) -> Place? {
        let isComplete = failure == nil && !isCut
        let folder = note.integer(.folder) ?? foldersOfNotes[note.key]
        guard var place = folder.flatMap({ places[$0] }) ?? (isComplete ? Place() : nil) else {
            return nil
        }
        enter(accountOf: note, &place)
        return isComplete || place.isKnown ? place : nil
    }

    /// Returns the account of an attachment or of a note.
    func account(of row: AppleNotesRow) -> AppleNotesRow? {
        self.row(row.integer(.account) ?? row.integer(.owner), as: .account)
            ?? place(of: row)?.account
    }
}
