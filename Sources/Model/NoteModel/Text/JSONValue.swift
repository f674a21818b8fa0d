/// A JSON value whose objects keep the order of their keys.
///
/// ```swift
/// let card = JSONValue.object([("question", .string("1 + 1")), ("rightCount", .integer(3))])
/// var bytes: [UInt8] = []
/// card.append(to: &bytes)  // {"question":"1 + 1","rightCount":3}
/// ```
///
/// Foundation's encoder sorts keys or leaves their order undefined. A record that people read and
/// compare as text needs a fixed order, such as the title before the body.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A floating-point number; infinities and NaN are written as strings.
    case real(Double)
    case string(String)
    case array([JSONValue])
    /// An array of numbers, stored compactly because it may be long; it is always written on one
    /// line.
    case numbers([Double])
    case object([Field])

    /// A key-value pair of an object. The keys of an object should differ, which is not checked.
    package struct Field: Hashable, Sendable {
        package let key: String
        package let value: JSONValue

        package init(_ key: String, value: JSONValue) {
            (self.key, self.value) = (key, value)
        }
    }

    /// Creates an object from key-value pairs, which are written in the given order.
    package static func object(_ pairs: [(String, JSONValue)]) -> JSONValue {
        .object(pairs.map { Field($0.0, value: $0.1) })
    }

    /// Creates a string, or null for nil, so that optional fields are present in every object.
    package static func string(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// Writes the value on one line without spaces (RFC 8259); infinities and NaN become strings.
    package func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .real(let value):
            if value.isFinite {
                bytes.append(contentsOf: String(value).utf8)
            } else {
                Self.append(String(value), to: &bytes)
            }
        case .string(let text): Self.append(text, to: &bytes)
        case .numbers(let numbers): Self.append(list: numbers, to: &bytes) { .real($0) }
        case .array(let members): Self.append(list: members, to: &bytes) { $0 }
        case .object(let fields):
            bytes.append(UInt8(ascii: "{"))
            for (index, field) in fields.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.append(field.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                field.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// The value in several lines, indented by two spaces per level; an array or object without
    /// nested collections stays on one line, unless it is an object with several fields.
    package var indented: [UInt8] {
        var bytes: [UInt8] = []
        appendIndented(to: &bytes, depth: 0)
        bytes.append(0x0A)
        return bytes
    }

    /// Writes the value in the form of ``indented``, without the last line break.
    ///
    /// - Parameter depth: The level of the line that the value is in.
    package func appendIndented(to bytes: inout [UInt8], depth: Int) {
        switch self {
        case .array(let values) where values.contains(where: \.isCollection):
            Self.append(lines: values, in: "[]", to: &bytes, depth: depth) {
                $0.appendIndented(to: &$1, depth: depth + 1)
            }
        case .object(let fields)
        where fields.count > 1 || fields.contains(where: \.value.isCollection):
            Self.append(lines: fields, in: "{}", to: &bytes, depth: depth) {
                Self.append($0.key, to: &$1)
                $1.append(contentsOf: ": ".utf8)
                $0.value.appendIndented(to: &$1, depth: depth + 1)
            }
        default: append(to: &bytes)
        }
    }

    private static func append<Member>(
        lines members: [Member], in brackets: StaticString, to bytes: inout [UInt8], depth: Int,
        write: (Member, inout [UInt8]) -> Void
    ) {
        func beginLine(_ depth: Int) {
            bytes.append(0x0A)
            for _ in 0..<2 * depth { bytes.append(0x20) }
        }
        bytes.append(brackets.utf8Start[0])
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            beginLine(depth + 1)
            write(member, &bytes)
        }
        beginLine(depth)
        bytes.append(brackets.utf8Start[1])
    }

    private var isCollection: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    /// A table of the 256 bytes, true for those that are escaped in a string: controls, quotation
    /// marks and backslashes.
    private static let isEscaped: [Bool] = (0...255).map { (byte: UInt8) in
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func append<Member>(
        list: [Member], to bytes: inout [UInt8], value: (Member) -> JSONValue
    ) {
        bytes.append(UInt8(ascii: "["))
        for (index, member) in list.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            value(member).append(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { append($0, to: &bytes) }
    }

    /// Writes a string in quotation marks, with the necessary escapes; `text` has to be valid
    /// UTF-8.
    package static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for index in 0..<text.count where isEscaped[Int(text[index])] {
            let escape: String
            switch text[index] {
            case UInt8(ascii: "\""): escape = "\\\""
            case UInt8(ascii: "\\"): escape = "\\\\"
            case 0x0A: escape = "\\n"
            case 0x0D: escape = "\\r"
            case 0x09: escape = "\\t"
            case let byte:
                let digits = String(byte, radix: 16)
                escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            bytes.append(contentsOf: escape.utf8)
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        bytes.append(UInt8(ascii: "\""))
    }
}
