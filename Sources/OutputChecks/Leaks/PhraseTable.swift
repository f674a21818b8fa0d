import Foundation

/// Finds given phrases in folded texts.
///
/// The phrases whose first ``minimumLength`` bytes have the same hash form a bucket, sorted by
/// their bytes. A lookup is a binary search in one bucket, so its time grows with the logarithm of
/// the number of phrases, however many begin alike. Bytes are compared, not only hashes, so that a
/// collision finds nothing.
struct PhraseTable: Sendable {
    /// Number of bytes by which phrases are looked up; no phrase is shorter.
    static let minimumLength = 12

    /// The distinct phrases, as ranges of the text that they were taken from.
    let phrases: [Range<Int>]
    private let source: [UInt8]
    /// The position of the first phrase of each bucket, and the number of phrases at the end.
    private let bucketStarts: [Int32]
    /// The longest other phrase that each phrase begins with; -1 for none.
    private let prefixes: [Int32]
    /// The bits of the hashes that phrases have. The filter fits into a cache of the processor,
    /// which the buckets of a large notebook do not, and rules out most positions of a text.
    private let filter: [UInt64]

    /// Creates a table of phrases.
    ///
    /// - Parameters:
    ///   - source: A folded text.
    ///   - candidates: Ranges of it, each of ``minimumLength`` bytes or more. Of equal phrases the
    ///     first is kept.
    /// - Returns: The table, and for each candidate the number of its phrase.
    static func make(
        _ source: [UInt8], candidates: [Range<Int>]
    ) -> (table: PhraseTable, numbers: [Int]) {
        source.withUnsafeBytes { bytes in
            var (starts, order, filter) = buckets(bytes, candidates: candidates)
            var phrases: [Range<Int>] = []
            var prefixes: [Int32] = []
            var numbers = Array(repeating: 0, count: candidates.count)
            var start = 0
            for bucket in 0..<(starts.count - 1) {
                let end = Int(starts[bucket + 1])
                let first = phrases.count
                sort(&order, bucket: start..<end, bytes: bytes, candidates: candidates)
                for candidate in order[start..<end].lazy.map(Int.init) {
                    let range = candidates[candidate]
                    if phrases.count == first || !areEqual(bytes, phrases[phrases.count - 1], range)
                    {
                        let prefix = prefix(
                            of: range, bytes: bytes, phrases: phrases, prefixes: prefixes,
                            first: first)
                        phrases.append(range)
                        prefixes.append(prefix)
                    }
                    numbers[candidate] = phrases.count - 1
                }
                starts[bucket] = Int32(first)
                start = end
            }
            starts[starts.count - 1] = Int32(phrases.count)
            let table = PhraseTable(
                phrases: phrases, source: source, bucketStarts: starts, prefixes: prefixes,
                filter: filter)
            return (table, numbers)
        }
    }

    /// Distributes candidates over buckets.
    ///
    /// - Returns: The first position of each bucket and the end of the last, the candidates by
    ///   bucket, and the filter.
    private static func buckets(
        _ bytes: UnsafeRawBufferPointer, candidates: [Range<Int>]
    ) -> (starts: [Int32], order: [Int32], filter: [UInt64]) {
        var size = 64
        while size < candidates.count * 2 { size *= 2 }
        var filter = Array(repeating: UInt64(0), count: size / 16)
        var starts = Array(repeating: Int32(0), count: size + 1)
        for candidate in candidates {
            let hash = hash(bytes, offset: candidate.lowerBound)
            filter[word(hash, count: filter.count)] |= bit(hash)
            starts[hash & (size - 1)] += 1
        }
        var sum: Int32 = 0
        for bucket in starts.indices {
            sum += starts[bucket]
            starts[bucket] = sum
        }
        var order = Array(repeating: Int32(0), count: candidates.count)
        for (number, candidate) in candidates.enumerated().reversed() {
            let bucket = hash(bytes, offset: candidate.lowerBound) & (size - 1)
            starts[bucket] -= 1
            order[Int(starts[bucket])] = Int32(number)
        }
        return (starts, order, filter)
    }

    /// Sorts the candidates of a bucket by their bytes, and equal ones by their numbers.
    private static func sort(
        _ order: inout [Int32], bucket: Range<Int>, bytes: UnsafeRawBufferPointer,
        candidates: [Range<Int>]
    ) {
        guard bucket.count > 1 else { return }
        order.withUnsafeMutableBufferPointer { order in
            var bucket = UnsafeMutableBufferPointer(rebasing: order[bucket])
            bucket.sort { left, right in
                let (leftRange, rightRange) = (candidates[Int(left)], candidates[Int(right)])
                let common = commonPrefix(
                    UnsafeRawBufferPointer(rebasing: bytes[leftRange]),
                    UnsafeRawBufferPointer(rebasing: bytes[rightRange]), from: 0)
                if common < leftRange.count, common < rightRange.count {
                    return bytes[leftRange.lowerBound + common]
                        < bytes[rightRange.lowerBound + common]
                }
                return (leftRange.count, left) < (rightRange.count, right)
            }
        }
    }

