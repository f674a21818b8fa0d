import Platform

extension UnsafeBufferPointer<UInt8> {
    /// Returns the offset of the first occurrence of a byte at or after `start`; nil if there is
    /// none.
    ///
    /// Uses `memchr`, which compares many bytes at once: a loop took eight times as long.
    package func place(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start < count, let base = baseAddress,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }

    /// Returns the offset of the first occurrence of a byte at or after `start` that meets a
    /// condition; nil if there is none.
    ///
    /// - Parameter isWanted: Returns whether the occurrence at an offset meets the condition.
    package func place(
        of byte: UInt8, from start: Int = 0, where isWanted: (Int) -> Bool
    ) -> Int? {
        var next = start
        while let found = place(of: byte, from: next) {
            if isWanted(found) { return found }
            next = found + 1
        }
        return nil
    }

    /// Returns true if some bytes occur in these, in their order; false for none.
    package func contains(bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first, let other = bytes.baseAddress, let base = baseAddress else {
            return false
        }
        var next = 0
        while let start = place(of: first, from: next), start + bytes.count <= count {
            if memcmp(base + start, other, bytes.count) == 0 { return true }
            next = start + 1
        }
        return false
    }

    /// True if the given bytes are found at an offset; false for an offset out of bounds.
    package func has(_ bytes: StaticString, at place: Int) -> Bool {
        guard place >= 0, count - place >= bytes.utf8CodeUnitCount, let base = baseAddress else {
            return false
        }
        return memcmp(base + place, bytes.utf8Start, bytes.utf8CodeUnitCount) == 0
    }
}

extension [UInt8] {
    /// Returns the range of the first occurrence of a pattern at or after an index; nil if there is
    /// none, and for an empty pattern.
    package func range(of pattern: [UInt8], from start: Int) -> Range<Int>? {
        guard let first = pattern.first else { return nil }
        var index = start
        while index + pattern.count <= count,
            let next = self[index...].firstIndex(of: first)
        {
            if self[next...].starts(with: pattern) { return next..<(next + pattern.count) }
            index = next + 1
        }
        return nil
    }
}
