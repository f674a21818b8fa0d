// Texts of which each line has a meaning of its own.
extension CodeScanner {
    /// Scans a diff. Within a hunk, the numbers of lines in its header decide which lines are
    /// content, so that a deleted line `-- note` is not taken for the name of a file.
    mutating func scanChanges() {
        var (oldLines, newLines) = (0, 0)
        while position < end {
            let start = position
            position = lineEnd(from: start)
            let first = code[start]
            let isInHunk = oldLines > 0 || newLines > 0
            if isInHunk, first.isOne(of: "+- ") || start == position {
                if first != UInt8(ascii: "+") { oldLines -= 1 }
                if first != UInt8(ascii: "-") { newLines -= 1 }
            } else if first == UInt8(ascii: "@"), byte(at: start + 1) == first {
                (oldLines, newLines) = hunkLengths(start..<position)
            }
            if let tokenClass = changeClass(start..<position, isInHunk: isInHunk) {
                writer.add(tokenClass, at: start..<position)
            }
            position = min(position + 1, end)
        }
    }

    private func changeClass(_ line: Range<Int>, isInHunk: Bool) -> TokenClass? {
        guard let first = code[line].first else { return nil }
        switch first {
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            let isFile =
                !isInHunk && byte(at: line.lowerBound + 1) == first
                && byte(at: line.lowerBound + 2) == first
            if isFile { return .heading }
            return first == UInt8(ascii: "+") ? .inserted : .deleted
        // Lines of a diff in the normal format.
        case UInt8(ascii: ">"): return .inserted
        case UInt8(ascii: "<"): return .deleted
        case UInt8(ascii: "\\"), UInt8(ascii: "#"): return .comment
        case UInt8(ascii: " "), UInt8(ascii: "\t"): return nil
        case UInt8(ascii: "@"): return .heading
        default:
            guard !isInHunk else { return nil }
            return Self.headings.contains { has($0, at: line.lowerBound) } || first.isDigit
                ? .heading : nil
        }
    }

    private static let headings: [[UInt8]] = [
        "diff ", "index ", "Index: ", "***", "===", "new file", "deleted file", "old mode",
        "new mode", "rename ", "copy ", "similarity ", "dissimilarity ", "Binary files", "Only in",
    ].map { Array($0.utf8) }

    /// Returns the numbers of lines of a hunk from its header, `@@ -1,3 +1,4 @@`; both are at most
    /// a billion.
    private func hunkLengths(_ line: Range<Int>) -> (old: Int, new: Int) {
        var lengths = [0, 0]
        var index = line.lowerBound
        for (side, sign) in [UInt8(ascii: "-"), UInt8(ascii: "+")].enumerated() {
            while index < line.upperBound, code[index] != sign { index += 1 }
            index += 1
            while index < line.upperBound, code[index].isDigit { index += 1 }
            guard index < line.upperBound else { return (0, 0) }
            guard code[index] == UInt8(ascii: ",") else {
                lengths[side] = 1
                continue
            }
            index += 1
            while index < line.upperBound, code[index].isDigit {
                lengths[side] = min(10 * lengths[side] + Int(code[index] - 0x30), 1_000_000_000)
                index += 1
            }
        }
        return (lengths[0], lengths[1])
    }

    /// Scans a session in a shell: commands after prompts, and their output, which is plain.
    mutating func scanSession() {
        var continues = false
        while position < end {
            let lineEnd = lineEnd(from: position)
            let prompt = promptLength(position..<lineEnd, continues: continues)
            if prompt > 0 {
                writer.add(.heading, at: position..<position + prompt)
                position += prompt
                continues = lineEnd > position && code[lineEnd - 1] == UInt8(ascii: "\\")
                scan(embedded: .shell, until: lineEnd)
            } else if code[position] == UInt8(ascii: "#") {
                writer.add(.comment, at: position..<lineEnd)
            } else if continues {
                continues = lineEnd > position && code[lineEnd - 1] == UInt8(ascii: "\\")
                scan(embedded: .shell, until: lineEnd)
            } else {
                continues = false
            }
            position = min(lineEnd + 1, end)
        }
    }

    /// Returns the length of the prompt at the beginning of a line, without the space after it; 0
    /// if there is none. The sign of the prompt may follow the names of a user, a host and a
    /// folder.
    private func promptLength(_ line: Range<Int>, continues: Bool) -> Int {
        var index = line.lowerBound
        var isName = true
        while index < line.upperBound, isName, index - line.lowerBound < 80 {
            let byte = code[index]
            let next = index + 1
            let isLast = next == line.upperBound || code[next] == UInt8(ascii: " ")
            if isLast {
                let isSign = byte.isOne(of: "$%") || byte == UInt8(ascii: ">") && continues
                // A percent sign after a word is that of a number.
                let isPrompt = isSign && (index == line.lowerBound || byte == UInt8(ascii: "$"))
                return isPrompt ? next - line.lowerBound : 0
            }
            isName = byte.isLetter || byte.isDigit || byte.isOne(of: "@:~/-_.[]")
            index += 1
        }
        return 0
    }
}
