import MarkdownText

/// The escapes without which Hugo would run or reject a part of a text.
enum HugoEscapes {
    /// U+2060, a word joiner: invisible, and between two braces enough to begin no shortcode.
    private static let joiner = Array("\u{2060}".utf8)

    /// Returns the edits that make a text harmless: shortcodes, which Hugo runs even in code, and
    /// braces after the fence of a code block, which it reads as attributes.
    static func edits(_ source: [UInt8], fenceLines: [Range<Int>]) -> [TextEdits.Edit] {
        shortcodes(in: source)
            + fenceLines.flatMap { line in
                source[line].indices.filter { source[$0] == UInt8(ascii: "{") }.map {
                    TextEdits.Edit(range: $0..<($0 + 1), replacement: Array("&#123;".utf8))
                }
            }
    }

    private static func shortcodes(in source: [UInt8]) -> [TextEdits.Edit] {
        var edits: [TextEdits.Edit] = []
        var index = 0
        while index + 2 < source.count {
            guard let sign = opening(in: source, at: index) else {
                index += 1
                continue
            }
            let opening = Array(source[index..<(index + 3)])
            guard let end = end(in: source, from: index + 3, sign: sign) else {
                let parted = opening.prefix(2) + joiner + opening.suffix(1)
                edits.append(.init(range: index..<(index + 3), replacement: Array(parted)))
                index += 3
                continue
            }
            // Hugo shows `{{</* x */>}}` as `{{< x >}}`.
            edits.append(.init(range: index..<(index + 3), replacement: opening + "/*".utf8))
            let closing = end..<(end + 3)
            edits.append(.init(range: closing, replacement: Array("*/".utf8) + source[closing]))
            index = closing.upperBound
        }
        return edits
    }

    /// Returns the sign of the shortcode that begins at an index, `<` or `%`; nil if none does.
    private static func opening(in source: [UInt8], at index: Int) -> UInt8? {
        guard source[index] == UInt8(ascii: "{"), source[index + 1] == UInt8(ascii: "{"),
            source[index + 2] == UInt8(ascii: "<") || source[index + 2] == UInt8(ascii: "%")
        else { return nil }
        return source[index + 2]
    }

    /// Returns the index of the signs that end a shortcode; nil if nothing does before the next
    /// one, or if its content would end a comment.
    private static func end(in source: [UInt8], from start: Int, sign: UInt8) -> Int? {
        var index = start
        while index + 2 < source.count {
            switch (source[index], source[index + 1]) {
            case (UInt8(ascii: "*"), UInt8(ascii: "/")), (UInt8(ascii: "/"), UInt8(ascii: "*")):
                return nil
            case (UInt8(ascii: "{"), UInt8(ascii: "{")): return nil
            case (sign == UInt8(ascii: "<") ? UInt8(ascii: ">") : sign, UInt8(ascii: "}"))
            where source[index + 2] == UInt8(ascii: "}"):
                return index
            default: index += 1
            }
        }
        return nil
    }
}
