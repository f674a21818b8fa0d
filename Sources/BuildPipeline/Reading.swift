import LocalFiles
package import NoteModel
import PhotoDerivatives

/// What the commands need that look at notes and publish nothing.
extension BuildPipeline {
    /// Reads the notes folder, and tells in the report what could not be.
    ///
    /// - Throws: ``BuildFailure`` for a folder that cannot be read.
    package static func read(
        _ options: BuildOptions, progress: BuildProgress = .none
    ) throws(BuildFailure) -> (notebook: Notebook, report: Report) {
        do {
            var report = Report()
            let notebook = try ReadStation(options).read(into: &report, progress: progress)
            return (notebook, report)
        } catch {
            throw BuildFailure(error)
        }
    }

    /// Reads the notes folder and has every photo decoded, as a build would. Nothing is kept but
    /// the report.
    ///
    /// - Throws: ``BuildFailure`` for a folder that cannot be read, or a worker that cannot be used.
    package static func check(
        _ options: BuildOptions, progress: BuildProgress = .none
    ) throws(BuildFailure) -> Report {
        do {
            // It holds pictures of private photos for a while.
            let scratch = try LocalFiles.makeTemporaryFolder()
            defer { try? LocalFiles.remove(scratch) }
            var report = Report()
            let reader = try ReadStation(options)
            // Files of the reader are looked at until the end.
            defer { withExtendedLifetime(reader) {} }
            let notebook = try reader.read(into: &report, progress: progress)
            // What is excluded is checked like the rest; only the rules are tried.
            var (tried, excluded) = (notebook, report)
            report.diagnostics += options.leavingOut.apply(to: &tried, &excluded).diagnostics
            let workshop = PhotoWorkshop(
                cache: scratch, worker: options.photoWorker, kept: options.keptMetadata)
            _ = try MediaStation(workshop: workshop, width: options.width)
                .prepare(notebook, into: &report, progress: progress)
            guard report.addsUp else {
                throw BuildFailure(unbalanced: report)
            }
            return report
        } catch {
            throw BuildFailure(error)
        }
    }
}
