/// Measures how deep keys and values of a TOML document nest, without recursion: parsers of TOML
/// limit the nesting of values, but not the number of keys in a dotted one.
struct TOMLDepth {
    /// The maximum depth that is parsed.
    static let maximum = 100

    /// The line, from 1, on which the document becomes too deep; nil if it does not.
    private(set) var excessiveLine: Int?

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    /// The depth of the current table, key, and value.
    private var (table, dots, value) = (0, 0, 0)
    /// The depths of the open lists and inline tables.
    private var open: [Int] = []
    private var isHeader = false

    init(_ text: String) {
        bytes = Array(text.utf8)
        while index < bytes.count, excessiveLine == nil { advance() }
    }

    private mutating func advance() {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "#"):
            while index < bytes.count, bytes[index] != 0x0A { index += 1 }
            return
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            skipString(byte)
            return
        case 0x0A:
            line += 1
            if open.isEmpty { (dots, value, isHeader) = (0, table, false) }
        case UInt8(ascii: "."): dots += 1
        case UInt8(ascii: "="): (value, dots) = (value + dots + 1, 0)
        case UInt8(ascii: ","): (dots, value) = (0, open.last ?? table)
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            if open.isEmpty, beginsLine {
                (isHeader, table, value) = (true, 0, 0)
            } else if !isHeader {
                value += 1
                open.append(value)
            }
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            if isHeader {
                table = max(table, dots + 1)
            } else if !open.isEmpty {
                open.removeLast()
                value = open.last ?? table
            }
            dots = 0
        default: break
        }
        index += 1
        if max(table, value) + dots > Self.maximum { excessiveLine = line }
    }

    private var beginsLine: Bool {
        var start = index
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        return start == 0 || bytes[start - 1] == 0x0A
    }

    private mutating func skipString(_ quote: UInt8) {
        let isLong = bytes[index...].starts(with: [quote, quote, quote])
        index += isLong ? 3 : 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A {
                guard isLong else { return }
                line += 1
            }
            if byte == quote, !isLong || bytes[index...].starts(with: [quote, quote, quote]) {
                index += isLong ? 3 : 1
                return
            }
            index += byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? 2 : 1
        }
    }
}
