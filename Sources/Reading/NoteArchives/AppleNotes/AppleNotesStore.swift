import FileFormats
import LocalFiles
import NoteModel
import Platform

/// Reads the notes of a store of Apple Notes, `NoteStore.sqlite` on phones and Macs, since iOS 9.
///
/// A store is recognised by its tables, never by its name, and no version of the system is assumed.
/// The format is that which threeplanetssoftware/apple_cloud_notes_parser, dunhamsteve/notesutils and
/// obsidianmd/obsidian-importer found.
final class AppleNotesStore {
    private let source: NotesFolder.SourceFile
    private(set) var diagnostics: [Diagnostic] = []
    let files: AppleNotesFiles
    private let file: SQLiteFile
    private let options: ReadingOptions.AppleNotes
    let rows: AppleNotesRows
    private let budget: AppleNotesBudget
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
    private var missingCount = 0

    private static let texts = "ZICNOTEDATA"

    /// True for a database with the tables of Apple Notes.
    static func isStore(_ file: SQLiteFile) -> Bool {
        file.columns[AppleNotesRows.table] != nil && file.columns[texts] != nil
    }

    /// True for a file that begins as a database with these tables does. Definitions of tables are
    /// near the beginning, or in the log of a new store.
    static func isLikely(at path: String) -> Bool {
        let name = Array(AppleNotesRows.table.utf8)
        return ["", "-wal"].contains { ending in
            guard let file = try? OpenFile(path + ending),
                let signature = try? LocalFiles.read(file, count: 16),
                ending == "-wal" || signature.starts(with: "SQLite format 3".utf8),
                let start = try? LocalFiles.read(file, count: 1 << 20)
            else { return false }
            return start.withUnsafeBufferPointer { start in
                name.withUnsafeBufferPointer { start.contains(bytes: $0) }
            }
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
    }

    // MARK: - Rows

    func medium(of row: AppleNotesRow) -> AppleNotesRow? {
        rows.row(row.integer(.medium), .medium)
    }

    /// Returns the mergeable data of an attachment; nil if it has none.
    ///
    /// - Throws: The error of damaged data.
    func graph(of row: AppleNotesRow) throws -> MergeableGraph? {
        let columns = (file.columns[AppleNotesRows.table] ?? []).filter {
            AppleNotesRow.family(of: $0) == "ZMERGEABLEDATA"
        }
        var data: [UInt8]?
        try file.forEachRow(
            of: AppleNotesRows.table, columns: columns, by: nil,
            matching: ("Z_PK", .integer(row.key)), limit: 1
        ) { data = $0.lazy.compactMap(\.data).first }
        return try data.map {
            try MergeableGraph(AppleNotesText.document(in: $0, budget: budget))
        }
    }

    /// Returns the address by which texts refer to a note, for that of the app, such as
    /// `applenotes:note/6f1a…?ownerIdentifier=…`; nil for any other.
    static func address(ofNote address: String) -> String? {
        let lower = address.lowercased()
        for start in ["applenotes:note/", "applenotes://showNote?identifier=".lowercased()]
        where lower.hasPrefix(start) {
            let identifier = lower.dropFirst(start.count).prefix {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
            }
            return identifier.isEmpty ? nil : "note/" + identifier.uppercased()
        }
        return nil
    }

    // MARK: - Notes

    /// Returns the notes in the order of their creation. Call this once only.
    ///
    /// - Throws: ``SQLiteError`` if damage prevents all notes from being read.
    func read() throws -> [Note] {
        let failure = readTexts() ?? rows.failure
        var found: [Note] = []
        for row in rows.notes {
            if let note = notes[row.key] {
                found.append(note)
            } else if unread[row.key] == nil {
                // Not even an empty text.
                leave(row, .inCloud)
            }
        }
        if let failure {
            guard !found.isEmpty else { throw failure }
            report(
                .damagedObject,
                summary: "\(source.name) \(failure); what could be read of it is shown.")
        }
        reportTotals()
        return found
    }

    /// Reads the texts, one at a time, and returns the error that ended it; nil for none. A note
    /// with two texts has the first.
    private func readTexts() -> SQLiteError? {
        let known = file.columns[Self.texts] ?? []
        let columns = (["ZNOTE"] + LockedNote.textColumns).filter(known.contains)
        guard columns.starts(with: ["ZNOTE", "ZDATA"]) else { return nil }
        var read: Set<Int64> = []
        var failure: SQLiteError?
        do {
            try file.forEachRow(
                of: Self.texts, columns: columns, by: "Z_PK", limit: 2 * rows.notes.count + 1_000
            ) { values in
                guard let key = values[0].integer, let index = indices[key],
                    read.insert(key).inserted
                else { return }
                self.read(rows.notes[index], Array(values.dropFirst()))
            }
        } catch {
            failure = error
        }
        readPending()
        return failure
    }

    private func read(_ row: AppleNotesRow, _ values: [SQLiteValue]) {
        let folders = rows.folders(of: row)
        if ([row] + folders).contains(where: { $0.isSet(.isDeleted) }) {
            return leave(row, .deleted)
        }
        if folders.contains(where: \.isTrash), !options.readsTrash { return leave(row, .inTrash) }
        var data: [UInt8]
        switch values[0] {
        case .null: return leave(row, .inCloud)
        case .data(let bytes): data = bytes
        default: return leave(row, .damaged)
        }
        if row.isSet(.isLocked) {
            guard let opened = open(row, values) else { return }
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
            notes[row.key] = note(row, text)
        }
        pending = []
        pendingSize = 0
    }

    /// Records that a note is not read, and names it unless its owner has deleted it.
    private func leave(
        _ row: AppleNotesRow, _ reason: FolderTally.Fate, _ detail: String? = nil
    ) {
        unread[row.key] = reason
        let name = "“\(row.text(.title)?.oneLine ?? "New Note")”"
        switch reason {
        case .inTrash, .deleted, .read: break
        case .inCloud:
            report(
                .noteInCloud, place: place(of: row),
                summary: "\(source.name): \(name) is in iCloud only; its text is not in the store.",
                suggestion: "Open it on the phone or the Mac, and copy or back it up again.")
        case .locked:
            report(
                .lockedNote, place: place(of: row),
                summary: "\(source.name): \(name) is locked\(detail ?? "").",
                suggestion: detail == nil
                    ? "To read it, give its password with --notes-password-file, or remove the lock in the app."
                    : "Remove the lock in the app, and copy or back it up again.")
        case .damaged:
            report(
                .damagedObject, place: place(of: row),
                summary: "\(source.name): the text of \(name) is damaged; the note is not shown.",
                suggestion: "Copy the store again from the device or from a backup.")
        }
    }

    private func place(of row: AppleNotesRow) -> String { "row \(row.key)" }

    /// Returns the text of a locked note; nil if no password opens it, which is reported.
    private func open(_ row: AppleNotesRow, _ text: [SQLiteValue]) -> [UInt8]? {
        var keys: [SQLiteValue] = []
        let known = file.columns[AppleNotesRows.table] ?? []
        if LockedNote.noteColumns.allSatisfy(known.contains) {
            try? file.forEachRow(
                of: AppleNotesRows.table, columns: LockedNote.noteColumns, by: nil,
                matching: ("Z_PK", .integer(row.key)), limit: 1
            ) { keys = $0 }
        }
        guard let locked = LockedNote(note: keys, text: text) else {
            leave(row, .locked, ", and its keys are damaged")
            return nil
        }
        for password in options.passwords {
            if let opened = locked.opened(with: password, roundsLeft: &roundsLeft) { return opened }
        }
        leave(
            row, .locked,
            locked.isOfDevice
                ? " with the passcode of the phone, which only the phone can open"
                : options.passwords.isEmpty ? nil : ", and the password given is not its own")
        return nil
    }

    private func note(_ row: AppleNotesRow, _ text: DividedText) -> Note {
        let (title, folders) = (text.title, rows.folders(of: row))
        let contents = AppleNotesContents(row, title: title, in: self)
        let body =
            text.body
            ?? AppleNotesMarkdown.text(of: text.paragraphs) {
                contents.shown($0, type: $1, isInCell: false)
            }
        let path = Self.path(of: folders)
        var fields: [JSONValue.Field] = []
        if !path.isEmpty {
            fields.append(.init(Note.folderKey, value: .array(path.map { .string($0) })))
        }
        if let name = rows.account(of: row)?.text(.name) {
            fields.append(.init(Note.accountKey, value: .string(name)))
        }
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
        if folders.contains(where: \.isTrash) { note.state = .trashed }
        if options.tagsFolders, !path.isEmpty {
            note.tags.append(Tag(path.joined(separator: "/")))
        }
        missingCount += contents.missingCount
        for problem in contents.problems {
            report(
                problem.identifier, place: place(of: row),
                summary: "\(source.name): \(problem.text)", suggestion: problem.advice)
        }
        return note
    }

    private static func path(of folders: [AppleNotesRow]) -> [String] {
        folders.reversed().compactMap { $0.text(.title)?.oneLine }
    }

    private func date(_ seconds: Double?, of title: String) -> Date? {
        guard let seconds else { return nil }
        if let date = Date(secondsSince2001: seconds) { return date }
        report(
            .impossibleDate,
            summary:
                "\(source.name): a date of “\(title)” is not in the years 1 to 9999; the note is shown without it."
        )
        return nil
    }

    private func report(
        _ identifier: Diagnostic.Identifier, place: String = "", summary: String,
        suggestion: String = ""
    ) {
        diagnostics.append(
            Diagnostic(
                identifier, origin: .init(source: source.name, place: place), summary: summary,
                suggestion: suggestion))
    }

    // MARK: - Totals

    /// The numbers of notes by account and folder, sorted by these, after ``read()``.
    var tallies: [FolderTally] {
        var tallies: [[String?]: FolderTally] = [:]
        for row in rows.notes {
            let folders = rows.folders(of: row)
            let (account, path) = (rows.account(of: row)?.text(.name), Self.path(of: folders))
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
                summary:
                    "\(source.name): \(missingCount == 1 ? "a file" : "\(missingCount) files") of notes cannot be found, since the folder “Accounts” is not beside the store.",
                suggestion: "Copy the whole folder that contains the store.")
        }
        if rows.isCut {
            report(
                .damagedObject,
                summary:
                    "\(source.name) has more rows than a phone can have; the last are not read.")
        }
    }
}

