/// A 64-bit FNV-1a hash that is computed incrementally. It is fast on short byte sequences and the
/// same in every run, and it is not meant for security.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, “The FNV Non-Cryptographic Hash Algorithm”
/// (draft-eastlake-fnv).
package struct FNVHash: Hashable, Sendable {
    /// The hash of the bytes so far; before the first one, the offset basis of the algorithm.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init(_ bytes: some Sequence<UInt8>) { add(bytes) }

    /// Adds bytes after those that were hashed so far. How they are divided into calls does not
    /// matter.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        // Generic iteration is slow across modules; nearly all bytes are stored contiguously.
        let isAdded: Void? = bytes.withContiguousStorageIfAvailable { add($0) }
        if isAdded == nil { add(Array(bytes)) }
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Returns the hash of the bytes so far, followed by others. This hash stays the same.
    package func adding(_ bytes: some Sequence<UInt8>) -> FNVHash {
        var copy = self
        copy.add(bytes)
        return copy
    }
}
