import Diagnostics
import NoteAddresses
import NoteArchives
import NoteModel
import OutputPlan
import PhotoDerivatives
import SitePages
import StoredValues

/// A notebook that was read and whose photos were looked at, without what is left out: what every
/// output begins with.
struct PreparedNotebook {
    let notebook: Notebook
    let media: PreparedMedia
    /// Of each note, in the notebook's order.
    let digests: [NoteDigest]
    /// Of each note with its photos, in the same order.
    let keys: [ContentKey]
    let workshop: PhotoWorkshop
    /// Of the notes, put into order while the rest is prepared; nil where no site is wanted.
    private let sorting: Background<NoteOrders>?
    /// The addresses of the notes, with those of earlier publications.
    let addresses: NoteAddressing
    let memory: RunMemory
    private(set) var report = Report()
    private let reader: ReadStation
    private let leftOut: [Note]
    /// Of the notes. A process that ends need not take them apart.
    private let sources: [ReadSource]

    var folder: NotesFolder { reader.folder }

    /// - Parameters:
    ///   - cache: Folder that keeps the pictures that are made.
    ///   - ledger: Of earlier publications.
    ///   - memory: Of earlier runs.
    /// - Throws: ``BuildFailure`` for a folder without notes, or of which none can be read, and for an
    ///   exclusion rule that matches nothing.
    init(
        _ reader: ReadStation, _ options: BuildOptions, cache: String,
        ledger: LedgerFile = LedgerFile(), memory: RunMemory = RunMemory(),
        _ progress: BuildProgress, _ clock: inout StationClock
    ) throws {
        self.reader = reader
        self.memory = memory
        let (read, known, sources) = try reader.readWithDigests(into: &report, progress: progress)
        var notebook = read
        try Self.requireSomethingRead(report, options, ledger)
        self.sources = sources
        let all = notebook.notes
        let digests = try known ?? all.concurrentMap(width: options.width) { NoteDigest($0) }
        let (leftOut, unusedRules) = options.leavingOut.apply(to: &notebook, &report)
        if !unusedRules.isEmpty { throw BuildFailure(unusedRules: unusedRules) }
        let places = NoteAddressing.places(of: all, among: notebook.notes)
        let published = zip(digests, places).compactMap { $1 == nil ? nil : $0 }
        self.digests = published
        let sorting =
            options.formats.contains(.html)
            ? Background { [notes = notebook.notes] in
                memory.value(Self.key(ofOrders: published, options.site)) {
                    NoteOrders(notes, options.site)
                }
            } : nil
        self.sorting = sorting
        var isPrepared = false
        defer { if !isPrepared { _ = try? sorting?.value() } }
        let addresses = try NoteAddressing(ledger, all: all, digests, places: places, memory)
        self.addresses = addresses
        for index in notebook.notes.indices {
            notebook.notes[index].identity = addresses.identities[index]
        }
        report.leftOut = leftOut.map(\.id.text)
        clock.ends("read")
        workshop = PhotoWorkshop(
            cache: cache + "/photos", worker: options.photoWorker, kept: options.keptMetadata)
        media = try MediaStation(workshop: workshop, width: options.width, memory: memory)
            .prepare(notebook, into: &report, progress: progress)
        clock.ends("photos")
        guard report.addsUp else {
            throw BuildFailure(unbalanced: report)
        }
        let notes = notebook.notes
        keys = try notes.indices.concurrentMap(width: options.width) {
            [media, digests = self.digests] in
            media.key(of: notes[$0], alone: digests[$0].whole)
        }
        self.notebook = notebook
        self.leftOut = leftOut
        isPrepared = true
    }

    /// The files of its pictures and recordings.
    var derivatives: DerivativeFiles { DerivativeFiles(workshop, media) }

    /// What takes memory, and nothing else.
    var contents: [any Sendable] {
        [notebook, media, digests, keys, addresses, sources, sorting, folder.contents]
    }

    /// Waits until nothing is put into order any more.
    func endSorting() { _ = try? sorting?.value() }

    /// The orders of the notes.
    func orders(_ site: SiteOptions) throws -> NoteOrders {
        try sorting?.value() ?? NoteOrders(notebook.notes, site)
    }

    /// Plans the trees, and how each file is looked at when its bytes are made.
    ///
    /// - Parameters:
    ///   - suspects: Paths of pages that had links which lead nowhere.
    ///   - changes: What the site tells of changes; nil for nothing.
    mutating func planned(
        _ planner: PlanStation, _ options: BuildOptions, suspects: [String] = [],
        changes: [SiteChange]? = nil
    ) throws -> (plans: [TreePlan], inspection: Inspection) {
        let (plans, rendered) = try planner.plans(
            of: self, leftOut: leftOut, changes: changes, &report)
        let leaks = try leakCheck(planner, options, rendered: rendered)
        let inspection = try Inspection(
            plans, address: options.site.address, leaks: leaks,
            titles: leaks == nil ? [:] : titles, suspects: Set(suspects))
        return (plans, inspection)
    }

    /// Returns the check for content of excluded notes; nil where no note is excluded.
    ///
    /// - Parameter rendered: The texts of the published notes as pages show them; empty has them
    ///   rendered.
    func leakCheck(
        _ planner: PlanStation, _ options: BuildOptions, rendered: [RenderedBody] = []
    ) throws -> LeakCheck? {
        guard !leftOut.isEmpty else { return nil }
        var known = LeakCheck.PublicTexts()
        known.ofPages = planner.knownTexts
        known.rendered = rendered
        return try LeakCheck(
            leftOut, published: notebook, media: media, known: known,
            accepted: options.acceptedWords, acceptsAll: options.acceptsSharedWords,
            width: options.width)
    }

    /// The titles of the notes, by the names of their files without endings.
    var titles: [String: String] {
        Dictionary(
            zip(addresses.slugs.map(\.text), notebook.notes.map(\.title)),
            uniquingKeysWith: { first, _ in first })
    }

    private static func key(ofOrders digests: [NoteDigest], _ site: SiteOptions) -> ContentKey {
        var parts = KeyParts("orders")
        parts.add(ProgramVersion.build)
        parts.add([site.sort.rawValue, site.language])
        for digest in digests { parts.add(digest.outline) }
        return parts.key
    }

    private static func requireSomethingRead(
        _ report: Report, _ options: BuildOptions, _ ledger: LedgerFile
    ) throws {
        guard report.notes == 0 else { return }
        guard report.sources.failed.isEmpty else {
            let first = report.diagnostics.first
            let reason = [first?.summary, first?.suggestion].compactMap(\.self)
                .filter { !$0.isEmpty }.joined(separator: " ")
            throw BuildFailure(
                report.sources.found == 1
                    ? reason
                    : "None of the \(report.sources.found) files in \(options.notes) could be read. The first: \(reason)"
            )
        }
        guard report.sources.read == 0, !options.allowsRemovals else { return }
        guard let earlier = try ledger.ledger() else {
            throw BuildFailure(noNotesIn: options.notes)
        }
        // An empty notebook has nothing that could vanish.
        guard earlier.entries.contains(where: \.isPresent) else { return }
        throw BuildFailure(
            "\(options.notes) holds no notes, and those published in \(options.output) would vanish. Is it the right folder, or is a disk missing? If all notes were removed on purpose, run `notebinder build --allow-removals`."
        )
    }
}
