import LocalFiles
import NoteModel
import OutputPlan
import OutputTree

extension BuildPipeline {
    /// Returns true if a folder is the output folder of an earlier run.
    ///
    /// - Parameter state: The path of the folder with its records; nil for one in the folder.
    package static func isNotebook(_ path: String, state: String? = nil) -> Bool {
        let place = NotebookPlace(path, state: state)
        return (try? place.isOurs) == true || place.hasStateElsewhere
    }

    /// Reads all published files of a notebook and compares them with what was published. Nothing
    /// is created or changed.
    ///
    /// - Parameters:
    ///   - path: The path of the output folder.
    ///   - state: The path of the folder with its records; nil for one in the output folder.
    /// - Returns: The problems, the number of files that were read and their size. There are no
    ///   records.
    /// - Throws: ``UserFacingError`` if no run wrote the folder, it has no published tree, or
    ///   another run holds its lock.
    package static func verify(
        notebookAt path: String, state: String? = nil, progress: BuildProgress = .none
    ) throws -> Verification {
        let folder = try OutputFolder(reading: NotebookPlace(path, state: state))
        defer { withExtendedLifetime(folder) {} }
        let check = try TreeVerification(folder)
        guard !check.files.isEmpty || !check.problems.isEmpty else {
            throw UserError("\(path) holds no published tree.", "Run notebinder build first.")
        }
        return try verification(of: check, progress: progress)
    }

    /// Returns true if a folder has a file of checksums, as a published site has, and is no bag.
    package static func isSiteWithChecksums(_ path: String) -> Bool {
        func has(_ name: String) -> Bool {
            let status = try? LocalFiles.status("\(path)/\(name)")
            return (status ?? nil)?.isFile == true
        }
        return has(TreeChecksums.path) && !has("bagit.txt")
    }

    /// Compares the files of a folder, such as a copy of a site, with its file of checksums.
    /// Nothing is created or changed.
    ///
    /// - Returns: The problems, the number of files that were read and their size, and the files
    ///   without a checksum.
    /// - Throws: ``UserFacingError`` if the checksums or the folder cannot be read.
    package static func verify(
        treeAt path: String, progress: BuildProgress = .none
    ) throws -> Verification {
        let bytes = try LocalFiles.read("\(path)/\(TreeChecksums.path)")
        guard let checksums = TreeChecksums(parsing: bytes) else {
            throw UserError(
                "\(path)/\(TreeChecksums.path) does not have the format of sha256sum.",
                "Restore it from another copy.")
        }
        let check = try TreeVerification(checksums, ofTreeAt: path)
        return try verification(of: check, progress: progress)
    }

    private static func verification(
        of check: TreeVerification, progress: BuildProgress
    ) throws -> Verification {
        let found = try problems(with: check.files, progress: progress) {
            check.problem(with: $0)
        }
        return Verification(
            problems: check.problems + found, files: check.files.count, records: 0,
            bytes: check.files.reduce(0) { $0 + $1.size }, foreign: check.foreign,
            isRepairable: !check.hasDamagedManifest)
    }
}
