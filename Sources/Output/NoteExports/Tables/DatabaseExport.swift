import FileFormats
import Hashing
import LocalFiles
import MarkdownText
import NoteModel
import Orthography
import OutputPlan
import Platform

/// Writes a notebook as one SQLite database with full-text search, for Datasette, `sqlite-utils`
/// and SQL.
///
/// Equal notebooks give equal files.
package struct DatabaseExport: Sendable {
    private let notebook: ExportableNotebook
    private let names: NoteNames
    private let program: String

    /// The version of the tables, in `user_version`. It is increased when queries for the previous
    /// version could fail.
    package static let version = 1

    /// - Parameter program: The name and version of the program, which the table `notebook` has.
    package init(_ notebook: ExportableNotebook, program: String) {
        (self.notebook, self.program) = (notebook, program)
        names = notebook.names
    }

    /// Writes the database to a new file.
    ///
    /// - Parameter check: Receives all texts of each note.
    /// - Throws: ``SQLiteError``; ``FileError`` if the disk is full; the error of `check`.
    package func write(
        to path: String, checking check: ([String]) throws -> Void = { _ in }
    ) throws {
        var statements = Self.tables.map { SQLiteStatement($0) }
        statements.append(
            SQLiteStatement(
                "INSERT INTO notebook VALUES (?, ?)",
                values: [.text(notebook.title), .text(program)]))
        for (index, row) in notebook.notes.enumerated() {
            let ofNote = self.statements(of: row, id: index + 1, text: row.plainText())
            try check(ofNote.flatMap(\.texts))
            statements += ofNote
        }
        statements += Self.ending.map { SQLiteStatement($0) }
        try SQLiteFile.makeExport(at: path, statements)
    }

    private func statements(of row: ExportableNote, id: Int, text: String) -> [SQLiteStatement] {
        let (note, facts) = (row.note, row.facts)
        var statements: [SQLiteStatement] = []
        func insert(into table: String, values: [SQLiteValue]) {
            let places = values.map { _ in "?" }.joined(separator: ", ")
            statements.append(
                SQLiteStatement("INSERT INTO \(table) VALUES (\(places))", values: values))
        }
        let number = SQLiteValue.number(id)
        insert(
            into: "notes",
            values: [
                number, .text(row.slug.text), .text(note.title),
                .text(note.kind.rawValue), .date(note.created, words: note.dateTexts.created),
                .date(note.modified, words: note.dateTexts.modified), .text(note.body),
                .text(text), .text(facts.excerpt), .number(text.wordCount),
                .optional(facts.language), .text(note.id.source), .number(note.id.index),
                .optional(note.identifier),
                .optional(note.folders.isEmpty ? nil : note.folders.joined(separator: "/")),
                .optional(note.account),
            ])
        for tag in note.tags { insert(into: "tags", values: [number, .text(tag.name)]) }
        for link in links(of: note) {
            let target = link.target.map { $0 + 1 }
            insert(
                into: "links",
                values: [number, .text(link.kind), .text(link.address), .number(target)])
        }
        for (position, file) in files(of: note).enumerated() {
            insert(into: "files", values: [number, .number(position + 1)] + file)
        }
        for (position, card) in (note.deck?.cards ?? []).enumerated() {
            insert(
                into: "cards",
                values: [
                    number, .number(position + 1), .text(card.question), .text(card.answer),
                    .number(card.rightCount), .number(card.wrongCount),
                ])
        }
        return statements
    }

    private func links(of note: Note) -> [(kind: String, address: String, target: Int?)] {
        let (compiler, files) = (MarkdownCompiler(), NoteFiles(note))
        return note.texts.flatMap { compiler.compile($0).facts.references }.compactMap {
            reference in
            guard reference.image == nil, reference.kind != .tag, reference.kind != .missingHeading
            else { return nil }
            let name = reference.kind == .link ? reference.name : reference.bracketedName ?? ""
            let found = names.target(of: reference, isOwnFile: files.file(linkedAs: name) != nil)
            // The files of a note are in a table of their own.
            if found == .ownFile { return nil }
            let target: Int? = if case .note(let index, _)? = found { index } else { nil }
            let isWeb = reference.kind == .link && LinkAddress.hasScheme(reference.name.utf8)
            return (isWeb ? "web" : "note", reference.name, target)
        }
    }

    /// Returns the values of the photos, recordings and attachments of a note, after the columns
    /// for the note and the position.
    private func files(of note: Note) -> [[SQLiteValue]] {
        note.media.all.map { medium in
            let known = notebook.media[medium]
            let size = known?.decoded?.size
            let type =
                medium.kind == .attachment ? medium.fileExtension : known?.format?.identifier
            return [
                .text(medium.kind.rawValue), .optional(medium.name), .optional(medium.caption),
                .optional(type), .number(known?.original.count),
                .optional(known?.original.digest.text), .number(size?.width), .number(size?.height),
                known?.playable?.seconds.map { .real($0) } ?? .null,
                .date(note.date, words: note.dateTexts.created),
            ]
        }
    }

    /// The columns are explained in the article “Exports”.
    private static let tables = [
        // “Nbdr”, by which `file` could tell the format.
        "PRAGMA application_id = 1315071090", "PRAGMA user_version = \(version)",
        "CREATE TABLE notebook (title TEXT NOT NULL, program TEXT NOT NULL)",
        """
        CREATE TABLE notes (
          id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
          kind TEXT NOT NULL, created TEXT, modified TEXT, body TEXT NOT NULL, text TEXT NOT NULL,
          excerpt TEXT NOT NULL, words INTEGER NOT NULL, language TEXT, source TEXT NOT NULL,
          source_index INTEGER NOT NULL, identifier TEXT, folder TEXT, account TEXT)
        """,
        """
        CREATE TABLE tags (note_id INTEGER NOT NULL REFERENCES notes(id), tag TEXT NOT NULL)
        """,
        """
        CREATE TABLE links (
          note_id INTEGER NOT NULL REFERENCES notes(id), kind TEXT NOT NULL,
          address TEXT NOT NULL,
          target_id INTEGER REFERENCES notes(id) DEFERRABLE INITIALLY DEFERRED)
        """,
        """
        CREATE TABLE files (
          note_id INTEGER NOT NULL REFERENCES notes(id), position INTEGER NOT NULL,
          kind TEXT NOT NULL, name TEXT, caption TEXT, type TEXT, bytes INTEGER, sha256 TEXT,
          width INTEGER, height INTEGER, seconds REAL, date TEXT)
        """,
        """
        CREATE TABLE cards (
          note_id INTEGER NOT NULL REFERENCES notes(id), position INTEGER NOT NULL,
          question TEXT NOT NULL, answer TEXT NOT NULL, right_count INTEGER NOT NULL,
          wrong_count INTEGER NOT NULL)
        """,
        """
        CREATE VIEW photos AS SELECT note_id, position, name, caption, type, bytes, sha256, width,
          height, date FROM files WHERE kind = 'photo'
        """,
        """
        CREATE VIRTUAL TABLE notes_fts USING fts5(
          title, text, content="notes", content_rowid="id",
          tokenize='unicode61 remove_diacritics 2')
        """,
    ]

    private static let ending = [
        "INSERT INTO notes_fts(notes_fts) VALUES ('rebuild')",
        "CREATE INDEX notes_created ON notes(created)", "CREATE INDEX tags_note ON tags(note_id)",
        "CREATE INDEX tags_tag ON tags(tag)", "CREATE INDEX links_note ON links(note_id)",
        "CREATE INDEX links_target ON links(target_id)",
        "CREATE INDEX files_note ON files(note_id)", "CREATE INDEX files_sha256 ON files(sha256)",
        "CREATE INDEX cards_note ON cards(note_id)",
    ]
}

extension SQLiteValue {
    fileprivate static func optional(_ text: String?) -> SQLiteValue {
        text.map { .text($0) } ?? .null
    }

    fileprivate static func number(_ number: Int?) -> SQLiteValue {
        number.map { .integer(Int64($0)) } ?? .null
    }

    /// A time as RFC 3339, which the functions of SQLite read, or else the text that the app wrote.
    fileprivate static func date(_ instant: Date?, words: String?) -> SQLiteValue {
        optional(instant.map { CivilTime.exact($0) } ?? words)
    }
}

extension SQLiteFile {
    /// Creates a database that is an export, or a part of one.
    ///
    /// - Throws: ``SQLiteError``; ``FileError`` if the disk is full.
    static func makeExport(at path: String, _ statements: [SQLiteStatement]) throws {
        do {
            try make(at: path, statements)
        } catch  where error.isDiskFull {
            throw FileError(action: "write to", path: path, code: FileError.diskFull)
        }
    }
}
