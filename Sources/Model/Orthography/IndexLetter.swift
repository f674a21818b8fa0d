import Platform

/// The heading under which an alphabetical index lists a title: a letter, or a sign if the title
/// begins with none.
package struct IndexLetter: Hashable, Sendable {
    package let text: String

    package static let numbers = IndexLetter(text: "0–9")
    package static let symbols = IndexLetter(text: "#")

    private init(text: String) {
        self.text = text
    }

    /// - Parameter language: A language tag, as for ``SortKey``: `Ö` is a letter in its own right
    ///   in Swedish, but listed under `O` in German.
    package init(title: String, language: String = "en") {
        let title = title.drop(while: \.isFormat)
        // A title that begins with punctuation sorts before all letters, so it cannot be listed
        // under one.
        guard let first = title.first, first.isLetter || first.isNumber else {
            self = .symbols
            return
        }
        if first.isNumber, !first.isIdeographicNumeral {
            self = .numbers
        } else if let scalar = first.unicodeScalars.first,
            let sign = IndexLetter.sign(of: scalar, language: language)
        {
            self.init(text: sign)
        } else {
            self.init(text: IndexLetter.base(of: first, language: language))
        }
    }

    /// Returns the letter under which readers of the language look a title up, in upper case.
    ///
    /// - Parameter letter: The first character of the title.
    private static func base(of letter: Character, language: String) -> String {
        let hasDotlessI = SortKey.hasDotlessI(language)
        let lower = hasDotlessI && letter == "I" ? "ı" : String(letter).lowercased()
        let plain = baseLetter(of: lower)
        // A letter keeps its accent if the language sorts it after another base letter.
        let key = SortKey(lower, language: language)
        let isOwn =
            plain != lower
            && (key < SortKey(plain, language: language)
                || !(key < SortKey(plain + "z", language: language)))
        let text = isOwn ? lower : plain
        return hasDotlessI && text == "i" ? "İ" : text.uppercased()
    }

    /// The first letters of Korean syllables, as letters of their own.
    private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")

    /// Returns the common heading for a writing system with more characters than an index can list;
    /// nil for other scripts. Chinese characters that are sorted by pinyin have its first letter.
    private static func sign(of scalar: Unicode.Scalar, language: String) -> String? {
        if PinyinOrder.isUsed(in: language), let place = PinyinOrder.place(of: scalar) {
            return String(Unicode.Scalar(place.letter - 0x20))
        }
        let base = String(scalar).decomposed.unicodeScalars.first
        if let kana = base.flatMap(KanaLetter.init) { return kana.heading }
        return switch scalar.value {
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x3FFFF, 0xF900...0xFAFF: "漢"
        case 0xAC00...0xD7A3: String(initials[Int(scalar.value - 0xAC00) / 588])
        default: nil
        }
    }
}
