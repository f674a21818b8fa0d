import Platform

/// An entry of a folder.
package struct FolderEntry: Hashable, Sendable {
    package enum Kind: Sendable {
        case file, folder, link
        /// A device, a socket or a named pipe.
        case special
        /// An entry whose name is not valid UTF-8, so that it has no path as a string.
        case unnameable
    }

    package let name: String
    package let kind: Kind
}

extension LocalFiles {
    /// Returns the entries of a folder without `.` and `..`, sorted by the bytes of their names.
    ///
    /// - Throws: ``FileError`` if the folder cannot be listed.
    package static func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        guard let stream = opendir(folder) else {
            throw FileError(action: "list the folder", path: folder, code: errno)
        }
        defer { closedir(stream) }
        // Large folders are sorted by the bytes of their names before strings are made of them.
        var names: [CChar] = []
        var found: [(start: Int, type: Int32)] = []
        errno = 0
        while let entry = readdir(stream) {
            found.append((names.count, Int32(entry.pointee.d_type)))
            // Some file systems have names that are longer than the field.
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                    names += UnsafeBufferPointer(start: name, count: strlen(name) + 1)
                }
            }
            errno = 0
        }
        try FileError.check(errno == 0, action: "list the folder", path: folder)
        return names.withUnsafeBufferPointer { names in
            guard let first = names.baseAddress else { return [] }
            found.sort { strcmp(first + $0.start, first + $1.start) < 0 }
            return found.compactMap { start, type in
                guard let name = String(validatingCString: first + start) else {
                    return FolderEntry(name: String(cString: first + start), kind: .unnameable)
                }
                if name == "." || name == ".." { return nil }
                return FolderEntry(name: name, kind: kind(type, of: name, in: folder))
            }
        }
    }

    /// Returns the names in a folder without those that begin with a full stop, in no order; nil if
    /// there are more than a limit, or if the folder cannot be listed. It costs little for a folder
    /// of many files.
    package static func names(of folder: String, upTo limit: Int) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            guard names.count < limit else { return nil }
            names.append(name)
        }
        return names
    }

    /// Returns the paths, relative to `root`, of everything below it that is not a folder, sorted
    /// by bytes. Symbolic links are not followed.
    ///
    /// - Throws: ``FileError`` if one of the folders cannot be listed.
    package static func files(below root: String) throws(FileError) -> [String] {
        var files: [String] = []
        var folders = [""]
        while let folder = folders.popLast() {
            for entry in try entries(of: root + "/" + folder) {
                let path = folder + entry.name
                if entry.kind == .folder {
                    folders.append(path + "/")
                } else {
                    files.append(path)
                }
            }
        }
        return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func kind(
        _ type: Int32, of name: String, in folder: String
    ) -> FolderEntry.Kind {
        var type = type
        if type == Int32(DT_UNKNOWN) {
            // Some file systems do not report the type, which is in the upper bits of the mode.
            var status = stat()
            guard lstat(folder + "/" + name, &status) == 0 else { return .special }
            type = Int32(status.st_mode & S_IFMT) >> 12
        }
        switch type {
        case Int32(DT_REG): return .file
        case Int32(DT_DIR): return .folder
        case Int32(DT_LNK): return .link
        default: return .special
        }
    }
}

extension String {
    /// Compares the UTF-8 bytes of two strings: below 0 if this string sorts before `other`, above
    /// 0 if it sorts after it, and 0 if both are equal.
    package func order(beside other: String) -> Int {
        var (one, two) = (self, other)
        return one.withUTF8 { one in
            two.withUTF8 { two in
                guard let first = one.baseAddress, let second = two.baseAddress else {
                    return one.count - two.count
                }
                let order = memcmp(first, second, min(one.count, two.count))
                return order == 0 ? one.count - two.count : Int(order)
            }
        }
    }
}
