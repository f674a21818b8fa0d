private import CUTF8Proc
import Platform

/// The normal forms of Unicode (UAX #15), and its case folding.
extension String {
    /// The text in NFC: letters with their accents as single characters where those exist.
    package var composed: String { mapped(UTF8PROC_COMPOSE) }

    /// The text in NFD: letters followed by their accents.
    var decomposed: String { mapped(UTF8PROC_DECOMPOSE) }

    /// The text in NFKD, in which variants such as `ﬁ` and `①` are replaced by what they stand for.
    var compatibilityDecomposed: String { mapped(UTF8PROC_DECOMPOSE, UTF8PROC_COMPAT) }

    /// The text with its case folded, for comparison: `ß` becomes `ss`, `ſ` becomes `s`.
    var caseFolded: String { mapped(UTF8PROC_CASEFOLD) }

    /// The text without case and accents, for comparison. Marks of other scripts than Latin, Greek,
    /// Cyrillic, Hebrew and Arabic are parts of their letters.
    package var foldedWithoutAccents: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
        let folded = mapped(UTF8PROC_CASEFOLD, UTF8PROC_DECOMPOSE)
        return String(
            String.UnicodeScalarView(folded.unicodeScalars.filter { !TermCutter.isFolded($0) }))
    }

    /// The text in Latin letters without accents; a letter of another script is left out, and any
    /// other character becomes a hyphen.
    package var inASCII: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        return map { letter in
            guard !letter.isASCII else { return String(letter) }
            guard letter.isLetter || letter.isNumber else { return "-" }
            let plain = TermCutter.folded(String(letter)).filter(\.isASCII)
            return letter.isUppercase ? plain.prefix(1).uppercased() + plain.dropFirst() : plain
        }.joined()
    }

    private func mapped(_ options: utf8proc_option_t...) -> String {
        // Characters of ASCII have no other form, but a case.
        if !options.contains(UTF8PROC_CASEFOLD), utf8.allSatisfy({ $0 < 0x80 }) { return self }
        var text = self
        let options = options.reduce(UTF8PROC_STABLE.rawValue) { $0 | $1.rawValue }
        return text.withUTF8 { bytes in
            var result: UnsafeMutablePointer<UInt8>?
            let count = utf8proc_map(
                bytes.baseAddress, bytes.count, &result, utf8proc_option_t(rawValue: options))
            defer { free(result) }
            // It fails only without memory.
            guard count >= 0, let result else {
                return count == 0 ? "" : String(decoding: bytes, as: UTF8.self)
            }
            return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
        }
    }
}
