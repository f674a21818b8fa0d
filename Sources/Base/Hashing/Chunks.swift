extension Sequence<UInt8> {
    /// True if an element with this name may begin a new chunk, as one in 32 names does. Chunks
    /// with boundaries defined by content, not by a count, stay the same when elements are added
    /// before them.
    package var isChunkBoundary: Bool {
        // The last bytes hardly affect the upper bits, and consecutive names often differ only in
        // those bytes.
        let hash = FNVHash(self).value
        let mixed = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
        return mixed >> 59 == 0
    }
}

extension Range<Int> {
    /// Divides the range into chunks: each ends before an element whose name is a boundary, and has
    /// `minimum` to `maximum` elements; the last may have fewer.
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
