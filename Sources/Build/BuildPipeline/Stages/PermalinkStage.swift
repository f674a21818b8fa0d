import Hashing
import NoteEditing
import NoteModel
import Orthography
import OutputPlan

/// The stage that assigns an address to each published note, the same as before if the ledger knows
/// the note.
struct PermalinkStage: Sendable {
    private(set) var ledger: LedgerFile
    let cache: BuildCache
    /// True if a build may go on although a large share of the notes is gone.
    let allowsRemovals: Bool
    /// The path of the notes folder as the user gave it, for messages.
    let folder: String
    let trash: NotesTrash
    /// The unreadable sources and folders whose notes are not known from an earlier run.
    let unreadable: [Report.Named]
    /// True for an export, which is made of any notes: the notebook may be that of others.
    let isExport: Bool

    /// - Parameter all: The notes that were read, published or not.
    /// - Throws: ``UserFacingError`` if the ledger is damaged, or a large share of the notes is
    ///   gone.
    func run(_ all: [BuildNote]) throws -> PermalinkAssignment {
        let count = all.count { $0.fate == .published }
        var assigned: PermalinkAssignment?
        // If nothing has changed, the addresses are those of the last run.
        let known = try cache.chunk("permalinks", name: "", inputs: [input(all)]) { _, _ in
            let new = try assign(all)
            assigned = new
            return BuildCache.Computed(value: new, isKept: new.newLedger == nil)
        }[0].value
        if assigned == nil { cache.retain("ledger") }
        let permalinks = assigned ?? known
        guard permalinks.published.count == count else { return try assign(all) }
        if isExport, permalinks.isUnrelated {
            var own = self
            own.ledger = try LedgerFile(nil)
            return try own.assign(all)
        }
        try requireMostNotes(permalinks)
        return permalinks
    }

    private func assign(_ all: [BuildNote]) throws -> PermalinkAssignment {
        let earlier = try ledger.ledger()
        if let earlier, !allowsRemovals { try ledger.requirePublishedAddresses(in: earlier) }
        let ledger = earlier ?? PermalinkLedger()
        let assignment = ledger.assigning(
            all.map {
                LedgerNote(
                    $0.note, signature: $0.fingerprints.signature,
                    isPublished: $0.fate == .published)
            })
        var permalinks = PermalinkAssignment()
        var positions: [Int: Int] = [:]
        for index in all.indices where all[index].fate == .published {
            positions[index] = permalinks.published.count
            permalinks.published.append(assignment.permalinks[index])
        }
        permalinks.redirects = assignment.redirects.compactMap { path, note in
            positions[note].map { (path, $0) }
        }
        permalinks.renamed = assignment.renamed.compactMap { note, path in
            positions[note].map { ($0, path) }
        }
        permalinks.gone = assignment.gone
        permalinks.earlierCount = assignment.earlierCount
        permalinks.isUnrelated = assignment.isUnrelated
        // Even a ledger without notes is written: its absence would look like a loss.
        let isUnchanged =
            earlier != nil && !self.ledger.isMoving && assignment.ledger == ledger
            && permalinks.renamed.isEmpty && permalinks.gone.isEmpty
        permalinks.newLedger = isUnchanged ? nil : assignment.ledger
        return permalinks
    }

    private func input(_ all: [BuildNote]) -> Fingerprint {
        var parts = Fingerprinter(
            "permalinks", ledger.digest, ledger.isMissing, ledger.isMoving)
        for index in all.indices {
            parts.add(all[index].fingerprints.outline, all[index].fate == .published)
        }
        return parts.fingerprint
    }

    /// Refuses to publish if notes are missing because their sources cannot be read, or if five or
    /// more notes, over a fifth of all, are gone and not in the trash: an unmounted disk is
    /// likelier than a mass deletion.
    private func requireMostNotes(_ permalinks: PermalinkAssignment) throws {
        guard !allowsRemovals, !permalinks.gone.isEmpty else { return }
        let lost = trash.withoutDeleted(permalinks.gone)
        let places = Set(unreadable.map(\.name))
        let unread = lost.filter { $0.isIn(places) }.map(\.title)
        guard unread.isEmpty else { throw UserError.lostNotes(unread, in: unreadable) }
        let (gone, before) = (lost.count, permalinks.earlierCount)
        if permalinks.isUnrelated, ledger.isAdopted {
            throw UserError(
                "None of the notes in the permalink ledger \(ledger.source) is in \(folder); nothing was published.",
                "If it is that of another notebook, correct “ledger” in the configuration. If all notes were replaced on purpose, run `notebinder build --allow-removals`."
            )
        }
        guard gone >= 5, gone * 5 > before else { return }
        throw UserError(
            "\(gone) of the \(before) notes of the last publication are gone from \(folder); nothing was \(isExport ? "exported" : "published").",
            "Is a disk missing, or a copy unfinished? If they were removed on purpose, \(isExport ? "name no notebook with --notebook none" : "run `notebinder build --allow-removals`")."
        )
    }
}

extension NotesTrash {
    /// Returns the notes that are not in the trash; those that are were deleted on purpose.
    func withoutDeleted(_ notes: [PermalinkLedger.Entry]) -> [PermalinkLedger.Entry] {
        // A trash that cannot be read vouches for nothing.
        let deleted = Set(
            ((try? entries()) ?? [])
                .filter { $0.hasNote && !$0.isCard && !$0.isEarlierVersion }
                .map { [$0.sourceName ?? "", $0.title] })
        return notes.filter { !deleted.contains([String($0.sourceName), $0.title]) }
    }
}

/// The addresses of the published notes, and what has changed in them since the last publication.
package struct PermalinkAssignment: Sendable {
    /// The ledger to write before the trees are published; nil if it is unchanged.
    fileprivate(set) var newLedger: PermalinkLedger?
    /// The addresses of the published notes, in their order.
    fileprivate(set) var published: [Permalink] = []
    /// The former paths, without extensions, and the positions of the notes that they redirect to.
    fileprivate(set) var redirects: [(path: String, note: Int)] = []
    /// The positions of the notes whose address changed, with the former path of the page without
    /// its extension.
    fileprivate(set) var renamed: [(note: Int, from: String)] = []
    /// The notes that were present at the last publication and are gone.
    fileprivate(set) var gone: [PermalinkLedger.Entry] = []
    fileprivate(set) var earlierCount = 0
    /// True if there were notes and none of them is among the present ones.
    fileprivate(set) var isUnrelated = false
}

/// The coding of assignments that change nothing: without the new ledger, and the renamed and the
/// missing notes.
extension PermalinkAssignment: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.write(list: published) { $0.write($1.identity, $1.slug.text) }
        writer.write(list: redirects) { $0.write($1.path, $1.note) }
        writer.write(earlierCount)
    }

    init(from reader: inout ByteReader) throws {
        published = try reader.list { reader in
            let identity = try reader.value(String.self)
            guard let slug = Slug(kept: try reader.value()) else { throw BinaryDecodingError() }
            return Permalink(slug: slug, identity: identity)
        }
        redirects = try reader.list { reader in
            let (path, note): (String, Int) = (try reader.value(), try reader.value())
            guard published.indices.contains(note) else { throw BinaryDecodingError() }
            return (path, note)
        }
        earlierCount = try reader.value()
    }
}
