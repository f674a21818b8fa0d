import NoteModel

/// Converts Obsidian's comments, `%%…%%`, to comments of HTML, which no page shows.
///
/// A comment extends to the next `%%`, over any number of lines. Within code, `%%` is text. A
/// comment that is alone on its lines remains as it is. In any other comment, line breaks and
/// characters that could split it for a Markdown parser become character references.
struct ObsidianComments {
    /// The text with comments of HTML.
    private(set) var text = ""
    /// The number of comments.
    private(set) var count = 0
    /// True if the last comment has no end, and therefore extends to the end of the text.
    private(set) var isOpen = false

    private let bytes: [UInt8]
    private var output: [UInt8] = []
    private var index = 0
    /// The index at which the current line begins.
    private var lineStart = 0
    /// True once no comment of HTML ends in the rest of the text.
    private var hasNoFurtherEnd = false
    /// The characters that open the current block of code, such as three backticks.
    private var fence: ArraySlice<UInt8>?
    private var isAfterBlank = true
    private var isInList = false

    private static let mark = Array("%%".utf8)

    /// - Parameter isFound: False for the text of a program that has no such comments.
    init(_ text: String, isFound: Bool = true) {
        bytes = Array(text.utf8)
        guard isFound, text.contains("%%") else {
            self.text = text
            return
        }
        output.reserveCapacity(bytes.count + 64)
        while index < bytes.count {
            if index == lineStart, copiesLineOfCode() { continue }
            copyNext()
        }
        self.text = String(decoding: output, as: UTF8.self)
    }

    /// Copies a line that is part of a block of code, or opens one.
    ///
    /// - Returns: False if the line is not code.
    private mutating func copiesLineOfCode() -> Bool {
        let end = bytes[index...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        let line = bytes[index..<end]
        let content = line[Self.start(ofContent: line)...]
        let isBlank = line.allSatisfy { $0 <= 0x20 }
        defer { isAfterBlank = isBlank }
        let isIndented = line.starts(with: "    ".utf8) || line.first == 0x09
        if let open = fence {
            let closing = content.prefix { $0 == open.first }
            if closing.count >= open.count,
                content.dropFirst(closing.count).allSatisfy({ $0 <= 0x20 })
            {
                fence = nil
            }
        } else if let mark = content.first, "`~".utf8.contains(mark),
            case let opening = content.prefix(while: { $0 == mark }), opening.count >= 3,
            mark == UInt8(ascii: "~") || !content.dropFirst(opening.count).contains(mark)
        {
            fence = opening
        } else if !(isIndented && isAfterBlank && !isInList && !isBlank) {
            if !isBlank, !isIndented {
                isInList = Self.beginsItem(line) || isInList && line.first == 0x20
            }
            return false
        } else {
            // The next line of indented code follows this one without an empty line.
            copy(to: end)
            isAfterBlank = true
            return true
        }
        copy(to: end)
        return true
    }

    private mutating func copy(to end: Int) {
        output += bytes[index..<end]
        advance(to: end)
    }

    private mutating func advance(to end: Int) {
        if let last = bytes[index..<end].lastIndex(of: 0x0A) { lineStart = last + 1 }
        index = end
    }

    /// True if nothing but spaces follows an index in its line.
    private func isEndOfLine(_ start: Int) -> Bool {
        bytes[start...].first { $0 > 0x20 || $0 == 0x0A }.map { $0 == 0x0A } ?? true
    }

    /// Copies the next character, code span, or comment.
    private mutating func copyNext() {
        let rest = bytes[index...]
        switch bytes[index] {
        case UInt8(ascii: "\\"): copy(to: min(index + 2, bytes.count))
        case UInt8(ascii: "`"):
            let run = rest.prefix { $0 == UInt8(ascii: "`") }.count
            copy(to: endOfCode(run: run) ?? index + run)
        case UInt8(ascii: "<") where rest.starts(with: "<!--".utf8):
            let end =
                hasNoFurtherEnd
                ? nil : bytes.range(of: Array("-->".utf8), from: index + 4)
            hasNoFurtherEnd = end == nil
            copy(to: end?.upperBound ?? index + 4)
        case UInt8(ascii: "%") where rest.starts(with: Self.mark): convert()
        default: copy(to: index + 1)
        }
    }

    /// Returns the end of a code span that begins here with a number of backticks; nil if the
    /// paragraph does not end it.
    private func endOfCode(run: Int) -> Int? {
        var position = index + run
        var isBlank = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x0A {
                if isBlank { return nil }
                isBlank = true
            } else if byte > 0x20 {
                isBlank = false
            }
            let length = bytes[position...].prefix { $0 == UInt8(ascii: "`") }.count
            if length == run { return position + run }
            position += max(1, length)
        }
        return nil
    }

    /// Writes the comment that begins here. A mark without a second one is text, unless it is alone
    /// on its line.
    private mutating func convert() {
        let before = bytes[lineStart..<index]
        let start = index + Self.mark.count
        let isAlone = before.isEmpty && isEndOfLine(start)
        // After a digit, as in `100%%`, it is a sign of percent.
        let isPercent =
            before.last.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
        let found = isPercent ? nil : bytes.range(of: Self.mark, from: start)
        guard let found = found ?? (isAlone ? bytes.count..<bytes.count : nil) else {
            copy(to: start)
            return
        }
        count += 1
        isOpen = found.isEmpty
        let content = bytes[start..<found.lowerBound]
        let endsLine = isEndOfLine(found.upperBound)
        let isBlock = before.isEmpty && endsLine
        // A block of HTML would extend to the end of the line, with the words after the comment.
        if !endsLine, Self.start(ofContent: before) == before.endIndex { output += "&#8203;".utf8 }
        output += "<!-- ".utf8
        for byte in content {
            if byte == UInt8(ascii: "-"), output.last == byte {
                output += "&#45;".utf8
            } else if !isBlock, byte == 0x0A || "`[]|".utf8.contains(byte) {
                output += "&#\(byte);".utf8
            } else {
                output.append(byte)
            }
        }
        output += " -->".utf8
        advance(to: found.upperBound)
    }

    /// Returns the index after the marks of quotes, list items and footnotes that begin a line.
    private static func start(ofContent line: ArraySlice<UInt8>) -> Int {
        var line = line.drop { $0 == 0x20 || $0 == 0x09 }
        while let first = line.first {
            var rest = line
            if first == UInt8(ascii: ">") {
                rest = line.dropFirst()
            } else if let end = endOfItemMark(line) {
                rest = line[end...]
            } else {
                break
            }
            line = rest.drop { $0 == 0x20 || $0 == 0x09 }
        }
        return line.startIndex
    }

    private static func beginsItem(_ line: ArraySlice<UInt8>) -> Bool {
        endOfItemMark(line.drop { $0 == 0x20 }) != nil
    }

    private static func endOfItemMark(_ line: ArraySlice<UInt8>) -> Int? {
        let rest: ArraySlice<UInt8>
        if let first = line.first, "-*+".utf8.contains(first) {
            rest = line.dropFirst()
        } else if line.starts(with: "[^".utf8), let end = line.firstIndex(of: UInt8(ascii: "]")) {
            rest = line[(end + 1)...]
            guard rest.first == UInt8(ascii: ":") else { return nil }
            return end + 2
        } else {
            let digits = line.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            guard (1...9).contains(digits.count), let mark = line.dropFirst(digits.count).first,
                ".)".utf8.contains(mark)
            else { return nil }
            rest = line.dropFirst(digits.count + 1)
        }
        guard let next = rest.first else { return rest.startIndex }
        return next <= 0x20 ? rest.startIndex : nil
    }
}
