import FileFormats
import Foundation
import KeyedArchives
import LocalFiles
import NoteEditing
import TestSupport

/// Small valid files of each kind, from which the fuzzer begins.
enum FuzzSeeds {
    private static let picture = PNGPicture.quarters(width: 2, height: 2)

    static func archives() -> [[UInt8]] {
        let date = Date(timeIntervalSinceReferenceDate: 4e8)
        let photos: [ArchivedNote.Photos] = [
            .none, .array([.data(picture), .image(png: picture, orientation: 3)]),
            .dictionary([("A", .mutableData(picture)), ("B", .url("file:///b.png"))]),
        ]
        let notes = photos.map {
            ArchivedNote(title: "Title", body: "Body", photos: $0, created: date, modified: date)
        }
        return notes.map { NoteArchiveWriter.archive($0) } + [
            NoteArchiveWriter.archive(notes), strokes,
            Array("{\"title\":\"\\ud83d\\ude00\",\"photos\":[\"iVBORw0KGgo=\"]}".utf8),
            Array(
                """
                <?xml version="1.0"?><plist version="1.0"><dict><key>$archiver</key>\
                <string>NSKeyedArchiver</string><key>$top</key><dict><key>root</key><dict>\
                <key>CF$UID</key><integer>1</integer></dict></dict><key>$objects</key><array>\
                <string>$null</string><dict><key>title</key><string>A</string><key>note</key>\
                <string>B</string><key>created</key><date>2014-05-01T10:00:00Z</date></dict>\
                </array></dict></plist>
                """.utf8),
        ]
    }

    private static var strokes: [UInt8] {
        var writer = ArchiveEditor()
        let points = writer.array(["{1, 2}", "{3, 4}"].map { writer.string($0) })
        let stroke = writer.object(
            "Stroke", superclasses: ["NSObject"], fields: [("points", points)])
        return writer.archive(rootArray: [stroke])
    }

    /// Core Data stores: one of lectures with pages and media, one of plain notes.
    static func stores() throws -> [[UInt8]] {
        let lectures = [
            "CREATE TABLE ZLECTURENOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZCREATEDAT TIMESTAMP, ZTITLE VARCHAR)",
            "CREATE TABLE ZPAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZINDEX INTEGER, ZNOTE INTEGER, ZDRAWING BLOB, ZSTROKES BLOB)",
            "CREATE TABLE ZMEDIA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZPAGEINDEX INTEGER, ZNOTE INTEGER, ZX FLOAT, ZY FLOAT, ZWIDTH FLOAT, ZHEIGHT FLOAT, ZKIND VARCHAR, ZDATA BLOB)",
            "INSERT INTO ZLECTURENOTE VALUES (1, 1, 4e8, 'A'), (2, 1, NULL, 'B')",
        ].map { SQLiteStatement($0) }
        let contents = [
            SQLiteStatement(
                "INSERT INTO ZPAGE VALUES (1, 3, 0, 1, NULL, ?1), (2, 3, 1, 1, ?2, NULL)",
                values: [.data([1] + strokes), .data([1] + picture)]),
            SQLiteStatement(
                "INSERT INTO ZMEDIA VALUES (1, 2, 0, 1, 1, 2, 3, 4, 'image', ?)",
                values: [.data([1] + picture)]),
        ]
        let notes = [
            "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR, ZBODY VARCHAR, ZCREATED TIMESTAMP, ZOTHER BLOB)",
            "INSERT INTO ZNOTE VALUES (1, 1, 'A', 'Text', 4e8, x'0102')",
        ].map { SQLiteStatement($0) }
        return [
            try store(entities: ["LectureNote", "Media", "Page"], lectures + contents),
            try store(entities: ["Note"], notes),
        ]
    }

    private static func store(entities: [String], _ statements: [SQLiteStatement]) throws -> [UInt8]
    {
        try written("seed.sqlite") {
            try MadeStore.write(to: $0, entities: entities.map { ($0, 0) }, statements: statements)
        }
    }

    /// Packages of Notability as ZIP files.
    static func packages() throws -> [[UInt8]] {
        try madePackages.map { package in
            try written("seed.note") { try package.write(to: $0) }
        }
    }

    /// The archives of notes in packages of Notability.
    static func sessions() throws -> [[UInt8]] {
        try madePackages.map { package in
            let path = FuzzedReader.folder + "/seed"
            try LocalFiles.remove(path)
            try package.unpack(to: path)
            return try LocalFiles.read(path + "/Session.plist")
        }
    }

