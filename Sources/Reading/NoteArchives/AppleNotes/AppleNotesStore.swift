import FileFormats
import LocalFiles
import NoteModel
import Platform

/// Reads the notes of a store of Apple Notes, `NoteStore.sqlite` on phones and Macs, since iOS 9.
///
/// A store is recognised by its tables, never by its name, and no version of the system is assumed.
/// The format is that which threeplanetssoftware/apple_cloud_notes_parser, dunhamsteve/notesutils and
/// obsidianmd/obsidian-importer found.
final class AppleNotesStore: AppleNotesReader {
    private let source: NotesFolder.SourceFile
    private(set) var diagnostics: [Diagnostic] = []
    let files: AppleNotesFiles
    private let file: SQLiteFile
    private let options: ReadingOptions.AppleNotes
    let rows: AppleNotesRows
    /// Limits of the texts, and of the files in these.
    private let budget: AppleNotesBudget
    let filesBudget: AppleNotesBudget
    private var roundsLeft = 100_000_000
    /// The positions of all notes in the store by the keys of their rows.
    private let indices: [Int64: Int]
    /// The notes that were read, by the keys of their rows.
    private var notes: [Int64: Note] = [:]
    /// The notes that were not read, by the keys of their rows, with the reason.
    private var unread: [Int64: FolderTally.Fate] = [:]
    /// The notes whose texts were inflated and not read yet, and the size of these in bytes.
    private var pending: [(row: AppleNotesRow, document: ProtobufMessage)] = []
    private var pendingSize = 0
    private static let maximumPendingSize = 4 << 20
    /// The number of files that are missing because no folder for files is beside the store.
    var missingCount = 0

    private static let texts = "ZICNOTEDATA"

    /// True for a database with the tables of Apple Notes.
    static func isStore(_ file: SQLiteFile) -> Bool {
        file.columns[AppleNotesRows.table] != nil && file.columns[texts] != nil
    }

    /// True for a database, damaged or not, that names the table of Apple Notes: mostly at its
    /// beginning, but the definitions of tables may be anywhere.
    static func isLikely(at path: String) -> Bool {
        guard NotesFolder.SourceFile(name: "", path: path).isDatabase,
            let file = try? OpenFile(path), let size = try? file.status().size
        else { return false }
        let piece = 1 << 20
        return stride(from: 0, to: size, by: piece).contains { start in
            let bytes = try? LocalFiles.read(file, count: piece + 32, at: start)
            return bytes?.withUnsafeBufferPointer { bytes in
                bytes.place(of: UInt8(ascii: "Z")) { bytes.has("ZICCLOUDSYNCINGOBJECT", at: $0) }
            } != nil
        }
    }

    /// - Parameter size: The size of the store in bytes.
    init(
        _ source: NotesFolder.SourceFile, file: SQLiteFile, schema: StoreSchema, size: Int,
        options: ReadingOptions.AppleNotes
    ) {
        (self.source, self.file, self.options) = (source, file, options)
        files = AppleNotesFiles(ofStoreAt: source.path)
        rows = AppleNotesRows(file, schema: schema)
        indices = Dictionary(rows.notes.enumerated().map { ($1.key, $0) }) { first, _ in first }
        budget = AppleNotesBudget(storeSize: size)
        filesBudget = AppleNotesBudget(storeSize: size)
    }

    // MARK: - Rows

    func medium(of row: AppleNotesRow) -> AppleNotesRow? {
        rows.row(row.integer(.medium), as: .medium)
    }

    /// Returns the mergeable data of an attachment; nil if it has none.
    ///
    /// - Throws: The error of damaged data.
    func graph(of row: AppleNotesRow) throws -> MergeableGraph? {
        let columns = (file.columns[AppleNotesRows.table] ?? []).filter {
            AppleNotesRow.family(of: $0) == "ZMERGEABLEDATA"
        }
        guard !columns.isEmpty else { return nil }
        return try values(of: row, columns).lazy.compactMap(\.data).first.map {
            try MergeableGraph(
                AppleNotesText.document(in: $0, budget: filesBudget), budget: filesBudget)
        }
    }

    /// Returns the values of a row that are not kept in memory.
    private func values(
        of row: AppleNotesRow, _ columns: [String]
    ) throws(SQLiteError) -> [SQLiteValue] {
        var values: [SQLiteValue] = []
        try file.forEachRow(
            of: AppleNotesRows.table, columns: columns, by: nil,
            matching: ("Z_PK", .integer(row.key)), limit: 1
        ) { values = $0 }
        return values
    }

