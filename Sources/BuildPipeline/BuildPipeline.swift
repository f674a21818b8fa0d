import Diagnostics
import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import OutputPlan
import OutputTree
import PhotoDerivatives

/// The main job: archive bytes to model values, to plans, to published trees.
package enum BuildPipeline {
    /// What came of a run.
    package struct Outcome: Sendable {
        /// Also written to `.notebinder/report.json`.
        package let report: Report
        /// Whether a diagnostic is new since the last run.
        package let hasNews: Bool
        /// How long each station took, in their order.
        package let timings: [(station: String, seconds: Double)]
    }

    /// Reads the notes folder and publishes its trees.
    ///
    /// - Throws: ``BuildFailure``; nothing was published then, and the old trees stand.
    package static func run(
        _ options: BuildOptions, progress: BuildProgress = .none
    ) throws(BuildFailure) -> Outcome {
        do {
            return try stations(options, progress)
        } catch {
            throw BuildFailure(error)
        }
    }

    private static func stations(
        _ options: BuildOptions, _ progress: BuildProgress
    ) throws -> Outcome {
        var clock = StationClock()
        let planner = try PlanStation(options)
        let reader = try ReadStation(options)
        try requireApart(notes: reader.folder, output: options.output)
        let folder = try OutputFolder(options.output)
        var prepared = try PreparedNotebook(
            reader, options, cache: folder.cache, progress, &clock)
        let (plans, inspection) = try prepared.planned(planner, options)
        clock.ends("plan")

        let results: [TreeStaging.Result]
        do {
            results = try publish(plans, in: folder, prepared.workshop, options, progress, &clock)
        } catch {
            folder.discardStaging()
            throw error
        }
        var report = prepared.report
        for result in results { report.add(result) }
        report.diagnostics += inspection.diagnostics
        tidyUp(folder, prepared)
        let known = Report.summaries(ofReportAt: folder.report)
        do {
            try report.write(to: folder.report)
        } catch {
            report.diagnostics.append(
                Diagnostic(
                    .unwrittenReport, origin: .init(source: ""),
                    summary: "The trees are published; the report could not be written: \(error)."))
        }
        clock.ends("publish")
        let hasNews = report.diagnostics.contains { !known.contains($0.summary) }
        // The lock is held, and what was taken out of sources is there, until here.
        return withExtendedLifetime((folder, prepared)) {
            Outcome(report: report, hasNews: hasNews, timings: clock.timings)
        }
    }

    /// Stages all trees, and only then puts one after the other in its place.
    private static func publish(
        _ plans: [TreePlan], in folder: OutputFolder, _ workshop: PhotoWorkshop,
        _ options: BuildOptions, _ progress: BuildProgress, _ clock: inout StationClock
    ) throws -> [TreeStaging.Result] {
        let counter = progress.counter("Writing", of: plans.reduce(0) { $0 + $1.files.count })
        let staged = try plans.map { plan in
            let staging = try TreeStaging(plan, in: folder) { workshop.file(of: $0) }
            let placements = try plan.files.concurrentMap(width: options.width) { file in
                defer { counter.advance() }
                return try staging.place(file)
            }
            return (staging, placements)
        }
        clock.ends("write")
        let completed = try staged.map { ($0.0, try $0.0.complete($0.1)) }
        for (staging, result) in completed { try staging.publish(result) }
        return completed.map { $0.1 }
    }

    /// The address of each note: of notes with one title the oldest keeps the bare slug.
    static func slugs(of notes: [Note]) -> [Slug] {
        let oldestFirst = notes.indices.sorted { left, right in
            let dates = (notes[left].date ?? .distantFuture, notes[right].date ?? .distantFuture)
            return dates.0 != dates.1 ? dates.0 < dates.1 : left < right
        }
        let distinct = Slug.distinct(for: oldestFirst.map { notes[$0].title })
        var slugs = distinct
        for (position, index) in oldestFirst.enumerated() { slugs[index] = distinct[position] }
        return slugs
    }
}

extension BuildPipeline {
    /// Output among the notes would be read as notes, and notes among the output be served.
    static func requireApart(notes: NotesFolder, output: String) throws {
        // A single archive may lie anywhere, also beside the notebook.
        guard !notes.isSingleFile else { return }
        var existing = LocalFiles.absolute(output)
        var missing = ""
        while LocalFiles.resolved(existing) == nil, existing != "/" {
            let parent = LocalFiles.folder(of: existing)
            let last = existing.utf8.dropFirst(parent == "/" ? 0 : parent.utf8.count)
            missing = String(decoding: last, as: UTF8.self) + missing
            existing = parent
        }
        let output = (LocalFiles.resolved(existing) ?? existing) + missing
        guard output != notes.path, !LocalFiles.isBelow(output, notes.path),
            !LocalFiles.isBelow(notes.path, output)
        else {
            throw BuildFailure(
                "The output folder \(output) and the notes folder \(notes.path) lie in one another. Name another folder with --output."
            )
        }
    }

    private static func tidyUp(_ folder: OutputFolder, _ prepared: PreparedNotebook) {
        let (notes, media) = (prepared.notebook.notes, prepared.media)
        let photos = notes.flatMap { $0.photos.compactMap { media[$0] } }
        let recordings = notes.flatMap { $0.recordings.compactMap { media[$0] } }
        // What cannot be removed now is removed by a later run; the trees are published.
        try? prepared.workshop.prune(keeping: photos, recordings)
        try? folder.pruneOriginals(
            keeping: Set(photos.map(\.original.digest) + recordings.map(\.original.digest)))
    }
}

extension Report {
    fileprivate mutating func add(_ result: TreeStaging.Result) {
        trees.append(
            Tree(
                name: result.tree, files: result.files, written: result.written,
                removed: result.removed, foreign: result.foreign))
        for path in result.foreign {
            diagnostics.append(
                Diagnostic(
                    .foreignFile, origin: .init(source: result.tree + "/" + path),
                    summary: "\(result.tree)/\(path) was not written by Notebinder, and was kept."))
        }
    }
}

/// Measures the stations one after the other.
struct StationClock {
    private(set) var timings: [(station: String, seconds: Double)] = []
    private var last = ContinuousClock.now

    mutating func ends(_ station: String) {
        let now = ContinuousClock.now
        let spent = (now - last).components
        timings.append((station, Double(spent.seconds) + Double(spent.attoseconds) / 1e18))
        last = now
    }
}
