import Foundation

/// A file or folder that a walk through a folder comes to.
package struct WalkedEntry: ~Copyable {
    /// Path below the folder, in bytes as the file system has them.
    package let path: [UInt8]
    /// Of the entry itself; a link is not followed.
    package let status: FileStatus
    /// When anything of it was changed last, its content, its names or who may read it, in
    /// nanoseconds since 1970.
    package let changed: Int64
    /// Of what a link leads to; nil for all else, and for a link that leads nowhere.
    package let target: FileStatus?
}

extension LocalFiles {
    /// Looks at everything below a folder, each folder in the order in which the file system lists
    /// it: two walks through a folder that nobody changed see the same.
    ///
    /// A folder below the first that cannot be listed is passed over.
    ///
    /// - Parameter visit: Is handed each entry, folders before what is in them.
    /// - Throws: ``FileError`` where the folder itself cannot be listed.
    package static func walk(
        _ root: String, _ visit: (borrowing WalkedEntry) -> Void
    ) throws(FileError) {
        guard let stream = opendir(root) else {
            throw FileError(action: "list the folder", path: root, code: errno)
        }
        walk(stream, [], depth: 0, visit)
    }

    /// Deeper than any folder that is listed for notes, and than descriptors are scarce.
    private static let deepestWalk = 64

    private static func walk(
        _ stream: OpenFolder, _ folder: [UInt8], depth: Int,
        _ visit: (borrowing WalkedEntry) -> Void
    ) {
        defer { closedir(stream) }
        let descriptor = dirfd(stream)
        var folders: [(name: [CChar], path: [UInt8])] = []
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                    let length = strlen(name)
                    // `.` and `..`
                    if name[0] == 0x2E, length == 1 || length == 2 && name[1] == 0x2E { return }
                    var status = stat()
                    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                        return
                    }
                    var path = folder
                    path.reserveCapacity(folder.count + length + 1)
                    for index in 0..<length { path.append(UInt8(bitPattern: name[index])) }
                    let kind = status.st_mode & S_IFMT
                    var target: FileStatus?
                    if kind == S_IFLNK {
                        var followed = stat()
                        if fstatat(descriptor, name, &followed, 0) == 0 {
                            target = FileStatus(followed)
                        }
                    }
                    if kind == S_IFDIR, depth < deepestWalk {
                        folders.append(
                            (Array(UnsafeBufferPointer(start: name, count: length + 1)), path))
                    }
                    visit(
                        WalkedEntry(
                            path: path, status: FileStatus(status),
                            changed: FileStatus.lastChange(status), target: target))
                }
            }
        }
        for (name, path) in folders {
            let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard inner >= 0 else { continue }
            guard let stream = fdopendir(inner) else {
                close(inner)
                continue
            }
            walk(stream, path + [UInt8(ascii: "/")], depth: depth + 1, visit)
        }
    }
}

#if canImport(Darwin)
    private typealias OpenFolder = UnsafeMutablePointer<DIR>
#else
    private typealias OpenFolder = OpaquePointer
#endif
