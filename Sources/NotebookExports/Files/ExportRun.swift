package import BuildPipeline
import Foundation
import LocalFiles
import NoteExchange
import NoteModel
import OutputChecks

/// The options of an export into one file.
package struct FileExportOptions: Sendable {
    /// The formats of the file.
    package enum Form: Sendable {
        case csv, database
        /// ENEX, with at most a number of notes in each file; nil for all in one.
        case enex(split: Int?)
    }

    package var output: String
    package var form: Form
    /// True if an existing file may be replaced.
    package var isReplacing = false

    package init(output: String, form: Form) {
        self.output = output
        self.form = form
    }
}

extension BuildPipeline {
    /// Writes a notebook as one file.
    ///
    /// - Returns: The report of the notes and media that were read.
    /// - Throws: ``BuildError``; an existing file is unchanged in that case.
    package static func export(
        _ options: BuildOptions, file: FileExportOptions, progress: BuildProgress = .none
    ) async throws(BuildError) -> Report {
        do {
            return try await write(options, file: file, progress: progress)
        } catch {
            throw BuildError(error)
        }
    }

    private static func write(
        _ options: BuildOptions, file: FileExportOptions, progress: BuildProgress
    ) async throws -> Report {
        let preparation = try ExportPreparation(options, output: file.output)
        if case .enex(let count?) = file.form {
            return try await writeParts(preparation, file: file, count: count, progress: progress)
        }
        let place = try ExportTarget(file.output, kind: .file, isReplacing: file.isReplacing)
        var report = Report()
        let prepared = try await preparation.run(
            scratch: place.scratch + "/cache", into: &report, progress)
        defer { withExtendedLifetime(prepared) {} }
        let notebook = prepared.input.exportable
        let leaks = try prepared.planner.leakCheck(prepared.input, site: nil)
        let made = place.scratch + "/export"
        switch file.form {
        case .csv:
            let output = try OpenFile(made, access: .create)
            try CSVExport(notebook).write {
                leaks?.check($0, at: "notes.csv")
                try output.writeAll($0, synchronizing: false)
            }
            try output.synchronize()
        case .database:
            try DatabaseExport(notebook, program: "Notebinder \(ProgramVersion.text)")
                .write(to: made) { leaks?.check($0, at: "notes.db") }
        case .enex:
            var writer = ENEXWriter(prepared.input, scratch: place.scratch, leaks: leaks)
            try writer.write(prepared.input.notebook.notes, to: made)
            report.photos.carryingPosition = writer.locatedPhotos.count
            report.locations.containing = [LocalFiles.name(of: file.output)]
            report.diagnostics += writer.diagnostics
        }
        try leaks?.requireNoLeaks(titles: prepared.input.titles)
        report.diagnostics += leaks?.warnings(titles: prepared.input.titles) ?? []
        try place.publish(made)
        return report
    }

    /// Writes the notes to several ENEX files, `notes-1.enex`, `notes-2.enex` and so on.
    private static func writeParts(
        _ preparation: ExportPreparation, file: FileExportOptions, count: Int,
        progress: BuildProgress
    ) async throws -> Report {
        var report = Report()
        let folder = ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        let scratch = try folder.path()
        let prepared = try await preparation.run(
            scratch: scratch + "/cache", into: &report, progress)
        defer { withExtendedLifetime(prepared) {} }
        let notes = prepared.input.notebook.notes
        let dot = file.output.utf8.lastIndex(of: UInt8(ascii: "."))
        let stem = dot.map { String(file.output[..<$0]) } ?? file.output
        let ending = dot.map { String(file.output[$0...]) } ?? ""
        let starts = Array(stride(from: 0, to: notes.count, by: count))
        // All targets are claimed before the first is written.
        let places = try starts.indices.map { index in
            try ExportTarget(
                "\(stem)-\(index + 1)\(ending)", kind: .file, isReplacing: file.isReplacing)
        }
        let leaks = try prepared.planner.leakCheck(prepared.input, site: nil)
        var writer = ENEXWriter(prepared.input, scratch: scratch, leaks: leaks)
        for (start, place) in zip(starts, places) {
            let part = Array(notes[start..<min(start + count, notes.count)])
            try writer.write(part, to: place.scratch + "/export")
        }
        try leaks?.requireNoLeaks(titles: prepared.input.titles)
        report.diagnostics += leaks?.warnings(titles: prepared.input.titles) ?? []
        for place in places { try place.publish(place.scratch + "/export") }
        report.photos.carryingPosition = writer.locatedPhotos.count
        report.locations.containing = ["the files"]
        report.diagnostics += writer.diagnostics
        return report
    }
}