    /// Returns the address by which texts refer to a note, for that of the app, such as
    /// `applenotes:note/6f1a…?ownerIdentifier=…`; nil for any other.
    static func address(ofNote address: String) -> String? {
        guard address.hasPrefix("applenotes:") else { return nil }
        return address.prefixMatch(
            of: /applenotes:(?:note\/|\/\/showNote\?identifier=)([-0-9A-Za-z]+)/
        ).map { Note.identifierFolder + $0.1.uppercased() }
    }

    // MARK: - Notes

    func read() throws -> [Note] {
        let (error, areAllRead) = readTexts()
        let failure = error ?? rows.failure
        var found: [Note] = []
        for row in rows.notes {
            if let note = notes[row.key] {
                found.append(note)
            } else if unread[row.key] == nil {
                // Without a text it may be in the trash or locked nevertheless.
                read(row, text: failure == nil && areAllRead ? [.null] : [])
            }
        }
        if let failure {
            guard !found.isEmpty else { throw failure }
            report(.damagedObject, "it \(failure); what could be read of it is shown.")
        }
        reportTotals()
        return found
    }

    /// Reads the texts, one at a time, and returns the error that ended it, nil for none, and
    /// whether all were read. A note with two texts has the first.
    private func readTexts() -> (error: SQLiteError?, areAllRead: Bool) {
        let known = file.columns[Self.texts] ?? []
        let columns = (["ZNOTE"] + LockedNote.textColumns).filter(known.contains)
        guard columns.starts(with: ["ZNOTE", "ZDATA"]) else { return (nil, true) }
        var read: Set<Int64> = []
        var failure: SQLiteError?
        var strayCount = 0
        let limit = 2 * rows.notes.count + 1_000
        var count = 0
        do {
            try file.forEachRow(of: Self.texts, columns: columns, by: "Z_PK", limit: limit) {
                values in
                count += 1
                guard let key = values[0].integer, let index = indices[key] else {
                    if values[1].data != nil { strayCount += 1 }
                    return
                }
                guard read.insert(key).inserted else { return }
                self.read(rows.notes[index], text: Array(values.dropFirst()))
            }
        } catch {
            failure = error
        }
        readPending()
        if strayCount > 0 {
            report(
                .damagedObject,
                "\(strayCount == 1 ? "a text belongs" : "\(strayCount) texts belong") to no note of the store, and \(strayCount == 1 ? "is" : "are") not shown.",
                suggestion: "Copy the store again from the device or from a backup.")
        }
        return (failure, count < limit)
    }

    private func read(_ row: AppleNotesRow, text values: [SQLiteValue]) {
        guard let place = rows.place(of: row) else { return leave(row, .damaged) }
        if row.isSet(.isDeleted) || place.isDeleted { return leave(row, .deleted) }
        if place.isTrash, !options.readsTrash { return leave(row, .inTrash) }
        var data: [UInt8]
        switch values.first {
        case .null?: return leave(row, row.isSet(.isLocked) ? .locked : .inCloud)
        case .data(let bytes)?: data = bytes
        default: return leave(row, .damaged)
        }
        if row.isSet(.isLocked) {
            guard let opened = open(row, text: values) else { return }
            data = opened
        }
        guard let document = try? AppleNotesText.document(in: data, budget: budget) else {
            return leave(row, .damaged)
        }
        pending.append((row, document))
        pendingSize += document.size
        if pendingSize > Self.maximumPendingSize { readPending() }
    }

    /// Reads the texts that were inflated, on all processors but for what needs the database.
    private func readPending() {
        // Damage is a result, and no error is thrown.
        let texts = try? pending.concurrentMap(
            width: ProcessInfo.processInfo.activeProcessorCount, grain: 8
        ) { row, document in
            (try? AppleNotesText(document)).map { DividedText($0, storedTitle: row.text(.title)) }
        }
        for ((row, _), text) in zip(pending, texts ?? []) {
            guard let text else {
                leave(row, .damaged)
                continue
            }
            notes[row.key] = note(row, with: text)
        }
        pending = []
        pendingSize = 0
    }

    /// Records that a note is not read, and names it unless its owner has deleted it.
    private func leave(
        _ row: AppleNotesRow, _ reason: FolderTally.Fate, _ detail: String = "",
        advice: String = "Remove the lock in the app, and copy or back it up again."
    ) {
        unread[row.key] = reason
        let name = "“\(row.text(.title)?.oneLine ?? "New Note")”"
        switch reason {
        case .inTrash, .deleted, .read: break
        case .inCloud:
            report(
                .noteInCloud, about: row,
                "\(name) is in iCloud only; its text is not in the store.",
                suggestion: "Open it on the phone or the Mac, and copy or back it up again.")
        case .locked:
            report(
                .lockedNote, about: row, "\(name) is locked\(detail).", suggestion: advice)
        case .damaged:
            report(
                .damagedObject, about: row,
                "the text or the folder of \(name) is damaged; the note is not shown.",
                suggestion: "Copy the store again from the device or from a backup.")
        }
    }

