import Foundation

/// The address of a note: its title in letters that file systems and addresses take everywhere.
package struct Slug: Hashable, Sendable {
    /// Letters, digits and single hyphens, NFC, lower case, 1 to 120 bytes.
    package let text: String

    /// Longest slug in UTF-8 bytes, a number at its end counted in.
    package static let longest = 120
    private static let maximumNumberLength = 8

    /// - Parameters:
    ///   - title: Any text.
    ///   - fallback: What stands for a title without letters and digits.
    package init(title: String, fallback: String = "note") {
        var text = Slug.joinedWords(of: title)
        if text.isEmpty { text = fallback }
        self.text = Slug.shortened(text, to: Slug.longest - Slug.maximumNumberLength)
    }

    private init(text: String) {
        self.text = text
    }

    /// For each byte whether it is a small letter, a digit or a hyphen.
    private static let isPlain: [Bool] = (0...255).map { (byte: UInt8) in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
    }

    /// A slug that was given before; nil for a text that can be none.
    package init?(known text: String) {
        // Most slugs are ASCII, and need no tables of Unicode.
        let isPlain =
            text.utf8.allSatisfy { Self.isPlain[Int($0)] }
            || text.unicodeScalars.allSatisfy { scalar in
                scalar == "-" || scalar.properties.isAlphabetic
                    || scalar.properties.numericType != nil
                    || [.nonspacingMark, .spacingMark].contains(
                        scalar.properties.generalCategory)
            }
        guard isPlain, (1...Self.longest).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// The slug with a number that tells it from others of the same title.
    package func numbered(_ number: Int) -> Slug {
        Slug(text: "\(text)-\(number)")
    }

    private static func joinedWords(of title: String) -> String {
        // Most titles are ASCII, and need no normalising.
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
        for scalar in title.precomposedStringWithCanonicalMapping.lowercased()
            .precomposedStringWithCanonicalMapping.unicodeScalars
        {
            let beginsWord = scalars.last.map { $0 == "-" } ?? true
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark,
                .spacingMark:
                // Marks belong to a letter; those of emoji have lost theirs. Some letters join
                // what stands before them, which at the start of a name would be a slash.
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
        return String(scalars)
    }

    /// Whether a scalar makes one character with what stands before it.
    private static func joins(_ scalar: Unicode.Scalar) -> Bool {
        var pair = "-".unicodeScalars
        pair.append(scalar)
        return String(pair).count == 1
    }

    /// Cut at a word where that leaves most of the text, else between two characters.
    private static func shortened(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var cut = text.startIndex
        var size = 0
        for index in text.indices {
            size += text[index].utf8.count
            guard size <= limit else { break }
            cut = text.index(after: index)
        }
        let prefix = text[..<cut]
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
    /// Gives each title a slug of its own; titles that come first keep the bare one.
    ///
    /// Slugs are told apart without regard to case, so that they are also names on file systems
    /// that ignore it.
    ///
    /// - Parameter others: Slugs that are given already.
    package static func distinct(for titles: [String], besides others: [String] = []) -> [Slug] {
        let bare = titles.map { Slug(title: $0) }
        // Servers and generators of sites take a file of that name for its folder.
        var taken: Set<String> = ["index"]
        for text in others { taken.insert(Slug(text: text).folded) }
        var next: [String: Int] = [:]
        // Bare slugs of later titles may not be taken by the numbers of earlier ones.
        let reserved = Set(bare.map { $0.folded })
        return bare.map { slug in
            if taken.insert(slug.folded).inserted { return slug }
            var number = next[slug.folded] ?? 2
            while true {
                let candidate = slug.numbered(number)
                number += 1
                guard !reserved.contains(candidate.folded),
                    taken.insert(candidate.folded).inserted
                else { continue }
                next[slug.folded] = number
                return candidate
            }
        }
    }

    /// Characters such as `ß` and `ſ` match several letters without regard to case.
    private var folded: String {
        text.utf8.allSatisfy { $0 < 0x80 }
            ? text : text.folding(options: .caseInsensitive, locale: nil)
    }
}
