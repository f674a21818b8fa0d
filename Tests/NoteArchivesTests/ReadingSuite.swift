import FileFormats
import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// The parts that suites share which read the files of a folder.
protocol ReadingSuite {
    var folder: TemporaryFolder { get }
}

extension ReadingSuite {
    var picture: [UInt8] { PNGPicture.quarters(width: 4, height: 2) }

    func read(
        _ name: String, reading: ReadingOptions = ReadingOptions()
    ) throws -> SourceOutcome {
        let notes = try NotesFolder(folder.path)
        let source = try #require(notes.sources.first { $0.name == name })
        return SourceReader(folder: notes, reading: reading).read(source)
    }

    func read(
        _ bytes: [UInt8], as name: String = "notes", reading: ReadingOptions = ReadingOptions()
    ) throws -> SourceOutcome {
        try folder.write(bytes, to: name)
        return try read(name, reading: reading)
    }

    func read(
        archived root: MadeValue, as name: String = "notes",
        reading: ReadingOptions = ReadingOptions()
    ) throws -> SourceOutcome {
        try read(root.archive, as: name, reading: reading)
    }

    func read(json: String, as name: String = "notes") throws -> SourceOutcome {
        try read(Array(json.utf8), as: name)
    }

    /// Reads a property list without an object table.
    func read(
        list: Any, format: PropertyListSerialization.PropertyListFormat = .binary
    ) throws -> SourceOutcome {
        try read(
            Array(
                try PropertyListSerialization.data(
                    fromPropertyList: list, format: format, options: 0)))
    }

    /// Reads a Core Data store, whose notes refer to files that exist as long as the outcome.
    ///
    /// - Parameter entities: The entities, with the numbers of their parents or 0.
    func read(
        entities: [(name: String, parent: Int)], _ statements: [SQLiteStatement],
        as name: String = "Store.sqlite"
    ) throws -> SourceOutcome {
        try LocalFiles.makeFolder(LocalFiles.folder(of: folder.path + "/" + name))
        try MadeStore.write(
            to: folder.path + "/" + name, entities: entities, statements: statements)
        return try read(name)
    }
}

extension SQLiteStatement {
    /// Makes a table of a Core Data store.
    static func table(_ name: String, columns: String) -> SQLiteStatement {
        SQLiteStatement(
            "CREATE TABLE \(name) (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, \(columns))")
    }

    /// Inserts rows into a table, with data for their question marks.
    static func rows(of table: String, _ rows: String, data: [UInt8]...) -> SQLiteStatement {
        SQLiteStatement("INSERT INTO \(table) VALUES \(rows)", values: data.map { .data($0) })
    }
}

extension Medium {
    /// The bytes of the content; nil if there is none.
    var bytes: [UInt8]? { stored?.prefix(.max) }
}