    /// Returns the text of a locked note; nil if no password opens it, which is reported.
    private func open(_ row: AppleNotesRow, text: [SQLiteValue]) -> [UInt8]? {
        var keys: [SQLiteValue] = []
        let known = file.columns[AppleNotesRows.table] ?? []
        if LockedNote.noteColumns.allSatisfy(known.contains) {
            keys = (try? values(of: row, LockedNote.noteColumns)) ?? []
        }
        guard let locked = LockedNote(note: keys, text: text) else {
            leave(row, .locked, ", and its keys are damaged")
            return nil
        }
        for password in options.passwords {
            if let opened = locked.opened(with: password, roundsLeft: &roundsLeft) { return opened }
        }
        if locked.isOfDevice {
            leave(row, .locked, " with the passcode of the phone, which only the phone can open")
        } else if !locked.mayBeOpened(roundsLeft: roundsLeft) {
            leave(row, .locked, ", and to try passwords for it would take too long")
        } else {
            leave(
                row, .locked,
                options.passwords.isEmpty ? "" : ", and none of the passwords given opens it",
                advice:
                    "To read it, give its password with --notes-password-file, or remove the lock in the app."
            )
        }
        return nil
    }

    private func note(_ row: AppleNotesRow, with text: DividedText) -> Note {
        let (title, place) = (text.title, rows.place(of: row))
        let contents = AppleNotesContents(row, title: title, in: self)
        let body =
            text.body
            ?? AppleNotesMarkdown.text(of: text.paragraphs) {
                contents.shown($0, type: $1, isInCell: false)
            }
        var fields = Note.fields(
            folders: place?.folders ?? [], account: rows.accountName(at: place))
        for (key, isSet) in [
            ("pinned", row.isSet(.isPinned)), ("shared", row.has(.shared)),
            ("locked", row.isSet(.isLocked)),
        ] where isSet {
            fields.append(.init(key, value: .bool(true)))
        }
        var note = Note(
            id: NoteID(source: source.name, index: indices[row.key] ?? 0), title: title, body: body,
            created: date(row.double(.created), of: title),
            modified: date(row.double(.modified), of: title),
            identifier: row.text(.identifier), otherFields: fields)
        note.media = contents.media
        note.tags = contents.tags
        if place?.isTrash == true { note.state = .trashed }
        return note
    }

    private func date(_ seconds: Double?, of title: String) -> Date? {
        guard let seconds else { return nil }
        if let date = Date(secondsSince2001: seconds) { return date }
        report(
            .impossibleDate,
            "a date of “\(title)” is not in the years 1 to 9999; the note is shown without it.")
        return nil
    }

    /// Reports something about the store or about a note.
    ///
    /// - Parameter text: A sentence without the name of the store.
    func report(
        _ identifier: Diagnostic.Identifier, about row: AppleNotesRow? = nil, _ text: String,
        suggestion: String = ""
    ) {
        diagnostics.append(
            Diagnostic(
                identifier,
                origin: .init(source: source.name, place: row.map { "row \($0.key)" } ?? ""),
                summary: "\(source.name): \(text)", suggestion: suggestion))
    }

    // MARK: - Totals

    var tallies: [FolderTally] {
        var tallies: [[String?]: FolderTally] = [:]
        for row in rows.notes {
            let place = rows.place(of: row)
            let (account, path) = (rows.accountName(at: place), place?.folders ?? [])
            tallies[
                [account] + path, default: FolderTally(account: account, folders: path)
            ].counts[unread[row.key] ?? .read, default: 0] += 1
        }
        return tallies.values.sorted()
    }

    private func reportTotals() {
        let counts = Dictionary(grouping: unread.values) { $0 }.mapValues(\.count)
        if let diagnostic = Diagnostic.deletedNotes(
            counts[.deleted] ?? 0, inTrash: counts[.inTrash] ?? 0, of: source.name)
        {
            diagnostics.append(diagnostic)
        }
        if missingCount > 0 {
            report(
                .missingPhoto,
                "\(missingCount == 1 ? "a file" : "\(missingCount) files") of notes cannot be found, since the folder “Accounts” is not beside the store.",
                suggestion: "Copy the whole folder that contains the store.")
        }
        if rows.isCut {
            report(.damagedObject, "only the first 500,000 rows are read.")
        }
    }
}

extension String {
    /// The text on one line, without white space around it; nil if nothing is left.
    var oneLine: String? {
        let words = split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
