import Platform

/// Escapes plain text for Markdown, which then shows the same characters.
package struct MarkdownEscaping {
    /// The tags of the note, which remain hashtags in its text.
    private let tags: Set<Tag>

    package init(tags: Set<Tag> = []) { self.tags = tags }

    /// Returns words with the characters escaped that begin markup within a line. Web addresses are
    /// not escaped, so that they become links.
    ///
    /// - Parameter isLabel: True for the words of a link, in which an address is words like any others.
    package func inline(_ text: String, isLabel: Bool = false) -> String {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.contains(where: { Self.isSpecial[Int($0)] }) else { return nil }
            return escaped(bytes, isLabel: isLabel)
        } ?? text
    }

    /// The bytes of which one is in every text that changes.
    private static let isSpecial = (0...255).map { (byte: UInt8) in
        "\\`*[]~_<>&#=".utf8.contains(byte)
    }

    private func escaped(_ bytes: UnsafeBufferPointer<UInt8>, isLabel: Bool) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(bytes.count + bytes.count / 8)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if !isLabel, let found = Self.address(bytes, at: place) {
                escaped += link(to: found, in: bytes)
                place = found.range.upperBound
                continue
            }
            if Self.isSpecial[Int(byte)], needsEscape(bytes, at: place) {
                escaped.append(UInt8(ascii: "\\"))
            }
            escaped.append(byte)
            place += 1
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }

    /// True for a letter or a number before a place.
    private static func isWord(_ bytes: UnsafeBufferPointer<UInt8>, before place: Int) -> Bool {
        guard place > 0 else { return false }
        guard bytes[place - 1] >= 0x80 else { return isWord(bytes[place - 1]) }
        let start = bytes[..<place].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        return isWord(bytes[start..<place])
    }

    /// True for a letter or a number at a place.
    private static func isWord(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        guard place < bytes.count else { return false }
        guard bytes[place] >= 0x80 else { return isWord(bytes[place]) }
        return isWord(bytes[place..<min(bytes.count, place + 4)])
    }

    /// True if a letter or a number begins a part of a text.
    private static func isWord(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first
        guard let properties = scalar?.properties else { return false }
        return properties.isAlphabetic || properties.numericType != nil
    }

    private func beginsWithTag(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        guard !tags.isEmpty else { return false }
        let rest = String(decoding: bytes[(place + 1)...].prefix(400), as: UTF8.self)
        return tags.contains(
            Tag(String(rest.prefix { $0.isLetter || $0.isNumber || "-_/".contains($0) })))
    }

    private func needsEscape(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        let next = place + 1 < bytes.count ? bytes[place + 1] : 0x20
        return switch bytes[place] {
        case UInt8(ascii: ">"): false
        // Within a word it is no markup.
        case UInt8(ascii: "_"):
            !Self.isWord(bytes, before: place) || !Self.isWord(bytes, at: place + 1)
        case UInt8(ascii: "<"):
            Self.isWord(bytes, at: place + 1) || "/!?".utf8.contains(next)
        case UInt8(ascii: "&"):
            Self.isWord(bytes, at: place + 1) || next == UInt8(ascii: "#")
        // A mark that begins or ends.
        case UInt8(ascii: "="): next == UInt8(ascii: "=")
        // A hashtag.
        case UInt8(ascii: "#"):
            !Self.isWord(bytes, before: place) && next > 0x20 && next != UInt8(ascii: "#")
                && !beginsWithTag(bytes, at: place)
        default: true
        }
    }

    /// An address of the web in a text.
    private struct Address {
        let range: Range<Int>
        /// The end of the address with the punctuation after it, which some programs take for a part
        /// of it.
        let end: Int
    }

    /// Returns an address as it is, if all programs make a link of it and of nothing else; otherwise
    /// as a link in brackets.
    private func link(to address: Address, in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        // What follows at once counts as well.
        let whole = address.range.lowerBound..<min(address.end + 1, bytes.count)
        guard whole.contains(where: { Self.isMarkup(bytes, at: $0) }) else {
            return Array(bytes[address.range])
        }
        let text = String(decoding: bytes[address.range], as: UTF8.self)
        let hasScheme = text.utf8.contains(UInt8(ascii: ":"))
        // Programs differ in whether they find references to characters in a link of this kind.
        guard !hasScheme || text.firstMatch(of: Self.reference) != nil else {
            return Array("<\(text)>".utf8)
        }
        let destination = Self.bracketed((hasScheme ? "" : "http://") + text)
        return Array("[\(inline(text, isLabel: true))](\(destination))".utf8)
    }

    /// True for a character that means something to some program within an address.
    private static func isMarkup(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        switch bytes[place] {
        case UInt8(ascii: "_"): !isWord(bytes, before: place) || !isWord(bytes, at: place + 1)
        case UInt8(ascii: "="): place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "=")
        case UInt8(ascii: "&"):
            bytes[place...].prefix(40).contains(UInt8(ascii: ";"))
        case let byte: "*`\\[]~<>".utf8.contains(byte)
        }
    }

    private static let schemes: [StaticString] = ["https://", "http://", "ftp://"]

    /// True if a place has some letters in either case, or other signs as they are.
    private static func has(
        _ start: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, at place: Int
    ) -> Bool {
        let length = start.utf8CodeUnitCount
        return bytes.count - place >= length
            && (0..<length).allSatisfy { bytes[place + $0] | 0x20 == start.utf8Start[$0] }
    }

    /// Returns the address of the web that begins at a place, without the punctuation after it (GFM,
    /// section 6.9); nil if there is none.
    private static func address(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Address? {
        guard "hwf".utf8.contains(bytes[place] | 0x20) else { return nil }
        let scheme = schemes.first { has($0, bytes, at: place) }
        let before = place > 0 ? bytes[place - 1] : 0x20
        if scheme == nil {
            guard before <= 0x20 || "*_~(".utf8.contains(before), has("www.", bytes, at: place)
            else { return nil }
        } else if (0x61...0x7A).contains(before | 0x20) {
            return nil
        }
        // A host with an underscore is none to some programs.
        let start = place + (scheme?.utf8CodeUnitCount ?? 0)
        guard isWord(bytes, at: start) else { return nil }
        let host = bytes[start...].prefix { isWord($0) || $0 >= 0x80 || "-.".utf8.contains($0) }
        guard host.endIndex == bytes.count || bytes[host.endIndex] != UInt8(ascii: "_") else {
            return nil
        }
        let whole =
            (start..<bytes.count).first {
                bytes[$0] <= 0x20 || "<>".utf8.contains(bytes[$0])
                    || bytes[$0] >= 0x80 && isSpace(bytes, at: $0)
            } ?? bytes.count
        var unclosed = bytes[place..<whole].reduce(0) {
            $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0)
        }
        var end = whole
        while end > start {
            switch bytes[end - 1] {
            case UInt8(ascii: ")") where unclosed < 0: unclosed += 1
            case let last where "?!.,:*_~'\"".utf8.contains(last): break
            default: return Address(range: place..<end, end: whole)
            }
            end -= 1
        }
        return nil
    }

    /// True for white space outside of ASCII.
    private static func isSpace(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        guard [0xC2, 0xE1, 0xE2, 0xE3].contains(bytes[place]) else { return false }
        let character = bytes[place..<min(bytes.count, place + 4)]
        return String(decoding: character, as: UTF8.self).unicodeScalars.first?.properties
            .isWhitespace == true
    }

    /// Returns an address as the destination of a link, in angle brackets if necessary.
    package static func destination(_ address: String) -> String {
        let line = address.filter { !$0.isNewline }
        let needsBrackets =
            line.isEmpty || line.contains { $0.isWhitespace || "()<>\\".contains($0) }
            || line.firstMatch(of: reference) != nil
        return needsBrackets ? bracketed(line) : line
    }

    /// Returns the address by which a text refers to a file of its note: the name, in which a colon
    /// would end a scheme, and what looks percent-encoded would be decoded.
    package static func address(ofFile name: String) -> String {
        guard
            name.utf8.contains(UInt8(ascii: ":")) || name.percentDecoded.map({ $0 != name }) == true
        else { return name }
        return name.replacing("%", with: "%25").replacing(":", with: "%3A")
    }

    /// Returns an address as the destination of a link in angle brackets.
    package static func bracketed(_ address: String) -> String {
        var line = address.filter { !$0.isNewline }
        for sign in ["\\", "<", ">"] { line = line.replacing(sign, with: "\\" + sign) }
        // It would become another character.
        line = line.replacing(reference) { "&amp;" + $0.output.dropFirst() }
        return "<" + line + ">"
    }

    private static var reference: Regex<Substring> {
        /&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);/
    }

    /// Returns the lines of a text with a backslash where one would otherwise begin a heading, a
    /// list, a quote, a rule or code.
    package static func lines(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\n")) else { return line(text.utf8[...]) }
        return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map(line).joined(separator: "\n")
    }

    private static func line(_ line: Substring.UTF8View) -> String {
        let line = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        // All signs at the start of a block are before the letters, but for that of a table.
        let mayBeMarkup = line.first.map { $0 < 0x40 || $0 == UInt8(ascii: "|") } ?? false
        let text = String(Substring(line))
        return mayBeMarkup ? text.escapedAtStart : text
    }
}

