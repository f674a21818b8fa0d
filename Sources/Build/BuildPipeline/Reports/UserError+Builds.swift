package import NoteModel

/// The error for a folder without notes. Nothing was published.
package struct NoNotesError: UserFacingError {
    package let folder: String

    package var message: String {
        "\(folder) holds no notes. Name the folder that holds the archives."
    }
}

extension UserError {
    /// Returns the error for a value of the configuration.
    ///
    /// - Parameters:
    ///   - line: The number of the line, from 1.
    ///   - problem: A sentence without its period.
    static func configuration(
        _ path: String, line: Int, problem: String, advice: String? = nil
    ) -> UserError {
        UserError("\(path), line \(line): \(problem).", advice, exitStatus: 64)
    }

    /// Returns the error for exclusion rules that match nothing.
    ///
    /// - Parameter rules: A diagnostic for each; at least one.
    package static func unusedRules(_ rules: [Diagnostic]) -> UserError {
        UserError(
            rules.map { "\($0.summary) \($0.suggestion) " }.joined() + "Nothing was published.")
    }

    /// Returns the error for published notes in files that cannot be read, if their last reading is
    /// lost as well.
    static func lostNotes(_ titles: [String], in places: [Report.Named]) -> UserError {
        let subject =
            titles.count == 1 ? "A published note is" : "\(titles.count) published notes are"
        return UserError(
            "\(subject) in files that cannot be read, so nothing was published: \(titles.map { "“\($0)”" }.listed). The files: \(places.map(\.name).listed).",
            "Make them readable, or copy them again. To publish without these notes, run `notebinder build --allow-removals`."
        )
    }

    /// Returns the error for a report whose numbers do not add up, which only a defect of the
    /// program can cause.
    package static func unbalanced(_ report: Report) -> UserError {
        let sources = report.sources
        func sum(_ media: Report.Media) -> String {
            "\(media.referenced) referenced, \(media.published) published, \(media.missing.count) missing, \(media.unreadable.count) unreadable"
        }
        return UserError(
            "The report does not add up, so nothing was published. Files: \(sources.found) found, \(sources.read) read, \(sources.skipped.count) skipped, \(sources.failed.count) failed. Photos: \(sum(report.photos)). Recordings: \(sum(report.recordings)). Attachments: \(sum(report.attachments)).",
            "Please report this.")
    }
}

extension [String] {
    /// The first five texts, and the number of the others, for messages.
    var listed: String {
        prefix(5).joined(separator: ", ") + (count > 5 ? " and \(count - 5) more" : "")
    }
}
