import BagFiles
import Foundation

extension BuildPipeline {
    /// What came of checking a bag.
    package struct Verification: Sendable {
        /// What is wrong, a sentence each; empty for a bag that is whole.
        package let problems: [String]
        /// Files of the payload that were read.
        package let files: Int
        /// Records of the bag itself that were read.
        package let records: Int
        /// The size of the payload.
        package let bytes: Int
        /// Paths of files in published trees that Notebinder did not write; they are no problem.
        package var foreign: [String] = []
        /// True if `build --full` can repair the problems; always true for a bag.
        package var isRepairable = true
    }

    /// Reads a bag, and compares every file with what its manifests tell.
    ///
    /// - Parameters:
    ///   - path: Of a folder, or of a ZIP file that holds one.
    ///   - width: Threads at once.
    /// - Throws: ``BuildError`` for what is no bag that can be checked.
    package static func verify(
        bagAt path: String, width: Int = ProcessInfo.processInfo.activeProcessorCount,
        progress: BuildProgress = .none
    ) throws(BuildError) -> Verification {
        do {
            let check = try BagCheck(path)
            let counter = progress.counter("Checking", of: check.files.count)
            let found = try check.files.concurrentMap(width: width) { file in
                defer { counter.advance() }
                return check.problem(with: file)
            }
            let payload = check.files.filter(\.isPayload)
            var problems = check.problems + found.compactMap(\.self)
            if payload.isEmpty, problems.isEmpty {
                problems.append("The bag holds no files, so there is nothing that it could prove.")
            }
            return Verification(
                problems: problems, files: payload.count,
                records: check.files.count - payload.count,
                bytes: payload.reduce(0) { $0 + $1.size })
        } catch {
            throw BuildError(error)
        }
    }
}
