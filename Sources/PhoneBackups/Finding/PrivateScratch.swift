import Foundation
import LocalFiles

/// A folder for decrypted files that only its owner may access. It is removed with this object; what
/// a killed run has left is removed by the next one.
final class PrivateScratch {
    let path: String
    private var count = 0

    init() throws(BackupError) {
        let parent = try Self.cacheFolder("notebinder-scratch")
        path = "\(parent)/\(getpid())"
        Self.removeAbandoned()
        try BackupError.reporting { () throws(FileError) in
            try LocalFiles.remove(path)
            try LocalFiles.makePrivateFolder(path)
        }
    }

    /// Returns a folder of the user's cache that only its owner may access, which is created if it is
    /// missing. Without a cache that can be written, as for services, it is among temporary files.
    static func cacheFolder(_ names: String...) throws(BackupError) -> String {
        let environment = ProcessInfo.processInfo.environment
        let caches = [
            environment["XDG_CACHE_HOME"], environment["HOME"].map { $0 + "/.cache" },
        ].compactMap { $0 }.filter { $0.hasPrefix("/") }
        for cache in caches {
            let folder = cache + "/" + names.joined(separator: "/")
            if (try? LocalFiles.makeFolder(cache)) != nil,
                (try? LocalFiles.makePrivateFolders(folder)) != nil, access(folder, W_OK) == 0
            {
                return folder
            }
        }
        // Others can create folders there too, so that it must be known to be the user's own.
        let own = FileManager.default.temporaryDirectory.path + "/notebinder-\(getuid())"
        if mkdir(own, 0o700) != 0 {
            var status = stat()
            guard lstat(own, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
                status.st_uid == getuid(), status.st_mode & 0o077 == 0
            else {
                throw .file(
                    description: "cannot use \(own), which others may change; set XDG_CACHE_HOME")
            }
        }
        let folder = own + "/" + names.joined(separator: "/")
        try BackupError.reporting { () throws(FileError) in
            try LocalFiles.makePrivateFolders(folder)
        }
        return folder
    }

    deinit { try? LocalFiles.remove(path) }

    /// Removes the folders of runs that were killed.
    static func removeAbandoned() {
        guard let parent = try? cacheFolder("notebinder-scratch"),
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
