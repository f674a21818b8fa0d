import Foundation
import LocalFiles

/// A folder for decrypted files that only its owner may access. It is removed with this object; what
/// a killed run has left is removed by the next one.
final class PrivateScratch {
    let path: String
    private var count = 0

    private static let name = "notebinder-scratch"

    init() throws(BackupError) {
        let parent = try BackupError.reporting { () throws(FileError) in
            try LocalFiles.makePrivateCacheFolder(Self.name)
        }
        path = "\(parent)/\(getpid())"
        Self.removeAbandoned()
        try BackupError.reporting { () throws(FileError) in
            try LocalFiles.remove(path)
            try LocalFiles.makePrivateFolder(path)
        }
    }

    deinit { try? LocalFiles.remove(path) }

    /// Removes the folders of runs that were killed.
    static func removeAbandoned() {
        guard let parent = try? LocalFiles.makePrivateCacheFolder(Self.name),
            let entries = try? LocalFiles.entries(of: parent)
        else { return }
        for entry in entries where isAbandoned(entry.name) {
            try? LocalFiles.remove(parent + "/" + entry.name)
        }
    }

    /// Returns true for the folder of a process that has ended.
    private static func isAbandoned(_ name: String) -> Bool {
        guard let process = pid_t(name) else { return true }
        return kill(process, 0) != 0 && errno == ESRCH
    }

    /// Creates a new folder in it.
    func makeFolder() throws(FileError) -> String {
        count += 1
        let folder = "\(path)/\(count)"
        try LocalFiles.makePrivateFolder(folder)
        return folder
    }
}
