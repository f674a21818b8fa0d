/// The language that the script of a text reveals: screen readers, fonts and hyphenation need to
/// know languages with writing systems of their own, such as Hebrew, Japanese and Korean.
package enum TextLanguage {
    /// Returns the language tag of a text if it has more letters of a script that reveals a
    /// language than others, such as Latin or Cyrillic ones, and the language is not the page's;
    /// nil for all other texts.
    ///
    /// An East Asian character counts as two letters. Only the first 2000 Unicode scalars are
    /// examined.
    package static func tag(of text: String, onPageIn pageLanguage: String) -> String? {
        var text = text
        guard text.withUTF8(mayReveal) else { return nil }
        var counts = Counts()
        for scalar in text.unicodeScalars.prefix(maximumLetters) { counts.add(scalar) }
        let page = primary(pageLanguage)
        return counts.language(page: page).flatMap { $0 == page ? nil : $0 }
    }

    /// Returns false for text without letters of a script that reveals a language. Most text is
    /// ASCII with a few accents, quotation marks and emoji.
    private static func mayReveal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < text.count {
            switch text[index] {
            // Characters up to Cyrillic except Greek, and punctuation, arrows and symbols.
            case ..<0xCD, 0xD0..<0xD4: index += 1
            case 0xE2 where index + 1 < text.count && text[index + 1] < 0xB0: index += 3
            case 0xF0 where index + 1 < text.count && text[index + 1] == 0x9F: index += 4
            default: return true
            }
        }
        return false
    }

    /// Returns the first part of a language tag in lower case, which is the language without region
    /// and script: `de` for `de-AT`.
    package static func primary(_ tag: String) -> String {
        String(tag.prefix { $0 != "-" && $0 != "_" }).lowercased()
    }

    /// True if a language is written from right to left, such as Arabic, Persian, Hebrew or Urdu.
    /// The tag may have a script, which then decides, and a region.
    package static func isRightToLeft(_ tag: String) -> Bool {
        let parts: [Substring] = tag.split { $0 == "-" || $0 == "_" }
        if let script = parts.dropFirst().first(where: { $0.count == 4 }) {
            return ["arab", "hebr", "syrc", "thaa"].contains(script.lowercased())
        }
        return ["ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"].contains(
            primary(tag))
    }

    private static let maximumLetters = 2000

    private struct Counts {
        /// The number of letters of scripts that reveal no language, such as Latin and Cyrillic.
        private var shared = 0
        private var han = 0
        private var kana = 0
        private var hangul = 0
        private var arabic = 0
        /// The numbers of letters that Arabic does not have: those shared by Persian and Urdu, and
        /// those of Urdu alone.
        private var persian = 0
        private var urdu = 0
        private var others: [String: Int] = [:]

        mutating func add(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0x41...0x5A, 0x61...0x7A, 0xC0..<0x250: shared += 1
            case ..<0x370, 0x2000...0x2BFF: break
            case 0x3041...0x30FF, 0xFF66...0xFF9F: kana += 1
            case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x3FFFF: han += 1
            case 0xAC00...0xD7A3, 0x1100...0x11FF: hangul += 1
            case 0x0600...0x06FF, 0x0750...0x077F, 0xFB50...0xFDFF, 0xFE70...0xFEFC:
                arabic += 1
                if [0x0679, 0x0688, 0x0691, 0x06D2].contains(scalar.value) { urdu += 1 }
                if [0x067E, 0x0686, 0x0698, 0x06A9, 0x06AF, 0x06CC].contains(scalar.value) {
                    persian += 1
                }
            default:
                if let script = scripts.first(where: { $0.range.contains(scalar.value) }) {
                    others[script.language, default: 0] += 1
                } else if scalar.properties.isAlphabetic {
                    shared += 1
                }
            }
        }

        func language(page: String) -> String? {
            let eastAsian = han + kana
            var found: [(count: Int, tag: String)] = others.map { ($0.value, $0.key) }
            // Chinese has no kana; a Japanese page may well have titles without kana.
            found.append((eastAsian, kana * 10 > han || page == "ja" ? "ja" : "zh"))
            found.append((hangul, "ko"))
            let arabicTag = urdu > 0 ? "ur" : persian > 0 ? "fa" : "ar"
            found.append((arabic, ["fa", "ur"].contains(page) ? page : arabicTag))
            guard let commonest = found.max(by: { ($0.count, $1.tag) < ($1.count, $0.tag) }),
                commonest.count > 0
            else { return nil }
            // A Chinese character carries about as much as two letters.
            let weight = ["ja", "zh", "ko"].contains(commonest.tag) ? 2 : 1
            return commonest.count * weight > shared ? commonest.tag : nil
        }
    }

    /// The scripts that are used mainly for one living language, as ranges of Unicode code points
    /// with the language tag.
    private static let scripts: [(range: ClosedRange<UInt32>, language: String)] = [
        (0x0370...0x03FF, "el"), (0x0530...0x058F, "hy"), (0x0590...0x05FF, "he"),
        (0x0E00...0x0E7F, "th"), (0x10A0...0x10FF, "ka"), (0x0B80...0x0BFF, "ta"),
        (0x0C00...0x0C7F, "te"), (0x1780...0x17FF, "km"), (0x0E80...0x0EFF, "lo"),
    ]
}
