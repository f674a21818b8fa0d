import Platform

/// Cuts text into the terms of the search: words in lower case without accents, and in Chinese,
/// Japanese and Korean, which do not separate words by spaces, pairs of characters. Names such as
/// C++ and C# are terms as well, besides their letters.
///
/// `words.js` does the same with a query. Any change must be made in both.
package struct TermCutter {
    private let folding = FoldingTable.shared

    /// The maximum length of a term in characters; longer ones are truncated.
    private static let maximumLength = 48
    /// The number of bytes of text whose terms are added together.
    private static let blockLength = 1 << 14

    package init() {}

    /// Adds the terms of a text to a list. A zero ends a segment of the text; the last one stays open
    /// until ``TermList/endSegment()``.
    package func cut(_ text: UnsafeBufferPointer<UInt8>, into terms: inout TermList) {
        let length = min(text.count, Self.blockLength)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { bytes in
            withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: length / 2 + 1) { ranges in
                let block = Block(bytes: bytes, ranges: ranges)
                var index = 0
                while index < text.count { cut(text, from: &index, into: &terms, in: block) }
            }
        }
    }

    /// Memory for terms that are added together: filling it takes less time than extending arrays.
    private struct Block {
        let bytes: UnsafeMutableBufferPointer<UInt8>
        let ranges: UnsafeMutableBufferPointer<Range<Int>>
    }

    /// Adds the terms of a block of text, up to and including its first word that is not in ASCII or is
    /// followed by the signs of a name, and moves `index` past what was read.
    private func cut(
        _ text: UnsafeBufferPointer<UInt8>, from index: inout Int, into terms: inout TermList,
        in block: Block
    ) {
        let (base, start, end) = (
            terms.bytes.count, index, min(index + Self.blockLength, text.count)
        )
        // The numbers of folded bytes and of terms.
        var (count, found) = (0, 0)
        func addBlock() {
            terms.append(
                UnsafeBufferPointer(rebasing: block.bytes[..<count]),
                terms: UnsafeBufferPointer(rebasing: block.ranges[..<found]))
        }
        folding.ofBytes.withUnsafeBufferPointer { foldings in
            while index < end {
                let (word, first) = (index, count)
                while index < end, FoldingTable.isLetterOrDigit(foldings[Int(text[index])]) {
                    block.bytes[count] = foldings[Int(text[index])]
                    count += 1
                    index += 1
                }
                if index == end, end < text.count {
                    // The next block begins with the word, unless the word fills this one.
                    guard word == start else {
                        (index, count) = (word, first)
                        break
                    }
                    while index < text.count,
                        FoldingTable.isLetterOrDigit(foldings[Int(text[index])])
                    { index += 1 }
                }
                let byte = index < text.count ? text[index] : UInt8(ascii: " ")
                if byte >= 0x80 {
                    count = first
                    addBlock()
                    while index < text.count, foldings[Int(text[index])] != 0 { index += 1 }
                    return cutRun(UnsafeBufferPointer(rebasing: text[word..<index]), into: &terms)
                }
                if index > word {
                    count = min(count, first + Self.maximumLength)
                    block.ranges[found] = base + first..<base + count
                    found += 1
                }
                if index > word, Self.isNameSign(byte), index - word <= Self.maximumLength {
                    addBlock()
                    cutName(UnsafeBufferPointer(rebasing: text[index...]), into: &terms)
                    return index += 1
                }
                if byte == 0, (count > 0 ? block.bytes[count - 1] : terms.bytes.last) ?? 0 != 0 {
                    block.bytes[count] = 0
                    count += 1
                }
                index += 1
            }
            addBlock()
        }
    }

    /// True for the signs at the end of C++ and C#.
    @inlinable
    package static func isNameSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#")
    }

    /// Adds the last term once more with the signs that follow it, if they belong to a name.
    private func cutName(_ rest: UnsafeBufferPointer<UInt8>, into terms: inout TermList) {
        let length = rest[0] == UInt8(ascii: "#") ? 1 : 2
        guard rest.prefix(length).allSatisfy({ $0 == rest[0] }), rest.count >= length,
            rest.count == length || rest[length] >= 0x80 || folding.ofBytes[Int(rest[length])] == 0,
            let last = terms.ranges.last
        else { return }
        terms.append(copyOf: last, with: rest.prefix(length))
    }

    /// Adds the terms of a run without separators in ASCII.
    private func cutRun(_ run: UnsafeBufferPointer<UInt8>, into terms: inout TermList) {
        if folding.covers(run) {
            cutSimple(run, into: &terms)
        } else {
            for term in Self.terms(ofRun: String(decoding: run, as: UTF8.self)) {
                terms.append(term.utf8)
            }
        }
    }

    /// Adds the terms of a run of characters that can be folded one by one, as in most languages.
    private func cutSimple(_ run: UnsafeBufferPointer<UInt8>, into terms: inout TermList) {
        // The last character of a run without spaces, the first byte lowest. It forms a pair with
        // the next one, and is a term of its own if it begins no pair.
        var pending: UInt32?
        func endSigns() {
            guard let sign = pending else { return }
            terms.append(sign)
            terms.endTerm()
            pending = nil
        }
        var length = 0
        var index = 0
        while index < run.count {
            let byte = run[index]
            let size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : 3
            defer { index += size }
            guard size < 3 else {
                terms.endTerm()
                length = 0
                if FoldingTable.isPunctuation(FoldingTable.scalar(in: run, at: index)) {
                    endSigns()
                    continue
                }
                let sign =
                    UInt32(byte) | UInt32(run[index + 1]) << 8 | UInt32(run[index + 2]) << 16
                if let first = pending {
                    terms.append(first)
                    terms.append(sign)
                    terms.endTerm()
                }
                pending = sign
                continue
            }
            let folded = folding.folded(byte, size == 2 ? run[index + 1] : 0)
            guard folded.kind == .letters else {
                terms.endTerm()
                length = 0
                endSigns()
                continue
            }
            guard folded.length > 0 else { continue }
            endSigns()
            // A letter may fold to several, which are truncated separately.
            folded.forEachLetter { letter in
                if length < Self.maximumLength { terms.append(letter) }
                length += 1
            }
        }
        terms.endTerm()
        endSigns()
    }

    /// Returns the terms of a run without ASCII separators.
    private static func terms(ofRun run: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var signs: [Unicode.Scalar] = []

        func endWord() {
            if !word.isEmpty { words.append(String(word)) }
            word.removeAll()
        }
        func endSigns() {
            for (sign, next) in zip(signs, signs.dropFirst()) {
                words.append(String(String.UnicodeScalarView([sign, next])))
            }
            // The last one begins no pair, and is a term on its own.
            if let last = signs.last { words.append(String(last)) }
            signs.removeAll()
        }
        for scalar in folded(run).unicodeScalars {
            if isSign(scalar) {
                endWord()
                signs.append(scalar)
            } else if isPartOfWord(scalar) {
                endSigns()
                if word.count < maximumLength { word.append(scalar) }
            } else {
                endWord()
                endSigns()
            }
        }
        endWord()
        endSigns()
        return words
    }

    /// Returns a text in lower case without accents, with variants of letters unified.
    package static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var scalars = String.UnicodeScalarView()
        for scalar in text.lowercased().compatibilityDecomposed.unicodeScalars
        where !isFolded(scalar) {
            if let letters = expansions[scalar] {
                scalars.append(contentsOf: letters.unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        // The decomposition of some characters has upper-case letters.
        return String(scalars).lowercased().composed
    }

    /// Returns true for marks that are removed: accents of Latin, Greek and Cyrillic, points of
    /// Hebrew, vowel marks of Arabic. The marks of other scripts are essential to their words.
    static func isFolded(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x0640,
            0x064B...0x065F, 0x0670, 0x00AD:
            true
        default: false
        }
    }

    private static let expansions: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l",
        "ħ": "h", "ı": "i", "ς": "σ",
    ]

    /// Returns true for Han, kana and Hangul.
    package static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA,
            0x30FC...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Returns true if a term consists of Han, kana or Hangul.
    @inlinable
    package static func beginsWithSign(_ term: UnsafeBufferPointer<UInt8>) -> Bool {
        // Terms of most other scripts begin with smaller bytes.
        guard let first = term.first, first >= 0xE3 else { return false }
        return String(decoding: term, as: UTF8.self).unicodeScalars.first.map(isSign) ?? false
    }

    /// Returns a term as people read it: for a pair of characters only the first, since the second
    /// begins another term.
    package static func shown(_ term: UnsafeBufferPointer<UInt8>) -> String {
        let text = String(decoding: term, as: UTF8.self)
        return beginsWithSign(term) ? String(text.unicodeScalars.prefix(1)) : text
    }

    package static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        default: false
        }
    }
}
