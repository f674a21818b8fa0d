import Foundation
import NoteModel
import TestSupport
import Testing

/// JSON text with the keys in a fixed order, checked with Foundation's parser.
@Suite(.tags(.fast))
struct JSONValueTests {
    private func line(_ value: JSONValue) -> String {
        var bytes: [UInt8] = []
        value.append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func block(_ value: JSONValue) -> String {
        String(decoding: value.indented, as: UTF8.self)
    }

    private func parsed(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    @Test(arguments: [
        (JSONValue.null, "null"), (.bool(true), "true"), (.bool(false), "false"),
        (.integer(.min), "-9223372036854775808"), (.integer(0), "0"), (.real(0.1), "0.1"),
        (.real(-0.0), "-0.0"), (.real(1e100), "1e+100"), (.string("a"), "\"a\""),
        (.array([]), "[]"), (.object([JSONValue.Field]()), "{}"), (.numbers([]), "[]"),
        (.numbers([1, 2.5, -3]), "[1.0,2.5,-3.0]"),
        (.array([.null, .array([.integer(1)])]), "[null,[1]]"),
        (.object([("b", .integer(1)), ("a", .null)]), "{\"b\":1,\"a\":null}"),
        (.string(String?.none), "null"), (.string(String?.some("x")), "\"x\""),
    ])
    func writesAValueOnOneLine(value: JSONValue, expected: String) {
        #expect(line(value) == expected)
    }

    /// JSON has no notation for these numbers (RFC 8259, section 6).
    @Test(arguments: [(Double.nan, "\"nan\""), (.infinity, "\"inf\""), (-.infinity, "\"-inf\"")])
    func writesNonFiniteNumbersAsStrings(number: Double, expected: String) throws {
        #expect(line(.real(number)) == expected)
        #expect(line(.numbers([number])) == "[\(expected)]")
    }

    @Test(arguments: [
        ("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"),
        ("\u{0}", "\\u0000"), ("\u{1F}", "\\u001f"), ("\u{7F}", "\\u007f"), ("/", "/"),
        ("é😀\u{2028}", "é😀\u{2028}"), ("\r\n", "\\r\\n"), ("a\\\"b", "a\\\\\\\"b"),
    ])
    func escapesSpecialCharacters(text: String, expected: String) {
        #expect(line(.string(text)) == "\"\(expected)\"")
        #expect(line(.object([(text, .null)])) == "{\"\(expected)\":null}")
    }

    @Test func writesASCIIThatFoundationReads() throws {
        let all = String(String.UnicodeScalarView((0..<128).map { Unicode.Scalar(UInt8($0)) }))
        #expect(try parsed(line(.string(all))) as? String == all)
    }

    @Test func indentsNestedCollectionsAndKeepsShortOnesOnOneLine() {
        let value = JSONValue.object([
            ("one", .object([("only", .integer(1))])), ("list", .array([.integer(1), .null])),
            ("deep", .array([.array([]), .object([("a", .null), ("b", .null)])])),
            ("numbers", .numbers([1, 2])),
        ])
        #expect(
            block(value) == """
                {
                  "one": {"only":1},
                  "list": [1,null],
                  "deep": [
                    [],
                    {
                      "a": null,
                      "b": null
                    }
                  ],
                  "numbers": [1.0,2.0]
                }

                """)
    }

    @Test func endsEveryFileWithOneLineBreak() {
        for value in [JSONValue.null, .array([]), .object([("a", .null), ("b", .null)])] {
            #expect(block(value).hasSuffix("\n") && !block(value).hasSuffix("\n\n"))
        }
    }

    @Test func keepsTheOrderOfKeysAndEqualKeys() {
        let fields = ["z", "a", "m", "a"].map { JSONValue.Field($0, value: .null) }
        #expect(line(.object(fields)) == "{\"z\":null,\"a\":null,\"m\":null,\"a\":null}")
    }

    @Test func writesRandomValuesThatFoundationReads() throws {
        let seed: UInt64 = 0x4A53_4F4E
        var random = SeededGenerator(seed: seed)
        for round in 0..<300 {
            let value = Self.value(depth: 0, &random)
            let expected = Self.foundation(value)
            for text in [line(value), block(value)] {
                let read = try parsed(text) as? NSObject
                #expect(read == expected, "seed \(seed), round \(round): \(text)")
            }
        }
    }

    /// Returns a random value; the numbers are such that no parser rounds them.
    private static func value(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth < 4 ? 8 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int(Int32.random(in: .min ... .max, using: &random)))
        case 3: return .real(Double(Int.random(in: -9999...9999, using: &random)) / 16)
        case 4: return .string(text(&random))
        case 5: return .numbers((0..<3).map { _ in Double(random.number(in: 0...9)) })
        case 6:
            let count = random.number(in: 0...3)
            return .array((0..<count).map { _ in value(depth: depth + 1, &random) })
        default:
            return .object(
                (0..<random.number(in: 0...3)).map { number -> (String, JSONValue) in
                    ("\(number)" + text(&random), value(depth: depth + 1, &random))
                })
        }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let letters: [Character] = ["a", "\"", "\\", "\n", "é", "😀", "\u{1}", "/", "\u{2029}", " "]
        return String((0..<random.number(in: 0...6)).map { _ in random.pick(letters) })
    }

    private static func foundation(_ value: JSONValue) -> NSObject {
        switch value {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let text): NSString(string: text)
        case .numbers(let numbers): NSArray(array: numbers.map { NSNumber(value: $0) })
        case .array(let members): NSArray(array: members.map(foundation))
        case .object(let fields):
            NSDictionary(
                dictionary: Dictionary(
                    uniqueKeysWithValues: fields.map { ($0.key, foundation($0.value)) }))
        }
    }
}
