import Foundation

/// The names of everything below a folder, each folder in the order in which the file system lists
/// it: two listings of a folder that nobody changed are the same.
///
/// Names are listed first, and looked at in pieces afterwards, on as many threads as there are.
package struct ListedTree: Sendable {
    /// The folder itself first, each other one behind the one that it is in.
    package let folders: [ListedFolder]
    /// Paths, below the folder, of what cannot be listed or lies very deep.
    package let passedOver: [String]

    /// Deeper than any folder that is listed for notes, and than descriptors are scarce.
    private static let maximumDepth = 64

    /// Nothing.
    package init() {
        (folders, passedOver) = ([], [])
    }

    /// - Throws: ``FileError`` where the folder itself cannot be listed.
    package init(_ root: String) throws(FileError) {
        guard let stream = opendir(root) else {
            throw FileError(action: "list the folder", path: root, code: errno)
        }
        var folders: [ListedFolder] = []
        var passedOver: [[UInt8]] = []
        Self.list(stream, ListedFolder(root: root, path: []), depth: 0, &folders, &passedOver)
        self.folders = folders
        self.passedOver = passedOver.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func list(
        _ stream: OpenFolder, _ listed: ListedFolder, depth: Int,
        _ folders: inout [ListedFolder], _ passedOver: inout [[UInt8]]
    ) {
        defer { closedir(stream) }
        let descriptor = dirfd(stream)
        var listed = listed
        // Before its names: what is added meanwhile shows.
        var status = stat()
        if fstat(descriptor, &status) == 0 {
            let found = FileStatus(status)
            (listed.inode, listed.modified) = (found.inode, found.modified)
            listed.changed = FileStatus.lastChange(status)
        }
        var inner: [(name: [CChar], path: [UInt8])] = []
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                    let length = strlen(name)
                    // `.` and `..`
                    if name[0] == 0x2E, length == 1 || length == 2 && name[1] == 0x2E { return }
                    let number = listed.count
                    listed.append(
                        UnsafeBufferPointer(start: name, count: length + 1),
                        inode: UInt64(entry.pointee.d_ino))
                    var kind = Int32(entry.pointee.d_type)
                    if kind == Int32(DT_UNKNOWN) {
                        // Some file systems do not say.
                        var status = stat()
                        let isFound = fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
                        if isFound, status.st_mode & S_IFMT == S_IFDIR { kind = Int32(DT_DIR) }
                    }
                    guard kind == Int32(DT_DIR) else { return }
                    inner.append(
                        (
                            Array(UnsafeBufferPointer(start: name, count: length + 1)),
                            listed.path(of: number)
                        ))
                }
            }
        }
        folders.append(listed)
        for (name, path) in inner {
            let opened =
                depth < maximumDepth
                ? openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1
            guard opened >= 0, let stream = fdopendir(opened) else {
                if opened >= 0 || depth == maximumDepth || errno != ENOENT {
                    passedOver.append(path)
                }
                if opened >= 0 { close(opened) }
                continue
            }
            list(
                stream, ListedFolder(root: listed.root, path: path + [UInt8(ascii: "/")]),
                depth: depth + 1, &folders, &passedOver)
        }
    }
}

