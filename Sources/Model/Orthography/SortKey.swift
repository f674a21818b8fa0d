import Platform

/// A collation key, which sorts texts as people sort names in a language: punctuation first,
/// numbers by value, accents only after base letters, and case last. Hiragana and katakana sort
/// together, and in Chinese its characters sort by pinyin.
///
/// ```swift
/// let keys = notes.map { SortKey($0.title, language: "de") }
/// let order = keys.order { $0 < $1 }  // The indices of the notes, by title.
/// ```
///
/// Keys are computed once and compared as bytes. Foundation offers only comparisons, no such keys.
package struct SortKey: Hashable, Sendable, Comparable {
    fileprivate let bytes: [UInt8]

    /// - Parameter language: A language tag such as `en`, `sv` or `de-AT`. Letters that have their
    ///   own place in its alphabet are sorted there.
    package init(_ text: String, language: String = "en") {
        var levels = KeyLevels(reserving: text.utf8.count * 2 + 2)
        // Iterating over characters takes many times as long, and most titles are ASCII.
        let hasDotlessI = Alphabet.hasDotlessI(language)
        let isASCII = text.utf8.allSatisfy {
            $0 < 0x80 && !(hasDotlessI && $0 == UInt8(ascii: "I"))
        }
        if isASCII {
            for byte in text.utf8 { levels.append(ascii: byte) }
        }
        let alphabet = Alphabet(language: isASCII ? "" : language)
        for character in isASCII ? "" : text {
            let character = hasDotlessI && character == "I" ? "ı" : character
            if let ascii = character.asciiValue {
                levels.append(ascii: ascii)
                continue
            }
            // Titles such as 第二章 sort by their number, but one that begins with a Chinese numeral
            // begins with a letter.
            if let digit = character.wholeNumberValue, (0...9).contains(digit), character.isNumber,
                !(levels.isEmpty && character.isIdeographicNumeral)
            {
                levels.append(ascii: UInt8(ascii: "0") + UInt8(digit))
                continue
            }
            guard !character.isFormat else { continue }
            levels.endNumber()
            alphabet.append(character, to: &levels)
        }
        levels.endNumber()
        bytes = levels.letters + [0] + levels.accents + [0] + levels.cases
    }

    /// True for a language in which `I` is the upper case of `ı`.
    static func hasDotlessI(_ language: String) -> Bool { Alphabet.hasDotlessI(language) }

    package static func < (left: SortKey, right: SortKey) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension Character {
    /// True for an invisible character such as a byte order mark or a mark of direction.
    var isFormat: Bool {
        !isASCII && unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
    }

    /// True for a Chinese numeral such as 三, which is a letter as well.
    var isIdeographicNumeral: Bool {
        unicodeScalars.first?.properties.generalCategory == .otherLetter
    }
}

extension [SortKey] {
    /// Returns the indices of the keys in sorted order; the array of keys stays the same.
    ///
    /// - Parameter precedes: Returns whether the first of two indices of equal keys sorts before
    ///   the second.
    package func order(_ precedes: (Int, Int) -> Bool) -> [Int] {
        var strings = ByteStrings(count: count)
        for key in self { strings.append(key.bytes) }
        return strings.order(precedes)
    }
}

/// The first byte of a character in a sort key: the groups of characters, in sorted order.
private enum Weight {
    static let punctuation: UInt8 = 1
    static let symbols: UInt8 = 2
    static let digits: UInt8 = 3
    static let letters: UInt8 = 4
    static let otherScripts: UInt8 = 5
}

/// The levels of a sort key. Each decides only if those before it are equal.
private struct KeyLevels {
    private(set) var letters: [UInt8] = []
    private(set) var accents: [UInt8] = []
    private(set) var cases: [UInt8] = []
    /// The digits of a number that has not ended.
    private var digits: [UInt8] = []

    init(reserving count: Int) { letters.reserveCapacity(count) }

    var isEmpty: Bool { letters.isEmpty && digits.isEmpty }

    /// Appends a Latin letter.
    ///
    /// - Parameter step: The distance from the base letter after which the letter is sorted.
    mutating func append(latin base: UInt8, step: UInt8 = 0, accent: UInt8 = 1, form: UInt8) {
        letters.append(Weight.letters)
        letters.append(base)
        letters.append(step)
        append(accent: accent)
        cases.append(form)
    }

    /// Appends any other letter.
    mutating func append(other bytes: [UInt8], form: UInt8) {
        letters += bytes
        append(accent: 1)
        cases.append(form)
    }

    mutating func append(accent: UInt8) { accents.append(accent) }

    mutating func append(ascii: UInt8) {
        if ascii >= 0x30, ascii <= 0x39 {
            digits.append(ascii)
            return
        }
        endNumber()
        let lower = ascii | 0x20
        if lower >= 0x61, lower <= 0x7A {
            append(latin: lower, form: lower == ascii ? 1 : 2)
        } else {
            letters.append(Weight.punctuation)
            letters.append(ascii <= 0x20 ? 0x20 : ascii)
        }
    }

    mutating func endNumber() {
        guard !digits.isEmpty else { return }
        // The length comes before the digits, so that 9 sorts before 10.
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        letters.append(Weight.digits)
        letters.append(UInt8(clamping: significant.count + 1))
        letters.append(contentsOf: significant)
        digits.removeAll(keepingCapacity: true)
    }
}

/// The differences of a language from the default order of Latin letters, such as Swedish `å` after
/// `z`.
private struct Alphabet {
    /// True if Chinese characters are sorted by pinyin.
    private let hasPinyin: Bool
    /// The base letter after which a letter is sorted, and the distance from it, by letter.
    private let ownPlaces: [Character: (base: UInt8, step: UInt8)]

    /// True for a language in which `I` is the upper case of `ı`: Turkish and Azerbaijani.
    static func hasDotlessI(_ language: String) -> Bool {
        ["tr", "az"].contains(primary(language))
    }

    /// Returns a language without region and script, in lower case: `de` for `de-AT`.
    private static func primary(_ language: String) -> String {
        language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    }

    init(language: String) {
        hasPinyin = PinyinOrder.isUsed(in: language)
        guard !language.isEmpty, let rules = Self.rules[Self.primary(language)] else {
            ownPlaces = [:]
            return
        }
        var places: [Character: (base: UInt8, step: UInt8)] = [:]
        for rule in rules.split(separator: " ") {
            var step: UInt8 = 0
            for (sign, letter) in zip(rule.dropFirst(), rule.dropFirst(2)) where "<=".contains(sign)
            {
                if sign == "<" { step += 1 }
                places[letter] = (rule.utf8.first ?? 0, step)
            }
        }
        ownPlaces = places
    }

    /// The alphabets of languages, in the notation of Unicode's locale data: `<` sorts a letter
    /// after the one before, `=` in the same place.
    private static let rules = [
        "sv": "z<å<ä=æ<ö=ø", "fi": "z<å<ä=æ<ö=ø", "da": "z<æ=ä<ø=ö<å", "nb": "z<æ=ä<ø=ö<å",
        "nn": "z<æ=ä<ø=ö<å", "no": "z<æ=ä<ø=ö<å", "is": "d<ð z<þ<æ=ä<ö=ø<å",
        "et": "s<š<z<ž w<õ<ä<ö<ü", "es": "n<ñ", "gl": "n<ñ", "eu": "n<ñ",
        "cs": "c<č r<ř s<š z<ž", "sk": "a<ä c<č o<ô s<š z<ž",
        "pl": "a<ą c<ć e<ę l<ł n<ń o<ó s<ś z<ź<ż", "tr": "c<ç g<ğ h<ı o<ö s<ş u<ü",
        "az": "c<ç e<ə g<ğ h<ı o<ö s<ş u<ü", "hr": "c<č<ć d<đ s<š z<ž", "hu": "o<ö=ő u<ü=ű",
    ]

    func append(_ character: Character, to levels: inout KeyLevels) {
        let lower = character.lowercased()
        let form: UInt8 = lower == String(character) ? 1 : 2
        if let first = lower.first, let place = ownPlaces[first] {
            return levels.append(latin: place.base, step: place.step, form: form)
        }
        for letter in Letter.decomposed(lower) {
            switch letter {
            case .latin(let base, let accent):
                levels.append(latin: base, accent: accent, form: form)
            case .accent(let accent): levels.append(accent: accent)
            case .other(let scalar) where appendEastAsian(scalar, to: &levels): break
            case .other(let scalar):
                let group =
                    scalar.properties.isAlphabetic ? Weight.otherScripts : Weight.symbols
                let value = scalar.value
                levels.append(
                    other: [
                        group, UInt8(truncatingIfNeeded: value >> 16),
                        UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value),
                    ], form: form)
            }
        }
    }
}

