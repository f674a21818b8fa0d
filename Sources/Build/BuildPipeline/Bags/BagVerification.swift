import LocalFiles
import Platform

extension BuildPipeline {
    /// The result of verifying a bag or a notebook.
    package struct Verification: Sendable {
        /// The problems, one sentence each; empty if everything is intact.
        package let problems: [String]
        /// The number of payload files of a bag, or of published files of a notebook, that were
        /// read.
        package let files: Int
        /// The number of records of the bag itself that were read, such as its manifests; 0 for a
        /// notebook.
        package let records: Int
        /// The total size in bytes of the files that ``files`` counts.
        package let bytes: Int
        /// The paths of files in the published trees of a notebook that Notebinder did not write.
        /// They are not problems. Always empty for a bag.
        package var foreign: [String] = []
        /// True if `build --full` can repair the problems; always true for a bag.
        package var isRepairable = true
    }

    /// Reads a bag and compares every file with the bag's manifests.
    ///
    /// - Parameter path: The path of a folder, or of a ZIP file that contains one.
    /// - Throws: ``UserFacingError`` if the path is not that of a bag that can be checked.
    package static func verify(
        bagAt path: String, progress: BuildProgress = .none
    ) throws -> Verification {
        let check = try BagCheck(path)
        let payload = check.files.filter(\.isPayload)
        let found = try Self.problems(with: check.files, progress: progress) {
            check.problem(with: $0)
        }
        var problems = check.problems + found
        if payload.isEmpty, problems.isEmpty {
            problems.append("The bag is empty, so there is nothing to verify.")
        }
        return Verification(
            problems: problems, files: payload.count,
            records: check.files.count - payload.count,
            bytes: payload.reduce(0) { $0 + $1.size })
    }

    /// Returns the problems that `problem` finds in files, on as many threads as there are
    /// processors.
    static func problems<File: Sendable>(
        with files: [File], progress: BuildProgress, problem: @Sendable (File) -> String?
    ) throws -> [String] {
        let counter = progress.counter("Checking", of: files.count)
        let width = ProcessInfo.processInfo.activeProcessorCount
        return try files.concurrentMap(width: width) { file in
            defer { counter.advance() }
            return problem(file)
        }.compactMap(\.self)
    }
}
