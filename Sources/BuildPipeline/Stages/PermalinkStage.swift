import BuildCache
import ContentHashing
import NoteModel
package import OutputPlan
import Permalinks

/// The stage that assigns an address to each published note, the same as before if the ledger knows
/// the note.
struct PermalinkStage: Sendable {
    let ledger: LedgerFile
    let cache: BuildCache
    /// True if a build may go on although a large share of the notes is gone.
    let allowsRemovals: Bool
    /// The path of the notes folder as the user gave it, for messages.
    let folder: String
    /// The sources and folders that cannot be read, and of whose notes nothing is known.
    let unreadable: [Report.Named]

    /// - Parameters:
    ///   - all: The notes that were read.
    ///   - fingerprints: The fingerprints of the notes, parallel to `all`.
    ///   - positions: The positions of the notes among the published ones, parallel to `all`; nil
    ///     for a note that is not published.
    /// - Throws: ``BuildError`` if the ledger is damaged, or a large share of the notes is gone.
    func run(
        _ all: [Note], fingerprints: [SourceFingerprints], positions: [Int?]
    ) throws -> PermalinkAssignment {
        let input = input(fingerprints, positions: positions)
        let count = positions.count { $0 != nil }
        var assigned: PermalinkAssignment?
        // If nothing has changed, the addresses are those of the last run.
        let known = try cache.chunk(.init("permalinks"), name: "", inputs: [input]) { _, _ in
            let new = try assign(all, fingerprints: fingerprints, positions: positions)
            assigned = new
            return BuildCache.Computed(new, isKept: new.newLedger == nil)
        }[0].value
        if assigned == nil { cache.retain(.init("ledger")) }
        let permalinks = assigned ?? known
        guard permalinks.slugs.count == count else {
            return try assign(all, fingerprints: fingerprints, positions: positions)
        }
        try requireMostNotes(permalinks)
        return permalinks
    }

    private func assign(
        _ all: [Note], fingerprints: [SourceFingerprints], positions: [Int?]
    ) throws -> PermalinkAssignment {
        let earlier = try ledger.ledger()
        let ledger = earlier ?? PermalinkLedger()
        let assignment = ledger.assigning(
            all, signatures: fingerprints.map(\.signature),
            isPublished: positions.map { $0 != nil })
        var permalinks = PermalinkAssignment()
        for index in all.indices where positions[index] != nil {
            permalinks.identities.append(assignment.identities[index])
            permalinks.slugs.append(assignment.slugs[index])
        }
        permalinks.redirects = assignment.redirects.compactMap { path, note in
            positions[note].map { (path, $0) }
        }
        permalinks.renamed = assignment.renamed.compactMap { note, path in
            positions[note].map { ($0, path) }
        }
        permalinks.gone = assignment.gone
        permalinks.earlierCount = assignment.earlierCount
        // Even a ledger without notes is written: its absence would look like a loss.
        let isUnchanged =
            earlier != nil && assignment.ledger == ledger && permalinks.renamed.isEmpty
            && permalinks.gone.isEmpty
        permalinks.newLedger = isUnchanged ? nil : assignment.ledger
        return permalinks
    }

    private func input(
        _ fingerprints: [SourceFingerprints], positions: [Int?]
    ) -> Fingerprint {
        var parts = Fingerprinter("permalinks")
        parts.add(ledger.digest)
        parts.add(ledger.isMissing)
        for (fingerprint, position) in zip(fingerprints, positions) {
            parts.add(fingerprint.outline)
            parts.add(position != nil)
        }
        return parts.fingerprint
    }

    /// Refuses to publish without notes that are in sources which cannot be read, and when a large
    /// share of the notes is gone, namely five or more and over a
    /// fifth: an unmounted disk is likelier than a mass deletion.
    private func requireMostNotes(_ permalinks: PermalinkAssignment) throws(BuildError) {
        guard !allowsRemovals else { return }
        let places = Set(unreadable.map(\.name))
        let unread = permalinks.gone.filter { $0.isIn(places) }.map(\.title)
        guard unread.isEmpty else {
            throw BuildError.lostNotes(titles: unread, places: unreadable)
        }
        let (gone, before) = (permalinks.gone.count, permalinks.earlierCount)
        guard gone >= 5, gone * 5 > before else { return }
        throw BuildError.manyNotesGone(folder: folder, gone: gone, before: before)
    }
}

/// The addresses of the published notes, and what has changed in them since the last publication.
package struct PermalinkAssignment: Sendable {
    /// The ledger to write before the trees are published; nil if it is unchanged.
    fileprivate(set) var newLedger: PermalinkLedger?
    /// The slugs of the notes, which name their pages and files, parallel to the published notes.
    package fileprivate(set) var slugs: [Slug] = []
    /// The stable identifiers of the notes, parallel to the published notes.
    fileprivate(set) var identities: [String] = []
    /// The former paths, without extensions, and the positions of the notes that they redirect to.
    fileprivate(set) var redirects: [(path: String, note: Int)] = []
    /// The positions of the notes whose address changed, with the former path of the page without
    /// its extension.
    fileprivate(set) var renamed: [(note: Int, from: String)] = []
    /// The notes that were present at the last publication and are gone.
    fileprivate(set) var gone: [PermalinkLedger.Entry] = []
    fileprivate(set) var earlierCount = 0

    /// Returns the positions of all notes among some of them, parallel to `all`; nil for a note
    /// that is not among those. Both lists are in the same order.
    static func positions(of all: [Note], among some: [Note]) -> [Int?] {
        guard some.count < all.count else { return Array(all.indices) }
        var next = 0
        return all.indices.map { index in
            // Bytes are compared, since the names of two files may be equal as strings.
            guard next < some.count, some[next].id.index == all[index].id.index,
                some[next].id.source.utf8.elementsEqual(all[index].id.source.utf8)
            else { return nil }
            defer { next += 1 }
            return next
        }
    }
}

/// The coding of assignments that change nothing: without the new ledger, and the renamed and the
/// missing notes.
extension PermalinkAssignment: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.write(identities)
        writer.write(slugs.map(\.text))
        writer.write(list: redirects) { writer, redirect in
            writer.write(redirect.path)
            writer.write(redirect.note)
        }
        writer.write(earlierCount)
    }

    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        identities = try reader.strings()
        slugs = try reader.list { reader throws(BinaryDecodingError) in
            guard let slug = Slug(known: try reader.string()) else { throw BinaryDecodingError() }
            return slug
        }
        let count = identities.count
        guard slugs.count == count else { throw BinaryDecodingError() }
        redirects = try reader.list { reader throws(BinaryDecodingError) in
            let (path, note) = (try reader.string(), try reader.int())
            guard (0..<count).contains(note) else { throw BinaryDecodingError() }
            return (path, note)
        }
        earlierCount = try reader.int()
    }
}