extension Diagnostic {
    /// Returns a diagnostic about notes that are not read because their owner has deleted them; nil
    /// for none.
    ///
    /// - Parameters:
    ///   - deleted: The number of notes that the app has only until it is told so by a server.
    ///   - inTrash: The number of notes in *Recently Deleted*.
    static func deletedNotes(_ deleted: Int, inTrash: Int = 0, of source: String) -> Diagnostic? {
        let parts = [
            (inTrash, " in Recently Deleted", ""), (deleted, "", "deleted "),
        ].filter { $0.0 > 0 }.map { count, place, state in
            "\(count) \(state)\(count == 1 ? "note" : "notes")\(place)"
        }
        guard !parts.isEmpty else { return nil }
        return Diagnostic(
            .unreadTrash, origin: .init(source: source),
            summary:
                "\(source): \(parts.joined(separator: " and ")) \(deleted + inTrash == 1 ? "is" : "are") not read.",
            suggestion: inTrash == 0
                ? ""
                : "To read what is in Recently Deleted, add to notebinder.yml: trashed: publish.")
    }
}

/// The text of a note, divided into its title and its body.
///
/// The first line with words is the title. It is left out of the body unless it has more than words:
/// a link, a file, or the sign of a list.
struct DividedText: Sendable {
    let title: String
    let paragraphs: ArraySlice<AppleNotesText.Paragraph>
    /// The Markdown of the body; nil for one with files.
    let body: String?

    init(_ text: AppleNotesText, storedTitle: String?) {
        let all = text.paragraphs
        if let position = all.firstIndex(where: { !$0.words.isEmpty }) {
            let isPlain =
                !all[...position].contains(where: \.hasFiles)
                && all[position].parts.allSatisfy { $0.style.link == nil }
                && !all[position].style.kind.isListed
            title = all[position].words
            paragraphs = isPlain ? all[(position + 1)...] : all[...]
        } else {
            title = storedTitle?.oneLine ?? "New Note"
            paragraphs = all[...]
        }
        body =
            paragraphs.contains(where: \.hasFiles)
            ? nil : AppleNotesMarkdown.text(of: paragraphs) { _, _ in .nothing }
    }
}

extension String {
    /// The text on one line, without white space around it; nil if nothing is left.
    fileprivate var oneLine: String? {
        let words = split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
