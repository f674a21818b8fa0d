import Foundation

/// Folds Unicode scalars so that a text compares equal however it is written: without case, accents
/// and composition.
enum LetterFolding {
    /// The folded form of a scalar.
    enum Folded {
        /// White space, punctuation, a symbol: ends a word.
        case separator
        /// A combining accent: ignored.
        case accent
        /// A letter or digit that joins the letters before it in one word.
        case letter(UInt32)
        /// A letter of a script that is written without spaces, or of a syllabary: counts as a
        /// word.
        case sign(UInt32)
    }

    /// - Parameter scalar: A scalar value of U+0080 or more.
    static func fold(_ scalar: UInt32) -> Folded {
        if scalar < tableEnd {
            let entry = table[Int(scalar)]
            switch entry {
            case separator: return .separator
            case accent: return .accent
            default: return entry < firstSign ? .letter(entry) : .sign(entry)
            }
        }
        return isSeparator(scalar) ? .separator : .sign(scalar)
    }

    private static let separator: UInt32 = 0
    private static let accent: UInt32 = 1
    /// Scalars from here on take three bytes of UTF-8 or more; each counts as a word.
    private static let firstSign: UInt32 = 0x800
    private static let tableEnd: UInt32 = 0x3100

    /// The folded scalars below ``tableEnd``, by scalar.
    private static let table: [UInt32] = (0..<tableEnd).map { value in
        guard let scalar = Unicode.Scalar(value) else { return separator }
        switch scalar.properties.generalCategory {
        case .nonspacingMark:
            return value < firstSign || (0x3099...0x309A).contains(value) ? accent : value
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .spacingMark:
            let lower = scalar.properties.lowercaseMapping.decomposedStringWithCanonicalMapping
            return lower.unicodeScalars.first?.value ?? value
        default: return separator
        }
    }

    /// Symbols, punctuation, private use, pictographs.
    private static func isSeparator(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xE000..<0xF900, 0xFE00...0xFE6F, 0xFEFF...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40,
            0xFF5B...0xFF65, 0xFFE0...0xFFFF, 0x1F000..<0x1FB00, 0xE0000...:
            true
        default: false
        }
    }

    /// The jamo of a Hangul syllable, as canonical decomposition gives them; nil for other scalars.
    static func jamo(of scalar: UInt32) -> [UInt32]? {
        guard (0xAC00...0xD7A3).contains(scalar) else { return nil }
        let index = scalar - 0xAC00
        let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28]
        return index % 28 == 0 ? parts : parts + [0x11A7 + index % 28]
    }
}
