import KeyedArchives
import NoteEditing
import TestSupport

/// Files that would make one reader work without end, take all memory or overflow its stack.
enum Bomb: String, CaseIterable, Sendable {
    case binaryArchive, sharedText, sharedPoints, xmlArchive, xmlEntities, json, wideJSON
    case yaml, toml, jsonHead, longText, quotes, brackets, comments
    case enex, enexEntities, enexOpenNotes, joplinFolders, exportedJSON
    case svg, svgEntities, jpeg, gif, captions, transcript, longTranscript
    case generatedColumns, viewStore, manyEntities, manyPages

    /// True if it is imported rather than built.
    var isImported: Bool {
        switch self {
        case .yaml, .toml, .jsonHead, .longText, .quotes, .brackets, .comments, .enex,
            .enexEntities, .enexOpenNotes, .joplinFolders:
            true
        default: false
        }
    }

    /// The name of the file in the notes folder, or in the folder that is imported.
    var name: String {
        switch self {
        case .enex, .enexEntities, .enexOpenNotes: "bomb.enex"
        case .joplinFolders: Self.identifier(1) + ".md"
        case .yaml, .toml, .jsonHead, .longText, .quotes, .brackets, .comments: "bomb.md"
        case .svg, .svgEntities: "Photos/bomb.svg"
        case .jpeg: "Photos/bomb.jpg"
        case .gif: "Photos/bomb.gif"
        case .captions: "Photos/captions.yml"
        case .transcript, .longTranscript: "Photos/bomb.wav.vtt"
        case .generatedColumns, .viewStore, .manyEntities, .manyPages: "bomb.sqlite"
        default: "bomb.data"
        }
    }

    /// The note beside it, as a file of the same format.
    var good: (name: String, text: String) {
        guard self == .joplinFolders else { return ("Walnut.md", "Good") }
        let own = Self.identifier(2)
        return (
            own + ".md",
            "Walnut\n\nGood\n\nid: \(own)\nparent_id: \(Self.identifier(1))\ntype_: 1"
        )
    }

    var bytes: [UInt8] {
        get throws {
            switch self {
            case .generatedColumns, .viewStore, .manyEntities, .manyPages: try store()
            default: plainBytes
            }
        }
    }

    private var plainBytes: [UInt8] {
        switch self {
        case .binaryArchive: Self.archiveOfLists()
        case .sharedText:
            NoteArchiveWriter.archive(
                [ArchivedNote](
                    repeating: ArchivedNote(title: "x", body: Self.many("long ", 100_000)),
                    count: 2_000))
        case .sharedPoints: Self.archiveOfPoints()
        case .jpeg: [0xFF, 0xD8] + Self.blocks([0xFF, 0xFE, 0, 2])
        case .gif: Array("GIF89a\u{1}\0\u{1}\0\0\0\0".utf8) + Self.blocks([0x21, 0xFE, 0])
        default: Array(text.utf8)
        }
    }

    private static let deep = 100_000

    private static func many(_ text: String, _ count: Int = deep) -> String {
        String(repeating: text, count: count)
    }

    private static func blocks(_ block: [UInt8]) -> [UInt8] {
        Array([[UInt8]](repeating: block, count: 500_000).joined())
    }

    /// An identifier of Joplin.
    private static func identifier(_ number: Int) -> String {
        let digits = String(number)
        return many("0", 32 - digits.utf8.count) + digits
    }

    private static let entities =
        "<!DOCTYPE a [<!ENTITY e0 \"x\">"
        + (1...30).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);\">" }.joined() + "]>"

    private static let aliases =
        "a: &a0 [x,x]\n"
        + (1...12).map { level in
            "b\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ","))]\n"
        }.joined()

    private static func enex(_ content: String) -> String {
        "<en-export><note><title>Bomb</title><content><![CDATA[<en-note>\(content)</en-note>]]></content></note></en-export>"
    }

    private var text: String {
        let (deep, many) = (Self.deep, Self.many)
        return switch self {
        case .xmlArchive:
            "<?xml version=\"1.0\"?><plist version=\"1.0\">\(many("<array>", deep))"
        case .xmlEntities:
            "<?xml version=\"1.0\"?>\(Self.entities)<plist><dict><key>title</key><string>&e30;</string></dict></plist>"
        case .json: many("[", deep) + many("]", deep)
        case .wideJSON: "[\(many("[],", 3 * deep))[]]"
        case .yaml: "---\n\(Self.aliases)---\nx"
        case .toml: "+++\na\(many(".a", deep)) = 1\n+++\nx"
        case .jsonHead: "{\"a\": \(many("[", deep))\(many("]", deep))}\nx"
        case .longText: many("a", 17 << 20)
        case .quotes: many(">", deep) + " x"
        case .brackets: many("![[", deep)
        case .comments: many("%%", deep) + many("x %%", deep) + many("<!--", deep)
        case .enex: Self.enex(many("<div><b><ul><li>", deep / 4))
        case .enexEntities: "<?xml version=\"1.0\"?>\(Self.entities)" + Self.enex("&e30;")
        case .enexOpenNotes: "<en-export>" + many("<note><title>x", 2_000)
        case .joplinFolders:
            "Bomb\n\nid: \(Self.identifier(1))\nparent_id: \(Self.identifier(1))\ntype_: 2"
        case .exportedJSON: "{\"formatVersion\":1,\"notes\":" + many("[", deep)
        case .svg: "<svg xmlns=\"http://www.w3.org/2000/svg\">" + many("<g>", deep)
        case .svgEntities:
            "<?xml version=\"1.0\"?>\(Self.entities)<svg xmlns=\"http://www.w3.org/2000/svg\"><text>&e30;</text></svg>"
        case .captions: Self.aliases
        case .longTranscript: "WEBVTT\n\n00:00.000 --> 00:01.000\n" + many("&amp;", 4_000_000)
        case .transcript: "WEBVTT\n\n" + many("00:00.000 --> 00:01.000\nx\n\n", deep)
        default: ""
        }
    }

    /// An archive of lists that each contain the one before many times.
    private static func archiveOfLists() -> [UInt8] {
        var writer = ArchiveEditor()
        var list = writer.array([writer.string("x")])
        for _ in 0..<30 { list = writer.array(Array(repeating: list, count: 20)) }
        let note = writer.object(
            "NoteObj", superclasses: ["NSObject"],
            fields: [
                ("title", writer.string("x")), ("note", writer.string("x")),
                ("photos", list), ("other", list),
            ])
        return writer.archive(rootArray: [note])
    }

    /// A note of many strokes that share one list of points.
    private static func archiveOfPoints() -> [UInt8] {
        var writer = ArchiveEditor()
        let points = writer.array((0..<2_000).map { writer.string("{\($0), 1}") })
        let strokes = (0..<5_000).map { _ in
            writer.object("Stroke", superclasses: ["NSObject"], fields: [("points", points)])
        }
        let note = writer.object(
            "NoteObj", superclasses: ["NSObject"],
            fields: [
                ("title", writer.string("x")), ("note", writer.string("x")),
                ("strokes", writer.array(strokes)),
            ])
        return writer.archive(rootArray: [note])
    }
}
