import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// The XML form, by hand, compared with what Foundation reads.
@Suite(.tags(.fast))
struct XMLPropertyListTests {
    private func value(_ text: String) throws -> PropertyListValue {
        try XMLPropertyList.value(of: ArchiveBytes(Array(text.utf8)))
    }

    /// Returns what Foundation reads in an array with one member.
    private func foundation(_ inner: String) throws -> Any? {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><array>\(inner)</array></plist>
            """
        let read = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        return (read as? [Any])?.first
    }

    @Test(arguments: [
        ("<string>a &amp;&lt;&gt;&quot;&apos;</string>", "a &<>\"'"),
        ("<string>&#65;&#x42;&#x1F600;&#xe9;</string>", "AB😀é"),
        ("<string><![CDATA[<a> & b]]></string>", "<a> & b"),
        ("<string>a<![CDATA[]]>b</string>", "ab"), ("<string></string>", ""),
        ("<string> two  spaces\nand a line </string>", " two  spaces\nand a line "),
        ("<string>é日😀</string>", "é日😀"), ("<string>]]</string>", "]]"),
    ])
    func readsTextAsFoundationDoes(inner: String, text: String) throws {
        #expect(try value("<plist>\(inner)</plist>") == .string(text))
        #expect(try foundation(inner) as? String == text)
    }

    @Test(arguments: [
        ("<integer>42</integer>", 42), ("<integer>-7</integer>", -7),
        ("<integer>+7</integer>", 7), ("<integer>08</integer>", 8),
        ("<integer>0x1F</integer>", 31), ("<integer>-0x10</integer>", -16),
        ("<integer>9223372036854775807</integer>", Int.max),
        ("<integer>-9223372036854775808</integer>", Int.min),
        ("<integer>007</integer>", 7),
    ])
    func readsIntegersAsFoundationDoes(inner: String, number: Int) throws {
        #expect(try value("<plist>\(inner)</plist>") == .integer(Int64(number)))
        #expect(try foundation(inner) as? Int == number)
    }

    @Test(arguments: [
        ("<real>1.5</real>", 1.5), ("<real>-2e3</real>", -2000), ("<real>0</real>", 0),
        ("<real>+infinity</real>", .infinity), ("<real>-infinity</real>", -.infinity),
        ("<real>inf</real>", .infinity),
    ])
    func readsRealsAsFoundationDoes(inner: String, number: Double) throws {
        #expect(try value("<plist>\(inner)</plist>") == .real(number))
        #expect(try foundation(inner) as? Double == number)
    }

    @Test(arguments: [
        "2001-01-01T00:00:00Z", "2000-12-31T23:59:59Z", "2024-02-29T12:34:56Z",
        "1970-01-01T00:00:00Z", "1999-12-31T00:00:00Z", "2100-03-01T00:00:00Z",
    ])
    func readsDatesAsFoundationDoes(text: String) throws {
        let inner = "<date>\(text)</date>"
        let date = try #require(try foundation(inner) as? Date)
        #expect(try value("<plist>\(inner)</plist>") == .date(date.timeIntervalSinceReferenceDate))
    }

    @Test(arguments: [
        "2001-13-01T00:00:00Z", "2001-00-01T00:00:00Z", "2001-01-32T00:00:00Z",
        "2001-01-01T24:00:00Z", "2001-01-01T00:60:00Z", "2001-01-01T00:00:00",
        "2001-01-01", "", "2001-01-01T00:00:00+0100", "0000-01-01T00:00:00Z",
        "99999-01-01T00:00:00Z", "2001-01-01T00:00:00.5Z",
    ])
    func refusesInvalidDates(text: String) {
        #expect(throws: ArchiveError.self) { try value("<plist><date>\(text)</date></plist>") }
    }

    @Test(arguments: [
        ("SGVsbG8=", "Hello"), ("\n\tSGVs\n\tbG8=\n", "Hello"), ("", ""), ("SGVsbG8", "Hello"),
        ("QQ==", "A"), ("QUI=", "AB"),
    ])
    func findsDataAndItsSize(base64: String, text: String) throws {
        let bytes = Array("<plist><data>\(base64)</data></plist>".utf8)
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        let reference = try #require(try archive.requiredRoot().dataReference)
        #expect(reference.count == text.utf8.count)
        #expect(archive.contents(of: reference) == Array(text.utf8))
    }

    @Test func keepsKeyOrderAndTheFirstDuplicate() throws {
        let text = """
            <plist><dict><key>z</key><true/><key>a</key><false></false><key>z</key><array/>
            <key/><dict/><key>&amp;</key><string/></dict></plist>
            """
        #expect(
            try value(text)
                == .dictionary([
                    .init("z", .bool(true)), .init("a", .bool(false)), .init("", .dictionary([])),
                    .init("&", .string("")),
                ]))
    }

    @Test func readsALoneCFUIDKeyAsAReference() throws {
        let reference = "<dict><key>CF$UID</key><integer>4294967295</integer></dict>"
        #expect(try value("<plist>\(reference)</plist>") == .uid(4_294_967_295))
        let two =
            "<plist><dict><key>CF$UID</key><integer>1</integer><key>b</key><true/></dict></plist>"
        #expect(try value(two)["CF$UID"] == .integer(1))
        let large = "<plist><dict><key>CF$UID</key><integer>4294967296</integer></dict></plist>"
        #expect(throws: ArchiveError.self) { try value(large) }
    }

    @Test func skipsCommentsAndInstructionsBetweenTags() throws {
        let text = """
            \u{FEFF}<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x">
            <!-- one --><plist version='1.0'><?pi?><array ><!-- > --><true /><!----></array ></plist>
            """
        #expect(try value(text) == .array([.bool(true)]))
    }

    @Test func enforcesTheNestingLimit() throws {
        func nested(_ depth: Int) -> String {
            "<plist>" + String(repeating: "<array>", count: depth)
                + String(repeating: "</array>", count: depth) + "</plist>"
        }
        #expect(try value(nested(512)).members?.count == 1)
        #expect {
            try value(nested(513))
        } throws: { ($0 as? ArchiveError)?.reason == .tooDeep }
    }

    @Test(arguments: [
        "<string>&#0;</string>x", "<string>&#xD800;</string>", "<string>&#x110000;</string>",
        "<string>&;</string>", "<string>&#;</string>", "<string>&amp</string>",
        "<string>a & b</string>", "<integer></integer>", "<integer>1.5</integer>",
        "<integer>--1</integer>", "<integer>0x</integer>", "<integer>１</integer>", "<real/>",
        "<real>1,5</real>", "<dict><key>a</key><key>b</key><true/></dict>",
        "<array><key>a</key></array>", "<array><true></array>", "text",
        "<![CDATA[x]]>", "<data>AA=A=AAA!</data>",
    ])
    func refusesMalformedElements(inner: String) {
        #expect(throws: ArchiveError.self) { try value("<plist><array>\(inner)</array></plist>") }
    }

    @Test func reportsTheOffsetOfErrors() {
        #expect(throws: ArchiveError(.badXML("<nul> is not a tag of property lists"), at: 12)) {
            try value("<plist><nul></plist>")
        }
    }
}
