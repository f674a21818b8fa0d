import LocalFiles
import Platform

/// The result of the last extraction into a folder, by which the next one finds what has changed.
/// It holds no key and no password.
struct ExtractionRecord: Codable, Equatable {
    /// The backup, its state and the selection, which together decide what is extracted.
    var source = ""
    /// The files, by their paths in the folder.
    var files: [String: File] = [:]
    /// The files that could not be copied.
    var failed: [Failed] = []

    /// A file that was extracted.
    struct File: Codable, Equatable {
        /// The identifier of the file in the backup.
        let identifier: String
        /// The state of the stored file, encrypted or not.
        let stored: Stamp
        /// The state of the copy when it was written.
        var copy: Stamp
        /// False for a file that was no longer in the backup, or could not be copied again.
        var isCurrent = true
        /// False for a file that already existed, with the same content as in the backup.
        var isOwn = true
    }

    /// A file that could not be copied, with the states of its content and its place. If either
    /// changes, copying may succeed.
    struct Failed: Codable, Equatable {
        let failure: ExtractionReport.Failure
        var contentPath: String?
        var content: Stamp?
        var place: String?
        var present: Stamp?
        /// True if the next extraction has to try again; see ``CopyError/isOfSystem``.
        var isOfSystem: Bool?
    }

    /// A line of the journal: a file that is about to be placed.
    struct Placed: Codable {
        let path: String
        let file: File
    }

    /// The size and the modification time of a file.
    struct Stamp: Codable, Equatable {
        let size: Int
        /// In nanoseconds since 1970.
        let modified: Int64

        /// Returns the stamp of a file; nil if there is none.
        init?(_ path: String) {
            guard let status = try? LocalFiles.status(path, followingLinks: false), status.isFile
            else {
                return nil
            }
            (size, modified) = (status.size, status.modified)
        }
    }

    init() {}

    /// Reads the record of a folder; one that is missing or damaged is empty.
    init(at path: String) {
        guard let bytes = try? LocalFiles.read(path),
            let record = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return }
        self = record
        files = files.filter { ItemPath($0.key) != nil }
    }

    /// Adds the files that a killed run has placed.
    ///
    /// - Parameter isPlaced: Returns true if a file is as the journal says.
    mutating func replay(journal path: String, isPlaced: (Placed) -> Bool) {
        let bytes = (try? LocalFiles.read(path)) ?? []
        for line in bytes.split(separator: 0x0A) {
            guard let placed = try? JSONDecoder().decode(Placed.self, from: Data(line)),
                ItemPath(placed.path) != nil, isPlaced(placed)
            else { continue }
            files[placed.path] = placed.file
        }
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(self) else { return }
        try LocalFiles.replaceDurably(path, bytes: Array(data))
    }
}
