import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Property lists without an object table, and JSON: values are stored in place.
@Suite(.tags(.fast))
struct PlainDocumentTests {
    private func root(_ text: String) throws -> (KeyedArchive, PropertyListValue) {
        try root(Array(text.utf8))
    }

    private func root(_ bytes: [UInt8]) throws -> (KeyedArchive, PropertyListValue) {
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        #expect(archive.isPlain)
        return (archive, try #require(archive.root))
    }

    /// Reads values that Foundation wrote in one of its formats.
    private func root(
        of values: [String: Any], form: String
    ) throws -> (KeyedArchive, PropertyListValue) {
        let data =
            switch form {
            case "json": try JSONSerialization.data(withJSONObject: values)
            default:
                try PropertyListSerialization.data(
                    fromPropertyList: values, format: form == "xml" ? .xml : .binary, options: 0)
            }
        return try root(Array(data))
    }

    private let values: [String: Any] = [
        "title": "Grüße", "count": 3, "ratio": 0.5, "on": true, "list": ["a", "b"],
        "inner": ["x": "y"],
    ]

    @Test(arguments: ["binary", "xml", "json"]) func readsWhatFoundationWrote(form: String) throws {
        let (archive, root) = try root(of: values, form: form)
        #expect(root["title"] == .string("Grüße"))
        #expect(root["count"] == .integer(3))
        #expect(root["ratio"] == .real(0.5))
        #expect(root["on"] == .bool(true))
        #expect(try root["list"].flatMap(archive.array) == [.string("a"), .string("b")])
        #expect(try root["inner"].flatMap(archive.dictionary)?.map(\.value) == [.string("y")])
        #expect(try archive.dictionary(root)?.count == 6)
    }

    @Test func readsEveryFormOfJSON() throws {
        let (_, root) = try root(
            "\u{FEFF} {\"a\": [1, -2.5e3, true, false, null, \"\"], \"\": {}, \"n\": 9223372036854775808,"
                + " \"t\": \"\\u00e9\\n\\t\\\"\\\\\\/\\ud83d\\ude00 \\ud83d x\", \"a\": 2}\n")
        #expect(
            root["a"]
                == .array([
                    .integer(1), .real(-2500), .bool(true), .bool(false), .null, .string(""),
                ]))
        #expect(root[""] == .dictionary([]))
        #expect(root["n"] == .real(9_223_372_036_854_775_808))
        #expect(root["t"] == .string("é\n\t\"\\/😀 \u{FFFD} x"))
    }

    @Test(arguments: [
        "{", "[", "{\"a\"", "{\"a\":", "[1,", "[1 2]", "{\"a\" 1}", "{1: 2}", "[tru]", "[1] x",
        "[\"\\u12\"]", "[-]", "[\"open", "{\"a\": 1,}", "[1e999e]",
    ])
    func refusesDamagedJSON(text: String) {
        #expect(throws: ArchiveError.self) { try root(text) }
    }

    @Test func boundsTheDepthOfJSON() {
        let deep = String(repeating: "[", count: 100_000)
        #expect {
            try root(deep)
        } throws: { ($0 as? ArchiveError)?.reason == .tooDeep }
    }

    /// Photos that apps store as base64 text are read as data; other long texts stay texts.
    @Test(arguments: ["binary", "xml", "json"]) func decodesBase64Pictures(form: String) throws {
        let picture = PNGPicture.quarters(width: 40, height: 20)
        let base64 = Data(picture).base64EncodedString()
        let values = [
            "image": base64, "uri": "data:image/png;base64," + base64,
            "text": String(repeating: "iVBORw0KGgo is no picture. ", count: 10),
        ]
        let (archive, root) = try root(of: values, form: form)
        for key in ["image", "uri"] {
            let value = try #require(root[key])
            let reference = try #require(try archive.data(value))
            #expect(reference.count == picture.count)
            #expect(archive.contents(of: reference) == picture)
        }
        #expect(root["text"]?.text?.hasPrefix("iVBORw0KGgo is") == true)
    }
}
