import Foundation
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Texts that are stored as data, in archives and in Core Data stores alike.
@Suite(.tags(.fast))
struct DataTextTests: ReadingSuite {
    let folder = TemporaryFolder(isInMemory: true)

    /// The media in which a value may be stored.
    enum Medium: CaseIterable { case archive, list, store, storeWithLocation }

    /// Returns what is read of a note that has a value as its text.
    private func read(_ bytes: [UInt8], in medium: Medium) throws -> SourceOutcome {
        switch medium {
        case .archive:
            return try read(archived: .object("NoteObj", [("title", "A"), ("note", .data(bytes))]))
        case .list:
            return try read(list: ["notes": [["title": "A", "text": Data(bytes)]]])
        case .store, .storeWithLocation:
            let mark: [UInt8] = medium == .store ? [] : [1]
            return try read(
                entities: [("Note", 0)],
                [
                    .table("ZNOTE", columns: "ZTITLE VARCHAR, ZTEXT BLOB"),
                    .rows(of: "ZNOTE", "(1, 1, 'A', ?)", data: mark + bytes),
                ])
        }
    }

    private static let rtf = """
        {\\rtf1\\ansi\\ansicpg1252\\cocoartf2639
        {\\fonttbl\\f0\\fswiss\\fcharset0 Helvetica;\\f1\\fnil\\fcharset128 HiraginoSans;}
        {\\*\\listtable{\\list{\\listlevel{\\leveltext\\'01\\uc0\\u8226 ;}}}}
        \\pard\\f0\\b\\fs24 Note:\\b0 text\\
        {\\listtext\t\\uc0\\u8226 \t}Milk \\i and\\i0  caf\\'e9\\
        {\\listtext\t1.\t}\\f1 \\'93\\'fa\\'96\\'7b\\f0\\par
        \\uc1\\u-10179 ?\\u-8704 ?\\u8364 ?{\\field{\\*\\fldinst{HYPERLINK "https://a.example/"}}{\\fldrslt a link}}
        \\{x\\} \\\\ \\strike gone}
        """

