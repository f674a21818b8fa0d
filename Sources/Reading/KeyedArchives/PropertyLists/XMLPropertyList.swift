import Platform

/// Parses the XML form of a property list: the dozen tags of Apple's DTD, and no other XML.
///
/// Only the five predefined entities and character references are supported. A document type with
/// declarations of its own is rejected, and nothing is fetched.
struct XMLPropertyList {
    private let bytes: ArchiveBytes
    private var position: Int

    /// Returns the value of the property list, whose root is the first complete value; the bytes
    /// that follow it are not read.
    ///
    /// - Throws: ``ArchiveError`` for text that is not such a list.
    static func value(of bytes: ArchiveBytes) throws(ArchiveError) -> PropertyListValue {
        var parser = XMLPropertyList(bytes: bytes, position: 0)
        return try parser.parse()
    }

    private struct Frame {
        var isDictionary: Bool
        var members: [PropertyListValue] = []
        var fields: [PropertyListValue.Field] = []
        var key: String?

        func finished() throws(ArchiveError) -> PropertyListValue {
            guard isDictionary else { return .array(members) }
            guard key == nil else { throw ArchiveError(.badXML("a key has no value")) }
            guard fields.count == 1, fields[0].key == "CF$UID" else {
                return .dictionary(firstOfEachKey(fields))
            }
            guard case .integer(let uid) = fields[0].value, (0...Int64(UInt32.max)).contains(uid)
            else {
                throw ArchiveError(.badXML("a reference (CF$UID) is not the number of an object"))
            }
            return .uid(Int(uid))
        }
    }

    private mutating func parse() throws(ArchiveError) -> PropertyListValue {
        var frames: [Frame] = []
        while true {
            let tag = try nextTag()
            var value: PropertyListValue
            switch (tag.name, tag.isClosing) {
            case ("plist", false): continue
            case ("dict", false), ("array", false):
                guard frames.count < maximumNesting else {
                    throw ArchiveError(.tooDeep, at: position)
                }
                let frame = Frame(isDictionary: tag.name == "dict")
                guard tag.isEmpty else {
                    frames.append(frame)
                    continue
                }
                value = try frame.finished()
            case ("dict", true), ("array", true):
                guard let frame = frames.popLast(), frame.isDictionary == (tag.name == "dict")
                else { throw ArchiveError(.badXML("tags do not match"), at: position) }
                value = try frame.finished()
            case ("key", false):
                let key = tag.isEmpty ? "" : try text(until: "key")
                guard let last = frames.indices.last, frames[last].isDictionary,
                    frames[last].key == nil
                else {
                    throw ArchiveError(.badXML("a key is outside a dictionary"), at: position)
                }
                frames[last].key = key
                continue
            case (_, false): value = try leaf(tag)
            default: throw ArchiveError(.badXML("tags do not match"), at: position)
            }
            guard let last = frames.indices.last else { return value }
            if frames[last].isDictionary {
                guard let key = frames[last].key else {
                    throw ArchiveError(.badXML("a value has no key"), at: position)
                }
                frames[last].fields.append(.init(key, value))
                frames[last].key = nil
            } else {
                frames[last].members.append(value)
            }
        }
    }

