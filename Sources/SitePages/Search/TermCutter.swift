import Foundation

/// Cuts text into the terms that a search compares: lower case, accents folded; Chinese, Japanese
/// and Korean, where spaces do not separate words, into pairs of characters.
///
/// `lookup.js` does the same with a query. A change here is one there as well.
struct TermCutter {
    private var term: [UInt8] = []
    /// Characters of a run without spaces that wait for the next one.
    private var pending: [UInt8] = []

    /// The maximum length of a term; longer ones are cut.
    private static let maximumLength = 48

    /// Calls `body` with each term of a text, in its order.
    mutating func forEachTerm(
        in text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            guard byte >= 0x80 || Self.folded[Int(byte)] != 0 else {
                index += 1
                continue
            }
            let start = index
            var isASCII = true
            term.removeAll(keepingCapacity: true)
            while index < text.count {
                let byte = text[index]
                if byte >= 0x80 {
                    isASCII = false
                } else {
                    let folded = Self.folded[Int(byte)]
                    guard folded != 0 else { break }
                    term.append(folded)
                }
                index += 1
            }
            if isASCII {
                term.withUnsafeBufferPointer {
                    body(UnsafeBufferPointer(rebasing: $0.prefix(Self.maximumLength)))
                }
            } else {
                cut(UnsafeBufferPointer(rebasing: text[start..<index]), body)
            }
        }
    }

    /// For each byte its lower case if it is a letter or a digit of ASCII, else 0.
    private static let folded: [UInt8] = (0...255).map { (byte: UInt8) in
        switch byte {
        case 0x41...0x5A: byte | 0x20
        case 0x61...0x7A, 0x30...0x39: byte
        default: 0
        }
    }

    /// Cuts a run without ASCII separators.
    private mutating func cut(
        _ run: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        guard cutSimple(run, body) else {
            let run = String(decoding: run, as: UTF8.self)
            for var term in Self.terms(ofRun: run) { term.withUTF8(body) }
            return
        }
    }

    /// Cuts a run whose characters fold one by one, as those of most languages do.
    ///
    /// - Returns: False for a run with other characters; nothing has been handed out then.
    private mutating func cutSimple(
        _ run: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Bool {
        guard FoldingTable.covers(run) else { return false }
        term.removeAll(keepingCapacity: true)
        pending.removeAll(keepingCapacity: true)
        var length = 0
        var index = 0
        func endTerm(_ cutter: inout TermCutter) {
            if !cutter.term.isEmpty { cutter.term.withUnsafeBufferPointer(body) }
            cutter.term.removeAll(keepingCapacity: true)
        }
        while index < run.count {
            let byte = run[index]
            let size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : 3
            defer { index += size }
            if size == 3 {
                endTerm(&self)
                length = 0
                let value =
                    UInt32(byte & 15) << 12 | UInt32(run[index + 1] & 63) << 6
                    | UInt32(run[index + 2] & 63)
                if FoldingTable.isPunctuation(value) {
                    endPending(body)
                    continue
                }
                let start = pending.count
                pending.append(contentsOf: run[index..<index + 3])
                if start == 3 {
                    pending.withUnsafeBufferPointer(body)
                    pending.removeFirst(3)
                }
                continue
            }
            let folded = FoldingTable.folded(byte, size == 2 ? run[index + 1] : 0)
            guard let folded else {
                endTerm(&self)
                length = 0
                endPending(body)
                continue
            }
            guard folded.length > 0 else { continue }
            endPending(body)
            guard length + folded.length <= Self.maximumLength else {
                // Of the letters that stand for one, those that have room.
                let rest = String(decoding: folded.bytes, as: UTF8.self).unicodeScalars
                term += String(rest.prefix(max(0, Self.maximumLength - length))).utf8
                length = Self.maximumLength
                continue
            }
            term += folded.bytes
            length += folded.length
        }
        endTerm(&self)
        endPending(body)
        return true
    }

    /// Hands out the last character of a run, which begins no pair and is found by itself.
    private mutating func endPending(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard !pending.isEmpty else { return }
        pending.withUnsafeBufferPointer(body)
        pending.removeAll(keepingCapacity: true)
    }

    /// The terms of a run without ASCII separators.
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
            // The last one begins no pair, and is found by itself.
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

    /// Lower case without accents, letters of several forms in one.
    static func folded(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars
        where !isFolded(scalar) {
            if let letters = expansions[scalar] {
                scalars.append(contentsOf: letters.unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        // Some letters come out of their other forms as capitals.
        return String(scalars).lowercased().precomposedStringWithCanonicalMapping
    }

    /// Accents of Latin, Greek and Cyrillic; points of Hebrew; vowel marks of Arabic. Marks of
    /// other scripts are letters to their readers.
    private static func isFolded(_ scalar: Unicode.Scalar) -> Bool {
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

    /// Han, kana and Hangul.
    fileprivate static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA,
            0x30FC...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    fileprivate static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        default: false
        }
    }
}

/// How the characters of the Latin, Greek and Cyrillic alphabets fold, one by one.
private struct FoldingTable {
    /// What is left of a character.
    struct Folded {
        let bytes: [UInt8]
        /// The number of characters.
        let length: Int
    }

    /// How a character is treated.
    enum Treatment {
        case folded(Folded)
        case separator
        /// It folds to several kinds of characters, or is of another alphabet.
        case other
    }

    private static let treatments: [Treatment] = (0..<0x530).map { value in
        // Modifiers and phonetic letters are rare.
        guard let scalar = Unicode.Scalar(value), !(0x250..<0x370).contains(value) else {
            return .other
        }
        let folded = TermCutter.folded(String(scalar)).unicodeScalars
        if folded.isEmpty || folded.allSatisfy(TermCutter.isPartOfWord) {
            return .folded(Folded(bytes: Array(String(folded).utf8), length: folded.count))
        }
        return folded.contains(where: TermCutter.isPartOfWord) ? .other : .separator
    }

    private static func treatment(_ first: UInt8, _ second: UInt8) -> Treatment {
        let value = first < 0x80 ? Int(first) : Int(first & 31) << 6 | Int(second & 63)
        return value < treatments.count ? treatments[value] : .other
    }

    /// Returns true for a run of characters that fold one by one: those of the table, and Han, kana and
    /// Hangul of the basic plane.
    static func covers(_ run: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < run.count {
            let byte = run[index]
            if byte < 0x80 {
                index += 1
            } else if byte < 0xE0 {
                guard index + 1 < run.count else { return false }
                if case .other = treatment(byte, run[index + 1]) { return false }
                index += 2
            } else {
                guard byte < 0xF0, index + 2 < run.count else { return false }
                let value =
                    UInt32(byte & 15) << 12 | UInt32(run[index + 1] & 63) << 6
                    | UInt32(run[index + 2] & 63)
                switch value {
                // Voiced kana are composed, and stay so.
                case _ where isPunctuation(value): index += 3
                case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
                    index += 3
                default: return false
                }
            }
        }
        return true
    }

    /// Returns true for quotation marks, dashes and the like, which separate terms.
    static func isPunctuation(_ value: UInt32) -> Bool {
        switch value {
        case 0x2010...0x2027, 0x2030...0x203A, 0x3001...0x3003, 0x3008...0x3011, 0x3014...0x301F,
            0x30FB:
            true
        default: false
        }
    }

    /// Returns what is left of a character; nil for a separator.
    static func folded(_ first: UInt8, _ second: UInt8) -> Folded? {
        if case .folded(let folded) = treatment(first, second) { folded } else { nil }
    }
}
