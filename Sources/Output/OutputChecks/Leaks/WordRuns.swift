import LocalFiles

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
    /// The numbers of the runs that equal the candidates, in the order of these.
    private(set) var numbers: [Int] = []
    private let source: [UInt8]
    /// The hashes of the runs, and those of their beginnings.
    private var hashes: [UInt64] = []
    private var beginnings: [Int] = []
    /// True for each run that is looked for; empty if all are.
    private var isWanted: [Bool] = []
    /// The numbers of runs, each at the first free place from that of its hash on; -1 is free.
    private var table: [Int32]
    /// The bits of the hashes of beginnings. The filter fits into a cache of the processor, and rules
    /// out most words of a text.
    private var filter: [UInt64]
    /// The bits of the hashes of runs, which rule out most of what is left.
    private var wholeFilter: [UInt64]

    /// - Parameters:
    ///   - source: The bytes of a folded text.
    ///   - candidates: Ranges of it, each of ``minimumLength`` bytes or more. Of equal runs the first
    ///     is kept.
    ///   - width: The number of threads.
    init(_ source: [UInt8], candidates: [Range<Int>], width: Int = 1) throws {
        self.source = source
        filter = Self.filter(for: candidates.count)
        wholeFilter = filter
        table = Array(repeating: -1, count: filter.count * 16)
        // Blocks, because a candidate takes less time than handing it to a thread.
        let hashed = try Array(stride(from: 0, to: candidates.count, by: 4096))
            .concurrentMap(width: width, grain: 1) { start in
                source.withUnsafeBytes { bytes in
                    candidates[start...].prefix(4096).map { candidate in
                        let range = candidate.prefix(Self.maximumLength)
                        var hash = RunHash()
                        hash.add(bytes[range])
                        return (hash.value, Self.hash(bytes, offset: range.lowerBound))
                    }
                }
            }.joined()
        numbers.reserveCapacity(candidates.count)
        for (candidate, (hash, beginning)) in zip(candidates, hashed) {
            let place = place(of: hash)
            if table[place] < 0 {
                table[place] = Int32(ranges.count)
                ranges.append(candidate.prefix(Self.maximumLength))
                hashes.append(hash)
                beginnings.append(beginning)
                filter[bitPlace(of: beginning)] |= Self.bit(beginning)
                wholeFilter[bitPlace(of: Self.mixed(hash))] |= Self.bit(Self.mixed(hash))
            }
            numbers.append(Int(table[place]))
        }
    }

    /// Returns the empty filter for a number of runs.
    private static func filter(for count: Int) -> [UInt64] {
        var size = 4
        while size * 8 < count { size *= 2 }
        return Array(repeating: 0, count: size)
    }

    /// Returns the same runs with the same numbers, of which only some are looked for.
    ///
    /// - Parameter isWanted: True for each run that is looked for.
    func narrowed(to isWanted: [Bool]) -> WordRuns {
        var runs = self
        runs.isWanted = isWanted
        runs.filter = Self.filter(for: isWanted.count { $0 })
        runs.wholeFilter = runs.filter
        for run in isWanted.indices where isWanted[run] {
            let (beginning, whole) = (beginnings[run], Self.mixed(hashes[run]))
            runs.filter[runs.bitPlace(of: beginning)] |= Self.bit(beginning)
            runs.wholeFilter[runs.bitPlace(of: whole)] |= Self.bit(whole)
        }
        return runs
    }

    /// True if no run is looked for.
    var isEmpty: Bool { ranges.isEmpty || !isWanted.isEmpty && !isWanted.contains(true) }

    /// A hash of bytes that are added in pieces, however they are divided (FNV-1a).
    private struct RunHash {
        private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    /// Returns the place in the table of a run with a hash, or the free one for it.
    private func place(of hash: UInt64) -> Int {
        // The low bits of the hash are mixed well enough.
        var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
        while table[place] >= 0, hashes[Int(table[place])] != hash {
            place = (place + 1) & (table.count - 1)
        }
        return place
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
                    filter[bitPlace(of: beginning)] & Self.bit(beginning) != 0
                else { continue }
                var (hash, end) = (RunHash(), start)
                for word in text.words[index...] {
                    // A segment ends here, or the longest run.
                    guard word.lowerBound == end else { break }
                    let next = min(word.upperBound, start + Self.maximumLength)
                    hash.add(bytes[end..<next])
                    end = next
                    let mixed = Self.mixed(hash.value)
                    guard wholeFilter[bitPlace(of: mixed)] & Self.bit(mixed) != 0 else { continue }
                    let run = Int(table[place(of: hash.value)])
                    guard run >= 0, isWanted.isEmpty || isWanted[run],
                        ranges[run].count == end - start,
                        source[ranges[run]].elementsEqual(bytes[start..<end])
                    else { continue }
                    body(run, start)
                }
            }
        }
    }

    /// Returns the position in the filter of the bit of a hash.
    private func bitPlace(of hash: Int) -> Int { (hash >> 6) & (filter.count - 1) }

    /// Returns the bits of a hash by which it is in the filter.
    private static func mixed(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15 >> 32)
    }

    private static func bit(_ hash: Int) -> UInt64 { 1 << UInt64(hash & 63) }

    private static func hash(_ bytes: UnsafeRawBufferPointer, offset: Int) -> Int {
        let start = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let rest = UInt64(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
        let mixed = (start &* 0x9E37_79B9_7F4A_7C15) ^ (rest &* 0xC2B2_AE3D_27D4_EB4F)
        return Int(truncatingIfNeeded: (mixed ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15 >> 32)
    }
}
