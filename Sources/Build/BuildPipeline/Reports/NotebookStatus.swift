import LocalFiles
import NoteModel
import OutputTree
package import Platform

/// The status of a notebook, as its last run has left it for monitoring.
package struct NotebookStatus: Sendable {
    /// The state of the last run: `published`, `unchanged` or `failed`.
    package let state: String
    /// The exit status of the last run.
    package let exitStatus: Int
    /// The date at which the last run ended.
    package let ended: Date?
    /// The date at which the last run ended that did not fail, nor its upload or hook; nil if there
    /// was none.
    package let succeeded: Date?
    /// The duration of the last run in seconds.
    package let seconds: Double?
    /// The number of notes that the last successful run has read.
    package let notes: Int?
    package let problems: Int?
    /// The reason why the last run failed; nil if it did not.
    package let message: String?

    /// The part of the file that is read.
    private struct Written: Decodable {
        let status: String
        let exitStatus: Int
        let ended: String
        let succeeded: String?
        let seconds: Double?
        let notes: Int?
        let problems: Int?
        let message: String?
    }

    /// Reads a file `status.json`; nil if there is none, or if it is damaged.
    init?(contentsOf path: String) {
        guard let bytes = try? LocalFiles.read(path),
            let written = try? JSONDecoder().decode(Written.self, from: Data(bytes))
        else { return nil }
        (state, exitStatus) = (written.status, written.exitStatus)
        ended = CivilTime.instant(written.ended)
        succeeded = written.succeeded.flatMap { CivilTime.instant($0) }
        (seconds, notes, problems) = (written.seconds, written.notes, written.problems)
        message = written.message
    }
}

extension BuildPipeline {
    /// Returns the statuses of the notebooks at a path, by their names: of an output folder, of the
    /// folders of editions in it, or of those that a configuration names. The status is nil for a
    /// notebook that was never built. The problem says why the next build will fail; nil if nothing is
    /// known to prevent it.
    ///
    /// - Parameter path: The path of an output folder, of a configuration, or of its folder.
    /// - Throws: ``UserFacingError`` if there is no notebook, or the configuration is invalid.
    package static func statuses(
        at path: String
    ) throws -> [(name: String, status: NotebookStatus?, problem: String?)] {
        guard let status = try LocalFiles.status(path) else {
            throw UserError("\(path) does not exist.", "Name a notebook or its configuration.")
        }
        func ofConfiguration(_ path: String) throws -> [(String, NotebookStatus?, String?)] {
            let editions: [BuildOptions]
            do {
                editions = try BuildOptions(notes: nil, config: path).allEditions
            } catch {
                let records = BuildOptions(recovering: path).place.present.records
                guard let known = NotebookStatus(contentsOf: records + "/status.json") else {
                    throw error
                }
                return [(path, known, error.message)]
            }
            return try editions.map { options in
                let name = options.edition.map { path + " (\($0))" } ?? path
                let place = options.place.present
                try place.requireKnownState()
                return (name, NotebookStatus(contentsOf: place.records + "/status.json"), nil)
            }
        }
        guard status.isFolder else { return try ofConfiguration(path) }
        func ofNotebook(_ folder: String) -> NotebookStatus? {
            NotebookStatus(contentsOf: NotebookPlace(folder).records + "/status.json")
        }
        // The folder around editions has a status only if none of them could be built.
        if let own = ofNotebook(path) { return [(path, own, nil)] }
        let configuration = path + "/" + Configuration.defaultName
        if try LocalFiles.status(configuration) != nil { return try ofConfiguration(configuration) }
        let editions = try LocalFiles.entries(of: path).map { path + "/" + $0.name }.sorted()
            .compactMap { folder in ofNotebook(folder).map { (folder, Optional($0), String?.none) }
            }
        guard editions.isEmpty else { return editions }
        throw UserError(
            "\(path) is not a notebook, or its records are elsewhere.",
            "Name its configuration, such as notebinder.yml.")
    }
}
