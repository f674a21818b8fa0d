import FileFormats
import NoteModel

/// Parses TOML (toml.io/en/v1.0.0) as values of YAML. Dates and times become text.
struct TOMLParser {
    private let bytes: [UInt8]
    private var index = 0
    private let root = Table(depth: 0, origin: .header)
    /// The number of headers so far, and the table of the latest one.
    private var section = 0
    private var current: Table

    /// The maximum depth of tables and values, which bounds the recursion.
    static let maximumDepth = 100

    private enum Node {
        case value(YAMLValue)
        case table(Table)
        case tables(TableList)
    }

    private final class TableList {
        var tables: [Table] = []
    }

    private final class Table {
        /// The way in which a table came to be, which decides what may be added to it.
        enum Origin: Equatable {
            /// It is part of the header of another table.
            case implied
            case header
            /// It is part of a dotted key after the header with a number.
            case dotted(section: Int)
        }

        let depth: Int
        var origin: Origin
        var nodes: [ExactText: Node] = [:]

        init(depth: Int, origin: Origin) { (self.depth, self.origin) = (depth, origin) }

        /// The entries in the order of their keys.
        var entries: [YAMLValue.Entry] {
            nodes.sorted { $0.key < $1.key }.map { key, node in
                let value: YAMLValue =
                    switch node {
                    case .value(let value): value
                    case .table(let table): .mapping(table.entries)
                    case .tables(let list): .list(list.tables.map { .mapping($0.entries) })
                    }
                return YAMLValue.Entry(key.text, value)
            }
        }
    }

    /// Returns the entries of a document in the order of their keys.
    ///
    /// - Throws: ``FrontMatter/ParsingError``, with the line in a file whose first line precedes
    ///   the document.
    static func entries(of document: String) throws -> [YAMLValue.Entry] {
        var parser = TOMLParser(document)
        try parser.parse()
        return parser.root.entries
    }

    private init(_ document: String) {
        bytes = Array(document.replacing("\r\n", with: "\n").utf8)
        current = root
    }

    private mutating func parse() throws {
        while true {
            try skipBlanks(withLines: true)
            guard index < bytes.count else { return }
            if bytes[index] == UInt8(ascii: "[") {
                try header()
            } else {
                try entry(of: current)
            }
            try skipBlanks(withLines: false)
            guard index == bytes.count || bytes[index] == 0x0A else {
                throw error("the line should end here")
            }
        }
    }

    private func error(_ reason: String) -> FrontMatter.ParsingError {
        // The opening line of the front matter precedes the document.
        FrontMatter.ParsingError(
            problem: "has front matter that is not TOML: \(reason)",
            line: bytes[..<min(index, bytes.count)].count { $0 == 0x0A } + 2)
    }

    // MARK: - Bytes

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func begins(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private mutating func skip(_ text: String) throws {
        guard begins(text) else { throw error("“\(text)” is missing") }
        index += text.utf8.count
    }

    /// True for a control character other than a tab, which neither comments nor texts may have.
    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 || byte == 0x7F
    }

    private mutating func skipBlanks(withLines: Bool) throws {
        while let byte {
            switch byte {
            case 0x20, 0x09: index += 1
            case 0x0A where withLines: index += 1
            case UInt8(ascii: "#"):
                index = bytes[index...].firstIndex { Self.isControl($0) } ?? bytes.count
                guard self.byte ?? 0x0A == 0x0A else { throw error("a control character") }
            default: return
            }
        }
    }
}

// MARK: - Keys

extension TOMLParser {
    private mutating func table(in outer: Table, origin: Table.Origin) throws -> Table {
        try requireDepth(outer.depth + 1)
        return Table(depth: outer.depth + 1, origin: origin)
    }

    private func requireDepth(_ depth: Int) throws {
        guard depth <= Self.maximumDepth else {
            throw error("it is nested deeper than \(Self.maximumDepth) levels")
        }
    }

    private func duplicate(_ key: ExactText) -> FrontMatter.ParsingError {
        error("the key “\(key.text)” is there twice")
    }

    private mutating func header() throws {
        let isList = begins("[[")
        try skip(isList ? "[[" : "[")
        let (keys, last) = try keys()
        try skip(isList ? "]]" : "]")
        section += 1
        var outer = root
        for key in keys {
            switch outer.nodes[key] {
            case nil:
                let inner = try table(in: outer, origin: .implied)
                outer.nodes[key] = .table(inner)
                outer = inner
            case .table(let inner): outer = inner
            case .tables(let list): outer = list.tables[list.tables.count - 1]
            case .value: throw duplicate(key)
            }
        }
        switch outer.nodes[last] {
        case nil:
            current = try table(in: outer, origin: .header)
            let list = TableList()
            list.tables = [current]
            outer.nodes[last] = isList ? .tables(list) : .table(current)
        case .table(let implied) where !isList && implied.origin == .implied:
            implied.origin = .header
            current = implied
        case .tables(let list) where isList:
            current = try table(in: outer, origin: .header)
            list.tables.append(current)
        default: throw duplicate(last)
        }
    }

