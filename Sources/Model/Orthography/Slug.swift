import Platform

/// A title in the form that is used in file names and URLs, such as `a-walk`.
package struct Slug: Hashable, Sendable {
    /// The slug: letters, digits and single hyphens, lower case, in NFC, 1 to 120 bytes of UTF-8.
    package let text: String

    /// The maximum length of a slug in bytes of UTF-8, including a number at its end.
    package static let longest = 120
    private static let maximumNumberLength = 8

    /// Creates the slug of a title, cut to leave room for a number.
    ///
    /// - Parameters:
    ///   - title: Any text.
    ///   - fallback: The slug of a title without letters and digits.
    package init(title: String, fallback: String = "note") {
        var text = Slug.joinedWords(of: title)
        if text.isEmpty { text = fallback }
        self.text = Slug.shortened(text, to: Slug.longest - Slug.maximumNumberLength)
    }

    private init(text: String) {
        self.text = text
    }

    /// True for the bytes of lower-case ASCII letters, digits and the hyphen, indexed by byte.
    private static let isPlain: [Bool] = (0...255).map { (byte: UInt8) in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
    }

    /// Creates a slug from the text of an earlier one; nil if the text contains other characters
    /// than letters, digits, marks and hyphens, is empty or is too long.
    package init?(known text: String) {
        // Most slugs are ASCII, for which no Unicode tables are needed.
        let isPlain =
            text.utf8.allSatisfy { Self.isPlain[Int($0)] }
            || text.unicodeScalars.allSatisfy { scalar in
                scalar == "-" || scalar.properties.isAlphabetic
                    || scalar.properties.numericType != nil
                    || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
            }
        guard isPlain, (1...Self.longest).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// Creates a slug from the text of one that this program has kept; nil if the text contains signs
    /// that mean something in a path or in markup, is empty or is too long.
    package init?(kept text: String) {
        guard text.utf8.allSatisfy({ $0 >= 0x80 || Self.isPlain[Int($0)] }),
            (1...Self.longest).contains(text.utf8.count)
        else { return nil }
        self.text = text
    }

    /// Returns the slug with a number that distinguishes it from others of the same title.
    package func numbered(_ number: Int) -> Slug {
        Slug(text: "\(text)-\(number)")
    }

    private static func joinedWords(of title: String) -> String {
        // Most titles are ASCII, and need no normalization.
        if title.utf8.allSatisfy({ $0 < 0x80 }) {
            var bytes: [UInt8] = []
            for byte in title.utf8 {
                switch byte {
                case 0x30...0x39, 0x61...0x7A: bytes.append(byte)
                case 0x41...0x5A: bytes.append(byte | 0x20)
                case UInt8(ascii: "'"): continue
                default: if let last = bytes.last, last != 0x2D { bytes.append(0x2D) }
                }
            }
            if bytes.last == 0x2D { bytes.removeLast() }
            return String(decoding: bytes, as: UTF8.self)
        }
        var scalars = String.UnicodeScalarView()
        for scalar in title.composed.lowercased()
            .composed.unicodeScalars
        {
            let beginsWord = scalars.last.map { $0 == "-" } ?? true
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark,
                .spacingMark:
                // A scalar that would combine with a hyphen, or at the start of a name with a
                // slash, is dropped; so are the variation selectors of emoji.
                guard !beginsWord || !joins(scalar), !scalar.properties.isVariationSelector else {
                    continue
                }
                scalars.append(scalar)
            default:
                if scalar == "'" || scalar == "’" { continue }
                if !beginsWord { scalars.append("-") }
            }
        }
        if scalars.last == "-" { scalars.removeLast() }
        // Letters and marks between which something was dropped may compose.
        return String(scalars).composed
    }

    /// Returns true if a scalar combines with the preceding scalar into one character.
    private static func joins(_ scalar: Unicode.Scalar) -> Bool {
        var pair = "-".unicodeScalars
        pair.append(scalar)
        return String(pair).count == 1
    }

    /// Returns a prefix of at most `limit` bytes, cut at a hyphen if that leaves more than half of
    /// the limit, else between two characters.
    private static func shortened(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var cut = text.startIndex
        var size = 0
        for index in text.indices {
            size += text[index].utf8.count
            guard size <= limit else { break }
            cut = text.index(after: index)
        }
        var prefix = text[..<cut]
        if prefix.last == "-" { prefix.removeLast() }
        if let hyphen = prefix.lastIndex(of: "-"),
            prefix[..<hyphen].utf8.count > limit / 2
        {
            return String(prefix[..<hyphen])
        }
        // One character may be longer than any slug.
        return prefix.isEmpty ? "note" : String(prefix)
    }
}

extension Slug {
    /// Returns a unique slug for each title.
    package static func distinct(for titles: [String], besides others: [String] = []) -> [Slug] {
        distinct(titles.map { Slug(title: $0) }, besides: others)
    }

    /// Returns slugs with numbers where they would not be unique.
    ///
    /// The first of several equal slugs stays without a number. Slugs that differ only in
    /// case count as equal, so that they are unique on case-insensitive file systems, too.
    ///
    /// - Parameters:
    ///   - bare: The slugs of titles, without numbers.
    ///   - others: Slugs that are already taken.
    package static func distinct(_ bare: [Slug], besides others: [String] = []) -> [Slug] {
        // Servers and site generators treat a file with this name as its folder.
        var taken: Set<String> = ["index"]
        for text in others { taken.insert(Slug(text: text).folded) }
        var next: [String: Int] = [:]
        let folded = bare.map(\.folded)
        // A numbered slug of an earlier title must not take the bare slug of a later one.
        let reserved = Set(folded)
        return zip(bare, folded).map { slug, folded in
            if taken.insert(folded).inserted { return slug }
            var number = next[folded] ?? 2
            while true {
                let candidate = slug.numbered(number)
                number += 1
                guard !reserved.contains(candidate.folded),
                    taken.insert(candidate.folded).inserted
                else { continue }
                next[folded] = number
                return candidate
            }
        }
    }

    /// The slug with its case folded, for comparison. Folding also unifies characters such as `ß`
    /// and `ss`, or `ſ` and `s`.
    private var folded: String {
        text.utf8.allSatisfy { Self.isPlain[Int($0)] }
            ? text : text.caseFolded
    }
}
