extension Int {
    /// Returns the number in a fixed number of bytes, big-endian.
    func big(_ count: Int = 4) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }

    /// Returns the number in a fixed number of bytes, little-endian.
    func little(_ count: Int = 4) -> [UInt8] { big(count).reversed() }

    /// Returns the number in a fixed number of bytes, in either byte order.
    func bytes(_ count: Int = 4, isLittle: Bool) -> [UInt8] {
        isLittle ? little(count) : big(count)
    }
}

extension BidirectionalCollection<UInt8> {
    /// Returns the bytes as a number, big-endian unless they are said to be little-endian.
    func number(isLittle: Bool = false) -> Int {
        isLittle
            ? reversed().reduce(0) { $0 << 8 | Int($1) } : reduce(0) { $0 << 8 | Int($1) }
    }
}

extension [UInt8] {
    /// Returns the number at an offset, in either byte order; nil beyond the end.
    func number(at offset: Int, _ size: Int, isLittle: Bool) -> Int? {
        guard offset >= 0, offset + size <= count else { return nil }
        return self[offset..<offset + size].number(isLittle: isLittle)
    }
}

extension [Range<Int>] {
    /// The ranges in their order in the file, each without what is in those before it.
    var disjoint: [Range<Int>] {
        var end = 0
        return sorted { $0.lowerBound < $1.lowerBound }.compactMap { range in
            guard range.upperBound > end else { return nil }
            defer { end = range.upperBound }
            return Swift.max(end, range.lowerBound)..<range.upperBound
        }
    }

    /// Returns the parts of a range that are in none of these.
    func gaps(in whole: Range<Int>) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var end = whole.lowerBound
        for part in disjoint {
            let part = part.clamped(to: whole)
            if part.lowerBound > end { gaps.append(end..<part.lowerBound) }
            end = part.upperBound
        }
        if end < whole.upperBound { gaps.append(end..<whole.upperBound) }
        return gaps
    }
}