    /// Parses a key with its value.
    private mutating func entry(of table: Table) throws {
        let (keys, last) = try keys()
        try skip("=")
        try skipBlanks(withLines: false)
        var outer = table
        for key in keys {
            switch outer.nodes[key] {
            case nil:
                let inner = try self.table(in: outer, origin: .dotted(section: section))
                outer.nodes[key] = .table(inner)
                outer = inner
            case .table(let inner)
            where inner.origin == .implied || inner.origin == .dotted(section: section):
                inner.origin = .dotted(section: section)
                outer = inner
            default: throw duplicate(key)
            }
        }
        guard outer.nodes[last] == nil else { throw duplicate(last) }
        outer.nodes[last] = .value(try value(depth: outer.depth + 1))
    }

    /// Parses the parts of a dotted key.
    private mutating func keys() throws -> ([ExactText], last: ExactText) {
        var keys: [ExactText] = []
        while true {
            try skipBlanks(withLines: false)
            let key = try key()
            try skipBlanks(withLines: false)
            guard byte == UInt8(ascii: ".") else { return (keys, key) }
            keys.append(key)
            index += 1
        }
    }

    private mutating func key() throws -> ExactText {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            return ExactText(try text(isLong: false))
        }
        let start = index
        while let byte,
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || Self.digit(byte) < 36
        {
            index += 1
        }
        guard index > start else { throw error("a key is missing") }
        return ExactText(String(decoding: bytes[start..<index], as: UTF8.self))
    }
}

// MARK: - Values

extension TOMLParser {
    private mutating func value(depth: Int) throws -> YAMLValue {
        switch byte {
        case UInt8(ascii: "\""): return .text(try text(isLong: begins("\"\"\"")))
        case UInt8(ascii: "'"): return .text(try text(isLong: begins("'''")))
        case UInt8(ascii: "["): return .list(try list(depth: depth))
        case UInt8(ascii: "{"):
            let table = Table(depth: depth, origin: .header)
            try inlineTable(table)
            return .mapping(table.entries)
        default: break
        }
        let start = index
        while let byte, byte > 0x20, !",]}#".utf8.contains(byte) { index += 1 }
        // A space may divide date and time.
        if index - start == 10, bytes[start + 4] == UInt8(ascii: "-"), begins(" "),
            index + 1 < bytes.count, Self.digit(bytes[index + 1]) < 10
        {
            index += 1
            while let byte, byte > 0x20, !",]}#".utf8.contains(byte) { index += 1 }
        }
        let found = TOMLScalar.value(of: bytes[start..<index])
        guard let found else {
            index = start
            throw error("a value is missing or not known")
        }
        return found
    }

    private mutating func list(depth: Int) throws -> [YAMLValue] {
        try requireDepth(depth)
        var members: [YAMLValue] = []
        index += 1
        while true {
            try skipBlanks(withLines: true)
            if byte == UInt8(ascii: "]") { break }
            members.append(try value(depth: depth + 1))
            try skipBlanks(withLines: true)
            if byte == UInt8(ascii: "]") { break }
            try skip(",")
        }
        index += 1
        return members
    }

    private mutating func inlineTable(_ table: Table) throws {
        try requireDepth(table.depth)
        index += 1
        try skipBlanks(withLines: false)
        while byte != UInt8(ascii: "}") || !table.nodes.isEmpty {
            try entry(of: table)
            try skipBlanks(withLines: false)
            if byte == UInt8(ascii: "}") { break }
            try skip(",")
        }
        index += 1
    }

    /// Parses a text in quotation marks of either kind.
    private mutating func text(isLong: Bool) throws -> String {
        let quote = bytes[index]
        let end = String(repeating: Character(UnicodeScalar(quote)), count: isLong ? 3 : 1)
        try skip(end)
        if isLong, byte == 0x0A { index += 1 }
        var text: [UInt8] = []
        while let byte {
            if begins(end) {
                index += end.utf8.count
                // The last quotation marks may be part of a long text.
                for _ in 0..<2 where isLong && self.byte == quote {
                    text.append(quote)
                    index += 1
                }
                return String(decoding: text, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                try escape(isLong: isLong, to: &text)
                continue
            }
            guard !Self.isControl(byte) || isLong && byte == 0x0A else { break }
            text.append(byte)
            index += 1
        }
        throw error("a string is not terminated")
    }

    private mutating func escape(isLong: Bool, to text: inout [UInt8]) throws {
        index += 1
        let start = index
        if isLong {
            while byte == 0x20 || byte == 0x09 { index += 1 }
            if byte == 0x0A {
                while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A { index += 1 }
                return
            }
            index = start
        }
        let escapes: [UInt8: UInt8] = [
            UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A,
            UInt8(ascii: "f"): 0x0C, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\""): 0x22,
            UInt8(ascii: "\\"): 0x5C,
        ]
        if let byte, let character = escapes[byte] {
            text.append(character)
            index += 1
            return
        }
        let length = byte == UInt8(ascii: "u") ? 4 : byte == UInt8(ascii: "U") ? 8 : 0
        let digits = bytes[min(index + 1, bytes.count)...].prefix(length)
        guard length > 0, digits.count == length, digits.allSatisfy({ Self.digit($0) < 16 }),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let scalar = UnicodeScalar(number)
        else { throw error("an escape that is not known") }
        text += Array(String(Character(scalar)).utf8)
        index += 1 + length
    }

    /// Returns the value of a digit or of a letter as a digit; 36 for other bytes.
    static func digit(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 0x61 + 10
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 0x41 + 10
        default: 36
        }
    }
}