    private static var madePackages: [MadePackage] {
        var package = MadePackage()
        let plain = package
        package.text = "A bold word"
        package.fonts = [(2, 4, "Helvetica-Bold")]
        package.add([(0, 10), (1, 11), (2, 12), (3, 13)], factors: [0.5, 1])
        package.tokens = [7]
        package.events = [(7, 0.5, 1)]
        package.files = ["Images/a.png": picture, "Recordings/1.m4a": [0, 1]]
        package.recordings = [("Recordings/1.m4a", "A")]
        package.media = [("ImageMediaObject", "Images/a.png", "{1, 2}", "{30, 40}")]
        package.boxes = [("TextBlockMediaObject", "B", "{1, 2}", "{30, 40}", "blank")]
        package.recognized = [1: "word"]
        return [plain, package]
    }

    /// Returns the bytes of a file that `write` creates.
    private static func written(_ name: String, write: (String) throws -> Void) throws -> [UInt8] {
        let path = FuzzedReader.folder + "/" + name
        try LocalFiles.remove(path)
        try write(path)
        return try LocalFiles.read(path)
    }

    static func enex() -> [[UInt8]] {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<en-export>"
        let resource =
            "<resource><data encoding=\"base64\">iVBORw0KGgo=</data><mime>image/png</mime><resource-attributes><file-name>a.png</file-name></resource-attributes></resource>"
        let bodies = [
            "<div>A <b>bold</b> <i>word</i><br/><en-todo checked=\"true\"/>B</div>",
            "<ul><li>A<ol><li>B</li></ol></li></ul><table><tr><td colspan=\"2\">C</td></tr></table>",
            "<en-media type=\"image/png\" hash=\"8a3fd9c1\"/><a href=\"evernote:///view/1/s1/a/a/\">A</a><pre>x</pre>",
        ]
        return bodies.map { body in
            Array(
                "\(head)<note><title>A</title><content><![CDATA[<!DOCTYPE en-note><en-note>\(body)</en-note>]]></content><created>20140501T100000Z</created><tag>t</tag><note-attributes><source-url>https://a.b/</source-url></note-attributes><task><title>T</title><taskStatus>completed</taskStatus><taskGroupNoteLevelID>g</taskGroupNoteLevelID></task>\(resource)</note></en-export>"
                    .utf8)
        }
    }

    static func markdown() -> [[UInt8]] {
        [
            "---\ntitle: \"A\"\ndate: 2014-05-01T10:00:00+02:00\ntags: [a, 'b c']\nx: {y: &z 1, w: *z}\n---\n# A\n\n[[B|b]] #tag ![](a.png)\n",
            "---\ntags:\n  - a\n  - b\ntext: |\n  one\n  two\ncreated: 2014-05-01\n---\nText\n",
            "+++\ntitle = 'A'\ndate = 2014-05-01T10:00:00Z\ntags = [\"a\", \"b\"]\n[params]\nx.y = 0x1f\n[[list]]\nz = \"\"\"q\"\"\"\n+++\nText\n",
            "{\n\"title\": \"A\", \"tags\": [\"a\"], \"draft\": false\n}\nText\n",
            "# A\n\n%% hidden %%\n- [ ] task\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> [!note] A\n> b\n\n^block\n",
        ].map { Array($0.utf8) }
    }

    /// Templates of notes, of their layout, of rows, and of the index, divided by zero bytes.
    static func templates() -> [[UInt8]] {
        [
            "{{<layout.html}}{{$page}}\n{{#trails}}\n{{#previous}}{{title}}{{/previous}}\n{{/trails}}\n{{/page}}{{/layout.html}}\0<title>{{title}}</title>{{$page}}{{/page}}{{^isNote}}x{{/isNote}}",
            "{{=<% %>=}}<%! note %><% title %><%={{ }}=%>{{{body}}}{{#backlinks}}{{address}}{{/backlinks}}",
            "  {{>row.html}}\n{{words.copy}}\0\0{{#tags}}\n  <b>{{&title}}</b>\n{{/tags}}\0{{#groups}}{{#rows}}{{>row.html}}{{title}}{{/rows}}{{/groups}}",
        ].map { Array($0.utf8) }
    }
}
