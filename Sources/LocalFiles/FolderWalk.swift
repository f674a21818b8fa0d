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
    /// What cannot be looked at is passed over: folders below the first that cannot be listed or lie
    /// very deep, and what is in those whose files cannot be asked after.
    ///
    /// - Parameter visit: Is handed each entry, folders before what is in them.
    /// - Returns: The paths of what was passed over, below the root.
    /// - Throws: ``FileError`` where the folder itself cannot be listed.
    @discardableResult
    package static func walk(
        _ root: String, _ visit: (borrowing WalkedEntry) -> Void
    ) throws(FileError) -> [String] {
        guard let stream = opendir(root) else {
            throw FileError(action: "list the folder", path: root, code: errno)
        }
        var passedOver: [[UInt8]] = []
        walk(stream, [], depth: 0, visit, &passedOver)
        return passedOver.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Deeper than any folder that is listed for notes, and than descriptors are scarce.
    private static let deepestWalk = 64

    private static func walk(
        _ stream: OpenFolder, _ folder: [UInt8], depth: Int,
        _ visit: (borrowing WalkedEntry) -> Void, _ passedOver: inout [[UInt8]]
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
                    var path = folder
                    path.reserveCapacity(folder.count + length + 1)
                    for index in 0..<length { path.append(UInt8(bitPattern: name[index])) }
                    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                        if errno != ENOENT { passedOver.append(path) }
                        return
                    }
                    let kind = status.st_mode & S_IFMT
                    var target: FileStatus?
                    if kind == S_IFLNK {
                        var followed = stat()
                        if fstatat(descriptor, name, &followed, 0) == 0 {
                            target = FileStatus(followed)
                        }
                    }
                    if kind == S_IFDIR {
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
            let inner =
                depth < deepestWalk
                ? openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1
            guard inner >= 0, let stream = fdopendir(inner) else {
                if inner >= 0 || depth == deepestWalk || errno != ENOENT { passedOver.append(path) }
                if inner >= 0 { close(inner) }
                continue
            }
            walk(stream, path + [UInt8(ascii: "/")], depth: depth + 1, visit, &passedOver)
        }
    }
}

#if canImport(Darwin)
    private typealias OpenFolder = UnsafeMutablePointer<DIR>
#else
    private typealias OpenFolder = OpaquePointer
#endif
