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

    /// The bytes of the texts that the runs were taken from, one after the other.
    private(set) var source: [UInt8] = []
    /// The distinct runs, as ranges of ``source``.
    private(set) var ranges: [Range<Int>] = []
    /// The numbers of the runs that equal the candidates, for each text in the order of these.
    private(set) var numbers: [[Int32]] = []
    /// The offset of each text.
    private var starts: [Int] = []
    private var table: RunTable
    /// The hashes of the beginnings of the runs.
    private var beginnings: [Int] = []
    /// True for each run that is looked for.
    private var isWanted: [Bool] = []
    /// The bits of the hashes of beginnings. The filter fits into a cache of the processor, and rules
    /// out most words of a text.
    private var filter: [UInt64] = [0]
    /// The bits of the hashes of runs, which rule out most of what is left.
    private var wholeFilter: [UInt64] = [0]

    /// Collects the runs of texts, none of which is looked for until they are ``narrowed(to:)``.
    ///
    /// - Parameter width: The number of threads.
    init(_ texts: [Distinct], width: Int = 1) throws {
        let count = texts.reduce(0) { $0 + $1.ranges.count }
        table = RunTable(capacity: count)
        ranges.reserveCapacity(count)
        beginnings.reserveCapacity(count)
        source.reserveCapacity(texts.reduce(0) { $0 + $1.bytes.count })
        let known = texts.map { text in
            let start = source.count
            starts.append(start)
            source += text.bytes
            return text.ranges.indices.map { index in
                let (number, isNew) = table.add(text.table.hashes[index])
                if isNew {
                    let range = text.ranges[index]
                    ranges.append(start + range.lowerBound..<start + range.upperBound)
                    beginnings.append(text.beginnings[index])
                }
                return number
            }
        }
        numbers = try texts.indices.concurrentMap(width: width) { index in
            texts[index].numbers.map { known[index][Int($0)] }
        }
    }

    /// The runs of one text, which repeats most of its own: as it was written, as HTML, as words.
    struct Distinct: Sendable {
        fileprivate let bytes: [UInt8]
        fileprivate private(set) var ranges: [Range<Int>] = []
        fileprivate private(set) var beginnings: [Int] = []
        fileprivate private(set) var numbers: [Int32] = []
        fileprivate private(set) var table: RunTable

        /// - Parameters:
        ///   - bytes: The bytes of a folded text.
        ///   - candidates: Ranges of it, each of ``minimumLength`` bytes or more. Of equal runs the
        ///     first is kept.
        init(_ bytes: [UInt8], candidates: [Range<Int>]) {
            self.bytes = bytes
            table = RunTable(capacity: candidates.count)
            bytes.withUnsafeBytes { bytes in
                numbers = candidates.map { candidate in
                    let range = candidate.prefix(WordRuns.maximumLength)
                    var hash = RunHash()
                    hash.add(bytes[range])
                    let (number, isNew) = table.add(hash.value)
                    if isNew {
                        ranges.append(range)
                        beginnings.append(WordRuns.hash(bytes, offset: range.lowerBound))
                    }
                    return number
                }
            }
        }
    }

    /// The numbers of hashes, from 0 in the order in which they were added.
    fileprivate struct RunTable: Sendable {
        private(set) var hashes: [UInt64] = []
        /// The numbers, each at the first free place from that of its hash on; -1 is free.
        private var places: [Int32]

        /// - Parameter capacity: The maximum number of hashes.
        init(capacity: Int) {
            var size = 8
            while size < capacity * 2 { size *= 2 }
            places = Array(repeating: -1, count: size)
            hashes.reserveCapacity(capacity)
        }

        /// Returns the number of a hash; nil for one that was not added.
        func number(of hash: UInt64) -> Int? {
            let number = places[place(of: hash)]
            return number < 0 ? nil : Int(number)
        }

        mutating func add(_ hash: UInt64) -> (number: Int32, isNew: Bool) {
            let place = place(of: hash)
            guard places[place] < 0 else { return (places[place], false) }
            places[place] = Int32(hashes.count)
            hashes.append(hash)
            return (places[place], true)
        }

        /// Returns the place of a hash, or the free one for it.
        private func place(of hash: UInt64) -> Int {
            // The low bits of the hash are mixed well enough.
            var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
            while places[place] >= 0, hashes[Int(places[place])] != hash {
                place = (place + 1) & (places.count - 1)
            }
            return place
        }
    }

    /// Returns the position of the text that an offset in ``source`` belongs to, and the offset of the
    /// text.
    func text(at offset: Int) -> (position: Int, start: Int) {
        let position = starts.lastIndex { $0 <= offset } ?? 0
        return (position, starts[position])
    }

    /// Returns the empty filter for a number of runs.
    private static func filter(for count: Int) -> [UInt64] {
        var size = 4
        while size * 4 < count { size *= 2 }
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
            let (beginning, whole) = (beginnings[run], Self.mixed(table.hashes[run]))
            runs.filter[runs.bitPlace(of: beginning)] |= Self.bits(beginning)
            runs.wholeFilter[runs.bitPlace(of: whole)] |= Self.bits(whole)
        }
        return runs
    }

    /// True if no run is looked for.
    var isEmpty: Bool { !isWanted.contains(true) }

    /// A hash of bytes that are added in pieces, however they are divided (FNV-1a).
    private struct RunHash {
        private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    /// Returns the numbers of the runs that occur in any of the texts.
    func found(in texts: some Sequence<FoldedText>) -> Set<Int> {
        var found: Set<Int> = []
        for text in texts { forEachMatch(in: text) { run, _ in found.insert(run) } }
        return found
    }

    /// Returns true if any of the runs occurs in a text.
    func isFound(in text: FoldedText) -> Bool {
        var isFound = false
        forEachMatch(in: text) { _, _ in isFound = true }
        return isFound
    }

    /// Calls `body` for each run that occurs in a text, with its number and the offset of its first
    /// byte: in the order of offsets, the shortest first.
    func forEachMatch(in text: FoldedText, _ body: (_ run: Int, _ offset: Int) -> Void) {
        text.bytes.withUnsafeBytes { bytes in
            for (index, first) in text.words.enumerated() {
                let start = first.lowerBound
                guard start + Self.minimumLength <= bytes.count,
                    case let beginning = Self.hash(bytes, offset: start),
                    mayHold(beginning, in: filter)
                else { continue }
                var (hash, end) = (RunHash(), start)
                for word in text.words[index...] {
                    // A segment ends here, or the longest run.
                    guard word.lowerBound == end else { break }
                    let next = min(word.upperBound, start + Self.maximumLength)
                    hash.add(bytes[end..<next])
                    end = next
                    let mixed = Self.mixed(hash.value)
                    guard mayHold(mixed, in: wholeFilter) else { continue }
                    guard let run = table.number(of: hash.value), isWanted[run],
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

    /// Returns the bits of a hash by which a run is in the filter.
    private static func mixed(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15 >> 32)
    }

    /// Returns the bits of a hash in its place: two, which few other runs have both.
    private static func bits(_ hash: Int) -> UInt64 {
        1 << UInt64(hash & 63) | 1 << UInt64(hash >> 26 & 63)
    }

    /// Returns true if a filter has the bits of a hash.
    private func mayHold(_ hash: Int, in filter: [UInt64]) -> Bool {
        ~filter[bitPlace(of: hash)] & Self.bits(hash) == 0
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer, offset: Int) -> Int {
        let start = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let rest = UInt64(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
        let mixed = (start &* 0x9E37_79B9_7F4A_7C15) ^ (rest &* 0xC2B2_AE3D_27D4_EB4F)
        return Int(truncatingIfNeeded: (mixed ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15 >> 32)
    }
}
