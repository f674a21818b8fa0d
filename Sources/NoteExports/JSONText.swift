/// A JSON value with its keys in the order in which they are to be read.
///
/// Foundation's encoder sorts keys or shuffles them; a record that is read by people and compared
/// as text wants the title before the body, every time.
enum JSONText {
    case null
    case bool(Bool)
    case integer(Int)
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])

    /// Text, or null for nil.
    static func string(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += Array("null".utf8)
        case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
        case .integer(let value): bytes += Array(String(value).utf8)
        case .string(let text): Self.append(text, to: &bytes)
        case .array(let members):
            bytes.append(UInt8(ascii: "["))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                member.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let fields):
            bytes.append(UInt8(ascii: "{"))
            for (index, field) in fields.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.append(field.0, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                field.1.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            for index in 0..<utf8.count {
                let escape: String
                switch utf8[index] {
                case UInt8(ascii: "\""): escape = "\\\""
                case UInt8(ascii: "\\"): escape = "\\\\"
                case 0x0A: escape = "\\n"
                case 0x0D: escape = "\\r"
                case 0x09: escape = "\\t"
                case let byte where byte < 0x20 || byte == 0x7F:
                    let digits = String(byte, radix: 16)
                    escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: continue
                }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                bytes.append(contentsOf: escape.utf8)
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
