package import Hashing

/// The groups of biwords with neighbouring numbers, whose sets of documents are made independently
/// of each other.
enum BiwordGroups {
    static let count = 64
    /// The number of biwords in a group.
    static let size = BiwordCollector.count / count
    /// The number of low bits of an entry that hold its document.
    static let documentBits = 9

    /// Groups the biwords of documents.
    ///
    /// - Parameters:
    ///   - biwords: The biwords of each document in turn, in two bytes each, the lower first.
    ///   - documentEnds: The end of each document in `biwords`.
    /// - Returns: The entries of each group in turn, by document, and the end of each group.
    static func grouped(
        _ biwords: [UInt8], _ documentEnds: [UInt32]
    ) -> (entries: [UInt32], ends: [UInt32]) {
        var next = [UInt32](repeating: 0, count: count)
        for place in stride(from: 1, to: biwords.count, by: 2) {
            next[Int(biwords[place]) / (256 / count)] += 1
        }
        var end: UInt32 = 0
        for group in next.indices { (next[group], end) = (end, end + next[group]) }
        var entries = [UInt32](repeating: 0, count: biwords.count / 2)
        var start = 0
        for (document, end) in documentEnds.enumerated() {
            for place in stride(from: start, to: Int(end), by: 2) {
                let biword = UInt32(biwords[place]) | UInt32(biwords[place + 1]) << 8
                let group = Int(biword) / size
                entries[Int(next[group])] = biword << documentBits | UInt32(document)
                next[group] += 1
            }
            start = Int(end)
        }
        return (entries, next)
    }

    static func biword(of entry: UInt32) -> Int { Int(entry >> documentBits) }
    static func document(of entry: UInt32) -> Int { Int(entry & (1 << documentBits - 1)) }
}

/// The sets of the documents of the biwords of a group, each in the format of
/// ``SearchNumbers/append(set:of:to:)``, separated by bars.
package struct BiwordSets: Sendable, BinaryCodable {
    fileprivate let bytes: [UInt8]
    /// The end of each set.
    private let ends: [UInt32]
    /// The number of members of all sets.
    fileprivate let members: Int

    /// - Parameters:
    ///   - entries: The entries of the group in each chunk, with the number of its first document.
    ///   - documents: The number of all documents.
    init(_ entries: [(first: Int, entries: ArraySlice<UInt32>)], documents: Int) {
        func place(_ entry: UInt32) -> Int { BiwordGroups.biword(of: entry) % BiwordGroups.size }
        var ends = [Int](repeating: 0, count: BiwordGroups.size)
        for (_, entries) in entries {
            for entry in entries { ends[place(entry)] += 1 }
        }
        var total = 0
        for biword in ends.indices { (ends[biword], total) = (total, total + ends[biword]) }
        let members = [Int32](unsafeUninitializedCapacity: total) { output, count in
            for (first, entries) in entries {
                for entry in entries {
                    let place = place(entry)
                    output.initializeElement(
                        at: ends[place], to: Int32(first + BiwordGroups.document(of: entry)))
                    ends[place] += 1
                }
            }
            count = total
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * total + BiwordGroups.size)
        self.ends = ends.enumerated().map { place, end in
            if place > 0 { bytes.append(UInt8(ascii: "|")) }
            let set = members[(place == 0 ? 0 : ends[place - 1])..<end].lazy.map(Int.init)
            SearchNumbers.append(set: set, of: documents, to: &bytes)
            return UInt32(bytes.count)
        }
        (self.bytes, self.members) = (bytes, total)
    }

    /// Returns the sets of some biwords, by their places in the group.
    fileprivate func sets(_ places: Range<Int>) -> ArraySlice<UInt8> {
        let start = places.lowerBound == 0 ? 0 : Int(ends[places.lowerBound - 1]) + 1
        return bytes[start..<Int(ends[places.upperBound - 1])]
    }

    package func write(to writer: inout ByteWriter) {
        writer.write(bytes: bytes)
        writer.write(numbers: ends)
        writer.write(members)
    }

    package init(from reader: inout ByteReader) throws {
        bytes = try reader.byteArray()
        ends = try reader.numbers()
        members = try reader.value()
        // The sets are used unchecked.
        guard ends.count == BiwordGroups.size, Int(ends[ends.count - 1]) == bytes.count,
            (0...6 * bytes.count).contains(members),
            zip(ends, ends.dropFirst()).allSatisfy({ $0 < $1 })
        else { throw BinaryDecodingError() }
    }
}

/// The files with the documents of each biword. They tell a search which documents may contain a
/// phrase, without loading the texts of all that contain its words.
///
/// A file contains the sets of consecutive biwords, separated by bars. All files have the same
/// number of them.
struct BiwordFiles: Sendable {
    /// The contents of the files.
    let files: [[UInt8]]

    /// The size in bytes of most files at most.
    private static let averageSize = 16_000

    /// - Parameter groups: The sets of all groups; empty for a search without biwords.
    init(_ groups: [BiwordSets]) {
        guard !groups.isEmpty else {
            files = []
            return
        }
        let total = groups.reduce(0) { $0 + $1.members }
        // A member takes two bytes in most sets.
        var count = 1
        while count * Self.averageSize < 2 * total + BiwordCollector.count { count *= 2 }
        let each = max(1, BiwordCollector.count / count)
        files = stride(from: 0, to: BiwordCollector.count, by: each).map { first in
            let (group, place) = first.quotientAndRemainder(dividingBy: BiwordGroups.size)
            guard each >= BiwordGroups.size else {
                return Array(groups[group].sets(place..<place + each))
            }
            return Array(
                groups[group..<group + each / BiwordGroups.size].map(\.bytes)
                    .joined(separator: [UInt8(ascii: "|")]))
        }
    }
}
