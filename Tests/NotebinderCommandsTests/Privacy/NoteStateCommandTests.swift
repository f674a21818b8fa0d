import FileFormats
import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// Notes that their app keeps out of sight: `list` shows their state, and no tree has them unless
/// the configuration asks for it.
@Suite(.tags(.acceptance))
struct NoteStateCommandTests: CommandSuite {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(note: ArchivedNote(title: "Open", body: "walnut"), to: "MyNotes/open.data")
        let columns = ["ZDRAFT", "ZARCHIVED", "ZHIDDEN", "ZCONFLICT", "ZTRASHED"]
        let rows = columns.indices.map { index in
            let flags = columns.indices.map { $0 == index ? "1" : "0" }.joined(separator: ", ")
            return SQLiteStatement(
                "INSERT INTO ZNOTE VALUES (\(index + 1), 1, '\(columns[index])', 'hazelnut \(columns[index])', \(flags))"
            )
        }
        try MadeStore.write(
            to: folder.path + "/MyNotes/Store.sqlite", entities: [("Note", 0)],
            statements: [
                SQLiteStatement(
                    "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR, ZTEXT VARCHAR, \(columns.joined(separator: ", ")))"
                )
            ] + rows)
    }

    @Test func listsTheState() throws {
        let rows = try run("list", "--sort", "order").output.split(separator: "\n").map {
            $0.split(separator: "\t").map { String($0) }
        }
        #expect(
            Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0.last) }) == [
                "Open": "published", "ZDRAFT": "draft", "ZARCHIVED": "archived",
                "ZHIDDEN": "hidden", "ZCONFLICT": "conflict", "ZTRASHED": "trashed",
            ])
    }

    @Test(arguments: [
        ("drafts", "ZDRAFT"), ("archived", "ZARCHIVED"), ("hidden", "ZHIDDEN"),
        ("conflicts", "ZCONFLICT"), ("trashed", "ZTRASHED"),
    ])
    func publishesWhatTheConfigurationAsksFor(key: String, title: String) throws {
        let first = try run("build")
        #expect(first.errors.contains("excluded 5 notes"), "\(first.errors)")
        #expect(try published() == [])
        try folder.write("\(key): publish\n", to: "notebinder.yml")
        try run("build")
        #expect(try published() == [title])
    }

    /// The titles of the notes of the store whose texts are in the trees.
    private func published() throws -> Set<String> {
        let texts = try ["site", "markdown", "json"].flatMap { tree in
            try FolderContents(folder.path + "/Notebook/" + tree).files.values.map {
                String(decoding: $0.bytes, as: UTF8.self)
            }
        }
        return Set(
            texts.flatMap { $0.matches(of: /hazelnut (Z[A-Z]+)/).map { String($0.output.1) } })
    }
}