    private mutating func leaf(_ tag: Tag) throws(ArchiveError) -> PropertyListValue {
        let start = position
        switch tag.name {
        case "true", "false":
            if !tag.isEmpty { _ = try text(until: tag.name) }
            return .bool(tag.name == "true")
        case "string":
            guard !tag.isEmpty else { return .string("") }
            let text = try text(until: "string")
            let range = start..<start + text.utf8.count
            // The range is correct only if the text contains no references, as in the case of
            // base64.
            guard let raw = bytes.bytes(range), let data = Base64Text.data(raw, at: range) else {
                return .string(text)
            }
            return .data(data)
        case "data": return try data(isEmpty: tag.isEmpty)
        case "integer":
            let text = tag.isEmpty ? "" : trimmed(try text(until: "integer"))
            guard let number = integer(text) else {
                throw ArchiveError(.badXML("an integer is not a number"), at: start)
            }
            return number
        case "real":
            let text = tag.isEmpty ? "" : trimmed(try text(until: "real")).lowercased()
            let isInfinite = text.hasSuffix("inf") || text.hasSuffix("infinity")
            guard
                let number = isInfinite
                    ? (text.hasPrefix("-") ? -Double.infinity : .infinity) : Double(text)
            else { throw ArchiveError(.badXML("a real is not a number"), at: start) }
            return .real(number)
        case "date":
            let text = tag.isEmpty ? "" : trimmed(try text(until: "date"))
            guard let date = secondsSince2001(text) else {
                throw ArchiveError(
                    .badXML("a date is not of the form 2001-01-01T00:00:00Z"), at: start)
            }
            return .date(date)
        default:
            throw ArchiveError(.badXML("<\(tag.name)> is not a tag of property lists"), at: start)
        }
    }
}

// MARK: - Tags and text

extension XMLPropertyList {
    private struct Tag {
        var name: String
        var isClosing = false
        var isEmpty = false
    }

    /// Returns the next tag, skipping white space, comments, declarations and the document type.
    private mutating func nextTag() throws(ArchiveError) -> Tag {
        while true {
            guard let byte = bytes.byte(at: position) else {
                throw ArchiveError(.cutOff, at: position)
            }
            if isSpace(byte) || (position < 3 && byte >= 0x80) {
                position += 1
                continue
            }
            guard byte == UInt8(ascii: "<") else {
                throw ArchiveError(.badXML("there is text between tags"), at: position)
            }
            position += 1
            if skip("?") {
                try skipPast("?>")
            } else if skip("!--") {
                try skipPast("-->")
            } else if skip("!DOCTYPE") {
                let start = position
                try skipPast(">") { $0 == UInt8(ascii: "[") }
                guard bytes.byte(at: position - 1) == UInt8(ascii: ">") else {
                    throw ArchiveError(.badXML("it declares entities of its own"), at: start)
                }
            } else {
                return try tag()
            }
        }
    }

    private mutating func tag() throws(ArchiveError) -> Tag {
        let start = position
        var tag = Tag(name: "", isClosing: skip("/"))
        var name: [UInt8] = []
        var isName = true
        while let byte = bytes.byte(at: position) {
            position += 1
            if byte == UInt8(ascii: ">") {
                tag.name = String(decoding: name, as: UTF8.self)
                return tag
            }
            if byte == UInt8(ascii: "/") {
                tag.isEmpty = true
            } else if isSpace(byte) {
                isName = false
            } else if isName {
                name.append(byte)
            }
            guard position - start < 1024 else {
                throw ArchiveError(.badXML("a tag does not end"), at: start)
            }
        }
        throw ArchiveError(.cutOff, at: start)
    }

    /// Returns the text up to the closing tag `name`, which is consumed, with references decoded
    /// and CDATA sections included.
    private mutating func text(until name: String) throws(ArchiveError) -> String {
        let start = position
        var text: [UInt8] = []
        while let byte = bytes.byte(at: position) {
            position += 1
            switch byte {
            case UInt8(ascii: "<"):
                if skip("![CDATA[") {
                    let first = position
                    try skipPast("]]>")
                    text.append(
                        contentsOf: bytes.bytes(first..<position - 3) ?? .init(start: nil, count: 0)
                    )
                } else if skip("!--") {
                    try skipPast("-->")
                } else {
                    let tag = try tag()
                    guard tag.isClosing, tag.name == name else {
                        throw ArchiveError(.badXML("<\(name)> is not closed"), at: start)
                    }
                    return String(decoding: text, as: UTF8.self)
                }
            case UInt8(ascii: "&"):
                text.append(contentsOf: try reference().utf8)
            default: text.append(byte)
            }
        }
        throw ArchiveError(.cutOff, at: start)
    }

