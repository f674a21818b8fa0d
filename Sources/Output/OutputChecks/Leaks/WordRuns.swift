import Hashing
import LocalFiles

/// Runs of words, found in folded texts.
///
/// Runs are looked up wherever the first bytes are those of one, by a hash of the bytes up to the end
/// of each of the next words. Bytes are compared, not only hashes, so that a collision finds nothing.
struct WordRuns: Sendable {
    /// The number of bytes by which the beginnings of short runs are recognised; no run is shorter.
    static let minimumLength = 12
    /// The number of bytes by which the beginnings of all others are recognised: fewer unrelated texts
    /// share this many.
    private static let longBeginning = 20
    /// The number of bytes by which longer runs are recognised, so that the time grows with the length
    /// of a text only.
    private static let maximumLength = 256

    /// The texts that the runs were taken from.
    private let texts: [Distinct]
    /// The first text that has each run, and the position of the run among those of the text.
    private var origins: [(text: Int32, position: Int32)] = []
    /// The numbers of the runs that equal the candidates, for each text in the order of these.
    private(set) var numbers: [[Int32]] = []
    private var table: RunTable
    private var shortCount = 0
    /// True for each run that is looked for.
    private var isWanted: [Bool] = []
    /// True if no run is looked for.
    private(set) var isEmpty = true
    /// The hashes of the beginnings of short runs and of all others: they rule out most words of a
    /// text.
    private var (short, long) = (HashFilter(capacity: 0), HashFilter(capacity: 0))
    /// The hashes of whole runs, which rule out most of what is left.
    private var whole = HashFilter(capacity: 0)

    /// Collects the runs of texts, none of which is looked for until they are ``narrowed(to:)``.
    ///
    /// - Parameter width: The number of threads.
    init(_ texts: [Distinct], width: Int = 1) throws {
        self.texts = texts
        let count = texts.reduce(0) { $0 + $1.runs.count }
        table = RunTable(capacity: count)
        origins.reserveCapacity(count)
        let known = texts.enumerated().map { place, text in
            table.prepare(toAdd: text.runs)
            return text.runs.enumerated().map { position, run in
                let (number, isNew) = table.add(run.hash)
                if isNew {
                    origins.append((Int32(place), Int32(position)))
                    if run.isShort { shortCount += 1 }
                }
                return number
            }
        }
        numbers = try texts.indices.concurrentMap(width: width) { index in
            texts[index].numbers.map { known[index][Int($0)] }
        }
    }

    /// The number of the runs, which are numbered from 0.
    var count: Int { origins.count }

    /// Returns the first text that has a run, and the range of the run in its bytes.
    func place(ofRun number: Int) -> (text: Int, range: Range<Int>) {
        let origin = origins[number]
        return (Int(origin.text), texts[Int(origin.text)].runs[Int(origin.position)].range)
    }

    /// The fingerprint of the runs that are looked for.
    var key: Fingerprint {
        var key = Fingerprinter("runs")
        for (run, hash) in table.hashes.enumerated() where isWanted[run] {
            withUnsafeBytes(of: hash.littleEndian) { key.add(bytes: $0) }
        }
        return key.fingerprint
    }

    /// Returns the hash of a run, which is the same in every corpus.
    func hash(ofRun number: Int) -> UInt64 { table.hashes[number] }

    /// Returns the number of the run with a hash; nil if there is none.
    func number(ofHash hash: UInt64) -> Int? { table.number(of: hash) }

    /// Returns the bytes of a text that the runs were taken from.
    func bytes(ofText text: Int) -> [UInt8] { texts[text].bytes }

    /// The runs of one text, which repeats most of its own: as it was written, as HTML, as words.
    struct Distinct: Sendable {
        fileprivate let bytes: [UInt8]
        fileprivate private(set) var runs: [Run] = []
        /// The positions of the runs that equal the candidates.
        fileprivate private(set) var numbers: [Int32] = []

        fileprivate struct Run {
            let range: Range<Int>
            let hash: UInt64
            /// The hash of the first bytes.
            let beginning: Int

            var isShort: Bool { range.count < longBeginning }
        }