extension String {
    fileprivate var escapedAtStart: String {
        // Compares bytes: a sign, or the space after it, may be combined with the character after it.
        let bytes = Array(utf8)
        let word = bytes.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        switch bytes[0] {
        case UInt8(ascii: "#") where word.allSatisfy { $0 == bytes[0] } && word.count <= 6:
            return "\\" + self
        case UInt8(ascii: ">"): return "\\" + self
        case UInt8(ascii: "+") where word.count == 1, UInt8(ascii: "-") where word.count == 1:
            return "\\" + self
        case UInt8(ascii: "=") where trimmed.utf8.allSatisfy { $0 == bytes[0] }:
            return "\\" + self
        // A rule, the underline of a heading, or the second line of a table.
        case _ where bytes.allSatisfy({ "-:| \t".utf8.contains($0) }) && bytes.contains(0x2D):
            return "\\" + self
        case 0x30...0x39:
            let digits = word.prefix { (0x30...0x39).contains($0) }
            guard let sign = word.dropFirst(digits.count).first, word.count == digits.count + 1,
                sign == UInt8(ascii: ".") || sign == UInt8(ascii: ")"), digits.count <= 9
            else { return self }
            return String(decoding: digits + [0x5C] + bytes[digits.count...], as: UTF8.self)
        default: return self
        }
    }
}
