/// A letter of Japanese kana. Hiragana and katakana, large and small, wide and narrow ones are the
/// same letter.
struct KanaLetter {
    /// The position among the letters of the fifty-sounds table, from 0 for あ to 47 for ん.
    let place: Int
    /// The order of equal letters: small before large, hiragana before katakana.
    let form: UInt8

    private static let letters = Array(
        "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん".unicodeScalars)
    /// The vowels of the letters, by place.
    private static let vowels = Array(
        "あいうえおあいうえおあいうえおあいうえおあいうえおあいうえおあいうえおあうおあいうえおあいえおん".unicodeScalars)
    /// The headings of an index: the first letters of the rows of the table.
    private static let rows = Array("あかさたなはまやらわ".unicodeScalars)
    private static let small = Array("ぁぃぅぇぉっゃゅょゎゕゖ".unicodeScalars)
    private static let large = Array("あいうえおつやゆよわかけ".unicodeScalars)
    /// The narrow (half-width) katakana from U+FF66, in their wide form.
    private static let narrow = Array(
        "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars)

    private static let places = Dictionary(
        uniqueKeysWithValues: letters.enumerated().map { ($1, $0) })

    /// Returns a kana letter; nil for other characters. Marks of voiced sounds are characters of
    /// their own, as in canonical decomposition.
    init?(_ scalar: Unicode.Scalar) {
        let isNarrow = (0xFF66...0xFF9D).contains(scalar.value)
        guard isNarrow || (0x3041...0x30FF).contains(scalar.value) else { return nil }
        let wide = isNarrow ? Self.narrow[Int(scalar.value - 0xFF66)] : scalar
        let isKatakana = (0x30A1...0x30F6).contains(wide.value)
        let hiragana = isKatakana ? Unicode.Scalar(wide.value - 0x60) ?? wide : wide
        let smallPlace = Self.small.firstIndex(of: hiragana)
        guard let place = Self.places[smallPlace.map { Self.large[$0] } ?? hiragana] else {
            return nil
        }
        self.place = place
        form = (smallPlace == nil ? 3 : 1) + (isKatakana ? 1 : 0)
    }

    /// The place of the vowel of a letter, which a following long-vowel mark repeats.
    static func vowel(ofPlace place: Int) -> Int { places[vowels[place]] ?? place }

    /// The heading under which an index lists the letter.
    var heading: String {
        let first = Self.rows.last { Self.places[$0].map { $0 <= place } ?? false }
        return String(first ?? Self.rows[0])
    }
}
