/// Reads the lines of a decoded text one after the other.
struct LineReader {
    /// A line of a text without its line break.
    struct Line {
        let range: Range<Int>
        /// The number of the line in the file, from 1.
        let number: Int
        /// True if the line contains `-->`, which separates the times of a cue.
        let hasArrow: Bool
    }

    let bytes: [UInt8]
    private var position = 0
    private var count = 0

    init(_ source: DecodedText) { bytes = source.bytes }

    mutating func next() -> Line? {
        guard position < bytes.count else { return nil }
        let start = position
        var (end, dashes, hasArrow) = (start, 0, false)
        while end < bytes.count, bytes[end] != 0x0A {
            if bytes[end] == UInt8(ascii: "-") {
                dashes += 1
            } else {
                if bytes[end] == UInt8(ascii: ">"), dashes >= 2 { hasArrow = true }
                dashes = 0
            }
            end += 1
        }
        position = end + 1
        count += 1
        return Line(range: start..<end, number: count, hasArrow: hasArrow)
    }

    /// Continues with a line that was read last, so that it is returned once more.
    mutating func goBack(to line: Line) {
        position = line.range.lowerBound
        count = line.number - 1
    }

    /// Returns the range of a line without the spaces around it.
    func trimmed(_ line: Line) -> Range<Int> {
        var (start, end) = (line.range.lowerBound, line.range.upperBound)
        while start < end, bytes[start].isSpace { start += 1 }
        while end > start, bytes[end - 1].isSpace { end -= 1 }
        return start..<end
    }
}
