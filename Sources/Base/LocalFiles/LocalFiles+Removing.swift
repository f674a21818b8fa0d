import Platform

extension LocalFiles {
    /// Removes a file, or a folder with its contents, whose names need not be UTF-8; a missing one
    /// is not an error.
    ///
    /// - Throws: ``FileError`` if something cannot be removed, or a folder cannot be listed.
    package static func remove(_ path: String) throws(FileError) {
        try path.utf8CString.withUnsafeBufferPointer { path throws(FileError) in
            if let path = path.baseAddress { try remove(path) }
        }
    }

    private static func remove(_ path: UnsafePointer<CChar>) throws(FileError) {
        if unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR { return }
        let failure = FileError(action: "remove", path: String(cString: path), code: errno)
        // Nothing can be there that would have to be removed.
        var status = stat()
        if failure.code == EROFS, lstat(path, &status) != 0, errno == ENOENT { return }
        // Linux reports a folder as EISDIR, POSIX as EPERM.
        guard failure.code == EISDIR || failure.code == EPERM else { throw failure }
        guard let stream = opendir(path) else {
            // EPERM can also mean that a file may not be removed.
            guard errno != ENOTDIR else { throw failure }
            throw FileError(action: "list the folder", path: failure.path, code: errno)
        }
        defer { closedir(stream) }
        var inner: [[CChar]] = []
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                    if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { return }
                    inner.append(
                        Array(UnsafeBufferPointer(start: path, count: strlen(path)))
                            + [CChar(UInt8(ascii: "/"))]
                            + UnsafeBufferPointer(start: name, count: strlen(name) + 1))
                }
            }
        }
        for path in inner {
            try path.withUnsafeBufferPointer { path throws(FileError) in
                if let path = path.baseAddress { try remove(path) }
            }
        }
        try FileError.check(
            rmdir(path) == 0 || errno == ENOENT, action: "remove", path: failure.path)
    }

    /// Removes an empty folder.
    ///
    /// - Returns: False if nothing was removed, as when the folder is not empty.
    package static func removeIfEmpty(_ path: String) -> Bool { rmdir(path) == 0 }
}
