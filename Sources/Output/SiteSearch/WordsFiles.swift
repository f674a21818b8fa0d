package import Hashing
import NoteModel

/// The lines of a shard in the files of words: its words and its expensive prefixes, sorted, with
/// their postings.
package struct WordLines: Sendable {
    /// The words with their postings, in turn.
    private let bytes: [UInt8]
    /// For each line the length of its word and of its postings in ``bytes``, and the set that it
    /// refers to: 0 for none, 2n + 2 for set n of a word, 2n + 1 for set n of a prefix.
    private let lines: [UInt32]
    /// The sets of the documents of very frequent words and of prefixes.
    let sets: [[UInt8]]

    /// A line, whose bytes are there as long as a body is called with it.
    struct Line {
        let word: UnsafeBufferPointer<UInt8>
        let postings: UnsafeBufferPointer<UInt8>
        /// The place of the word; see ``WordLines/word(at:)``.
        let place: Range<Int>
        /// The position in ``WordLines/sets``.
        let set: Int?
        let isPrefix: Bool
    }

    init(_ writer: PostingListWriter) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(writer.bytes.count)
        lines = writer.lines.flatMap { line in
            bytes += writer.bytes[line.word.lowerBound..<line.postings.upperBound]
            let set = line.set.map { 2 * ($0 + 1) - (line.place == nil ? 1 : 0) } ?? 0
            return [line.word.count, line.postings.count, set].map(UInt32.init)
        }
        (self.bytes, sets) = (bytes, writer.sets)
    }

    /// Calls `body` with each line, in the order of the words.
    func forEach(_ body: (Line) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            for place in stride(from: 0, to: lines.count, by: 3) {
                let word = start..<start + Int(lines[place])
                start = word.upperBound + Int(lines[place + 1])
                let set = Int(lines[place + 2])
                body(
                    Line(
                        word: bytes.extracting(word),
                        postings: bytes.extracting(word.upperBound..<start), place: word,
                        set: set == 0 ? nil : (set - 1) / 2, isPrefix: set % 2 == 1))
            }
        }
    }

    /// Returns the word of a line.
    func word(at place: Range<Int>) -> ArraySlice<UInt8> { bytes[place] }
}

extension WordLines: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(bytes: bytes)
        writer.write(numbers: lines)
        writer.write(list: sets) { $0.write(bytes: $1) }
    }

    package init(from reader: inout ByteReader) throws {
        bytes = try reader.byteArray()
        lines = try reader.numbers()
        sets = try reader.list { try $0.byteArray() }
        // The lines are used unchecked.
        guard lines.count % 3 == 0 else { throw BinaryDecodingError() }
        let places = stride(from: 0, to: lines.count, by: 3)
        guard places.reduce(0, { $0 + Int(lines[$1]) + Int(lines[$1 + 1]) }) == bytes.count,
            places.allSatisfy({ Int(lines[$0 + 2]) <= 2 * sets.count })
        else { throw BinaryDecodingError() }
    }
}

/// The files of words, and the sets to which their lines refer.
struct WordsFiles: Sendable {
    /// The minimum size of a file in bytes, and the size after which it takes no further line.
    ///
    /// The first result needs one file of words and one of snippets. Between the two sizes a file
    /// ends at a content-defined boundary, so that an edited note changes few files. A note that is
    /// added or removed renumbers those after it, and changes most files.
    static let minimumSize = 8_000
    private static let maximumSize = 16_000

    /// The contents of the files.
    private(set) var files: [[UInt8]] = []
    /// The first words of the files, as JSON.
    private(set) var firstWords: [JSONValue] = []
    /// The sets, those of words before those of prefixes.
    let sets: [[UInt8]]

    /// - Parameter shards: The lines of all shards, in their order.
    init(_ shards: [WordLines]) {
        let numbers: [[Int]]
        (sets, numbers) = Self.numbered(shards)
        var file: [UInt8] = []
        for (shard, numbers) in zip(shards, numbers) {
            shard.forEach { line in
                if file.count >= Self.maximumSize
                    || file.count >= Self.minimumSize && line.word.isChunkBoundary
                {
                    // A copy, without the free capacity of the array that grew.
                    files.append(file.withUnsafeBufferPointer { Array($0) })
                    file.removeAll(keepingCapacity: true)
                }
                if file.isEmpty {
                    firstWords.append(.string(String(decoding: line.word, as: UTF8.self)))
                } else {
                    file.append(UInt8(ascii: "|"))
                }
                file += line.word
                file.append(UInt8(ascii: ":"))
                if let set = line.set {
                    file.append(UInt8(ascii: "!"))
                    SearchNumbers.append(numbers[set], to: &file)
                }
                file += line.postings
            }
        }
        if !file.isEmpty { files.append(file) }
    }

    /// Returns the sets of all shards, and their numbers by shard: those of words come first, and
    /// then those of prefixes, the shortest prefixes before longer ones.
    private static func numbered(
        _ shards: [WordLines]
    ) -> (sets: [[UInt8]], numbers: [[Int]]) {
        var words: [(shard: Int, set: Int)] = []
        var prefixes: [(length: Int, shard: Int, set: Int)] = []
        for (number, shard) in shards.enumerated() where !shard.sets.isEmpty {
            shard.forEach { line in
                guard let set = line.set else { return }
                guard line.isPrefix else { return words.append((number, set)) }
                prefixes.append((line.word.count { $0 & 0xC0 != 0x80 }, number, set))
            }
        }
        // A stable sort: prefixes of one length are in the order of their lines.
        let inOrder = words + prefixes.sorted { $0.length < $1.length }.map { ($0.shard, $0.set) }
        var numbers = shards.map { Array(repeating: 0, count: $0.sets.count) }
        for (number, (shard, set)) in inOrder.enumerated() { numbers[shard][set] = number }
        return (inOrder.map { shards[$0.shard].sets[$0.set] }, numbers)
    }
}
