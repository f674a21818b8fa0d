import Diagnostics
import NoteAddresses
import NoteArchives
import NoteModel
import OutputPlan
import PhotoDerivatives
import SitePages

/// A notebook that was read and whose photos were looked at, without what is left out: what every
/// output begins with.
struct PreparedNotebook {
    let notebook: Notebook
    let media: PreparedMedia
    /// Of each note with its photos, in the notebook's order.
    let keys: [ContentKey]
    let workshop: PhotoWorkshop
    /// The addresses of the notes, with those of earlier publications.
    let addresses: NoteAddressing
    let memory: RunMemory
    private(set) var report = Report()
    private let reader: ReadStation
    private let leftOut: [Note]

    var folder: NotesFolder { reader.folder }

    /// - Parameters:
    ///   - cache: Folder that keeps the pictures that are made.
    ///   - ledger: Of earlier publications.
    ///   - memory: Of earlier runs.
    /// - Throws: ``BuildFailure`` for a folder without notes, or of which none can be read.
    init(
        _ reader: ReadStation, _ options: BuildOptions, cache: String,
        ledger: AddressLedger = AddressLedger(), memory: RunMemory = RunMemory(),
        _ progress: BuildProgress, _ clock: inout StationClock
    ) throws {
        self.reader = reader
        self.memory = memory
        var notebook = try reader.read(into: &report, progress: progress)
        try Self.requireSomethingRead(report, options)
        let all = notebook.notes
        let (leftOut, unusedRules) = options.leavingOut.apply(to: &notebook, &report)
        addresses = try NoteAddressing(
            ledger, all: all, published: &notebook.notes, width: options.width)
        report.leftOut = leftOut.map(\.id.text)
        report.diagnostics += unusedRules
        clock.ends("read")
        workshop = PhotoWorkshop(
            cache: cache + "/photos", worker: options.photoWorker, kept: options.keptMetadata)
        media = try MediaStation(workshop: workshop, width: options.width, memory: memory)
            .prepare(notebook, into: &report, progress: progress)
        clock.ends("photos")
        guard report.addsUp else {
            throw BuildFailure(
                "The report does not add up: \(report.sources), \(report.photos), \(report.recordings)."
            )
        }
        let notes = notebook.notes
        keys = try notes.indices.concurrentMap(width: options.width) { [media] in
            media.key(of: notes[$0])
        }
        self.notebook = notebook
        self.leftOut = leftOut
    }

    /// Plans the trees; each file is looked at again when its bytes are made.
    ///
    /// - Parameters:
    ///   - suspects: Paths of pages that had links which lead nowhere.
    ///   - changes: What the site tells of changes; nil for nothing.
    mutating func planned(
        _ planner: PlanStation, _ options: BuildOptions, suspects: [String] = [],
        changes: [SiteChange]? = nil
    ) throws -> (plans: [TreePlan], inspection: Inspection) {
        let (plans, shown) = try planner.plans(
            of: self, leftOut: leftOut, changes: changes, &report)
        let inspection = try Inspection(
            plans, address: options.site.address,
            leaks: leakCheck(known: planner.knownTexts + shown), suspects: Set(suspects))
        return (plans.map(inspection.watched), inspection)
    }

    /// What finds words that are left out; nil where nothing is.
    ///
    /// - Parameter known: Texts that say nothing of notes that are left out.
    func leakCheck(known: [[UInt8]]) -> LeakCheck? {
        leftOut.isEmpty
            ? nil : LeakCheck(leftOut, published: notebook, media: media, known: known)
    }

    private static func requireSomethingRead(_ report: Report, _ options: BuildOptions) throws {
        guard report.notes == 0 else { return }
        guard report.sources.failed.isEmpty else {
            let first = report.diagnostics.first?.summary ?? ""
            throw BuildFailure(
                "None of the \(report.sources.found) files in \(options.notes) could be read. \(first)"
            )
        }
        guard report.sources.read == 0 else { return }
        throw BuildFailure(
            "\(options.notes) holds no notes. Name the folder that holds the archives."
        )
    }
}

/// The addresses of the notes that are published.
struct NoteAddressing: Sendable {
    let ledger: AddressLedger
    /// Of each note, in the notebook's order.
    let slugs: [Slug]
    /// Paths, without their endings, that lead to notes by their places.
    let redirects: [(path: String, note: Int)]
    /// Notes whose address changed, by their places, with the old path.
    let renamed: [(note: Int, from: String)]
    /// Titles of notes that were there at the last publication.
    let gone: [String]
    let earlierCount: Int

    /// - Parameters:
    ///   - all: The notes that were read.
    ///   - published: Those of them that are published; each is given its name.
    init(_ ledger: AddressLedger, all: [Note], published: inout [Note], width: Int) throws {
        let places = Self.places(of: all, among: published)
        let assignment = ledger.assigning(
            all,
            signatures: try all.indices.concurrentMap(width: width) { NoteSignature(all[$0]) },
            isPublished: places.map { $0 != nil })
        var slugs: [Slug] = []
        slugs.reserveCapacity(published.count)
        for index in all.indices {
            guard let place = places[index] else { continue }
            published[place].identity = assignment.identities[index]
            slugs.append(assignment.slugs[index])
        }
        self.ledger = assignment.ledger
        self.slugs = slugs
        redirects = assignment.redirects.compactMap { path, note in
            places[note].map { (path, $0) }
        }
        renamed = assignment.renamed.compactMap { note, path in places[note].map { ($0, path) } }
        gone = assignment.gone
        earlierCount = assignment.earlierCount
    }

    /// Where each of all notes stands among some of them, which are in the same order.
    private static func places(of all: [Note], among some: [Note]) -> [Int?] {
        var next = 0
        return all.indices.map { index in
            guard next < some.count, some[next].id == all[index].id else { return nil }
            defer { next += 1 }
            return next
        }
    }
}
