import Hashing

/// Runs of words, found in folded texts.
///
/// Runs are looked up wherever the first ``minimumLength`` bytes of one may begin, by a hash of the
/// bytes up to the end of each of the next words. Bytes are compared, not only hashes, so that a
/// collision finds nothing.
struct WordRuns: Sendable {
    /// The number of bytes by which the beginnings of runs are recognised; no run is shorter.
    static let minimumLength = 12
    /// The number of bytes by which longer runs are recognised, so that the time grows with the length
    /// of a text only.
    private static let maximumLength = 256

    /// The distinct runs, as ranges of the text that they were taken from.
    private(set) var ranges: [Range<Int>] = []
    private let source: [UInt8]
    private var numbers: [UInt64: Int] = [:]
    /// The bits of the hashes of beginnings. The filter fits into a cache of the processor, and rules
    /// out most words of a text.
    private var filter: [UInt64]

    /// - Parameters:
    ///   - source: The bytes of a folded text.
    ///   - candidates: Ranges of it, each of ``minimumLength`` bytes or more. Of equal runs the first
    ///     is kept.
    init(_ source: [UInt8], candidates: [Range<Int>]) {
        self.source = source
        var size = 4
        while size * 8 < candidates.count { size *= 2 }
        filter = Array(repeating: 0, count: size)
        for candidate in candidates {
            let range = candidate.prefix(Self.maximumLength)
            let hash = FNVHash(source[range]).value
            guard numbers[hash] == nil else { continue }
            numbers[hash] = ranges.count
            ranges.append(range)
            let beginning = source.withUnsafeBytes { Self.hash($0, offset: range.lowerBound) }
            filter[place(of: beginning)] |= Self.bit(beginning)
        }
    }

    /// Returns the number of the run that equals a candidate.
    func number(of candidate: Range<Int>) -> Int? {
        numbers[FNVHash(source[candidate.prefix(Self.maximumLength)]).value]
    }

    /// Returns the numbers of the runs that occur in any of the texts.
    func found(in texts: some Sequence<FoldedText>) -> Set<Int> {
        var found: Set<Int> = []
        for text in texts { forEachMatch(in: text) { run, _ in found.insert(run) } }
        return found
    }

    /// Calls `body` for each run that occurs in a text, with its number and the offset of its first
    /// byte: in the order of offsets, the shortest first.
    func forEachMatch(in text: FoldedText, _ body: (_ run: Int, _ offset: Int) -> Void) {
        guard !ranges.isEmpty else { return }
        text.bytes.withUnsafeBytes { bytes in
            for (index, first) in text.words.enumerated() {
                let start = first.lowerBound
                guard start + Self.minimumLength <= bytes.count,
                    case let beginning = Self.hash(bytes, offset: start),
                    filter[place(of: beginning)] & Self.bit(beginning) != 0
                else { continue }
                var (hash, end) = (FNVHash([]), start)
                for word in text.words[index...] {
                    // A segment ends here, or the longest run.
                    guard word.lowerBound == end else { break }
                    let next = min(word.upperBound, start + Self.maximumLength)
                    hash.add(text.bytes[end..<next])
                    end = next
                    guard let run = numbers[hash.value], ranges[run].count == end - start,
                        source[ranges[run]] == text.bytes[start..<end]
                    else { continue }
                    body(run, start)
                }
            }
        }
    }

    /// Returns the position in the filter of the bit of a hash.
    private func place(of hash: Int) -> Int { (hash >> 6) & (filter.count - 1) }

    private static func bit(_ hash: Int) -> UInt64 { 1 << UInt64(hash & 63) }

    private static func hash(_ bytes: UnsafeRawBufferPointer, offset: Int) -> Int {
        let start = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let rest = UInt64(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
        let mixed = (start &* 0x9E37_79B9_7F4A_7C15) ^ (rest &* 0xC2B2_AE3D_27D4_EB4F)
        return Int(truncatingIfNeeded: (mixed ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15 >> 32)
    }
}
