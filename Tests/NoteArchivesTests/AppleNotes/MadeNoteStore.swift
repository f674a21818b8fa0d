import FileFormats
import Foundation
import LocalFiles
import NoteArchives
import TestSupport

/// A message of protocol buffers for tests.
struct Message {
    private(set) var bytes: [UInt8] = []

    static func integer(_ field: UInt64, _ value: UInt64) -> Message {
        Message(bytes: varint(field << 3) + varint(value))
    }

    static func bytes(_ field: UInt64, _ value: [UInt8]) -> Message {
        Message(bytes: varint(field << 3 | 2) + varint(UInt64(value.count)) + value)
    }

    static func text(_ field: UInt64, _ value: String) -> Message {
        .bytes(field, Array(value.utf8))
    }

    static func message(_ field: UInt64, _ parts: Message...) -> Message {
        .bytes(field, parts.flatMap(\.bytes))
    }

    static func + (left: Message, right: Message) -> Message {
        Message(bytes: left.bytes + right.bytes)
    }

    static func varint(_ value: UInt64) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    static let empty = Message()

    /// A run of a text, with its length in UTF-16 code units and the fields of its format.
    static func run(_ length: Int, _ format: Message = .empty) -> Message {
        .message(5, .integer(1, UInt64(bitPattern: Int64(length))), format)
    }

    /// The fields of the style of a paragraph.
    static func style(_ kind: UInt64, indent: UInt64 = 0, isDone: Bool = false) -> Message {
        .message(
            2, .integer(1, kind), indent == 0 ? .empty : .integer(4, indent),
            kind == 103 ? .message(5, .integer(2, isDone ? 1 : 0)) : .empty)
    }

    static func file(_ identifier: String, type: String = "public.data") -> Message {
        .message(12, .text(1, identifier), .text(2, type))
    }

    /// The document of a text in its two outer messages.
    static func document(_ text: String, _ runs: Message...) -> [UInt8] {
        Message.message(2, .message(3, .text(2, text), runs.reduce(.empty, +))).bytes
    }
}

/// A store of Apple Notes for tests, with columns as of iOS 17.
struct MadeNoteStore {
    private static let entities = [
        "ICAccount", "ICFolder", "ICNote", "ICAttachment", "ICInlineAttachment", "ICMedia",
        "ICAttachmentPreviewImage",
    ]
    private var rows: [(entity: String, values: [String: SQLiteValue])] = []
    private var texts: [[SQLiteValue]] = []
    /// Other statements.
    var more: [String] = []

    /// Adds a row, and returns its key.
    @discardableResult
    mutating func add(_ entity: String, _ values: [String: SQLiteValue]) -> Int64 {
        rows.append((entity, values))
        return Int64(rows.count)
    }

    /// Changes a value of the row with a key.
    mutating func set(_ column: String, _ value: SQLiteValue, inRow key: Int64) {
        rows[Int(key) - 1].values[column] = value
    }

    /// Adds a note with a document, which may be any value, and returns its key.
    @discardableResult
    mutating func addNote(
        _ document: SQLiteValue, _ values: [String: SQLiteValue] = [:], vector: SQLiteValue = .null,
        tag: SQLiteValue = .null
    ) -> Int64 {
        let key = add("ICNote", values)
        texts.append([.integer(key), document, vector, tag])
        return key
    }

    mutating func addNote(_ text: String, _ runs: Message..., values: [String: SQLiteValue] = [:]) {
        let runs = runs.reduce(Message.empty, +)
        addNote(.data(Message.document(text, runs)), values)
    }

    func write(to path: String) throws {
        try LocalFiles.makeFolder(LocalFiles.folder(of: path))
        try LocalFiles.remove(path)
        let columns = Set(rows.flatMap(\.values.keys)).union(["ZIDENTIFIER"]).sorted()
        var statements = [
            SQLiteStatement(
                "CREATE TABLE ZICCLOUDSYNCINGOBJECT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, \(columns.joined(separator: ", ")))"
            ),
            SQLiteStatement(
                "CREATE TABLE ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, ZNOTE, ZDATA, ZCRYPTOINITIALIZATIONVECTOR, ZCRYPTOTAG)"
            ),
        ]
        func insert(_ table: String, _ values: [SQLiteValue]) {
            let places = values.map { _ in "?" }.joined(separator: ", ")
            statements.append(
                SQLiteStatement("INSERT INTO \(table) VALUES (\(places))", values: values))
        }
        for (position, row) in rows.enumerated() {
            let number = Self.entities.firstIndex(of: row.entity) ?? 0
            insert(
                "ZICCLOUDSYNCINGOBJECT",
                [.integer(Int64(position + 1)), .integer(Int64(number + 2))]
                    + columns.map { row.values[$0] ?? .null })
        }
        for values in texts { insert("ZICNOTEDATA", [.null] + values) }
        statements += more.map { SQLiteStatement($0) }
        try MadeStore.write(
            to: path, entities: [("ICCloudSyncingObject", 0)] + Self.entities.map { ($0, 1) },
            statements: statements)
    }
}

extension ReadingSuite {
    /// Reads a store under a name by which it is not recognised.
    func read(_ store: MadeNoteStore) throws -> SourceOutcome {
        try store.write(to: folder.path + "/anything.db")
        return try read("anything.db")
    }
}
