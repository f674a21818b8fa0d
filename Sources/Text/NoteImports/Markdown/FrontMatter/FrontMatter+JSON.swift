import FileFormats
import KeyedArchives

extension FrontMatter {
    /// Returns the position after front matter in JSON, an object at the start of the file, as Hugo
    /// allows; nil if the file begins with something else, such as a shortcode.
    static func endOfJSON(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.first == UInt8(ascii: "{"),
            text.dropFirst().first(where: { $0 > 0x20 }) == UInt8(ascii: "\""),
            let end = endOfObject(text)
        else { return nil }
        let line = text[end...].prefix { $0 != 0x0A }
        return line.allSatisfy { $0 <= 0x20 } ? min(line.endIndex + 1, text.endIndex) : nil
    }

    static func entries(ofJSON head: String) throws -> [YAMLValue.Entry] {
        guard case .dictionary(let fields)? = try? JSONDocument.value(of: Array(head.utf8)) else {
            throw ParsingError(problem: "has front matter that is not JSON", line: 1)
        }
        return fields.map { YAMLValue.Entry($0.key, YAMLValue($0.value)) }
    }

    private static func endOfObject(_ text: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        var (isInString, isEscaped) = (false, false)
        for (index, byte) in zip(text.indices, text) {
            if isInString {
                if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "}"):
                    depth -= 1
                    if depth == 0 { return index + 1 }
                default: break
                }
            }
        }
        return nil
    }
}

extension YAMLValue {
    /// Converts a value that was read from JSON.
    fileprivate init(_ value: PropertyListValue) {
        switch value {
        case .null, .uid, .data: self = .empty
        case .bool(let value): self = .plain(String(value))
        case .integer(let number): self = .plain(String(number))
        case .real(let number), .date(let number): self = .plain(YAMLLiteral.text(of: number))
        case .string(let text): self = .text(text)
        case .array(let members): self = .list(members.map { YAMLValue($0) })
        case .dictionary(let fields):
            self = .mapping(fields.map { .init($0.key, YAMLValue($0.value)) })
        }
    }
}
