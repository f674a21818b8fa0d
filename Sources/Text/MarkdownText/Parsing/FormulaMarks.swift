import Platform

/// The formulas of a text: TeX between dollar signs. The parser is given a mark in place of each
/// formula, so that it takes nothing in it for markup.
///
/// A mark that the parser returns in text becomes the formula. Everywhere else, as in code and in
/// addresses, it is replaced by what was typed, so formulas can be found without regard to the
/// structure of the text.
struct FormulaMarks {
    /// A formula as it was typed, with its dollar signs, and in MathML.
    struct Occurrence {
        let source: ArraySlice<UInt8>
        let mathML: String
    }

    private(set) var formulas: [Occurrence] = []
    /// The text with marks.
    private(set) var text = ""

    /// U+FDD2, a noncharacter, which is before and after the number of a formula.
    private static let mark: [UInt8] = [0xEF, 0xB7, 0x92]
    private static let dollar = UInt8(ascii: "$")
    /// The maximum lengths of formulas in bytes, in a line and on lines of their own.
    private static let (longest, longestBlock) = (2_000, 20_000)

    /// Finds the formulas that are understood; nil for a text without any.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard var next = bytes.firstIndex(of: Self.dollar) else { return nil }
        var marked: [UInt8] = []
        var copied = 0
        while true {
            if let (end, html) = Self.formula(in: bytes, at: next) {
                marked += bytes[copied..<next] + Self.mark + Array("\(formulas.count)".utf8)
                marked += Self.mark
                formulas.append(Occurrence(source: bytes[next..<end], mathML: html))
                (copied, next) = (end, end)
            } else {
                // Skips both dollar signs if they do not begin a block.
                next += bytes[next...].prefix { $0 == Self.dollar }.count
            }
            guard let found = bytes[next...].firstIndex(of: Self.dollar) else { break }
            next = found
        }
        guard !formulas.isEmpty else { return nil }
        self.text = String(decoding: marked + bytes[copied...], as: UTF8.self)
    }

    /// Returns the formula that a dollar sign begins, and the index after it; nil if there is none.
    ///
    /// The rule is Pandoc's: a formula in a line has no spaces at its ends, and no digit follows
    /// it. This excludes amounts of money.
    private static func formula(in bytes: [UInt8], at start: Int) -> (end: Int, html: String)? {
        let isBlock = bytes[start...].starts(with: [dollar, dollar])
        let length = isBlock ? 2 : 1
        let content = start + length
        let before = start > 0 ? bytes[start - 1] : 0x20
        guard !before.isAlphanumeric, before < 0x80, !"\\/".utf8.contains(before),
            content < bytes.count,
            isBlock || bytes[content] > 0x20, !isInBrackets(bytes, at: start),
            let end = end(of: content, in: bytes, isBlock: isBlock), end > content
        else { return nil }
        let after = end + length
        if !isBlock {
            guard bytes[end - 1] > 0x20,
                after == bytes.count || !(0x30...0x39).contains(bytes[after])
            else { return nil }
        }
        let source = String(decoding: bytes[content..<end], as: UTF8.self)
        return Formula.mathML(source, isBlock: isBlock).map { (after, $0) }
    }

    /// Returns the index of the dollar signs that end a formula; nil if none do within the
    /// paragraph.
    private static func end(of start: Int, in bytes: [UInt8], isBlock: Bool) -> Int? {
        var depth = 0
        var index = start
        let limit = min(bytes.count, start + (isBlock ? longestBlock : longest))
        while index < limit {
            switch bytes[index] {
            // A backslash at the end of a line hides no empty line.
            case UInt8(ascii: "\\") where index + 1 < limit && bytes[index + 1] != 0x0A: index += 1
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "`"): return nil
            case 0x0A:
                let line = bytes[(index + 1)...].prefix { $0 != 0x0A }
                if line.allSatisfy({ $0 <= 0x20 }) { return nil }
            case dollar where depth <= 0:
                guard isBlock else { return index }
                if index + 1 < bytes.count, bytes[index + 1] == dollar { return index }
                return nil
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Returns true for an index within double brackets, whose words name a note, or within the
    /// address of a link.
    private static func isInBrackets(_ bytes: [UInt8], at index: Int) -> Bool {
        var rest = bytes[max(0, index - 200)..<index]
        while let byte = rest.popLast(), !"\n])".utf8.contains(byte) {
            if byte == UInt8(ascii: "["), rest.last == byte { return true }
            if byte == UInt8(ascii: "("), rest.last == UInt8(ascii: "]") { return true }
        }
        return false
    }

    /// Calls `body` with each part of what the parser returned: bytes of text, or a formula.
    func forEachPart(
        of bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>, Occurrence?) -> Void
    ) {
        var rest = bytes
        while let start = rest.firstRange(of: Self.mark),
            let end = rest[start.upperBound...].firstRange(of: Self.mark)
        {
            let number = Int(
                String(decoding: rest[start.upperBound..<end.lowerBound], as: UTF8.self))
            // The text may have had the sign before.
            let formula = number.flatMap { formulas.indices.contains($0) ? formulas[$0] : nil }
            body(rest[..<(formula == nil ? start.upperBound : start.lowerBound)], nil)
            if let formula { body([], formula) }
            rest = rest[(formula == nil ? start.upperBound : end.upperBound)...]
        }
        body(rest, nil)
    }

    /// Returns bytes with formulas as they were typed.
    func typed(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(Self.mark[0]) else { return bytes }
        var all: [UInt8] = []
        forEachPart(of: bytes[...]) { all += $1?.source ?? $0 }
        return all
    }
}
