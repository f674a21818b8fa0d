/// Removes comments and needless white space from style sheets, which all pages load.
///
/// Texts in quotation marks and escaped characters stay as they are. White space is a line break or
/// a space wherever it may separate two selectors or values, so that any style sheet keeps its
/// meaning (CSS Syntax Module Level 3, section 4).
enum CompactStyle {
    /// Returns a style sheet with the meaning of another.
    ///
    /// - Parameter style: The style sheet in UTF-8.
    static func bytes(of style: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(style.count)
        var position = 0
        while position < style.count {
            let byte = style[position]
            switch byte {
            case UInt8(ascii: "/") where style.dropFirst(position + 1).first == UInt8(ascii: "*"):
                position = endOfComment(style, from: position + 2)
                // A comment separates what would be one name without it, and is no white space.
                if separates(result.last, from: style.dropFirst(position).first) { result += empty }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let end = endOfText(style, from: position)
                result += style[position..<end]
                position = end
            case UInt8(ascii: "\\"):
                result += style[position..<min(position + 2, style.count)]
                position += 2
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20:
                appendSpace(to: &result)
                position += 1
            default:
                // An empty value of a custom property is a space.
                if isBracket(byte), result.last == 0x20,
                    result.dropLast().last != UInt8(ascii: ":")
                {
                    result.removeLast()
                }
                result.append(byte)
                position += 1
            }
        }
        return result
    }

    private static let empty = Array("/**/".utf8)

    private static func separates(_ last: UInt8?, from next: UInt8?) -> Bool {
        guard let last, let next else { return false }
        return ![last, next].contains { $0 <= 0x20 || isBracket($0) }
    }

    /// Appends a space unless nothing can need one before it.
    private static func appendSpace(to result: inout [UInt8]) {
        guard let last = result.last, last != 0x20, !isBracket(last), last != UInt8(ascii: ",")
        else { return }
        result.append(0x20)
    }

    /// Returns true for the signs between rules and declarations.
    private static func isBracket(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";")].contains(byte)
    }

    private static func endOfComment(_ style: [UInt8], from start: Int) -> Int {
        var position = start
        while position + 1 < style.count {
            if style[position] == UInt8(ascii: "*"), style[position + 1] == UInt8(ascii: "/") {
                return position + 2
            }
            position += 1
        }
        return style.count
    }

    /// Returns the position after a text in quotation marks.
    private static func endOfText(_ style: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < style.count, style[position] != style[start] {
            position += style[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, style.count)
    }
}
