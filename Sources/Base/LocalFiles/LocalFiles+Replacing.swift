import Foundation

extension LocalFiles {
    /// Returns the path of a hidden temporary file in the folder of `path`, for a file to be
    /// replaced; each process has its own.
    package static func hiddenPath(beside path: String) -> String {
        let name = name(of: path)
        return "\(folder(of: path))/.\(name.utf8.count > 200 ? "note" : name).\(getpid()).new"
    }

    /// Returns true for a name that ``hiddenPath(beside:)`` gives to a temporary file.
    package static func isTemporaryName(_ name: String) -> Bool {
        name.wholeMatch(of: /\..+\.[0-9]+\.new/) != nil
    }

    /// Puts a new folder in the place of an existing one.
    ///
    /// On a file system that cannot exchange two folders atomically, the path is free for a moment;
    /// ``restoreReplaced(_:to:)`` repairs an interruption.
    ///
    /// - Parameter replaced: A free path on the same file system, for the old folder.
    /// - Returns: The path at which the old folder is now: `new` after an exchange, otherwise
    ///   `replaced`.
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
    package static func restoreReplaced(_ replaced: String, to path: String) throws(FileError) {
        guard try status(replaced, followingLinks: false) != nil,
            try status(path, followingLinks: false) == nil
        else { return }
        try rename(replaced, to: path)
    }
}
