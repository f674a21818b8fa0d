private import CFileSystem
import Platform

/// Waits for changes in folders. Where the operating system does not report changes, it only waits
/// for the given time.
package final class FolderWatch: Sendable {
    /// The changes that were reported at one time.
    package struct Changes: Equatable, Sendable {
        /// The paths of what was created, written, moved or removed.
        package fileprivate(set) var paths: Set<String> = []
        /// True if more may have changed, such as a folder with everything below it, which may not
        /// be watched yet.
        package fileprivate(set) var mayBeMore = false
    }

    /// True if every change is reported; false if the system does not support it, a folder is on a
    /// network file system, or the limit of watched folders is reached.
    package let isComplete: Bool
    private let descriptor: Int32
    /// The paths of the watched folders by the numbers that the system gave to them.
    private let folders: [Int32: String]

    #if os(Linux)
        private static let events = UInt32(
            IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
                | IN_DELETE_SELF | IN_MOVE_SELF)
    #endif

    /// - Parameters:
    ///   - folders: The folders to watch, with everything below them except in hidden folders.
    ///   - files: Further files to watch; they may be missing.
    package init(folders: [String], files: [String] = []) {
        #if os(Linux)
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            var isComplete = descriptor >= 0
            var numbers: [Int32: String] = [:]
            func watch(_ path: String) {
                guard descriptor >= 0 else { return }
                let number = inotify_add_watch(descriptor, path, Self.events)
                if number >= 0 {
                    numbers[number] = path
                } else if errno != ENOENT {
                    // The number of watched folders is limited.
                    isComplete = false
                }
            }
            for folder in folders {
                if cfilesystem_is_remote(folder) != 0 { isComplete = false }
                watch(folder)
                for inner in (try? ListedTree(folder).folders) ?? [] {
                    let path = String(decoding: inner.path.dropLast(), as: UTF8.self)
                    let isHidden = path.utf8.split(separator: UInt8(ascii: "/")).contains {
                        $0.first == UInt8(ascii: ".")
                    }
                    if !path.isEmpty, !isHidden { watch(folder + "/" + path) }
                }
            }
            for file in files { watch(LocalFiles.folder(of: LocalFiles.absolute(file))) }
            (self.descriptor, self.isComplete) = (descriptor, isComplete)
            self.folders = numbers
        #else
            descriptor = -1
            folders = [:]
            isComplete = false
        #endif
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Waits for the next change.
    ///
    /// - Parameter seconds: The maximum time to wait.
    /// - Returns: What was reported; nil after the given time.
    package func wait(seconds: Double) -> Changes? {
        guard descriptor >= 0 else {
            usleep(UInt32(seconds * 1_000_000))
            return nil
        }
        #if os(Linux)
            let end = ContinuousClock.now + .seconds(seconds)
            var changes = Changes()
            repeat {
                let rest = max(.zero, end - .now) / .milliseconds(1)
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&waiting, 1, Int32(rest.rounded(.up))) > 0 else { return nil }
                withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 8) { buffer in
                    while case let count = read(descriptor, buffer.baseAddress, buffer.count),
                        count > 0
                    {
                        add(UnsafeRawBufferPointer(buffer)[..<count], to: &changes)
                    }
                }
            } while changes == Changes()
            return changes
        #else
            return nil
        #endif
    }

    #if os(Linux)
        /// - Parameter events: Whole events, as described in inotify(7).
        private func add(_ events: Slice<UnsafeRawBufferPointer>, to changes: inout Changes) {
            var rest = events
            while rest.count >= MemoryLayout<inotify_event>.size {
                let event = UnsafeRawBufferPointer(rebasing: rest).load(as: inotify_event.self)
                rest = rest.dropFirst(MemoryLayout<inotify_event>.size)
                let name = rest.prefix(Int(event.len)).prefix { $0 != 0 }
                rest = rest.dropFirst(Int(event.len))
                let isOfFolder = event.mask & UInt32(IN_ISDIR) != 0
                if isOfFolder, name.first == UInt8(ascii: ".") { continue }
                if let folder = folders[event.wd], !name.isEmpty, !isOfFolder {
                    changes.paths.insert(folder + "/" + String(decoding: name, as: UTF8.self))
                } else {
                    changes.mayBeMore = true
                }
            }
        }
    #endif
}
