extension Sequence<UInt8> {
    /// The FNV-1a hash.
    @inlinable package var fowlerNollVo: UInt64 {
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Whether what is named by these bytes may begin a new part: one name in 32 does. Parts that
    /// end by their content, and not by a count, stay the same when something is added before them.
    @inlinable package var isMark: Bool {
        // The last bytes hardly reach the upper bits, and names in a row differ in those alone.
        let hash = fowlerNollVo
        let mixed = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
        return mixed >> 59 == 0
    }
}

extension Range<Int> {
    /// The range in parts, which end behind `least` members, and then before a member whose name is
    /// a mark, but behind `most` at the latest.
    package func parts(
        least: Int, most: Int, name: (Int) -> String.UTF8View
    ) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = lowerBound
        for index in self where index - start >= least {
            guard index - start >= most || name(index).isMark else { continue }
            parts.append(start..<index)
            start = index
        }
        return start < upperBound ? parts + [start..<upperBound] : parts
    }
}