extension Alphabet {
    /// The bytes before the place of a kana letter in a key. They sort before Chinese characters.
    private static let kana: [UInt8] = [Weight.otherScripts, 0, 0x30]
    /// The distance of Chinese characters from the letter of their pronunciation: they sort after
    /// all Latin text that begins with it.
    private static let pinyinStep: UInt8 = 0xFF

    /// Appends a kana letter, or a Chinese character if they are sorted by pinyin.
    ///
    /// - Returns: False for other characters, for which nothing is appended.
    private func appendEastAsian(_ scalar: Unicode.Scalar, to levels: inout KeyLevels) -> Bool {
        func append(place: Int, form: UInt8) {
            levels.append(other: Self.kana + [UInt8(0x41 + place)], form: form)
        }
        if hasPinyin, let place = PinyinOrder.place(of: scalar) {
            levels.append(
                other: [
                    Weight.letters, place.letter, Self.pinyinStep, UInt8(place.rank >> 8),
                    UInt8(truncatingIfNeeded: place.rank),
                ], form: 1)
            return true
        }
        if let kana = KanaLetter(scalar) {
            append(place: kana.place, form: kana.form)
            return true
        }
        // A mark that changes or repeats the kana letter before it.
        guard scalar.value >= 0x309D, let last = levels.letters.last,
            levels.letters.dropLast().suffix(3).elementsEqual(Self.kana)
        else { return false }
        switch scalar.value {
        // The narrow marks of voiced sounds (dakuten) and of half-voiced ones, as combining ones.
        case 0xFF9E, 0xFF9F: levels.append(accent: Letter.weight(ofAccent: scalar.value - 0xCF05))
        // The mark of a long vowel, ー.
        case 0x30FC, 0xFF70: append(place: KanaLetter.vowel(ofPlace: Int(last) - 0x41), form: 5)
        // A mark that repeats the letter, such as ゝ.
        case 0x309D, 0x30FD: append(place: Int(last) - 0x41, form: 6)
        default: return false
        }
        return true
    }
}

