import FileFormats
import TestSupport
import Testing

/// Notes that their app keeps out of sight: `list` shows their state, and no tree has them unless
/// the configuration asks for it.
@Suite(.tags(.acceptance))
struct NoteStateCommandTests: CommandSuite {
    let folder = TemporaryFolder()

    init() throws {
        try addNote("Open")
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
        let rows = try run("list", "--sort", "order").rows
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
        try run("build", says: "excluded 5 notes")
        #expect(try titles() == [])
        try folder.write("\(key): publish\n", to: "notebinder.yml")
        try run("build")
        #expect(try titles() == [title])
    }

    /// The titles of the notes of the store whose texts are in the trees.
    private func titles() throws -> Set<String> {
        Set(
            try published().flatMap { bytes in
                String(decoding: bytes, as: UTF8.self).matches(of: /hazelnut (Z[A-Z]+)/)
                    .map { String($0.output.1) }
            })
    }
}
