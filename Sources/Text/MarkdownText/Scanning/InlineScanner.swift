/// Finds the references in the source of one block, whose lines may begin with the markers of
/// enclosing quotes and lists.
struct InlineScanner {
    private let bytes: ArraySlice<UInt8>
    private var index: Int
    /// The opening brackets without a closing one, the innermost last.
    private var brackets: [(start: Int, isImage: Bool)] = []
    private var found: [SourceReference] = []

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// Returns the references, those within the words of a link before the link.
    mutating func references() -> [SourceReference] {
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += isPunctuation(at: index + 1) ? 2 : 1
            case UInt8(ascii: "`"): skipCode()
            case UInt8(ascii: "<"): skipTag()
            case UInt8(ascii: "!") where byte(at: index + 1) == UInt8(ascii: "["):
                open(isImage: true)
            case UInt8(ascii: "["): open(isImage: false)
            case UInt8(ascii: "]"): close()
            default: index += 1
            }
        }
        return found
    }

    private func byte(at index: Int) -> UInt8? {
        bytes.indices.contains(index) ? bytes[index] : nil
    }

    private func isPunctuation(at index: Int) -> Bool {
        byte(at: index).map(\.isPunctuation) ?? false
    }

    /// Skips a code span, or the backticks alone if they open none (CommonMark, section 6.1).
    private mutating func skipCode() {
        let start = index
        while byte(at: index) == UInt8(ascii: "`") { index += 1 }
        let length = index - start
        var (next, run) = (index, 0)
        while next < bytes.endIndex {
            run = bytes[next] == UInt8(ascii: "`") ? run + 1 : 0
            next += 1
            if run == length, byte(at: next) != UInt8(ascii: "`") {
                index = next
                return
            }
        }
    }

    /// Skips HTML or an address between angle brackets. Neither begins with a space.
    private mutating func skipTag() {
        let start = index
        index += 1
        guard let first = byte(at: index), first.isLetter || "/!?".utf8.contains(first),
            let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")),
            // What looks like a tag with a link in it is a comparison.
            !bytes[start..<end].contains(UInt8(ascii: "["))
        else { return }
        index = end + 1
    }

    private mutating func open(isImage: Bool) {
        let start = index
        index += isImage ? 2 : 1
        guard byte(at: index) == UInt8(ascii: "["), let content = bracketedContent() else {
            brackets.append((start, isImage))
            return
        }
        let text = String(decoding: bytes[content], as: UTF8.self).withoutEscapes
        let bar = text.utf8.firstIndex(of: UInt8(ascii: "|"))
        found.append(
            SourceReference(
                kind: isImage ? .embed : .wikiLink, range: start..<(content.upperBound + 2),
                address: content, name: bar.map { String(text[..<$0]) } ?? text,
                words: bar.map { String(text[text.utf8.index(after: $0)...]) }))
        index = content.upperBound + 2
    }

    /// Returns the range between double brackets whose second opening bracket is at the index; nil
    /// if the text does not close them as ``InlineReference`` requires.
    private func bracketedContent() -> Range<Int>? {
        let start = index + 1
        guard
            let end = bytes[start...].firstIndex(where: {
                $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") || $0 == 0x0A || $0 == 0x0D
            }), end > start, bytes[end] == UInt8(ascii: "]"),
            byte(at: end + 1) == UInt8(ascii: "]")
        else { return nil }
        return start..<end
    }

    private mutating func close() {
        index += 1
        guard let bracket = brackets.popLast(), byte(at: index) == UInt8(ascii: "(") else { return }
        let words = (bracket.start + (bracket.isImage ? 2 : 1))..<(index - 1)
        var tail = AddressScanner(bytes, at: index + 1)
        guard let address = tail.address(), let end = tail.endOfLink() else { return }
        found.append(
            SourceReference(
                kind: bracket.isImage ? .image : .link, range: bracket.start..<end,
                address: address,
                name: AddressScanner.name(bytes[address]),
                words: String(decoding: bytes[words], as: UTF8.self)))
        // Links do not nest, but images can be within links.
        if !bracket.isImage { brackets.removeAll { !$0.isImage } }
        index = end
    }
}

