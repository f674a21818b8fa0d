/// The case and accent folding of single characters of the Latin, Greek and Cyrillic alphabets.
struct FoldingTable: Sendable {
    static let shared = FoldingTable()

    /// The folded form of each byte: lower case for letters and digits in ASCII, 0 for other characters
    /// in ASCII, 0xFF for bytes outside of it.
    let ofBytes: [UInt8]
    private let treatments: [Treatment]

    /// The result of folding a character.
    struct Treatment: Sendable {
        enum Kind: Sendable {
            case letters
            case separator
            /// The character is not in the table, or folds to something else.
            case other
        }

        let kind: Kind
        /// The number of letters.
        let length: Int8
        /// The UTF-8 of the letters, the first byte lowest.
        private let bytes: UInt32

        fileprivate init(_ kind: Kind, letters: String.UnicodeScalarView = .init()) {
            self.kind = kind
            length = Int8(letters.count)
            bytes = String(letters).utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }

        /// Calls `body` with the bytes of each letter, the first byte lowest.
        @inline(__always)
        func forEachLetter(_ body: (UInt32) -> Void) {
            var rest = bytes
            while rest != 0 {
                let bits: UInt32 = rest & 0xFF < 0x80 ? 8 : rest & 0xFF < 0xE0 ? 16 : 24
                body(rest & (1 << bits - 1))
                rest >>= bits
            }
        }
    }

    private init() {
        ofBytes = (0...0xFF).map { (byte: UInt8) in
            switch byte {
            case 0x41...0x5A: byte | 0x20
            case 0x61...0x7A, 0x30...0x39: byte
            case 0x80...: 0xFF
            default: 0
            }
        }
        treatments = (0..<0x530).map(Self.treatment)
    }

    private static func treatment(of value: Int) -> Treatment {
        // Modifiers and phonetic letters are rare.
        guard let scalar = Unicode.Scalar(UInt32(value)), !(0x250..<0x370).contains(value) else {
            return Treatment(.other)
        }
        let folded = TermCutter.folded(String(scalar)).unicodeScalars
        if folded.isEmpty || folded.allSatisfy(TermCutter.isPartOfWord) {
            return String(folded).utf8.count <= 4
                ? Treatment(.letters, letters: folded) : Treatment(.other)
        }
        return Treatment(folded.contains(where: TermCutter.isPartOfWord) ? .other : .separator)
    }

    /// Returns true for the folded byte of a letter or a digit in ASCII.
    @inline(__always)
    static func isLetterOrDigit(_ folded: UInt8) -> Bool { folded &- 1 < 0xFE }

    /// Returns the result of folding a character of one or two bytes of UTF-8.
    @inline(__always)
    func folded(_ first: UInt8, _ second: UInt8) -> Treatment {
        let value = first < 0x80 ? Int(first) : Int(first & 31) << 6 | Int(second & 63)
        return value < treatments.count ? treatments[value] : Treatment(.other)
    }

    /// Returns the Unicode scalar of the three bytes of UTF-8 at a position.
    static func scalar(in run: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
        UInt32(run[index] & 15) << 12 | UInt32(run[index + 1] & 63) << 6
            | UInt32(run[index + 2] & 63)
    }

    /// Returns true for a run of characters that can be folded one by one: those of the table, and
    /// Han, kana and Hangul of the basic plane.
    func covers(_ run: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < run.count {
            let byte = run[index]
            if byte < 0x80 {
                index += 1
            } else if byte < 0xE0 {
                guard index + 1 < run.count, folded(byte, run[index + 1]).kind != .other
                else { return false }
                index += 2
            } else {
                guard byte < 0xF0, index + 2 < run.count else { return false }
                let value = Self.scalar(in: run, at: index)
                switch value {
                // Voiced kana are precomposed, and remain so.
                case _ where Self.isPunctuation(value): index += 3
                case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
                    index += 3
                default: return false
                }
            }
        }
        return true
    }

    /// Returns true for quotation marks, dashes and the like, which separate terms.
    static func isPunctuation(_ value: UInt32) -> Bool {
        switch value {
        case 0x2010...0x2027, 0x2030...0x203A, 0x3001...0x3003, 0x3008...0x3011, 0x3014...0x301F,
            0x30FB:
            true
        // The wide forms of ! ( ) , : ; and ?, which Chinese texts have.
        case 0xFF01, 0xFF08, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F: true
        default: false
        }
    }
}
