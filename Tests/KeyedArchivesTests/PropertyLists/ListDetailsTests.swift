import Foundation
import Platform
import TestSupport
import Testing

@testable import KeyedArchives

@Suite(.tags(.fast))
struct PropertyListFormTests {
    private func form(_ text: String) -> PropertyListForm? {
        PropertyListForm(prefix: Array(text.utf8))
    }

    @Test(arguments: [
        ("bplist00", PropertyListForm.binary), ("bplist", .binary), ("bplist0", .binary),
        ("bplist15abc", .undocumentedBinary(version: "15")),
        ("bplist01", .undocumentedBinary(version: "01")), ("<?xml version", .xml),
        (" \n<plist>", .xml), ("\u{FEFF}<!DOCTYPE plist", .xml), ("<plist version", .xml),
    ])
    func detectsTheForm(text: String, form: PropertyListForm) {
        #expect(self.form(text) == form)
    }

    @Test(arguments: [
        "", "bplis", "BPLIST00", "{}", "<html>", "<!DOCTYPE html>", "x<plist>", "< plist>",
    ])
    func detectsNoFormInOtherText(text: String) {
        #expect(form(text) == nil)
    }
}

@Suite(.tags(.fast))
struct UTF16DecodingTests {
    private func decoded(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { String(decodingBigEndianUTF16: $0) }
    }

    /// The decoder of Swift's library is the reference.
    @Test func agreesWithTheStandardLibrary() {
        let seed: UInt64 = 0x1616
        var random = SeededGenerator(seed: seed)
        let ranges: [ClosedRange<UInt16>] = [
            0...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xD800...0xDBFF, 0xDC00...0xDFFF,
            0xE000...0xFFFF,
        ]
        for round in 0..<2000 {
            let units = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                UInt16.random(in: ranges.randomElement(using: &random) ?? 0...0, using: &random)
            }
            let bytes = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let expected = String(decoding: units, as: UTF16.self)
            #expect(
                decoded(bytes).utf8.elementsEqual(expected.utf8), "seed \(seed), round \(round)")
        }
    }

    @Test func ignoresAnOddLastByte() {
        #expect(decoded([0, 0x41, 0]) == "A")
        #expect(decoded([0xD8]) == "")
        #expect(decoded([]) == "")
        #expect(decoded([0xD8, 0x3D, 0xDE]) == "\u{FFFD}")
    }
}

@Suite(.tags(.fast))
struct CivilDaysTests {
    @Test func countsEveryDayOfTenThousandYears() {
        var expected = -719_162
        for year in 1...9999 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (index, length) in lengths.enumerated() {
                let day = daysSince1970(year: year, month: index + 1, day: 1)
                #expect(day == expected, "\(year)-\(index + 1)")
                expected += length
            }
        }
    }

    @Test func rollsExcessDaysIntoTheNextMonth() {
        #expect(
            daysSince1970(year: 2015, month: 2, day: 29)
                == daysSince1970(year: 2015, month: 3, day: 1))
        #expect(daysSince1970(year: 1970, month: 1, day: 1) == 0)
    }
}

@Suite(.tags(.fast))
struct Base64TextTests {
    private func data(_ text: String) -> PropertyListValue.DataReference? {
        Array(text.utf8).withUnsafeBytes { Base64Text.data($0, at: 100..<100 + $0.count) }
    }

    private func count(_ text: String) -> Int? {
        Array(text.utf8).withUnsafeBytes { Base64Text.decodedCount($0[...]) }
    }

    /// Foundation decodes the same number of bytes.
    @Test func countsTheBytesThatFoundationDecodes() {
        for length in 0..<70 {
            let bytes = Data((0..<length).map { UInt8($0) })
            #expect(count(bytes.base64EncodedString()) == length)
            let lines = bytes.base64EncodedString(options: [.lineLength64Characters])
            #expect(count(lines + "\n") == length)
        }
    }

    @Test(arguments: ["a", "abcde", "ab-c", "ab_c", "ab.c", "é", "a\\n", "\\\\", "ab\u{0}c"])
    func rejectsInvalidBase64(text: String) {
        #expect(count(text) == nil)
    }

    @Test(arguments: [
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF, 0xE0],
        Array("GIF89a".utf8), Array("RIFF....WEBP".utf8), Array("II*\0".utf8),
        Array("MM\0*".utf8), Array("bplist00".utf8), Array("\0\0\0\u{18}ftypheic".utf8),
    ])
    func detectsPicturesAndArchivesByTheirSignature(signature: [UInt8]) {
        let content = Data(signature + [UInt8](repeating: 7, count: 60))
        let text = content.base64EncodedString()
        // Foundation's JSON escapes each solidus.
        #expect(data(text.replacing("/", with: "\\/"))?.decodedCount == content.count)
        let range = 100..<(100 + text.utf8.count)
        #expect(data(text)?.range == range)
        #expect(data(text)?.count == content.count)
        // JSON may escape a solidus.
        let escaped = "data:image\\/x;base64," + text.replacing("/", with: "\\/")
        #expect(data(escaped)?.count == content.count)
        #expect(data("data:image/x;base64," + text)?.count == content.count)
        // Shorter than any picture.
        #expect(data(String(text.prefix(60))) == nil)
    }

    @Test(arguments: ["data:,", "data:image/png", "data:;base64,", "iVBORw0KGgo", "/9j/"])
    func rejectsShortTextAndProse(beginning: String) {
        #expect(data(beginning) == nil)
        let prose = beginning + String(repeating: " some words, and more.", count: 10)
        #expect(data(prose) == nil)
    }
}
