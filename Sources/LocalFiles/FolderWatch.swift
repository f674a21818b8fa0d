private import CFileSystem
import Foundation

/// Waits for changes in folders. Where the operating system does not report changes, it only waits
/// for the given time.
package final class FolderWatch: Sendable {
    /// True if every change is reported; false if the system does not support it, a folder is on a
    /// network file system, or the limit of watched folders is reached.
    package let isComplete: Bool
    private let descriptor: Int32

    #if os(Linux)
        private static let events = UInt32(
            IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
                | IN_DELETE_SELF | IN_MOVE_SELF)
    #endif

    /// - Parameters:
    ///   - folders: The folders to watch, with everything below them.
    ///   - files: Further files to watch; they may be missing.
    package init(folders: [String], files: [String] = []) {
        #if os(Linux)
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            var isComplete = descriptor >= 0
            func watch(_ path: String) {
                guard descriptor >= 0 else { return }
                // The number of watched folders is limited.
                if inotify_add_watch(descriptor, path, Self.events) < 0, errno != ENOENT {
                    isComplete = false
                }
            }
            for folder in folders {
                if cfilesystem_is_remote(folder) != 0 { isComplete = false }
                watch(folder)
                _ = try? ListedTree(folder).forEach { entry in
                    guard entry.status.isFolder else { return }
                    watch(folder + "/" + String(decoding: entry.path, as: UTF8.self))
                }
            }
            for file in files { watch(LocalFiles.folder(of: LocalFiles.absolute(file))) }
            self.descriptor = descriptor
            self.isComplete = isComplete
        #else
            descriptor = -1
            isComplete = false
        #endif
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Waits for the next change.
    ///
    /// - Parameter seconds: The maximum time to wait.
    /// - Returns: True if a change was reported; false after the given time.
    package func wait(seconds: Double) -> Bool {
        guard descriptor >= 0 else {
            usleep(UInt32(seconds * 1_000_000))
            return false
        }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Int32(seconds * 1000)) > 0 else { return false }
        // It does not matter what changed: the next build finds out.
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        return true
    }
}