/// What one folder of a tree holds, `.` and `..` left out.
package struct ListedFolder: Sendable {
    fileprivate let root: String
    /// Below the root, with a slash at its end, in bytes as the file system has them.
    package let path: [UInt8]
    package fileprivate(set) var inode: UInt64 = 0
    /// When something in it was added or removed last, when it was listed; in nanoseconds since 1970.
    package fileprivate(set) var modified: Int64 = 0
    /// The same of all changes of the folder.
    package fileprivate(set) var changed: Int64 = 0
    /// Each name with a zero behind it.
    private var names: [CChar] = []
    private var starts: [Int] = []
    private var inodes: [UInt64] = []

    package var count: Int { starts.count }

    fileprivate init(root: String, path: [UInt8]) {
        (self.root, self.path) = (root, path)
    }

    fileprivate mutating func append(_ name: UnsafeBufferPointer<CChar>, inode: UInt64) {
        starts.append(names.count)
        names.append(contentsOf: name)
        inodes.append(inode)
    }

    /// Of an entry, below the root.
    fileprivate func path(of number: Int) -> [UInt8] {
        let end = number + 1 < count ? starts[number + 1] : names.count
        var path = path
        path.reserveCapacity(path.count + end - starts[number])
        for index in starts[number]..<end - 1 { path.append(UInt8(bitPattern: names[index])) }
        return path
    }

    /// Hands out the paths of all entries, below the root, with the numbers that the file system
    /// knows them by; each path is valid while it is handed out.
    package func forEachName(
        _ visit: (_ path: UnsafeBufferPointer<UInt8>, _ inode: UInt64) -> Void
    ) {
        var entryPath = path
        names.withUnsafeBytes { names in
            for number in 0..<count {
                let end = number + 1 < count ? starts[number + 1] : names.count
                entryPath.removeLast(entryPath.count - path.count)
                entryPath.append(contentsOf: names[starts[number]..<end - 1])
                entryPath.withUnsafeBufferPointer { visit($0, inodes[number]) }
            }
        }
    }

    /// Looks at some entries. What is gone since it was listed is left out.
    ///
    /// - Returns: Paths, below the root, of what cannot be looked at.
    package func look(
        at numbers: Range<Int>, _ visit: (borrowing ListedEntry) -> Void
    ) -> [String] {
        var place = Array(root.utf8) + [UInt8(ascii: "/")] + path
        place.append(0)
        let descriptor = place.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                open($0.assumingMemoryBound(to: CChar.self), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            } ?? -1
        }
        guard descriptor >= 0 else {
            let isGone = errno == ENOENT
            return isGone ? [] : [String(decoding: path, as: UTF8.self)]
        }
        defer { close(descriptor) }
        var passedOver: [String] = []
        // One buffer for all paths: room for each would take as long as the look.
        var entryPath = path
        names.withUnsafeBufferPointer { names in
            for number in numbers {
                guard let name = names.baseAddress.map({ $0 + starts[number] }) else { continue }
                var status = stat()
                guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                    if errno != ENOENT {
                        passedOver.append(String(decoding: path(of: number), as: UTF8.self))
                    }
                    continue
                }
                var target: FileStatus?
                if status.st_mode & S_IFMT == S_IFLNK {
                    var followed = stat()
                    if fstatat(descriptor, name, &followed, 0) == 0 {
                        target = FileStatus(followed)
                    }
                }
                entryPath.removeLast(entryPath.count - path.count)
                entryPath.append(
                    contentsOf: UnsafeRawBufferPointer(start: name, count: strlen(name)))
                entryPath.withUnsafeBufferPointer { path in
                    visit(
                        ListedEntry(
                            path: path, status: FileStatus(status),
                            changed: FileStatus.lastChange(status), target: target))
                }
            }
        }
        return passedOver
    }
}

/// A file or folder of a tree, as it was looked at; valid while it is handed out.
package struct ListedEntry: ~Copyable {
    /// Below the root, in bytes as the file system has them.
    package let path: UnsafeBufferPointer<UInt8>
    /// Of the entry itself; a link is not followed.
    package let status: FileStatus
    /// When anything of it was changed last, its content, its names or who may read it, in
    /// nanoseconds since 1970.
    package let changed: Int64
    /// Of what a link leads to; nil for all else, and for a link that leads nowhere.
    package let target: FileStatus?
}

extension ListedTree {
    /// Looks at everything, a folder before what is in it.
    ///
    /// - Returns: Paths, below the root, of what cannot be listed or looked at.
    package func look(_ visit: (borrowing ListedEntry) -> Void) -> [String] {
        passedOver + folders.flatMap { $0.look(at: 0..<$0.count, visit) }
    }
}

#if canImport(Darwin)
    private typealias OpenFolder = UnsafeMutablePointer<DIR>
#else
    private typealias OpenFolder = OpaquePointer
#endif
