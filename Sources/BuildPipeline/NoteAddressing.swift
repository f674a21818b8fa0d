import NoteAddresses
import NoteModel
import OutputPlan
import StoredValues

/// The addresses of the notes that are published.
struct NoteAddressing: Sendable {
    /// Nil where the ledger stays the same.
    private(set) var newLedger: AddressLedger?
    /// Of each note, in the notebook's order.
    private(set) var slugs: [Slug] = []
    /// The name of each note, which stays its own.
    private(set) var identities: [String] = []
    /// Paths, without their endings, that lead to notes by their places.
    private(set) var redirects: [(path: String, note: Int)] = []
    /// Notes whose address changed, by their places, with the old path.
    private(set) var renamed: [(note: Int, from: String)] = []
    /// Titles of notes that were there at the last publication.
    private(set) var gone: [String] = []
    private(set) var earlierCount = 0

    /// - Parameters:
    ///   - all: The notes that were read.
    ///   - digests: Of the same.
    ///   - places: Of the same, where each stands among those that are published.
    ///   - memory: Where nothing is new, what an earlier run did is done again.
    /// - Throws: ``BuildFailure`` for a file that is no ledger.
    init(
        _ file: LedgerFile, all: [Note], _ digests: [NoteDigest], places: [Int?],
        _ memory: RunMemory
    ) throws {
        let key = Self.key(of: file, digests, places)
        let count = places.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
        if !file.isMissing, var reader = memory.value(key),
            let known = try? reader.value(Remembered.self),
            known.identities.count == count
        {
            // When a title changes it is wanted again.
            memory.retain(file.key)
            slugs = known.slugs
            redirects = known.redirects
            earlierCount = known.earlierCount
            identities = known.identities
            return
        }
        let earlier = try file.ledger()
        let ledger = earlier ?? AddressLedger()
        let assignment = ledger.assigning(
            all, signatures: digests.map(\.signature), isPublished: places.map { $0 != nil })
        slugs.reserveCapacity(count)
        for index in all.indices where places[index] != nil {
            identities.append(assignment.identities[index])
            slugs.append(assignment.slugs[index])
        }
        redirects = assignment.redirects.compactMap { path, note in
            places[note].map { (path, $0) }
        }
        renamed = assignment.renamed.compactMap { note, path in places[note].map { ($0, path) } }
        gone = assignment.gone
        earlierCount = assignment.earlierCount
        // Also a ledger without notes is written: its absence would look like a loss.
        guard earlier != nil, assignment.ledger == ledger, renamed.isEmpty, gone.isEmpty else {
            newLedger = assignment.ledger
            return
        }
        guard memory.isWritten else { return }
        var writer = ByteWriter()
        writer.write(
            Remembered(
                identities: identities, slugs: slugs, redirects: redirects,
                earlierCount: earlierCount))
        memory.keep(key, writer.bytes)
    }

    /// Where each of all notes stands among some of them, which are in the same order.
    static func places(of all: [Note], among some: [Note]) -> [Int?] {
        guard some.count < all.count else { return Array(all.indices) }
        var next = 0
        return all.indices.map { index in
            // As texts two names may be the same that are two files.
            guard next < some.count, some[next].id.index == all[index].id.index,
                some[next].id.source.utf8.elementsEqual(all[index].id.source.utf8)
            else { return nil }
            defer { next += 1 }
            return next
        }
    }

    private static func key(
        of file: LedgerFile, _ digests: [NoteDigest], _ places: [Int?]
    ) -> ContentKey {
        var parts = KeyParts("addresses")
        parts.add(file.key)
        for (digest, place) in zip(digests, places) {
            parts.add(digest.outline)
            parts.add(place != nil)
        }
        return parts.key
    }

    /// What was done where nothing was new.
    private struct Remembered: StoredValue {
        let identities: [String]
        let slugs: [Slug]
        let redirects: [(path: String, note: Int)]
        let earlierCount: Int

        init(
            identities: [String], slugs: [Slug], redirects: [(path: String, note: Int)],
            earlierCount: Int
        ) {
            self.identities = identities
            self.slugs = slugs
            self.redirects = redirects
            self.earlierCount = earlierCount
        }

        func write(to writer: inout ByteWriter) {
            writer.write(identities)
            writer.write(slugs.map(\.text))
            writer.write(list: redirects) { writer, redirect in
                writer.write(redirect.path)
                writer.write(redirect.note)
            }
            writer.write(earlierCount)
        }

        init(from reader: inout ByteReader) throws(UnreadableValue) {
            identities = try reader.strings()
            slugs = try reader.list { reader throws(UnreadableValue) in
                guard let slug = Slug(known: try reader.string()) else { throw UnreadableValue() }
                return slug
            }
            let count = identities.count
            guard slugs.count == count else { throw UnreadableValue() }
            redirects = try reader.list { reader throws(UnreadableValue) in
                let (path, note) = (try reader.string(), try reader.int())
                guard (0..<count).contains(note) else { throw UnreadableValue() }
                return (path, note)
            }
            earlierCount = try reader.int()
        }
    }
}
