package import Hashing

/// The groups of biwords with neighbouring numbers, whose sets of documents are made independently
/// of each other.
enum BiwordGroups {
    static let count = 64
    /// The number of biwords in a group.
    static let size = BiwordCollector.count / count
    /// The number of low bits of an entry that hold the place of its biword in the group. The others
    /// hold the distance from the document of the entry before.
    private static let placeBits = 10
    /// The distance of an entry without a biword, which only moves on to a later document because
    /// one entry cannot hold the whole distance.
    private static let maximumDistance = 1 << (16 - placeBits) - 1

    /// Groups the biwords of documents.
    ///
    /// - Parameters:
    ///   - biwords: The biwords of each document in turn, in two bytes each, the lower first.
    ///   - documentEnds: The end of each document in `biwords`.
    /// - Returns: The entries of each group, by document.
    static func grouped(_ biwords: [UInt8], documentEnds: [UInt32]) -> [[UInt16]] {
        var groups = [[UInt16]](repeating: [], count: count)
        var last = [Int](repeating: 0, count: count)
        var start = 0
        for (document, end) in documentEnds.enumerated() {
            for position in stride(from: start, to: Int(end), by: 2) {
                let biword = Int(biwords[position]) | Int(biwords[position + 1]) << 8
                let (group, place) = biword.quotientAndRemainder(dividingBy: size)
                while document - last[group] >= maximumDistance {
                    groups[group].append(UInt16(maximumDistance << placeBits))
                    last[group] += maximumDistance
                }
                groups[group].append(UInt16((document - last[group]) << placeBits | place))
                last[group] = document
            }
            start = Int(end)
        }
        return groups
    }

    /// Calls `body` with the place in the group and the document of each biword among entries.
    @inline(__always)
    static func forEach(
        in entries: [UInt16], _ body: (_ place: Int, _ document: Int) -> Void
    ) {
        var document = 0
        for entry in entries {
            let distance = Int(entry) >> placeBits
            document += distance
            if distance < maximumDistance { body(Int(entry) & (1 << placeBits - 1), document) }
        }
    }
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
    init(_ entries: [(first: Int, entries: [UInt16])], documents: Int) {
        var ends = [Int](repeating: 0, count: BiwordGroups.size)
        for (_, entries) in entries {
            BiwordGroups.forEach(in: entries) { place, _ in ends[place] += 1 }
        }
        var total = 0
        for biword in ends.indices { (ends[biword], total) = (total, total + ends[biword]) }
        let members = [Int32](unsafeUninitializedCapacity: total) { output, count in
            for (first, entries) in entries {
                BiwordGroups.forEach(in: entries) { place, document in
                    output.initializeElement(at: ends[place], to: Int32(first + document))
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
