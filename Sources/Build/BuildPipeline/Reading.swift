import LocalFiles
import MarkdownText
import MediaProcessing
package import NoteArchives
package import NoteModel

/// The commands that read notes and publish nothing. They need no output folder and no lock.
extension BuildPipeline {
    /// Reads the notes folder. The report contains what could not be read.
    ///
    /// - Throws: ``UserFacingError`` if the folder cannot be read.
    package static func read(
        _ options: BuildOptions
    ) throws -> (notebook: Notebook, report: Report) {
        var report = Report()
        let (notebook, _) = try notebook(options, into: &report, progress: .none)
        return (notebook, report)
    }

    /// Reads the notes folder and decodes every photo, as a build would, keeping nothing but the
    /// report.
    ///
    /// - Throws: ``UserFacingError`` if the folder cannot be read, or the photo worker cannot be
    ///   used.
    package static func check(
        _ options: BuildOptions, progress: BuildProgress = .none
    ) throws -> Report {
        // The folder holds pictures of private photos for a while.
        let scratch = ScratchFolder()
        defer { withExtendedLifetime(scratch) {} }
        var report = Report()
        let (notebook, folder) = try notebook(options, into: &report, progress: progress)
        // Files of the folder are read until the end.
        defer { withExtendedLifetime(folder) {} }
        // Excluded notes are checked like the rest; the rules are applied to copies, to find
        // unused ones.
        var (tried, excluded) = (notebook, report)
        report.diagnostics +=
            options.rules.apply(
                to: &tried, in: options.timeZone, &excluded
            ).diagnostics
        let processor = MediaProcessor(
            cache: try scratch.path(), worker: options.photoWorker, kept: options.keptMetadata)
        let hasher = OriginalHasher(processor: processor, cache: BuildCache(), start: options.now())
        var notes = notebook.notes
        _ = try DocumentStage(hasher: hasher, width: options.width)
            .run(&notes, into: &report, progress: progress)
        _ = try MediaStage(hasher: hasher, width: options.width)
            .run(notes, into: &report, progress: progress)
        guard report.addsUp else { throw UserError.unbalanced(report) }
        return report
    }

    /// Reads the notes of a folder, with the tags, the media and the captions that their texts and
    /// the owner's files add.
    ///
    /// - Throws: ``UserFacingError`` if the folder cannot be read.
    package static func notebook(
        _ options: BuildOptions, into report: inout Report, progress: BuildProgress
    ) throws -> (notebook: Notebook, folder: NotesFolder) {
        let reader = try ReadStage(options)
        let read = try reader.run(into: &report, progress)
        var rows = try read.notes.concurrentMap(width: options.width) {
            PlainReferringNote(
                note: $0.note,
                references: NoteCompiler.standard.compile($0.note).facts.references)
        }
        try AttachStage(folder: reader.folder, width: options.width).run(&rows, into: &report)
        return (
            Notebook(title: options.title, notes: rows.map(\.note), unread: read.unread),
            reader.folder
        )
    }
}
