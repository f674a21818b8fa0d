import Foundation
import Hashing
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteImports

/// Reading ENEX files as Evernote writes them.
@Suite(.tags(.fast))
struct ENEXImportTests {
    private let folder = TemporaryFolder()

    /// Reads a file with notes.
    private func read(_ notes: String, end: String = "</en-export>") throws -> ReadExport {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
            <en-export export-date="20230809T080314Z" application="Evernote" version="10.58.8">
            \(notes)\(end)
            """
        return try read(bytes: text.utf8, name: "My notes.enex")
    }

    private func read(bytes: some Sequence<UInt8>, name: String = "x.enex") throws -> ReadExport {
        let path = try folder.write(Array(bytes), to: name)
        let scratch = folder.path + "/scratch"
        try LocalFiles.makeFolder(scratch)
        return try ENEXImport.read(path, scratch: scratch)
    }

    private static func content(_ html: String) -> String {
        "<content><![CDATA[<?xml version=\"1.0\"?><!DOCTYPE en-note SYSTEM \"http://xml.evernote.com/pub/enml2.dtd\"><en-note>\(html)</en-note>]]></content>"
    }

    /// Returns a note with a text, and with more elements after it.
    private static func note(_ html: String, title: String = "A", more: String = "") -> String {
        "<note><title>\(title)</title>\(content(html))\(more)</note>"
    }

    /// Pictures that are their own addresses: whole, over several lines, and without base64.
    @Test func importsPicturesInDataURLs() throws {
        let png = PNGPicture.quarters(width: 4, height: 4)
        let digits = Data(png).base64EncodedString()
        let lines = digits.prefix(20) + "\n " + digits.dropFirst(20)
        let export = try read(
            Self.note(
                "<div>a <img src=\"data:image/png;base64,\(digits)\" alt=\"dot\"/><a href=\"https://a.example/\"><img src=\"data:image/png;charset=x;base64,\(lines)\"/></a><img src=\"data:image/svg+xml,%3Csvg/%3E\"/></div>"
            ))
        let note = try #require(export.notes.first?.note)
        #expect(
            note.body
                == "a ![dot](picture.png)[![](picture-2.png)](https://a.example/)![](picture.svg)")
        #expect(note.photos.map { $0.stored?.prefix(1_000) } == [png, png, Array("<svg/>".utf8)])
        #expect(export.problems == [])
    }

    @Test(arguments: [
        ("a <en-media hash=\"00\"/>", "a file"),
        (#"<img src="cid:1" alt="a"/><video/><img src="data:image/png;base64,%%"/>"#, "3 files"),
    ])
    func reportsMissingFiles(html: String, files: String) throws {
        #expect(
            try read(Self.note(html)).problems == [
                "“A” shows \(files) that the export does not have."
            ])
    }

    /// A damaged note is imported as far as it is legible, whatever its fault, and named.
    @Test(arguments: [
        "<note><title>A</title><content><![CDATA[<en-note>one\u{1}two</en-note>]]></content></note>",
        "<note><title>A & B</title><content><![CDATA[<en-note>one two</en-note>]]></content></note>",
        "<note><title>A</title><x></y><content><![CDATA[<en-note>one two</en-note>]]></content></note>",
        "<note><title>A</title><content><en-note>one two</en-note></content></z></note>",
        "<note><title>A</title><content><![CDATA[<en-note>one two</en-note>]]></content><resource><data>",
    ])
    func recoversReadablePartsOfADamagedNote(note: String) throws {
        let export = try read(
            Self.note("first", title: "First") + note + Self.note("last", title: "Last"))
        #expect(export.notes.map(\.note.body) == ["first", "one two", "last"])
        #expect(export.notes[1].note.title.hasPrefix("A"))
        #expect(export.problems.contains { $0.hasPrefix("“A") && $0.contains("damaged") })
    }

    /// A title may look like an address, a part of one, or the title of another note.
    @Test func resolvesLinksByExactTitle() throws {
        let titles = ["C", "C#", "Q: what?", "a b", "A B", "50%20off", "50 off", "mailto:me"]
        let links = titles.map { "<a href=\"evernote:///view/1/s1/x/y/\">\($0)</a>" }
        let notes = (titles + ["Twice", "Twice"]).map { Self.note("x", title: $0) }.joined()
        let text =
            links.joined(separator: "<br/>") + "<br/><a href=\"evernote:///view/2/\">Twice</a>"
        let export = try read(notes + Self.note(text, title: "Links"))
        let sources = export.notes.map { $0.note.id.source.dropLast(".data".count) + ".md" }
        let body = try #require(export.notes.last?.note.body)
        for (line, (title, source)) in zip(body.split(separator: "\n"), zip(titles, sources)) {
            #expect(
                line.hasSuffix("](\(MarkdownEscaping.destination(String(source))))"),
                "\(title): \(line)")
        }
        #expect(body.hasSuffix("[Twice](evernote:///view/2/)"))
    }

    @Test func keepsTheWidthOfAPicture() throws {
        let picture = PNGPicture.quarters(width: 4, height: 4)
        var checksums = Checksums([.md5])
        picture.withUnsafeBytes { checksums.update($0) }
        let hash = try #require(checksums.finished()[.md5])
        let media = "<en-media hash=\"\(hash)\" width="
        let export = try read(
            Self.note(
                media + "\"50px\"/>" + media + "\"50%\" alt=\"a\"/>",
                more:
                    "<resource><data>\(Data(picture).base64EncodedString())</data><mime>image/png</mime><resource-attributes><reco-type>unknown</reco-type></resource-attributes></resource>"
            ))
        #expect(export.notes.map(\.note.body) == ["![|50](file-1.png)![a](file-1.png)"])
        #expect(export.problems == [])
    }

    @Test func readsAmpersandsOutsideOfTheText() throws {
        let export = try read(Self.note("x", title: "Salt & pepper &amp; &#x31; &copy; A&B"))
        #expect(export.notes.map(\.note.title) == ["Salt & pepper & 1 © A&B"])
        #expect(export.problems.count == 1)
    }

    @Test(arguments: [
        // Several sections of character data.
        (
            "<note><title>A</title><content><![CDATA[<en-note>one ]]><![CDATA[two]]]]><![CDATA[></en-note>]]></content></note>",
            ["one two\\]\\]>"]
        ),
        // The line breaks of Unicode and of old programs.
        (
            note("a\u{2028}b \u{2029} c<b>d\u{2028}e</b>") + note("a\u{0B}b\u{0C}c"),
            ["a\nb\nc**d**\n**e**", "a\nb\nc"]
        ),
        // A task with everything that is known of it.
        (
            note(
                "x",
                more:
                    "<task><title>Call</title><taskStatus>open</taskStatus><taskFlag>true</taskFlag><dueDate>20240102T030400Z</dueDate><reminder><reminderDate>20240101T000000Z</reminderDate></reminder><sortWeight>B</sortWeight></task>"
            ),
            ["x\n\n- [ ] Call (flagged, due 2024-01-02 03:04:00Z, reminder 2024-01-01 00:00:00Z)"]
        ),
        // Tasks have an order of their own.
        (
            note(
                "x",
                more: ["C", "B", "Ba"].map {
                    "<task><title>\($0)</title><taskStatus>open</taskStatus><sortWeight>\($0)</sortWeight></task>"
                }.joined()), ["x\n\n- [ ] B\n- [ ] Ba\n- [ ] C"]
        ),
        // Highlights of two versions, and a style that looks as an element does.
        (
            note(
                "<span style=\"--en-highlight:yellow;background-color:#ffef9e\">a</span> <span style=\"background-color:#fa5;-evernote-highlight:true;\"><b>b</b></span> <span style=\"text-decoration: underline\">c</span>"
            ), ["<mark>a</mark> <mark>**b**</mark> <u>c</u>"]
        ),
        // A task in a place of the text, and one without a place.
        (
            note(
                "<div>a</div><div style=\"--en-task-group:true; --en-id:g1\"><div>Not supported</div></div><div>b</div>",
                more: """
                    <task><title>one</title><taskStatus>completed</taskStatus><taskGroupNoteLevelID>g1</taskGroupNoteLevelID></task>
                    <task><title>two</title><taskStatus>open</taskStatus><taskGroupNoteLevelID>g2</taskGroupNoteLevelID></task>
                    """), ["a\n\n- [x] one\n\nb\n\n- [ ] two"]
        ),
    ])
    func readsTextsWithTheirTasks(notes: String, bodies: [String]) throws {
        #expect(try read(notes).notes.map(\.note.body) == bodies)
    }

    /// A text that is not character data, and one in two parts.
    @Test func readsContentWithUnusualStructure() throws {
        let export = try read(
            "<note><title>A</title><content><en-note><div>one</div><div>two</div></en-note></content></note>"
                + Self.note("x", title: "B", more: Self.content("y")))
        #expect(export.notes.map(\.note.body) == ["one\ntwo", "x\ny"])
        #expect(export.problems.count == 1)
    }

    @Test func reportsUnknownElements() throws {
        let moods = "<note-attributes><mood>good</mood><mood>calm</mood></note-attributes>"
        let export = try read(
            Self.note("x", more: "<shape>round</shape>" + moods)
                + Self.note("x", title: "B", more: "<shape>flat</shape><blank> </blank>"))
        #expect(
            export.problems == [
                "My notes.enex has 2 of the element “shape”, which notes do not support; its text was not imported."
            ])
        #expect(
            export.notes[0].note.otherFields == [
                .init("mood", value: .array([.string("good"), .string("calm")]))
            ])
    }

    @Test func readsAllFieldsOfANote() throws {
        // The MD5 of "%PDF-1.4 tart" is what the content refers to.
        let export = try read(
            """
            <note><title>Tea &amp; tart</title>\(Self.content("<div>See <en-media type=\"application/pdf\" hash=\"750c74ff97ec9421ddc02f341f291409\"/></div><div>#kitchen</div>"))
            <created>20140709T100500Z</created><updated>20150101T000000Z</updated>
            <tag>kitchen</tag><tag> winter </tag><tag>Kitchen</tag>
            <note-attributes><author>Mia</author><source-url>https://a.example/</source-url></note-attributes>
            <resource><data encoding="base64">
            JVBERi0xLjQg
            dGFydA==
            </data><mime>application/pdf</mime><resource-attributes><file-name>tart.pdf</file-name></resource-attributes></resource>
            </note>
            """)
        let note = try #require(export.notes.first?.note)
        #expect(export.problems == [])
        #expect(export.noteCount == 1)
        #expect(note.id.source == "Tea & tart.data")
        #expect(note.title == "Tea & tart")
        #expect(note.created == CivilTime.instant("2014-07-09T10:05:00Z"))
        #expect(note.modified == CivilTime.instant("2015-01-01T00:00:00Z"))
        #expect(note.tags.map(\.name) == ["kitchen", "winter"])
        #expect(note.otherFields.map(\.key) == ["author", "source-url"])
        #expect(note.attachments.map(\.name) == ["tart.pdf"])
        let stored = try #require(note.attachments.first?.stored)
        #expect(try LocalFiles.read(stored.file) == Array("%PDF-1.4 tart".utf8))
    }

    @Test func refersToFilesByTheirNames() throws {
        let export = try read(
            """
            <note><title>A</title>\(Self.content("<en-media hash=\"900150983CD24FB0D6963F7D28E17F72\"/>"))
            <resource><data>YWJj</data><mime>text/plain</mime></resource>
            <resource><data>YWJk</data><mime>text/plain</mime><resource-attributes><file-name>b (1).txt</file-name></resource-attributes></resource>
            <resource><data>YWJl</data><mime>text/plain</mime><resource-attributes><file-name>b (1).txt</file-name></resource-attributes></resource>
            </note>
            """)
        let note = try #require(export.notes.first?.note)
        #expect(note.body == "[file-1.txt](file-1.txt)")
        #expect(note.attachments.map(\.name) == ["file-1.txt", "b (1).txt", "b (1)-2.txt"])
    }

    @Test func reportsEncryptedText() throws {
        let export = try read(Self.note("a <en-crypt hint=\"h\">xyz</en-crypt>"))
        #expect(export.notes.first?.note.body == "a (encrypted text; hint: h)")
        #expect(
            export.problems == [
                "“A” has encrypted text, which only Evernote can read; it was left out."
            ])
    }

    @Test func continuesAfterADamagedNote() throws {
        let export = try read(
            """
            \(Self.note("a"))
            <note><title>B</title><content><![CDATA[<en-note>b<![CDATA[c]]></en-note>]]></content></note>
            \(Self.note("c", title: "C"))
            <note><title>D</title><cre
            """, end: "")
        #expect(export.notes.map(\.note.title) == ["A", "B", "C", "D"])
        #expect(export.notes.map(\.note.body) == ["a", "bc", "c", ""])
        #expect(export.noteCount == 4)
        #expect(
            export.problems == [
                "My notes.enex ends early; if notes follow in the original, they are missing. Copy it again.",
                "“B” in My notes.enex is damaged; what could be read of it was imported. Compare it with the original.",
                "“D” in My notes.enex is damaged; what could be read of it was imported. Compare it with the original.",
            ])
    }

    @Test(arguments: [
        (
            "<note><title>A</title></note>\n& <bad\n<note><title>B</title></note></en-export>",
            ["A", "B"]
        ),
        ("<note><title>A</title></note><no", ["A"]),
        ("\u{1}<note><title>A</title></note></en-export>", ["A"]),
    ])
    func continuesAfterDamageBetweenNotes(notes: String, titles: [String]) throws {
        let export = try read(notes, end: "")
        #expect(export.notes.map(\.note.title) == titles)
        #expect(export.problems.count == (notes.contains("</en-export>") ? 1 : 2))
        #expect(export.problems[0].contains("My notes.enex is damaged after note"))
    }

    @Test(arguments: ["", "Just text", "<html></html", "{\"a\": 1}"])
    func reportsFilesThatAreNotENEX(text: String) throws {
        #expect(
            try read(bytes: text.utf8).problems == [
                "x.enex is not an ENEX file, or is damaged; it was not imported."
            ])
    }

    @Test func keepsTheEncodingAfterDamage() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><en-export><note><title>A</titel></note><note><title>\u{E9}t\u{E9}</title></note></en-export>"
        let export = try read(bytes: text.unicodeScalars.map { UInt8($0.value) })
        #expect(export.notes.last?.note.title == "été")
    }

    /// An error within a text that is being decoded, and a file that is not in its encoding.
    @Test(arguments: ["UTF-7", "UTF-16", "ISO-2022-JP", "nonsense"])
    func survivesDamageInAnyEncoding(encoding: String) throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<en-export><note><title>A</title><content><![CDAT4A[<en-note>a</en-note>]]></content><created>g</t"
        let export = try read(
            bytes: Array(text.utf8) + Array(repeating: 0xFF, count: 7)
                + Array("</note></en-export>".utf8))
        #expect(export.problems.first?.contains("damaged") == true)
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
    func readsUTF16(encoding: String.Encoding) throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><en-export><note><title>東京 🌊</title></note></en-export>"
        let export = try read(bytes: try #require(text.data(using: encoding)))
        #expect(export.notes.map(\.note.title) == ["東京 🌊"])
        #expect(export.problems == [])
    }

    /// The parts of an XML document that hold no text of notes.
    @Test func skipsDeclarationsCommentsAndInstructions() throws {
        let export = try read(
            bytes: """
                \u{FEFF}<?xml version="1.0"?><?a?><!-- <note> - ' -->
                <!DOCTYPE en-export [<!ATTLIST a b CDATA #IMPLIED> <!NOTATION n SYSTEM ">]"> <!ENTITY c "d">]>
                <en-export application='>' version=">"><note><title>A<?a?>&eacute;&#x26;&#38;<!-- b --><![CDATA[<]]]]></title ><created/></note
                ></en-export>

                """.utf8)
        #expect(export.problems == [])
        #expect(export.notes.map(\.note.title) == ["Aé&&<]]"])
    }

    @Test(arguments: [
        ("YWJj", 3, false), ("YWI", 2, false), ("YW Jj\nYWJ", 5, false), ("YWJj!YWJj", 6, true),
        ("YWJjY", 3, true),
    ])
    func decodesMalformedBase64(data: String, count: Int, isDamaged: Bool) throws {
        let export = try read(
            "<note><title>A</title><resource><data>\(data)</data><mime>text/plain</mime></resource></note>"
        )
        #expect(export.notes.first?.note.attachments.first?.stored?.count == count)
        let words = "file-1.txt of “A” is damaged; what could be read of it was imported."
        #expect(export.problems == (isDamaged ? [words] : []))
    }

    @Test(arguments: [
        ("20240102T030405Z", "2024-01-02T03:04:05Z"),
        ("2024-01-02T03:04:05Z", "2024-01-02T03:04:05Z"),
        ("garbage", nil), ("20249999T000000Z", nil),
    ])
    func keepsInvalidDatesAsText(text: String, date: String?) throws {
        let export = try read("<note><title>A</title><created>\(text)</created></note>")
        let note = try #require(export.notes.first?.note)
        #expect(note.created == date.flatMap { CivilTime.instant($0) })
        #expect(note.dateTexts.created == (date == nil ? text : nil))
    }

    @Test func readsAFileOfManyDamagedNotes() throws {
        let text = String(repeating: "word ", count: 200)
        let notes = (0..<1000).map { Self.note(text, title: "\($0)") + "&bad;" }
        let export = try read(notes.joined())
        #expect(export.notes.map(\.note.title) == (0..<1000).map { "\($0)" })
        #expect(export.problems.count == 1)
    }

    @Test func disambiguatesNotesWithTheSameTitle() throws {
        let note = Self.note("a", title: "A/b")
        let export = try read(note + note)
        #expect(export.notes.map(\.note.id.source) == ["A b.data", "A b 2.data"])
        #expect(export.notes.map(\.note.title) == ["A/b", "A/b"])
    }

    @Test func expandsNoExternalEntities() throws {
        try folder.write("secret", to: "s.txt")
        let export = try read(
            bytes: """
                <?xml version="1.0"?>
                <!DOCTYPE en-export [<!ENTITY s SYSTEM "\(folder.path)/s.txt">]>
                <en-export>\(Self.note("a", title: "A &s;"))</en-export>
                """.utf8)
        #expect(export.notes.first?.note.title.contains("secret") != true)
    }
}