        /// - Parameters:
        ///   - bytes: The bytes of a folded text.
        ///   - candidates: Ranges of it, each of ``minimumLength`` bytes or more. Of equal runs the
        ///     first is kept.
        init(_ bytes: [UInt8], candidates: [Range<Int>]) {
            self.bytes = bytes
            var table = RunTable(capacity: candidates.count)
            bytes.withUnsafeBytes { bytes in
                numbers = candidates.map { candidate in
                    let range = candidate.prefix(WordRuns.maximumLength)
                    var hash = RunHash()
                    hash.add(bytes[range])
                    let (number, isNew) = table.add(hash.value)
                    if isNew {
                        let count = range.count < longBeginning ? minimumLength : longBeginning
                        runs.append(
                            Run(
                                range: range, hash: hash.value,
                                beginning: WordRuns.hash(bytes, at: range.lowerBound, count: count))
                        )
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
        /// The sum of what was loaded.
        private var loaded: Int32 = 0

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

        /// Brings the places of hashes into the cache of the processor. The loads overlap, whereas
        /// `add` would wait for each in turn.
        mutating func prepare(toAdd runs: [Distinct.Run]) {
            for run in runs {
                loaded &+= places[Int(truncatingIfNeeded: run.hash) & (places.count - 1)]
            }
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

    /// Returns the same runs with the same numbers, of which only some are looked for.
    ///
    /// - Parameter isWanted: True for each run that is looked for.
    func narrowed(to isWanted: [Bool]) -> WordRuns {
        var runs = self
        runs.isWanted = isWanted
        let wanted = isWanted.count { $0 }
        runs.isEmpty = wanted == 0
        var short = HashFilter(capacity: min(wanted, shortCount))
        var (long, whole) = (HashFilter(capacity: wanted), HashFilter(capacity: wanted))
        for (number, origin) in origins.enumerated() where isWanted[number] {
            let run = texts[Int(origin.text)].runs[Int(origin.position)]
            if run.isShort {
                short.insert(run.beginning, length: run.range.count)
            } else {
                long.insert(run.beginning, length: run.range.count)
            }
            whole.insert(Self.mixed(run.hash), length: run.range.count)
        }
        (runs.short, runs.long, runs.whole) = (short, long, whole)
        return runs
    }

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
                guard case let longest = longestRun(in: bytes, at: start), longest > 0
                else { continue }
                var (hash, end) = (RunHash(), start)
                for word in text.words[index...] {
                    // A segment ends here, or the longest run.
                    guard word.lowerBound == end, end - start < longest else { break }
                    let next = min(word.upperBound, start + Self.maximumLength)
                    hash.add(bytes[end..<next])
                    end = next
                    let mixed = Self.mixed(hash.value)
                    guard whole.longest(mixed) > 0 else { continue }
                    guard let run = table.number(of: hash.value), isWanted[run],
                        case let (source, range) = place(ofRun: run), range.count == end - start,
                        texts[source].bytes[range].elementsEqual(bytes[start..<end])
                    else { continue }
                    body(run, start)
                }
            }
        }
    }

    /// Returns the length that the longest run beginning at an offset may have; 0 if none begins there.
    private func longestRun(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        func longest(in filter: HashFilter, _ count: Int) -> Int {
            guard offset + count <= bytes.count else { return 0 }
            return filter.longest(Self.hash(bytes, at: offset, count: count))
        }
        let length = longest(in: long, Self.longBeginning)
        return length > 0 || short.isEmpty ? length : longest(in: short, Self.minimumLength)
    }

    /// Returns a hash for the filter of whole runs.
    private static func mixed(_ hash: UInt64) -> Int {
        Int(((hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }

    /// Returns a hash of a number of bytes, 12 to 20.
    private static func hash(_ bytes: UnsafeRawBufferPointer, at offset: Int, count: Int) -> Int {
        func word(_ place: Int) -> UInt64 {
            bytes.loadUnaligned(fromByteOffset: offset + place, as: UInt64.self)
        }
        let mixed =
            (word(0) &* 0x9E37_79B9_7F4A_7C15) ^ (word(count / 2 - 2) &* 0x1656_67B1_9E37_79F9)
            ^ (word(count - 8) &* 0xC2B2_AE3D_27D4_EB4F)
        return Int(((mixed ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
}

/// Hashes of runs, by which nearly all other hashes are ruled out quickly.
private struct HashFilter: Sendable {
    /// The bits of several hashes, and above them the length of the longest of their runs.
    private var words: [UInt64]
    /// True for a filter that was made for no hashes.
    let isEmpty: Bool
    private static let bitCount = 48

    /// - Parameter count: The number of hashes.
    init(capacity count: Int) {
        var size = 4
        while size * 4 < count { size *= 2 }
        words = Array(repeating: 0, count: size)
        isEmpty = count == 0
    }

    mutating func insert(_ hash: Int, length: Int) {
        let place = place(of: hash)
        let longest = max(UInt64(length), words[place] >> Self.bitCount)
        words[place] =
            (words[place] | Self.bits(hash)) & (1 << Self.bitCount - 1) | longest << Self.bitCount
    }

    /// Returns a length that no run with a hash exceeds; 0 for most hashes that were not inserted.
    func longest(_ hash: Int) -> Int {
        let word = words[place(of: hash)]
        return ~word & Self.bits(hash) == 0 ? Int(word >> Self.bitCount) : 0
    }

    /// Returns the position of the word with the bits of a hash.
    private func place(of hash: Int) -> Int { hash & (words.count - 1) }

    /// Returns the bits of a hash in its word: two, which few other hashes have both.
    private static func bits(_ hash: Int) -> UInt64 {
        func bit(_ byte: Int) -> UInt64 { 1 << UInt64(((byte & 0xFF) * bitCount) >> 8) }
        return bit(hash >> 24) | bit(hash >> 16)
    }
}
