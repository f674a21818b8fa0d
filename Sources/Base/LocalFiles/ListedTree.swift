import Platform

/// The names of everything below a folder. Each folder is in the order in which the file system
/// lists it, so that two listings of an unchanged folder are the same.
///
/// The names are listed first; the entries are examined afterwards in batches, on as many threads
/// as there are.
package struct ListedTree: Sendable {
    /// The listed folders: the root first, and every other folder after the one that contains it.
    package let folders: [ListedFolder]
    /// The paths, relative to the root, of folders that cannot be listed or are nested too deep.
    package let passedOver: [String]

    /// The maximum depth: more than that of any folder with notes, and within the limit of open
    /// descriptors.
    private static let maximumDepth = 64

    /// Creates an empty tree.
    package init() {
        (folders, passedOver) = ([], [])
    }

    /// Lists a folder and everything below it.
    ///
    /// - Throws: ``FileError`` if the root cannot be listed.
    package init(_ root: String) throws(FileError) {
        guard let stream = opendir(root) else {
            throw FileError(action: "list the folder", path: root, code: errno)
        }
        var folders: [ListedFolder] = []
        var passedOver: [[UInt8]] = []
        Self.list(
            stream, listed: ListedFolder(root: root, path: []), depth: 0, folders: &folders,
            passedOver: &passedOver)
        self.folders = folders
        self.passedOver = passedOver.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func list(
        _ stream: OpenFolder, listed: ListedFolder, depth: Int,
        folders: inout [ListedFolder], passedOver: inout [[UInt8]]
    ) {
        defer { closedir(stream) }
        let descriptor = dirfd(stream)
        var listed = listed
        // Reads the times before the names, so that what is added meanwhile shows.
        var status = stat()
        if fstat(descriptor, &status) == 0 { listed.stamp = FileStamp(status) }
        var inner: [(name: [CChar], path: [UInt8])] = []
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                    let length = strlen(name)
                    // Skips `.` and `..`.
                    if name[0] == 0x2E, length == 1 || length == 2 && name[1] == 0x2E { return }
                    let number = listed.count
                    listed.append(
                        UnsafeBufferPointer(start: name, count: length + 1),
                        inode: UInt64(entry.pointee.d_ino))
                    var kind = Int32(entry.pointee.d_type)
                    if kind == Int32(DT_UNKNOWN) {
                        // Some file systems do not report the type.
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
                stream, listed: ListedFolder(root: listed.root, path: path + [UInt8(ascii: "/")]),
                depth: depth + 1, folders: &folders, passedOver: &passedOver)
        }
    }
}

/// The entries of one folder of a tree, without `.` and `..`.
package struct ListedFolder: Sendable {
    fileprivate let root: String
    /// The path relative to the root with a slash at its end, in the bytes of the file system;
    /// empty for the root.
    package let path: [UInt8]
    /// The stamp of the folder at the time of listing: its modification time is that at which an
    /// entry was last added or removed; its change time also covers permissions and renaming.
    package fileprivate(set) var stamp = FileStamp(stat())
    /// The names, each followed by a zero byte.
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

    /// Returns the path of an entry, relative to the root.
    fileprivate func path(of number: Int) -> [UInt8] {
        let end = number + 1 < count ? starts[number + 1] : names.count
        var path = path
        path.reserveCapacity(path.count + end - starts[number])
        for index in starts[number]..<end - 1 { path.append(UInt8(bitPattern: names[index])) }
        return path
    }

    /// Passes the path, relative to the root, and the inode of each entry to `visit`. A path is
    /// valid only during the call.
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

    /// Examines some entries. Entries that have disappeared since they were listed are left out.
    ///
    /// - Parameter numbers: The indices of the entries, within `0..<count`.
    /// - Returns: The paths, relative to the root, of entries that cannot be examined.
    package func forEach(
        in numbers: Range<Int>, _ visit: (borrowing ListedEntry) -> Void
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
        // One buffer is used for all paths: allocating each would take as long as examining it.
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
                        ListedEntry(path: path, stamp: FileStamp(status), target: target))
                }
            }
        }
        return passedOver
    }
}

/// A file or folder of a tree and its status, valid only while it is passed to a closure.
package struct ListedEntry: ~Copyable {
    /// The path relative to the root, in the bytes of the file system.
    package let path: UnsafeBufferPointer<UInt8>
    /// The stamp of the entry; symbolic links are not followed.
    package let stamp: FileStamp
    /// The status of the target of a symbolic link; nil for anything else and for a broken link.
    package let target: FileStatus?

    package var status: FileStatus { stamp.status }
}

extension ListedTree {
    /// Examines all entries, a folder before its contents.
    ///
    /// - Returns: The paths, relative to the root, of what cannot be listed or examined.
    package func forEach(_ visit: (borrowing ListedEntry) -> Void) -> [String] {
        passedOver + folders.flatMap { $0.forEach(in: 0..<$0.count, visit) }
    }
}

#if canImport(Darwin)
    private typealias OpenFolder = UnsafeMutablePointer<DIR>
#else
    private typealias OpenFolder = OpaquePointer
#endif
