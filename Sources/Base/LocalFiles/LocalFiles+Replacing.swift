private import CFileSystem
import Platform

extension LocalFiles {
    /// Returns the path of a hidden temporary file in the folder of `path`, for a file to be
    /// replaced; each process has its own.
    package static func hiddenPath(beside path: String) -> String {
        let name = name(of: path)
        return "\(folder(of: path))/.\(name.utf8.count > 200 ? "note" : name).\(getpid()).new"
    }

    /// Returns true for a name that ``hiddenPath(beside:)`` gives to a temporary file.
    package static func isTemporaryName(_ name: String) -> Bool {
        // Every change looks at all names of the notes folder; a regular expression is slow.
        let (start, end) = (UInt8(ascii: "."), Array(".new".utf8))
        let name = name.utf8
        guard name.first == start, name.count > 7, name.suffix(4).elementsEqual(end) else {
            return false
        }
        let number = name.dropLast(4).reversed().prefix { (0x30...0x39).contains($0) }.count
        let rest = name.dropLast(4 + number)
        return number > 0 && rest.count > 2 && rest.last == start
    }

    /// Puts a new folder in the place of an existing one.
    ///
    /// On a file system that cannot exchange two folders atomically, the path is free for a moment;
    /// ``restoreReplaced(_:to:)`` repairs an interruption.
    ///
    /// - Parameter replaced: A free path on the same file system, for the old folder.
    /// - Returns: The path at which the old folder is now: `new` after an exchange, otherwise
    ///   `replaced`.
    /// - Throws: ``FileError`` if a folder cannot be exchanged or renamed.
    @discardableResult
    package static func replaceFolder(
        at path: String, with new: String, moving replaced: String
    ) throws(FileError) -> String {
        if try exchange(new, path) { return new }
        try rename(path, to: replaced)
        do throws(FileError) {
            try rename(new, to: path)
        } catch {
            try rename(replaced, to: path)
            throw error
        }
        return replaced
    }

    /// Moves a replaced folder back if an interruption left its path free.
    ///
    /// - Throws: ``FileError`` if a path cannot be examined, or the folder cannot be renamed.
    package static func restoreReplaced(_ replaced: String, to path: String) throws(FileError) {
        guard try status(replaced, followingLinks: false) != nil,
            try status(path, followingLinks: false) == nil
        else { return }
        try rename(replaced, to: path)
    }
}

extension LocalFiles {
    /// Renames a file or folder, replacing an existing file.
    ///
    /// - Throws: ``FileError`` if it cannot be renamed.
    package static func rename(_ path: String, to other: String) throws(FileError) {
        try FileError.check(Platform.rename(path, other) == 0, action: "rename to", path: other)
    }

    /// Renames a file; if the new name is taken already, removes the file instead.
    ///
    /// - Throws: ``FileError`` if the file cannot be renamed or removed.
    package static func renameUnlessThere(_ path: String, to other: String) throws(FileError) {
        if Platform.link(path, other) != 0, errno != EEXIST {
            return try rename(path, to: other)
        }
        try remove(path)
    }

    /// Renames a file or a folder. It replaces nothing, except an empty folder by a folder.
    ///
    /// - Throws: ``FileError`` if the name is taken (`EEXIST`, `ENOTEMPTY` or `ENOTDIR`), or if
    ///   renaming fails.
    package static func renameIfFree(_ path: String, to other: String) throws(FileError) {
        guard try status(path, followingLinks: false)?.isFolder == false else {
            return try rename(path, to: other)
        }
        // Without flags, the link to a symbolic link is another one.
        guard linkat(AT_FDCWD, path, AT_FDCWD, other, 0) == 0 else {
            let error = FileError(action: "create", path: other, code: errno)
            // Goes on for a file system that does not support links.
            guard error.isDenied || error.code == ENOTSUP else { throw error }
            guard try status(other, followingLinks: false) == nil else {
                throw FileError(action: "create", path: other, code: EEXIST)
            }
            return try rename(path, to: other)
        }
        try remove(path)
    }

    /// Exchanges what is at two paths atomically.
    ///
    /// - Returns: False if the file system does not support it; nothing has changed then.
    /// - Throws: ``FileError`` if a path is missing or cannot be replaced.
    package static func exchange(_ path: String, _ other: String) throws(FileError) -> Bool {
        switch cfilesystem_exchange(path, other) {
        case 0: return true
        case EINVAL, ENOSYS, ENOTSUP: return false
        case let code: throw FileError(action: "replace", path: other, code: code)
        }
    }
}
