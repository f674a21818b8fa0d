/// Finds what would crash the parser of TOML, without recursion. It limits the nesting of values, but
/// not the number of keys in a dotted one, and aborts at some values instead of refusing them.
struct TOMLHazards {
    /// The maximum depth that is parsed.
    private static let maximumDepth = 100

    /// The error for the first hazard; nil if the document can be parsed.
    private(set) var error: FrontMatter.ParsingError?

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
        while index < bytes.count, error == nil { advance() }
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
        case UInt8(ascii: "T"), UInt8(ascii: "t"):
            // toml++ asserts that a digit follows.
            if value > table, endsDate, index + 1 < bytes.count, !isDigit(index + 1) {
                refuse("that is not TOML: a time is expected after “T”")
            }
        case 0: refuse("with a zero byte")
        default: break
        }
        index += 1
        if max(table, value) + dots > Self.maximumDepth {
            refuse("that is nested deeper than \(Self.maximumDepth) levels")
        }
    }

    private mutating func refuse(_ problem: String) {
        // The opening line of the front matter precedes the document.
        error = .init(problem: "has front matter \(problem)", line: line + 1)
    }

    private func isDigit(_ index: Int) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
    }

    /// True if the bytes before the index are a date, such as `2014-05-01`.
    private var endsDate: Bool {
        index >= 10
            && (0..<10).allSatisfy { offset in
                let place = index - 10 + offset
                return [4, 7].contains(offset) ? bytes[place] == UInt8(ascii: "-") : isDigit(place)
            }
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