/// A part of a character for sorting: a Latin base letter, an accent on the one before, or any
/// other character.
private enum Letter {
    case latin(base: UInt8, accent: UInt8)
    case accent(UInt8)
    case other(Unicode.Scalar)

    /// The combining accents in the order of the Unicode collation table: acute, grave, breve,
    /// circumflex, caron, ring, diaeresis, double acute, tilde, dot above.
    private static let commonAccents: [UInt32] = [
        0x301, 0x300, 0x306, 0x302, 0x30C, 0x30A, 0x308, 0x30B, 0x303, 0x307,
    ]

    static func weight(ofAccent scalar: UInt32) -> UInt8 {
        let common = commonAccents.firstIndex(of: scalar).map { UInt8($0 + 2) }
        return common ?? UInt8(truncatingIfNeeded: 0x20 + (scalar & 0x7F))
    }

    /// Returns the parts of a character in lower case: its base letters, then its accents.
    static func decomposed(_ text: String) -> [Letter] {
        if let expansion = expansions[text] {
            return expansion.utf8.map { .latin(base: $0, accent: 2) }
        }
        return text.decomposed.unicodeScalars.map { scalar in
            if scalar.value < 0x80, scalar.properties.isAlphabetic {
                .latin(base: UInt8(scalar.value), accent: 1)
            } else if scalar.properties.generalCategory == .nonspacingMark {
                .accent(Self.weight(ofAccent: scalar.value))
            } else {
                .other(scalar)
            }
        }
    }

    /// Letters that sort as two letters or as another one, and that canonical decomposition does
    /// not split.
    private static let expansions: [String: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h",
        "ı": "i", "þ": "th", "ĳ": "ij",
    ]
}

/// Returns the first base letter of a lower-case letter, without accents: `e` for `é`, `a` for `æ`.
func baseLetter(of lower: String) -> String {
    switch Letter.decomposed(lower).first {
    case .latin(let base, _): String(Unicode.Scalar(base))
    case .other(let scalar): String(scalar)
    case .accent, nil: lower
    }
}
