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
