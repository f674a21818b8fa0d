import KeyedArchives
import TestSupport
import Testing

/// Archives by this project's own writer, and by hand, in both forms.
@Suite(.tags(.acceptance))
struct KeyedArchiveTests {
    @Test func readsBackWhatItWrites() throws {
        var writer = ArchiveEditor()
        let text = writer.string("Grüße 👋")
        let data = writer.data([1, 2, 3], isMutable: true)
        let array = writer.array([text, data, .null])
        let date = writer.date(-1.5)
        let url = writer.url("file:///a%20b")
        let bytes = writer.archive(
            root: "Thing", superclasses: ["NSObject"],
            fields: [
                ("array", array), ("date", date), ("url", url),
                ("flag", .bool(true)), ("small", .integer(300)), ("negative", .integer(-2)),
                ("float", .float(0.5)), ("real", .real(.infinity)),
            ])
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        let root = try archive.rootInstance()
        #expect(root.classNames == ["Thing", "NSObject"])
        let list = try #require(root["array"])
        let members = try #require(try archive.array(list))
        #expect(try archive.string(members[0]) == "Grüße 👋")
        let reference = try #require(try archive.data(members[1]))
        #expect(archive.contents(of: reference) == [1, 2, 3])
        #expect(try archive.object(members[2]) == .null)
        #expect(try root["date"].flatMap(archive.date) == -1.5)
        #expect(try root["url"].flatMap(archive.url) == "file:///a%20b")
        #expect(root["flag"] == .bool(true))
        #expect(root["small"] == .integer(300))
        #expect(root["negative"] == .integer(-2))
        #expect(root["float"] == .real(0.5))
        #expect(root["real"] == .real(.infinity))
    }

    @Test func writesTheSameBytesEveryTime() {
        func bytes() -> [UInt8] {
            var writer = ArchiveEditor()
            let title = writer.string("Title")
            return writer.archive(
                root: "NoteObj", superclasses: ["NSObject"], fields: [("title", title)])
        }
        #expect(bytes() == bytes())
    }

    /// Python's plistlib reads the archives as well.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func pythonReadsWhatItWrites() throws {
        var writer = ArchiveEditor()
        let long = writer.string(String(repeating: "ü", count: 70_000))
        let bytes = writer.archive(
            root: "NoteObj", superclasses: ["NSObject"], fields: [("note", long)])
        let folder = TemporaryFolder()
        let path = try folder.write(bytes, to: "a.data")
        let script =
            "import plistlib,sys; p=plistlib.load(open(sys.argv[1],'rb')); o=p['$objects'];"
            + "r=o[p['$top']['root'].data]; print(len(o[r['note'].data]), o[r['$class'].data]['$classname'])"
        let run = try FinishedProgram(try #require(Places.python), arguments: ["-c", script, path])
        #expect(run.output == "70000 NoteObj\n")
    }

    @Test func readsXMLArchives() throws {
        let archive = try XMLArchive.archive(
            objects: """
                <string>$null</string>
                <dict><key>title</key><dict><key>CF$UID</key><integer>2</integer></dict>
                <key>data</key><dict><key>CF$UID</key><integer>4</integer></dict>
                <key>when</key><date>2001-01-02T00:00:01Z</date><key>hex</key><integer>0x1F</integer>
                <key>$class</key><dict><key>CF$UID</key><integer>3</integer></dict></dict>
                <string>a &lt;b&gt; &#x1F600;<![CDATA[ <raw> ]]><!-- no -->&amp;</string>
                <dict><key>$classname</key><string>NoteObj</string></dict>
                <data>
                SGVs
                bG8=
                </data>
                """)
        let root = try archive.rootInstance()
        #expect(root.classNames == ["NoteObj"])
        #expect(try root["title"].flatMap(archive.string) == "a <b> 😀 <raw> &")
        #expect(try root["when"].flatMap(archive.date) == 86_401)
        #expect(root["hex"] == .integer(31))
        let value = try #require(root["data"])
        let data = try #require(try archive.data(value))
        #expect(data.count == 5)
        #expect(archive.contents(of: data) == Array("Hello".utf8))
    }

    @Test func readsALargeArchiveThroughAWindow() throws {
        var writer = ArchiveEditor()
        let pieces = (0..<40).map { writer.data([UInt8](repeating: UInt8($0), count: 50_000)) }
        let text = writer.string(String(repeating: "long ", count: 40_000))
        let bytes = writer.archive(rootArray: pieces + [text])
        var largest = 0
        let windowed = ArchiveBytes(count: bytes.count) { offset, buffer in
            largest = max(largest, buffer.count)
            let part = bytes[offset..<min(bytes.count, offset + buffer.count)]
            buffer.copyBytes(from: part)
            return part.count
        }
        let archive = try KeyedArchive(windowed)
        let members = try #require(try archive.array(.uid(1)))
        #expect(members.count == 41)
        #expect(try archive.string(members[40])?.count == 200_000)
        let reference = try #require(try archive.data(members[39]))
        #expect(bytes[reference.range].allSatisfy { $0 == 39 })
        #expect(largest <= 200_000)
    }
}

/// The XML form of an archive, by hand.
enum XMLArchive {
    static func archive(objects: String) throws -> KeyedArchive {
        try KeyedArchive(ArchiveBytes(Array(text(objects: objects).utf8)))
    }

    static func text(objects: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string>
        <key>$objects</key><array>\(objects)</array>
        <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
        <key>$version</key><integer>100000</integer></dict></plist>
        """
    }
}