    /// Returns the number of the longest phrase of a bucket that a phrase to be appended begins
    /// with.
    ///
    /// - Parameter first: The first phrase of the bucket. All its phrases sort before the new one.
    private static func prefix(
        of range: Range<Int>, bytes: UnsafeRawBufferPointer, phrases: [Range<Int>],
        prefixes: [Int32], first: Int
    ) -> Int32 {
        var number = phrases.count > first ? Int32(phrases.count - 1) : -1
        while number >= 0 {
            let phrase = phrases[Int(number)]
            if phrase.count <= range.count,
                areEqual(bytes, phrase, range.prefix(phrase.count))
            {
                return number
            }
            number = prefixes[Int(number)]
        }
        return -1
    }

    /// Calls `body` for each offset of a text where phrases occur, with the number of the longest
    /// of them. The others are beginnings of it; see ``mark(_:in:)``.
    func forEachMatch(in text: [UInt8], _ body: (_ phrase: Int, _ offset: Int) -> Void) {
        guard !phrases.isEmpty, text.count >= Self.minimumLength else { return }
        text.withUnsafeBytes { text in
            source.withUnsafeBytes { source in
                filter.withUnsafeBufferPointer { filter in
                    for offset in 0...(text.count - Self.minimumLength) {
                        let hash = Self.hash(text, offset: offset)
                        guard filter[Self.word(hash, count: filter.count)] & Self.bit(hash) != 0
                        else {
                            continue
                        }
                        let rest = UnsafeRawBufferPointer(rebasing: text[offset...])
                        if let phrase = maximumPhraseLength(rest, hash: hash, source: source) {
                            body(phrase, offset)
                        }
                    }
                }
            }
        }
    }

    /// Marks a phrase and all phrases that it begins with.
    ///
    /// - Parameter isFound: A flag for each phrase. Marked phrases were marked by this function.
    func mark(_ phrase: Int, in isFound: inout [Bool]) {
        var next = phrase
        while next >= 0, !isFound[next] {
            isFound[next] = true
            next = Int(prefixes[next])
        }
    }

    /// Returns the longest phrase that a text begins with.
    ///
    /// Every phrase that the text begins with is a prefix of the last phrase that does not sort
    /// after the text.
    private func maximumPhraseLength(
        _ text: UnsafeRawBufferPointer, hash: Int, source: UnsafeRawBufferPointer
    ) -> Int? {
        let bucket = hash & (bucketStarts.count - 2)
        var (low, high) = (Int(bucketStarts[bucket]), Int(bucketStarts[bucket + 1]))
        // The numbers of bytes that the text has in common with the phrases at both ends of the
        // search, and so with each phrase between them.
        var (lowCommon, highCommon) = (0, 0)
        var last = -1
        while low < high {
            let middle = (low + high) / 2
            let phrase = UnsafeRawBufferPointer(rebasing: source[phrases[middle]])
            let common = Self.commonPrefix(text, phrase, from: min(lowCommon, highCommon))
            if common == phrase.count || common < text.count && phrase[common] < text[common] {
                (last, low, lowCommon) = (middle, middle + 1, common)
            } else {
                (high, highCommon) = (middle, common)
            }
        }
        while last >= 0, phrases[last].count > lowCommon { last = Int(prefixes[last]) }
        return last >= 0 ? last : nil
    }

    /// The position in the filter of the bit of a hash.
    ///
    /// - Parameter count: Number of words of the filter, a power of two.
    @inline(__always)
    private static func word(_ hash: Int, count: Int) -> Int { (hash >> 6) & (count - 1) }

    @inline(__always)
    private static func bit(_ hash: Int) -> UInt64 { 1 << UInt64(hash & 63) }

    @inline(__always)
    private static func hash(_ bytes: UnsafeRawBufferPointer, offset: Int) -> Int {
        let start = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let rest = UInt64(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
        let mixed = (start &* 0x9E37_79B9_7F4A_7C15) ^ (rest &* 0xC2B2_AE3D_27D4_EB4F)
        return Int(truncatingIfNeeded: (mixed ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15 >> 32)
    }

    /// Returns the number of bytes that two texts have in common at their beginnings.
    ///
    /// - Parameter start: Number of bytes that are known to be equal.
    private static func commonPrefix(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, from start: Int
    ) -> Int {
        let end = min(left.count, right.count)
        var index = start
        while index + 8 <= end,
            left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        {
            index += 8
        }
        while index < end, left[index] == right[index] { index += 1 }
        return index
    }

    private static func areEqual(
        _ bytes: UnsafeRawBufferPointer, _ left: Range<Int>, _ right: Range<Int>
    ) -> Bool {
        guard left.count == right.count, let start = bytes.baseAddress else { return false }
        return memcmp(start + left.lowerBound, start + right.lowerBound, left.count) == 0
    }
}