    /// Returns the text that a reference `&…;` represents. The ampersand has already been read.
    private mutating func reference() throws(ArchiveError) -> String {
        let start = position
        var name: [UInt8] = []
        while let byte = bytes.byte(at: position), name.count < 12 {
            position += 1
            guard byte == UInt8(ascii: ";") else {
                name.append(byte)
                continue
            }
            let entity = String(decoding: name, as: UTF8.self)
            if let text = Self.entities[entity] { return text }
            let isHexadecimal = entity.hasPrefix("#x") || entity.hasPrefix("#X")
            guard entity.hasPrefix("#"),
                let value = UInt32(
                    entity.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
                let scalar = Unicode.Scalar(value)
            else { throw ArchiveError(.badXML("&\(entity); is not defined"), at: start) }
            return String(scalar)
        }
        throw ArchiveError(.badXML("an ampersand begins no reference"), at: start)
    }

    private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

    /// Returns the location of the base64 text up to `</data>`, after checking its digits without
    /// decoding them.
    private mutating func data(isEmpty: Bool) throws(ArchiveError) -> PropertyListValue {
        let start = position
        if isEmpty { return .data(.init(range: start..<start, decodedCount: 0)) }
        var digits = 0
        while let byte = bytes.byte(at: position) {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                digits += 1
            case UInt8(ascii: "<"):
                let range = start..<position
                position += 1
                let tag = try tag()
                guard tag.isClosing, tag.name == "data", digits % 4 != 1 else {
                    throw ArchiveError(.badXML("<data> is not Base64"), at: start)
                }
                return .data(.init(range: range, decodedCount: digits * 3 / 4))
            case UInt8(ascii: "="): break
            default:
                guard isSpace(byte) else {
                    throw ArchiveError(.badXML("<data> is not Base64"), at: position)
                }
            }
            position += 1
        }
        throw ArchiveError(.cutOff, at: start)
    }

    private mutating func skip(_ expected: StaticString) -> Bool {
        let isThere = expected.withUTF8Buffer { text in
            text.indices.allSatisfy { bytes.byte(at: position + $0) == text[$0] }
        }
        if isThere { position += expected.utf8CodeUnitCount }
        return isThere
    }

    /// Moves past the next `end`, or past the first byte for which `stop` returns true.
    private mutating func skipPast(
        _ end: StaticString, orAt stop: (UInt8) -> Bool = { _ in false }
    ) throws(ArchiveError) {
        let start = position
        while let byte = bytes.byte(at: position) {
            if skip(end) { return }
            position += 1
            if stop(byte) { return }
        }
        throw ArchiveError(.cutOff, at: start)
    }
}

private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

private func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
}

private func integer(_ text: String) -> PropertyListValue? {
    var digits = text[...]
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits = digits.dropFirst() }
    let isHexadecimal = digits.lowercased().hasPrefix("0x")
    if isHexadecimal { digits = digits.dropFirst(2) }
    let radix = isHexadecimal ? 16 : 10
    guard !digits.isEmpty, digits.utf8.count <= 64,
        digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    if let value = Int64((isNegative ? "-" : "") + digits, radix: radix) { return .integer(value) }
    guard !isHexadecimal, let value = Double(digits) else { return nil }
    return .real(isNegative ? -value : value)
}

/// Returns the seconds since 2001-01-01T00:00:00Z for a date `YYYY-MM-DDTHH:MM:SSZ`; nil if the
/// text has another form or a value is out of range.
private func secondsSince2001(_ text: String) -> Double? {
    let parts = text.split { $0 == "-" || $0 == "T" || $0 == ":" || $0 == "Z" }.map { Int($0) }
    guard text.hasSuffix("Z"), parts.count == 6, let year = parts[0], let month = parts[1],
        let day = parts[2], let hour = parts[3], let minute = parts[4], let second = parts[5],
        (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
        (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let days = daysSince1970(year: year, month: month, day: day)
    return Double(days * 86_400 + hour * 3_600 + minute * 60 + second - 978_307_200)
}
