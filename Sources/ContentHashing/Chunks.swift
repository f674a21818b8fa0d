extension Sequence<UInt8> {
    /// The FNV-1a hash.
    @inlinable package var fowlerNollVo: UInt64 {
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// True if a member with this name may begin a new chunk: one in 32 does. Chunks whose boundaries
    /// are defined by content, and not by a count, stay the same when something is added before them.
    @inlinable package var isChunkBoundary: Bool {
        // The last bytes hardly reach the upper bits, and names in a row differ in those alone.
        let hash = fowlerNollVo
        let mixed = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
        return mixed >> 59 == 0
    }
}

extension Range<Int> {
    /// Returns the range in chunks: each ends before a member whose name is a boundary, and has `minimum`
    /// to `maximum` members; the last may have fewer.
    package func chunks(
        minimum: Int, maximum: Int, name: (Int) -> String.UTF8View
    ) -> [Range<Int>] {
        var chunks: [Range<Int>] = []
        var start = lowerBound
        for index in self where index - start >= minimum {
            guard index - start >= maximum || name(index).isChunkBoundary else { continue }
            chunks.append(start..<index)
            start = index
        }
        return start < upperBound ? chunks + [start..<upperBound] : chunks
    }
}
