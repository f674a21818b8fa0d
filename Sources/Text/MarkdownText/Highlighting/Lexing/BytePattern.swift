/// A regular expression over bytes with possessive repetitions and alternatives: the matcher never
/// backtracks into them, so a match takes time linear in what it reads.
///
/// The syntax is that of other regular expressions, with a few changes: `\w` is a letter, a digit,
/// an underscore, or a byte of a character beyond ASCII; `\h` is a blank; `[^]` is any byte; `^` is
/// the start of a line, `\L` the first byte of a line that is not blank, and `$` the end of a line;
/// `\1` is what the last group matched in the rule that began the current state; and a lookbehind
/// is a sequence of bytes and classes.
///
/// See Ford, Parsing Expression Grammars (2004).
final class BytePattern: Sendable {
    /// A part of a pattern. Parts refer to others by number, a sequence and a choice by a range of
    /// the pattern's members, so that matching retains no objects.
    enum Part: Sendable {
        case byte(ByteSet)
        case sequence(Range<Int>)
        case choice(Range<Int>)
        case loop(Int, counts: ClosedRange<Int>)
        case ahead(Int, isWanted: Bool)
        case behind(Int, length: Int, isWanted: Bool)
        case group(Int, number: Int)
        case capture
        case lineStart, firstInLine, lineEnd
    }

    private let parts: [Part]
    private let members: [Int]
    /// The number of groups.
    let groupCount: Int
    /// The bytes with which a match may begin; all bytes if it may be empty.
    let starts: ByteSet

    /// Creates a pattern from its text, which is part of the program and must be valid.
    init(_ text: String) {
        var parser = BytePatternParser(text)
        let whole = parser.choice()
        parser.parts.append(whole)
        (parts, members, groupCount) = (parser.parts, parser.members, parser.groupCount)
        let (starts, isEmpty) = parser.starts(of: parser.parts.count - 1)
        self.starts = isEmpty ? ByteSet(0...255 as ClosedRange<UInt8>) : starts
    }

    /// A text with the state of matching.
    struct Text {
        let code: UnsafeBufferPointer<UInt8>
        /// The end of the range that is scanned.
        var end: Int
        /// The range of the text that `\1` matches.
        var capture = 0..<0
        /// The ranges of the groups of the last match; those that took no part are empty.
        var groups = [Range<Int>](repeating: 0..<0, count: 4)

        /// Returns the byte at an index; 0 outside of the range that is scanned.
        func byte(at index: Int) -> UInt8 { index >= 0 && index < end ? code[index] : 0 }

        /// Returns the index of the end of a line, before the newline.
        func lineEnd(from start: Int) -> Int {
            var index = start
            while index < end, code[index] != .newline { index += 1 }
            return index
        }
    }

    /// Returns the end of the match that begins at an index; nil if there is none.
    func match(in text: inout Text, at start: Int) -> Int? {
        for number in 0..<groupCount { text.groups[number] = 0..<0 }
        return match(parts.count - 1, in: &text, at: start)
    }

    private func match(_ part: Int, in text: inout Text, at start: Int) -> Int? {
        switch parts[part] {
        case .byte(let set):
            return start < text.end && set.contains(text.code[start]) ? start + 1 : nil
        case .sequence(let range):
            var position = start
            for index in range {
                guard let end = match(members[index], in: &text, at: position) else { return nil }
                position = end
            }
            return position
        case .choice(let range):
            for index in range {
                if let end = match(members[index], in: &text, at: start) { return end }
            }
            return nil
        case .loop(let member, let counts):
            var (position, count) = (start, 0)
            if case .byte(let set) = parts[member] {
                let limit = min(text.end - start, counts.upperBound) + start
                while position < limit, set.contains(text.code[position]) { position += 1 }
                return position - start >= counts.lowerBound ? position : nil
            }
            while count < counts.upperBound, let end = match(member, in: &text, at: position),
                end > position
            {
                (position, count) = (end, count + 1)
            }
            return count >= counts.lowerBound ? position : nil
        case .ahead(let member, let isWanted):
            return (match(member, in: &text, at: start) != nil) == isWanted ? start : nil
        case .behind(let member, let length, let isWanted):
            let isFound = start >= length && match(member, in: &text, at: start - length) != nil
            return isFound == isWanted ? start : nil
        case .group(let member, let number):
            guard let end = match(member, in: &text, at: start) else { return nil }
            text.groups[number] = start..<end
            return end
        case .capture:
            let end = start + text.capture.count
            let isSame =
                end <= text.end && text.code[start..<end].elementsEqual(text.code[text.capture])
            return isSame ? end : nil
        case .lineStart:
            return start == 0 || text.code[start - 1] == .newline ? start : nil
        case .firstInLine:
            var index = start
            while index > 0, text.code[index - 1].isBlank { index -= 1 }
            return index == 0 || text.code[index - 1] == .newline ? start : nil
        case .lineEnd:
            return start == text.end || text.code[start] == .newline ? start : nil
        }
    }
}
