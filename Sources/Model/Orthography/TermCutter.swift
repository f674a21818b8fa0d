import Platform

/// Cuts text into the terms of the search: words in lower case without accents, and in Chinese,
/// Japanese and Korean, which do not separate words by spaces, pairs of characters. Names such as
/// C++ and C# are terms as well, besides their letters.
///
/// `words.js` does the same with a query. Any change must be made in both.
package struct TermCutter {
    private let folding = FoldingTable.shared
    private var term = TermBuffer()
    /// The last character of a run without spaces, which forms a pair with the next one, and is a
    /// term of its own if it begins no pair.
    private var pending = TermBuffer()

    /// The maximum length of a term in characters; longer ones are truncated.
    static let maximumLength = 48

    package init() {}

    /// Calls `body` with each term of a text, in its order.
    package mutating func forEachTerm(
        in text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var index = 0
        while index < text.count {
            let start = index
            var isASCII = true
            term.removeAll()
            while index < text.count {
                let byte = text[index]
                if byte >= 0x80 {
                    isASCII = false
                } else {
                    let folded = folding.ofASCII[Int(byte)]
                    guard folded != 0 else { break }
                    if index - start < Self.maximumLength { term.append(folded) }
                }
                index += 1
            }
            if isASCII {
                if index > start {
                    term.withBytes(body)
                    if index < text.count, Self.isNameSign(text[index]),
                        index - start <= Self.maximumLength
                    {
                        cutName(UnsafeBufferPointer(rebasing: text[index...]), body: body)
                    }
                }
            } else {
                let run = UnsafeBufferPointer(rebasing: text[start..<index])
                if !cutSimple(run, body: body) {
                    for var term in Self.terms(ofRun: String(decoding: run, as: UTF8.self)) {
                        term.withUTF8(body)
                    }
                }
            }
            // The byte that ended the run is a separator.
            index += 1
        }
    }

    /// True for the signs at the end of C++ and C#.
    @inlinable
    package static func isNameSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#")
    }

    /// Adds the signs that follow the letters of the term, if they belong to a name.
    private mutating func cutName(
        _ rest: UnsafeBufferPointer<UInt8>, body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let length = rest[0] == UInt8(ascii: "#") ? 1 : 2
        guard rest.prefix(length).allSatisfy({ $0 == rest[0] }), rest.count >= length,
            rest.count == length || rest[length] >= 0x80 || folding.ofASCII[Int(rest[length])] == 0
        else { return }
        for sign in rest.prefix(length) { term.append(sign) }
        term.withBytes(body)
    }

    /// Cuts a run of characters that can be folded one by one, as in most languages.
    ///
    /// - Returns: False for a run with other characters; `body` has not been called then.
    private mutating func cutSimple(
        _ run: UnsafeBufferPointer<UInt8>, body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Bool {
        guard folding.covers(run) else { return false }
        term.removeAll()
        pending.removeAll()
        var length = 0
        var index = 0
        while index < run.count {
            let byte = run[index]
            let size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : 3
            defer { index += size }
            guard size < 3 else {
                term.end(body)
                length = 0
                if FoldingTable.isPunctuation(FoldingTable.scalar(in: run, at: index)) {
                    pending.end(body)
                } else {
                    appendSign(
                        run[index], second: run[index + 1], third: run[index + 2], body: body)
                }
                continue
            }
            let folded = folding.folded(byte, size == 2 ? run[index + 1] : 0)
            guard folded.kind == .letters else {
                term.end(body)
                length = 0
                pending.end(body)
                continue
            }
            guard folded.length > 0 else { continue }
            pending.end(body)
            // A letter may fold to several, which are truncated separately.
            folded.forEachLetter { letter in
                if length < Self.maximumLength { term.append(letter) }
                length += 1
            }
        }
        term.end(body)
        pending.end(body)
        return true
    }

    /// Adds a character of a run without spaces, which forms a pair with the one before it.
    private mutating func appendSign(
        _ first: UInt8, second: UInt8, third: UInt8,
        body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let isPair = !pending.isEmpty
        for byte in [first, second, third] { pending.append(byte) }
        guard isPair else { return }
        pending.end(body)
        for byte in [first, second, third] { pending.append(byte) }
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
