import Foundation

/// Cuts text into the words that a search compares: lower case, accents folded; Chinese, Japanese
/// and Korean, where spaces do not part words as a reader would, into pairs of signs.
///
/// `lookup.js` does the same with what a reader types. A change here is one there as well.
struct SearchWords {
    private var word: [UInt8] = []

    /// Longer ones are no words that anybody types, and are cut.
    private static let longest = 48

    /// Calls `body` with each word of a text, in its order.
    mutating func forEach(
        in text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            guard byte >= 0x80 || Self.isWordByte(byte) else {
                index += 1
                continue
            }
            let start = index
            var isASCII = true
            word.removeAll(keepingCapacity: true)
            while index < text.count {
                let byte = text[index]
                if byte >= 0x80 {
                    isASCII = false
                } else if Self.isWordByte(byte) {
                    word.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
                } else {
                    break
                }
                index += 1
            }
            if isASCII {
                word.withUnsafeBufferPointer {
                    body(UnsafeBufferPointer(rebasing: $0.prefix(Self.longest)))
                }
            } else {
                let run = String(decoding: text[start..<index], as: UTF8.self)
                for var word in Self.words(ofRun: run) { word.withUTF8(body) }
            }
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }

    /// The words of a run without ASCII separators.
    private static func words(ofRun run: String) -> [String] {
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
                if word.count < longest { word.append(scalar) }
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
    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA,
            0x30FC...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        default: false
        }
    }
}
