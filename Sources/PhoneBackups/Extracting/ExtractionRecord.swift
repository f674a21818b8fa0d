import Foundation
import LocalFiles

/// The result of the last extraction into a folder, by which the next one finds what has changed.
/// It holds no key and no password.
struct ExtractionRecord: Codable, Equatable {
    /// The backup, its state and the selection, which together decide what is extracted.
    var source = ""
    /// The files, by their paths in the folder.
    var files: [String: File] = [:]
    /// The files that could not be copied.
    var failed: [ExtractionReport.Failure] = []

    /// A file that was extracted.
    struct File: Codable, Equatable {
        /// The identifier of the file in the backup.
        let identifier: String
        /// The state of the stored file, encrypted or not.
        let stored: Stamp
        /// The state of the copy when it was written.
        var copy: Stamp
    }

    /// The size and the modification time of a file.
    struct Stamp: Codable, Equatable {
        let size: Int
        /// In nanoseconds since 1970.
        let modified: Int64

        init(_ status: FileStatus) {
            size = status.size
            modified = status.modified
        }

        /// Returns the stamp of a file; nil if there is none.
        init?(_ path: String) {
            guard let status = try? LocalFiles.status(path, followingLinks: false), status.isFile
            else {
                return nil
            }
            self.init(status)
        }
    }

    /// Reads the record of a folder; one that is missing or damaged is empty.
    init(at path: String) {
        guard let bytes = try? LocalFiles.read(path),
            let record = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return }
        self = record
    }

    func write(to path: String) throws(FileError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(self) else { return }
        try LocalFiles.replaceDurably(path, bytes: Array(data))
    }
}
