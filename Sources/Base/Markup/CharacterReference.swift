/// Character references of HTML: numbers in decimal or hexadecimal, and the names of HTML 4.01
/// (section 24). `MarkdownText` knows all names.
package enum CharacterReference {
    private static let names: [(name: [UInt8], scalar: Unicode.Scalar)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"),
        ("&rlm;", "\u{200F}"), ("&quot;", "\""), ("&apos;", "'"),
    ].map { (Array($0.utf8), $1) }

    /// The characters whose names are rarer, each before its name.
    private static let rareNames: [String: Unicode.Scalar] = {
        let words = rare.split(separator: " ")
        let invisible: [(String, Unicode.Scalar)] = [
            ("shy", "\u{AD}"), ("ensp", "\u{2002}"), ("emsp", "\u{2003}"), ("thinsp", "\u{2009}"),
            ("zwnj", "\u{200C}"), ("zwj", "\u{200D}"),
        ]
        let visible = stride(from: 0, to: words.count, by: 2).compactMap { place in
            words[place].unicodeScalars.first.map { (String(words[place + 1]), $0) }
        }
        return Dictionary(uniqueKeysWithValues: invisible + visible)
    }()

    /// Reads the reference with which a text begins; nil if there is none, or if it has another name.
    ///
    /// The semicolon after a number can be missing, and numbers that are not characters give U+FFFD,
    /// as in HTML.
    ///
    /// - Returns: The character, and the number of bytes of the reference.
    package static func read(
        _ text: some Collection<UInt8>
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        text.withContiguousStorageIfAvailable(read) ?? Array(text).withUnsafeBufferPointer(read)
    }

    /// Returns a text with the characters that its references stand for; what ``read(_:)`` does not
    /// know remains.
    package static func replaced(in text: some Collection<UInt8>) -> [UInt8] {
        var (found, rest): ([UInt8], ArraySlice<UInt8>) = ([], Array(text)[...])
        while let place = rest.firstIndex(of: UInt8(ascii: "&")) {
            found += rest[..<place]
            let reference = read(rest[place...])
            found.append(contentsOf: (reference?.scalar ?? "&").utf8)
            rest = rest[place...].dropFirst(reference?.length ?? 1)
        }
        return found + rest
    }

    /// Other targets cannot specialise what is generic, which takes ten times as long.
    private static func read(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        guard text.starts(with: "&#".utf8) else {
            return names.first { text.starts(with: $0.name) }.map { ($0.scalar, $0.name.count) }
                ?? readRare(text)
        }
        var rest = text.dropFirst(2)
        let isHexadecimal = rest.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        if isHexadecimal { rest = rest.dropFirst() }
        let radix: UInt32 = isHexadecimal ? 16 : 10
        let digits = rest.lazy.map { digit($0, radix: radix) }.prefix { $0 != nil }
        let count = digits.count
        guard count > 0 else { return nil }
        let value = digits.reduce(UInt32(0)) { min($0 * radix + ($1 ?? 0), 0x110000) }
        let end = rest.dropFirst(count).first == UInt8(ascii: ";") ? 1 : 0
        let scalar = value == 0 ? nil : Unicode.Scalar(Windows1252.codePoint(of: value))
        return (scalar ?? "\u{FFFD}", (isHexadecimal ? 3 : 2) + count + end)
    }

    private static func readRare(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        let name = text.dropFirst().prefix(9).prefix {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0)
        }
        guard text.first == UInt8(ascii: "&"), !name.isEmpty, name.endIndex < text.count,
            text[name.endIndex] == UInt8(ascii: ";")
        else { return nil }
        return rareNames[String(decoding: name, as: UTF8.self)].map { ($0, name.count + 2) }
    }

    /// Returns the value of a digit; nil for another byte.
    package static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46 where radix == 16, 0x61...0x66 where radix == 16:
            UInt32((byte | 0x20) - 0x61 + 10)
        default: nil
        }
    }

    private static let rare = """
        ¡ iexcl ¢ cent £ pound ¤ curren ¥ yen ¦ brvbar § sect ¨ uml © copy ª ordf « laquo ¬ not \
        ® reg ¯ macr ° deg ± plusmn ² sup2 ³ sup3 ´ acute µ micro ¶ para · middot ¸ cedil ¹ sup1 \
        º ordm » raquo ¼ frac14 ½ frac12 ¾ frac34 ¿ iquest À Agrave Á Aacute Â Acirc Ã Atilde \
        Ä Auml Å Aring Æ AElig Ç Ccedil È Egrave É Eacute Ê Ecirc Ë Euml Ì Igrave Í Iacute \
        Î Icirc Ï Iuml Ð ETH Ñ Ntilde Ò Ograve Ó Oacute Ô Ocirc Õ Otilde Ö Ouml × times Ø Oslash \
        Ù Ugrave Ú Uacute Û Ucirc Ü Uuml Ý Yacute Þ THORN ß szlig à agrave á aacute â acirc \
        ã atilde ä auml å aring æ aelig ç ccedil è egrave é eacute ê ecirc ë euml ì igrave \
        í iacute î icirc ï iuml ð eth ñ ntilde ò ograve ó oacute ô ocirc õ otilde ö ouml \
        ÷ divide ø oslash ù ugrave ú uacute û ucirc ü uuml ý yacute þ thorn ÿ yuml Œ OElig \
        œ oelig Š Scaron š scaron Ÿ Yuml ƒ fnof ˆ circ ˜ tilde Α Alpha Β Beta Γ Gamma Δ Delta \
        Ε Epsilon Ζ Zeta Η Eta Θ Theta Ι Iota Κ Kappa Λ Lambda Μ Mu Ν Nu Ξ Xi Ο Omicron Π Pi \
        Ρ Rho Σ Sigma Τ Tau Υ Upsilon Φ Phi Χ Chi Ψ Psi Ω Omega α alpha β beta γ gamma δ delta \
        ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi ο omicron π pi \
        ρ rho ς sigmaf σ sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega ϑ thetasym ϒ upsih \
        ϖ piv – ndash — mdash ‘ lsquo ’ rsquo ‚ sbquo “ ldquo ” rdquo „ bdquo † dagger ‡ Dagger \
        • bull … hellip ‰ permil ′ prime ″ Prime ‹ lsaquo › rsaquo ‾ oline ⁄ frasl € euro \
        ℑ image ℘ weierp ℜ real ™ trade ℵ alefsym ← larr ↑ uarr → rarr ↓ darr ↔ harr ↵ crarr \
        ⇐ lArr ⇑ uArr ⇒ rArr ⇓ dArr ⇔ hArr ∀ forall ∂ part ∃ exist ∅ empty ∇ nabla ∈ isin \
        ∉ notin ∋ ni ∏ prod ∑ sum − minus ∗ lowast √ radic ∝ prop ∞ infin ∠ ang ∧ and ∨ or ∩ cap \
        ∪ cup ∫ int ∴ there4 ∼ sim ≅ cong ≈ asymp ≠ ne ≡ equiv ≤ le ≥ ge ⊂ sub ⊃ sup ⊄ nsub \
        ⊆ sube ⊇ supe ⊕ oplus ⊗ otimes ⊥ perp ⋅ sdot ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor 〈 lang \
        〉 rang ◊ loz ♠ spades ♣ clubs ♥ hearts ♦ diams
        """
}
