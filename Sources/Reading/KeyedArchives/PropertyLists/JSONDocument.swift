/// Parses JSON text (RFC 8259) into property list values.
///
/// Unlike Foundation's parser, it preserves the order of keys, returns the location of photos that
/// are stored as base64 text, and limits nesting depth and memory for damaged text.
package struct JSONDocument {
    private let bytes: ArchiveBytes
    private var position: Int
    /// True if text that is base64-encoded picture data is returned as data.
    private let findsData: Bool

    /// True if a file with this prefix may be JSON: its first characters are `{` or `[`, and then
    /// what may follow these. A text may begin with a box or a link in brackets.
    package static func isLikely(prefix: [UInt8]) -> Bool {
        var text = prefix[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        var signs = text.lazy.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }.makeIterator()
        var sign = signs.next()
        guard sign == UInt8(ascii: "{") || sign == UInt8(ascii: "[") else { return false }
        while sign == UInt8(ascii: "[") { sign = signs.next() }
        switch sign {
        case nil: return true
        case UInt8(ascii: "{"): return signs.next().map("\"}".utf8.contains) ?? true
        case UInt8(ascii: "]"): return signs.next().map(",]".utf8.contains) ?? true
        case let sign?: return "\"-0123456789tfn".utf8.contains(sign)
        }
    }

    /// Returns the value of a JSON text held in memory, without detecting base64-encoded pictures.
    ///
    /// - Throws: ``ArchiveError`` for text that is not JSON, is nested too deep, or is followed by
    ///   more.
    package static func value(of bytes: [UInt8]) throws(ArchiveError) -> PropertyListValue {
        try value(of: ArchiveBytes(bytes), findsData: false)
    }

    /// Returns the value of a JSON text. With `findsData`, base64-encoded pictures are returned as
    /// data.
    static func value(
        of bytes: ArchiveBytes, findsData: Bool = true
    ) throws(ArchiveError) -> PropertyListValue {
        var parser = JSONDocument(bytes: bytes, position: 0, findsData: findsData)
        if parser.skip([0xEF, 0xBB, 0xBF]) { parser.position = 3 }
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else {
            throw ArchiveError(.badJSON("there is text after the JSON value"), at: parser.position)
        }
        return value
    }

    private mutating func value(depth: Int) throws(ArchiveError) -> PropertyListValue {
        guard depth < maximumNesting else { throw ArchiveError(.tooDeep, at: position) }
        skipSpace()
        guard let byte = bytes.byte(at: position) else { throw ArchiveError(.cutOff, at: position) }
        switch byte {
        case UInt8(ascii: "{"): return .dictionary(try fields(depth: depth))
        case UInt8(ascii: "["): return .array(try members(depth: depth))
        case UInt8(ascii: "\""): return try text(mayBeData: true)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default:
            if skip(Array("true".utf8)) { return .bool(true) }
            if skip(Array("false".utf8)) { return .bool(false) }
            if skip(Array("null".utf8)) { return .null }
            throw ArchiveError(.badJSON("no value begins so"), at: position)
        }
    }

    private mutating func fields(depth: Int) throws(ArchiveError) -> [PropertyListValue.Field] {
        var fields: [PropertyListValue.Field] = []
        position += 1
        skipSpace()
        if skip("}") { return [] }
        while true {
            skipSpace()
            guard bytes.byte(at: position) == UInt8(ascii: "\""),
                case .string(let key) = try text(mayBeData: false)
            else { throw ArchiveError(.badJSON("a key is not text"), at: position) }
            skipSpace()
            guard skip(":") else {
                throw ArchiveError(.badJSON("a key has no value"), at: position)
            }
            fields.append(.init(key, try value(depth: depth + 1)))
            skipSpace()
            if skip("}") { return firstOfEachKey(fields) }
            try requireComma()
        }
    }

    private mutating func members(depth: Int) throws(ArchiveError) -> [PropertyListValue] {
        var members: [PropertyListValue] = []
        position += 1
        skipSpace()
        if skip("]") { return [] }
        while true {
            members.append(try value(depth: depth + 1))
            skipSpace()
            if skip("]") { return members }
            try requireComma()
        }
    }

    private mutating func number() throws(ArchiveError) -> PropertyListValue {
        let start = position
        while let byte = bytes.byte(at: position), position - start < 1100,
            (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
        {
            position += 1
        }
        let text = String(
            decoding: bytes.bytes(start..<position) ?? .init(start: nil, count: 0), as: UTF8.self)
        if let integer = Int64(text) { return .integer(integer) }
        guard let real = Double(text) else {
            throw ArchiveError(.badJSON("a number is none"), at: start)
        }
        return .real(real)
    }

    /// Parses a string, whose opening quotation mark comes next; returns data if it is a
    /// base64-encoded picture.
    ///
    /// - Parameter mayBeData: False for a key, which is always text.
    private mutating func text(mayBeData: Bool) throws(ArchiveError) -> PropertyListValue {
        position += 1
        let start = position
        var isPlain = true
        while let byte = bytes.byte(at: position), byte != UInt8(ascii: "\"") {
            isPlain = isPlain && byte != UInt8(ascii: "\\")
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < bytes.count else { throw ArchiveError(.cutOff, at: start) }
        let range = start..<position
        position += 1
        guard let raw = bytes.bytes(range) else { throw ArchiveError(.cutOff, at: start) }
        if mayBeData, findsData, let data = Base64Text.data(raw, at: range) { return .data(data) }
        if isPlain { return .string(String(decoding: raw, as: UTF8.self)) }
        return .string(try Self.unescaped(Array(raw), at: start))
    }

    private static func unescaped(_ raw: [UInt8], at start: Int) throws(ArchiveError) -> String {
        var units: [UInt8] = []
        units.reserveCapacity(raw.count)
        var index = 0
        while index < raw.count {
            guard raw[index] == UInt8(ascii: "\\"), index + 1 < raw.count else {
                units.append(raw[index])
                index += 1
                continue
            }
            index += 2
            switch raw[index - 1] {
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "u"):
                guard var code = codeUnit(raw, index: index) else {
                    throw ArchiveError(.badJSON("\\u is followed by no number"), at: start + index)
                }
                index += 4
                if code & 0xFC00 == 0xD800, raw[index...].starts(with: [0x5C, 0x75]),
                    let low = codeUnit(raw, index: index + 2), low & 0xFC00 == 0xDC00
                {
                    code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
                    index += 6
                }
                units += Array(String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
            case let other: units.append(other)
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    private static func codeUnit(_ raw: [UInt8], index: Int) -> UInt32? {
        guard index + 4 <= raw.count else { return nil }
        return UInt32(String(decoding: raw[index..<index + 4], as: UTF8.self), radix: 16)
    }

    private mutating func skipSpace() {
        while let byte = bytes.byte(at: position), byte == 0x20 || (0x09...0x0D).contains(byte) {
            position += 1
        }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard bytes.byte(at: position) == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skip(_ expected: [UInt8]) -> Bool {
        let range = position..<position + expected.count
        guard range.upperBound <= bytes.count, let found = bytes.bytes(range),
            found.elementsEqual(expected)
        else { return false }
        position += expected.count
        return true
    }

    private mutating func requireComma() throws(ArchiveError) {
        guard skip(",") else {
            throw position >= bytes.count
                ? ArchiveError(.cutOff, at: position)
                : ArchiveError(.badJSON("a comma is missing"), at: position)
        }
    }
}
