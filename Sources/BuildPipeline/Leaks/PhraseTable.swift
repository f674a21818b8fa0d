import Foundation

/// Finds given phrases in folded texts.
///
/// Phrases are compared byte by byte after a look at a hash of their first letters, so nothing is
/// found that is not there.
struct PhraseTable: Sendable {
    /// Letters by which phrases are looked up, in bytes; no phrase is shorter.
    static let shortestPhrase = 12

    /// The distinct phrases, as ranges of the text that they were taken from.
    let phrases: [Range<Int>]
    private let source: [UInt8]
    /// The first phrase of each bucket, and of each phrase the next one of its bucket; -1 for none.
    private let heads: [Int32]
    private let following: [Int32]
    /// A bit for each hash that a phrase has. It fits into a cache of the processor, which the buckets of
    /// a large notebook do not, and most places of a text are passed over by it.
    private let filter: [UInt64]

    /// - Parameters:
    ///   - source: A folded text.
    ///   - candidates: Ranges of it, each of ``shortestPhrase`` bytes or more. Of equal phrases the
    ///     first is kept.
    /// - Returns: The table, and for each candidate the number of its phrase.
    static func make(
        _ source: [UInt8], _ candidates: [Range<Int>]
    ) -> (table: PhraseTable, numbers: [Int]) {
        var size = 64
        while size < candidates.count * 2 { size *= 2 }
        var heads = Array(repeating: Int32(-1), count: size)
        var following: [Int32] = []
        var phrases: [Range<Int>] = []
        var numbers: [Int] = []
        numbers.reserveCapacity(candidates.count)
        var filter = Array(repeating: UInt64(0), count: size / 16)
        source.withUnsafeBytes { bytes in
            for candidate in candidates {
                let hash = Self.hash(bytes, candidate.lowerBound)
                let bucket = hash & (size - 1)
                filter[Self.word(hash, filter.count)] |= Self.bit(hash)
                var number = Int(heads[bucket])
                while number >= 0, !Self.areEqual(bytes, phrases[number], candidate) {
                    number = Int(following[number])
                }
                if number < 0 {
                    number = phrases.count
                    phrases.append(candidate)
                    following.append(heads[bucket])
                    heads[bucket] = Int32(number)
                }
                numbers.append(number)
            }
        }
        return (
            PhraseTable(
                phrases: phrases, source: source, heads: heads, following: following,
                filter: filter),
            numbers
        )
    }

    /// Calls `body` for each occurrence of a phrase with the phrase's number and the offset in the text.
    func forEachMatch(in text: [UInt8], _ body: (_ phrase: Int, _ offset: Int) -> Void) {
        guard !phrases.isEmpty, text.count >= Self.shortestPhrase else { return }
        text.withUnsafeBytes { text in
            source.withUnsafeBytes { source in
                filter.withUnsafeBufferPointer { filter in
                    for offset in 0...(text.count - Self.shortestPhrase) {
                        let hash = Self.hash(text, offset)
                        guard filter[Self.word(hash, filter.count)] & Self.bit(hash) != 0 else {
                            continue
                        }
                        var number = Int(heads[hash & (heads.count - 1)])
                        while number >= 0 {
                            if Self.matches(text, offset, source, phrases[number]) {
                                body(number, offset)
                            }
                            number = Int(following[number])
                        }
                    }
                }
            }
        }
    }

    /// The position in the filter of the bit of a hash.
    ///
    /// - Parameter count: Number of words of the filter, a power of two.
    @inline(__always)
    private static func word(_ hash: Int, _ count: Int) -> Int { (hash >> 6) & (count - 1) }

    @inline(__always)
    private static func bit(_ hash: Int) -> UInt64 { 1 << UInt64(hash & 63) }

    @inline(__always)
    private static func hash(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        let start = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let rest = UInt64(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
        let mixed = (start &* 0x9E37_79B9_7F4A_7C15) ^ (rest &* 0xC2B2_AE3D_27D4_EB4F)
        return Int(truncatingIfNeeded: (mixed ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15 >> 32)
    }

    private static func areEqual(
        _ bytes: UnsafeRawBufferPointer, _ left: Range<Int>, _ right: Range<Int>
    ) -> Bool {
        left.count == right.count && matches(bytes, right.lowerBound, bytes, left)
    }

    private static func matches(
        _ text: UnsafeRawBufferPointer, _ offset: Int, _ source: UnsafeRawBufferPointer,
        _ phrase: Range<Int>
    ) -> Bool {
        guard offset + phrase.count <= text.count, let text = text.baseAddress,
            let source = source.baseAddress
        else { return false }
        return memcmp(text + offset, source + phrase.lowerBound, phrase.count) == 0
    }
}
