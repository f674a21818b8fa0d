import Diagnostics
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
    let workshop: PhotoWorkshop
    private(set) var report = Report()
    private let reader: ReadStation
    private let leftOut: [Note]
    private let identifiers: FeedIdentifiers?

    var folder: NotesFolder { reader.folder }

    /// - Parameter cache: Folder that keeps the pictures that are made.
    /// - Throws: ``BuildFailure`` for a folder without notes, or of which none can be read.
    init(
        _ reader: ReadStation, _ options: BuildOptions, cache: String, _ progress: BuildProgress,
        _ clock: inout StationClock
    ) throws {
        self.reader = reader
        var notebook = try reader.read(into: &report, progress: progress)
        try Self.requireSomethingRead(report, options)
        identifiers = options.site.address.map { _ in FeedIdentifiers(notebook.notes) }
        let (leftOut, unusedRules) = options.leavingOut.apply(to: &notebook, &report)
        report.leftOut = leftOut.map(\.id.text)
        report.diagnostics += unusedRules
        clock.ends("read")
        workshop = PhotoWorkshop(
            cache: cache + "/photos", worker: options.photoWorker, kept: options.keptMetadata)
        media = try MediaStation(workshop: workshop, width: options.width)
            .prepare(notebook, into: &report, progress: progress)
        clock.ends("photos")
        guard report.addsUp else {
            throw BuildFailure(
                "The report does not add up: \(report.sources), \(report.photos), \(report.recordings)."
            )
        }
        self.notebook = notebook
        self.leftOut = leftOut
    }

    /// Plans the trees; each file is looked at again when its bytes are made.
    mutating func planned(
        _ planner: PlanStation, _ options: BuildOptions
    ) throws -> (plans: [TreePlan], inspection: Inspection) {
        let (plans, shown) = try planner.plans(of: notebook, media, identifiers, &report)
        let inspection = try Inspection(
            plans, address: options.site.address,
            leaks: leakCheck(known: planner.knownTexts + shown))
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
