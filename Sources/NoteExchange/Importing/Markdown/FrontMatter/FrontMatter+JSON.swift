import KeyedArchives
import YAMLText

extension FrontMatter {
    /// Reads front matter in JSON, an object at the start of the file, as Hugo allows.
    ///
    /// - Returns: The entries and the position of the text after it; nil if the file begins with
    ///   something else.
    static func json(_ text: ArraySlice<UInt8>) -> (entries: [YAMLValue.Entry], end: Int)? {
        guard text.first == UInt8(ascii: "{"), let end = endOfObject(text) else { return nil }
        let rest = text[end...]
        let line = rest.prefix { $0 != 0x0A }
        guard line.allSatisfy({ $0 <= 0x20 }),
            case .dictionary(let fields)? = try? JSONDocument.value(of: Array(text[..<end])),
            !fields.isEmpty
        else { return nil }
        let entries = fields.map { YAMLValue.Entry($0.key, YAMLValue($0.value)) }
        return (entries, min(line.endIndex + 1, text.endIndex))
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
