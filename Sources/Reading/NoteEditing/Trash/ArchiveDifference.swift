import Hashing

/// The difference of an archive from another one, its base: parts that the base has as well, and
/// bytes of its own. Of a note with large photos whose text was changed, the latter are few.
struct ArchiveDifference: Equatable {
    /// A part of the archive.
    private struct Piece: Equatable {
        /// The part of the base with the same bytes; empty for bytes of the archive's own.
        var copied = 0..<0
        var own: [UInt8] = []

        var count: Int { copied.count + own.count }
    }

    private var pieces: [Piece] = []
    /// The digests of the base and of the archive.
    private let digests: [ContentDigest]

    /// The number of bytes that are in the archive and not in its base.
    var ownCount: Int { pieces.reduce(0) { $0 + $1.own.count } }

    /// Compares an archive with a base.
    ///
    /// Both are divided at places that depend on the bytes before them alone, so that equal parts
    /// are found wherever they are.
    init(of archive: [UInt8], from base: [UInt8]) {
        digests = [ContentDigest(of: base), ContentDigest(of: archive)]
        var known: [UInt64: Range<Int>] = [:]
        base.withUnsafeBufferPointer { base in
            for (range, hash) in Self.chunks(of: base) { known[hash] = range }
            archive.withUnsafeBufferPointer { archive in
                for (range, hash) in Self.chunks(of: archive) {
                    add(range, of: archive, among: known[hash], of: base)
                }
                extendCopies(archive, base)
            }
        }
    }

    /// Adds the next part of the archive.
    ///
    /// - Parameter candidate: The part of the base that has the same hash.
    private mutating func add(
        _ range: Range<Int>, of archive: UnsafeBufferPointer<UInt8>, among candidate: Range<Int>?,
        of base: UnsafeBufferPointer<UInt8>
    ) {
        let part = archive[range]
        guard let candidate, base[candidate].elementsEqual(part) else {
            if pieces.last?.copied.isEmpty != true { pieces.append(Piece()) }
            pieces[pieces.count - 1].own += part
            return
        }
        if let last = pieces.last, last.copied.upperBound == candidate.lowerBound,
            !last.copied.isEmpty
        {
            pieces[pieces.count - 1].copied = last.copied.lowerBound..<candidate.upperBound
        } else {
            pieces.append(Piece(copied: candidate))
        }
    }

    /// Extends copied parts to both sides over bytes that the base has as well.
    private mutating func extendCopies(
        _ archive: UnsafeBufferPointer<UInt8>, _ base: UnsafeBufferPointer<UInt8>
    ) {
        for index in pieces.indices where !pieces[index].copied.isEmpty {
            let copied = pieces[index].copied
            if index > 0, pieces[index - 1].copied.isEmpty {
                let own = pieces[index - 1].own
                let count = zip(own.reversed(), base[..<copied.lowerBound].reversed())
                    .prefix { $0 == $1 }.count
                pieces[index - 1].own.removeLast(count)
                pieces[index].copied = copied.lowerBound - count..<copied.upperBound
            }
            guard index + 1 < pieces.count, pieces[index + 1].copied.isEmpty else { continue }
            let count = zip(pieces[index + 1].own, base[copied.upperBound...])
                .prefix { $0 == $1 }.count
            pieces[index + 1].own.removeFirst(count)
            pieces[index].copied = pieces[index].copied.lowerBound..<copied.upperBound + count
        }
    }

    /// Returns the archive; nil if the base is another one.
    func archive(from base: [UInt8]) -> [UInt8]? {
        guard ContentDigest(of: base) == digests[0],
            pieces.allSatisfy({ $0.copied.upperBound <= base.count })
        else { return nil }
        var archive: [UInt8] = []
        archive.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        for piece in pieces {
            archive += base[piece.copied]
            archive += piece.own
        }
        return ContentDigest(of: archive) == digests[1] ? archive : nil
    }

    /// Returns the place in the base of a part of the archive; nil if the base does not have the
    /// whole part.
    func place(of part: Range<Int>) -> Range<Int>? {
        var start = 0
        for piece in pieces {
            if start <= part.lowerBound, part.upperBound <= start + piece.copied.count {
                let first = piece.copied.lowerBound + part.lowerBound - start
                return first..<first + part.count
            }
            start += piece.count
        }
        return nil
    }
}

extension ArchiveDifference {
    /// The least and the largest number of bytes between two places at which archives are divided;
    /// on average there are four times as many as the least.
    private static let (least, most) = (2048, 65536)
    /// The largest size of an archive that a damaged difference may claim.
    private static let mostBytes = 1 << 34
    private static let mask: UInt64 = 0x1FFF << 48

    /// Numbers of no meaning, one for each byte (SplitMix64 of G. Steele, D. Lea and C. Flood).
    private static let gears: [UInt64] = {
        var state: UInt64 = 0
        return (0..<256).map { _ in
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }()

    /// Returns the parts of an archive with their hashes.
    ///
    /// Source: W. Xia and others, “FastCDC: a Fast and Efficient Content-Defined Chunking Approach
    /// for Data Deduplication” (USENIX ATC 2016).
    private static func chunks(
        of bytes: UnsafeBufferPointer<UInt8>
    ) -> [(range: Range<Int>, hash: UInt64)] {
        var chunks: [(range: Range<Int>, hash: UInt64)] = []
        gears.withUnsafeBufferPointer { gears in
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + most)
                // The gear has seen the last 64 bytes, the hash all of them.
                var (gear, hash) = (UInt64(0), UInt64(0xCBF2_9CE4_8422_2325))
                var index = start
                while index < end {
                    let number = gears[Int(bytes[index])]
                    gear = (gear << 1) &+ number
                    hash = (hash ^ number) &* 0x100_0000_01B3
                    index += 1
                    if index - start >= least, gear & mask == 0 { break }
                }
                chunks.append((start..<index, hash))
                start = index
            }
        }
        return chunks
    }
}

extension ArchiveDifference: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.write(digests)
        writer.write(list: pieces) { writer, piece in
            writer.write(piece.copied)
            writer.write(bytes: piece.own)
        }
    }

    init(from reader: inout ByteReader) throws {
        digests = try reader.value()
        guard digests.count == 2 else { throw BinaryDecodingError() }
        var count = 0
        pieces = try reader.list { reader in
            let piece = Piece(copied: try reader.value(), own: try reader.byteArray())
            count = count.addingReportingOverflow(piece.count).partialValue
            guard (0...Self.mostBytes).contains(piece.copied.upperBound),
                (0...Self.mostBytes).contains(count)
            else { throw BinaryDecodingError() }
            return piece
        }
    }
}
