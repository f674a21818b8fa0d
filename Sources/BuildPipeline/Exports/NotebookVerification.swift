import Foundation
import OutputTree

extension BuildPipeline {
    /// Returns whether a folder is a notebook, which an earlier run wrote.
    package static func isNotebook(_ path: String) -> Bool { OutputFolder.isOurs(path) }

    /// Reads all published files of a notebook and compares them with what was published. Nothing
    /// is created or changed.
    ///
    /// - Parameters:
    ///   - path: The output folder.
    ///   - width: Threads at once.
    /// - Returns: The problems, the files that were read and their size; no records.
    /// - Throws: ``BuildError`` for a folder that no run wrote, for one without a published tree,
    ///   and where another run holds it.
    package static func verify(
        notebookAt path: String, width: Int = ProcessInfo.processInfo.activeProcessorCount,
        progress: BuildProgress = .none
    ) throws(BuildError) -> Verification {
        do {
            let folder = try OutputFolder(reading: path)
            defer { withExtendedLifetime(folder) {} }
            let check = try TreeVerification(folder)
            guard !check.files.isEmpty || !check.problems.isEmpty else {
                throw BuildError(
                    "\(path) holds no published tree. Run notebinder build first.")
            }
            let counter = progress.counter("Checking", of: check.files.count)
            let found = try check.files.concurrentMap(width: width) { file in
                defer { counter.advance() }
                return check.problem(with: file)
            }
            let problems = check.problems + found.compactMap(\.self)
            return Verification(
                problems: problems.map(sentence), files: check.files.count, records: 0,
                bytes: check.files.reduce(0) { $0 + $1.size },
                foreign: check.foreign,
                isRepairable: !check.problems.contains(where: \.isDamagedManifest))
        } catch {
            throw BuildError(error)
        }
    }

    private static func sentence(_ problem: TreeVerification.Problem) -> String {
        switch problem {
        case .missing(let path): "\(path) is missing."
        case .changed(let path): "\(path) differs from what was published."
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
        case .damagedManifest(let tree):
            "The record of what was published in \(tree) is damaged. Move that folder away, then run notebinder build."
        case .outdatedManifest(let tree):
            "\(tree) was published by an earlier version, which recorded no digests of pictures. Run notebinder build once, then check again."
        }
    }
}

extension TreeVerification.Problem {
    /// A tree without a readable manifest cannot be published again, not even by a full build.
    fileprivate var isDamagedManifest: Bool {
        if case .damagedManifest = self { true } else { false }
    }
}