extension InlineScanner {
    /// Returns the definition that a line has; nil for any other line. Its address has to be on the
    /// line, too.
    static func definition(in line: ArraySlice<UInt8>) -> SourceReference? {
        var index = line.startIndex
        while index < line.endIndex, line[index] == 0x20 || line[index] == UInt8(ascii: ">") {
            index += 1
        }
        guard index < line.endIndex, line[index] == UInt8(ascii: "["),
            let close = line[(index + 1)...].firstIndex(where: {
                $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "\\")
            }), close > index + 1, line[close] == UInt8(ascii: "]"), close + 1 < line.endIndex,
            line[close + 1] == UInt8(ascii: ":"),
            // A footnote.
            line[index + 1] != UInt8(ascii: "^")
        else { return nil }
        var tail = AddressScanner(line, at: close + 2)
        guard let address = tail.address(), !address.isEmpty else { return nil }
        return SourceReference(
            kind: .definition, range: address, address: address,
            name: AddressScanner.name(line[address]), words: nil)
    }
}

/// Reads the address of a link, and what follows it (CommonMark, section 6.3).
private struct AddressScanner {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    init(_ bytes: ArraySlice<UInt8>, at index: Int) {
        (self.bytes, self.index) = (bytes, index)
        skipSpace()
    }

    private var byte: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte, byte.isSpace { index += 1 }
    }

    /// Returns the range of the address, which may be empty; nil if there is none.
    mutating func address() -> Range<Int>? {
        let start = index
        if byte == UInt8(ascii: "<") {
            index += 1
            while let byte, byte != UInt8(ascii: ">") {
                guard byte != 0x0A, byte != 0x0D, byte != UInt8(ascii: "<") else { return nil }
                index += byte == UInt8(ascii: "\\") ? 2 : 1
            }
            guard byte != nil else { return nil }
            index += 1
            return start..<index
        }
        var depth = 0
        while let byte, byte > 0x20, byte != 0x7F {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") {
                if depth == 0 { break }
                depth -= 1
            }
            index += byte == UInt8(ascii: "\\") && index + 1 < bytes.endIndex ? 2 : 1
        }
        return depth == 0 ? start..<min(index, bytes.endIndex) : nil
    }

    /// Returns the index after the closing parenthesis of a link, before which a title may be; nil
    /// if there is anything else.
    mutating func endOfLink() -> Int? {
        skipSpace()
        if let quote = byte, "\"'(".utf8.contains(quote) {
            let end = quote == UInt8(ascii: "(") ? UInt8(ascii: ")") : quote
            index += 1
            while let byte, byte != end { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
            index += 1
            skipSpace()
        }
        return byte == UInt8(ascii: ")") ? index + 1 : nil
    }

    /// Returns an address without angle brackets and escapes.
    static func name(_ address: ArraySlice<UInt8>) -> String {
        let isEnclosed = address.first == UInt8(ascii: "<")
        let inner = isEnclosed ? address.dropFirst().dropLast() : address
        return String(decoding: inner, as: UTF8.self).withoutEscapes
            .replacing("&amp;", with: "&")
    }
}

extension String {
    /// The text without the backslashes that escape punctuation.
    fileprivate var withoutEscapes: String {
        guard utf8.contains(UInt8(ascii: "\\")) else { return self }
        var plain: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let next = rest.first, next.isPunctuation {
                plain.append(rest.removeFirst())
            } else {
                plain.append(byte)
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}

extension UInt8 {
    /// True for the ASCII punctuation that a backslash escapes (CommonMark, section 2.4).
    fileprivate var isPunctuation: Bool {
        (0x21...0x2F).contains(self) || (0x3A...0x40).contains(self) || (0x5B...0x60).contains(self)
            || (0x7B...0x7E).contains(self)
    }
}