    @Test(arguments: Medium.allCases)
    func readsRTF(medium: Medium) throws {
        let outcome = try read(Array(Self.rtf.utf8), in: medium)
        #expect(outcome.diagnostics == [])
        #expect(
            outcome.notes.map(\.body) == [
                """
                **Note**:text
                - Milk *and* café
                1. 日本

                😀€[a link](<https://a.example/>){x} \\ ~~gone~~
                """
            ])
    }

    @Test(arguments: Medium.allCases)
    func showsThePicturesOfRTFD(medium: Medium) throws {
        let text = Array("{\\rtf1\\ansi A {{\\NeXTGraphic a.png \\width4\n}\\'ac}B}".utf8)
        var bytes = Array("rtfd".utf8) + [0, 0, 0, 0, 3, 0, 0, 0]
        for file in [text, picture] {
            let size = (0..<4).map { UInt8(truncatingIfNeeded: file.count >> (8 * $0)) }
            bytes += [1, 0, 0, 0, 0, 0, 0, 0x80] + size + [2, 0, 0, 0, 9, 9] + file
        }
        let outcome = try read(bytes, in: medium)
        #expect(outcome.notes.map(\.body) == ["A ![](1)B"] && outcome.diagnostics == [])
        // The pictures of a store exist as long as the outcome.
        let pictures = withExtendedLifetime(outcome) {
            outcome.notes.flatMap(\.photos).map(\.bytes)
        }
        #expect(pictures == [picture])
    }

    @Test(arguments: Medium.allCases)
    func reportsUnsupportedPictures(medium: Medium) throws {
        let outcome = try read(
            Array("{\\rtf1 A {\\pict\\pngblip 89504e47}B}".utf8), in: medium)
        #expect(outcome.notes.map(\.body) == ["A (attachment)B"])
        #expect(outcome.diagnostics.map(\.identifier) == [.unreadAttachment])
    }

    @Test(
        arguments: Medium.allCases,
        [
            Array("Größe".utf8),
            [0xFF, 0xFE] + "Größe".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            MadeValue.text("Größe").archive,
            MadeValue.object("NSAttributedString", [("NSString", "Größe")]).archive,
        ] as [[UInt8]])
    func readsTextsOfEachForm(medium: Medium, bytes: [UInt8]) throws {
        let outcome = try read(bytes, in: medium)
        #expect(outcome.notes.map(\.body) == ["Größe"] && outcome.diagnostics == [])
    }

    /// A text that cannot be read is not mistaken for one that is empty.
    @Test(arguments: Medium.allCases, [[0, 1, 0xFF], Array("bplist00damaged".utf8)] as [[UInt8]])
    func reportsDataThatIsNotText(medium: Medium, bytes: [UInt8]) throws {
        let outcome = try read(bytes, in: medium)
        // Without a class, nothing but its text shows that a value is a note.
        let expected: Diagnostic.Identifier = medium == .list ? .noNoteInArchive : .damagedObject
        #expect(outcome.notes.map(\.body) == (medium == .list ? [] : [""]))
        #expect(outcome.diagnostics.contains { $0.identifier == expected })
    }

    /// Parts of a document beside its text, which programs of other makers write.
    @Test(arguments: [
        ("a{\\footnote b} c", "a (b) c"), ("a{\\*\\annotation b} c", "a (b) c"),
        ("{\\header b} c", "(b) c"), ("a {\\shp{\\*\\shpinst{\\shptxt b}}} c", "a b c"),
        ("a {\\*\\shppict{\\pict 00}}{\\nonshppict{\\pict 00}}c", "a !c"),
        ("a {\\object{\\*\\objdata 00}{\\result b}} c", "a !b c"),
        (
            "a {\\field{\\*\\fldinst HYPERLINK \"https://x.org\"}{\\fldrslt }} c",
            "a https://x.org c"
        ),
        ("a {\\*\\unknown b}{\\info{\\title b}}c", "a c"),
        ("10{\\super -3} H{\\sub 2}O x\\super y\\nosupersub z", "10⁻³ H₂O x^yz"),
    ])
    func keepsFootnotesAndOtherPartsOfRTF(text: String, expected: String) throws {
        let rtf = try #require(RTFText(Array("{\\rtf1 \(text)}".utf8)))
        #expect(rtf.markdown { "!" }.trimmingCharacters(in: .whitespaces) == expected)
    }

    /// Words that their author has hidden are not published, and said to be left out.
    @Test(arguments: Medium.allCases)
    func reportsHiddenText(medium: Medium) throws {
        let outcome = try read(Array("{\\rtf1\\ansi a{\\v secret} b}".utf8), in: medium)
        #expect(outcome.notes.map(\.body) == ["a b"])
        #expect(outcome.diagnostics.map(\.identifier) == [.unreadAttachment])
        #expect(outcome.diagnostics.first?.summary.contains("words that are hidden") == true)
    }

    @Test(arguments: [
        "", "{\\rtf", "{\\rtf1\\'", "{\\rtf1 \\u", "{\\rtf1\\bin99999999999 x}", "{\\rtf1}}}}",
    ])
    func readsRTFThatIsCutOff(text: String) throws {
        let markdown = RTFText(Array(text.utf8))?.markdown { "" }
        #expect(markdown?.contains("\u{FFFD}") != true)
    }

    @Test func readsRTFOfAnyDepthAndKind() {
        let deep = String(repeating: "{\\b", count: 200_000) + " x"
        let markdown = RTFText(Array(("{\\rtf1" + deep).utf8))?.markdown { "" }
        #expect(markdown == "**x**")
        var random = SeededGenerator(seed: 9)
        for _ in 0..<300 {
            var bytes = Array(Self.rtf.utf8)
            for _ in 0..<5 {
                bytes[.random(in: 5..<bytes.count, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            let changed = RTFText(bytes)?.markdown { "" }
            #expect(changed != nil || !bytes.starts(with: RTFText.signature))
        }
    }

    @Test(
        arguments: [
            932: [0x93, 0xFA], 936: [0xC8, 0xD5], 1251: [0xE0], 10_000: [0x8E], 77_777: [0xE9],
        ]
            as [Int: [UInt8]])
    func convertsCodePages(number: Int, bytes: [UInt8]) {
        let expected = [932: "日", 936: "日", 1251: "а", 10_000: "é", 77_777: "é"]
        #expect(CodePage(number).text(bytes) == expected[number])
    }

    @Test func replacesBytesOutsideACodePage() {
        #expect(CodePage(932).text([0x41, 0x93]) == "A\u{FFFD}")
    }
}
