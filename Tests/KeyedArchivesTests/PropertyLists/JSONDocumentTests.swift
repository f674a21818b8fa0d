import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// JSON text, compared with what Foundation reads.
@Suite(.tags(.fast))
struct JSONDocumentTests {
    private func value(_ text: String) throws -> PropertyListValue {
        try JSONDocument.value(of: Array(text.utf8))
    }

    @Test(arguments: [
        "{}", "[]", "null", "true", "-0", "0", "1.5e-3", "123456789012", "\"\"", "[[[]]]",
        "{\"a\":{\"b\":[1,null,false]}}", " \t\r\n[ 1 , 2 ] \n", "\"\\u00e9\\uD83D\\uDE00\"",
        "\"\\b\\f\\n\\r\\t\\\"\\\\\\/\"", "\"é😀\u{2028}\"", "[1E5,1e+5,0.25]",
        "{\"\":0,\"\\n\":1,\"😀\":2}", "[9223372036854775807,-9223372036854775808]",
    ])
    func readsWhatFoundationReads(text: String) throws {
        let read = try JSONSerialization.jsonObject(
            with: Data(text.utf8), options: .fragmentsAllowed)
        let value = RandomList.writable(try value(text), of: nil)
        #expect(RandomList.foundation(value) == read as? NSObject)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "]", "[,1]", "{\"a\"}", "{\"a\":}",
        "{a:1}", "'a'", "tru", "nul", "+1", ".5", "NaN", "[1 2]", "[1]]", "\"", "\"\\u12\"",
        "\"\\u12g4\"", "\"a", "// c\n1", "[1,2", "{\"a\":1 \"b\":2}", "-", "--1", "1-2", "1e",
    ])
    func refusesWhatFoundationRefuses(text: String) {
        #expect(throws: (any Error).self) {
            try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        }
        #expect(throws: ArchiveError.self) { try value(text) }
    }

    @Test func keepsKeyOrderAndTheFirstDuplicate() throws {
        let keys = (0..<40).map { "k\(($0 * 17) % 40)" }
        let fields = keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",")
        #expect(
            try value("{\(fields),\"k0\":99}")
                == .dictionary(keys.enumerated().map { .init($1, .integer(Int64($0))) }))
    }

    @Test(arguments: [
        ("\\uD800", "\u{FFFD}"), ("\\uDC00x", "\u{FFFD}x"), ("\\uD800\\u0041", "\u{FFFD}A"),
        ("\\uD800\\uD83D\\uDE00", "\u{FFFD}😀"), ("\\u0000", "\0"),
    ])
    func replacesLoneSurrogates(escapes: String, text: String) throws {
        #expect(try value("\"\(escapes)\"") == .string(text))
    }

    @Test func replacesBytesThatAreNotUTF8() throws {
        let bytes = [UInt8(ascii: "\""), 0x61, 0xFF, 0x62, UInt8(ascii: "\"")]
        #expect(try JSONDocument.value(of: bytes) == .string("a\u{FFFD}b"))
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func enforcesTheNestingLimit(open: String, close: String) throws {
        func nested(_ depth: Int) -> String {
            String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
        }
        _ = try value(nested(511))
        #expect {
            try value(nested(512))
        } throws: { ($0 as? ArchiveError)?.reason == .tooDeep }
    }

    @Test func readsNumbersThatDoNotFitIntegersAsReals() throws {
        #expect(try value("18446744073709551616") == .real(18_446_744_073_709_551_616))
        #expect(try value("0.1") == .real(0.1))
        #expect(try value("1e400") == .real(.infinity))
    }

    @Test func refusesEveryTruncation() throws {
        let text = Array("\u{FEFF}{\"a\\u00e9\": [1.5, true, null, \"\\ud83d\\ude00\"]} ".utf8)
        for length in 0..<(text.count - 1) {
            #expect(throws: ArchiveError.self, "\(length) bytes") {
                try JSONDocument.value(of: Array(text.prefix(length)))
            }
        }
        #expect(try JSONDocument.value(of: text)["aé"] != nil)
    }

    @Test(arguments: [
        ("{", true), (" \n[", true), ("\u{FEFF}{", true), ("a{", false), ("", false),
        ("\u{FEFF}", false), ("(", false), ("\"a\"", false), ("\u{B}\u{C}[", true),
        ("[ [\n{\"a", true), ("[]", true), ("{}", true), ("[ -1", true), ("[null]", true),
        ("[ ] milk", false), ("[x] milk", false), ("[[Home]]", false), ("{\\rtf1", false),
        ("[.Shell]", false), ("{{name}}", false),
    ])
    func detectsLikelyJSONByPrefix(text: String, isLikely: Bool) {
        #expect(JSONDocument.isLikely(prefix: Array(text.utf8)) == isLikely)
    }

    @Test func detectsBase64DataOnlyInArchiveBytes() throws {
        let base64 = Data(PNGPicture.quarters(width: 20, height: 20)).base64EncodedString()
        #expect(try value("\"\(base64)\"") == .string(base64))
        let bytes = ArchiveBytes(Array("\"\(base64)\"".utf8))
        let reference = try JSONDocument.value(of: bytes).dataReference
        #expect(reference?.range == 1..<(base64.utf8.count + 1))
    }
}
