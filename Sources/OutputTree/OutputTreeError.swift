package import LocalFiles

/// Why a tree could not be written.
package enum OutputTreeError: Error, Sendable {
    /// The folder holds files of somebody else.
    case notOurs(path: String)
    /// A file that this program did not write stands where one of a tree shall be.
    case foreignFile(path: String)
    /// The record of what a tree holds cannot be read.
    case damagedManifest(path: String)
    /// A file that this program did not write has a name that is no UTF-8: it could not be carried
    /// along.
    case unnameableFile(path: String)
    /// Something in a tree cannot be looked into: what others put there could not be carried along.
    case unreachable(path: String)
    /// The output folder is a file.
    case notAFolder(path: String)
    /// The output folder is a symbolic link to something that does not exist.
    case danglingLink(path: String, target: String)
    /// A file of an older tree is missing or damaged, so the tree is not restored.
    ///
    /// `generation` is the folder that holds the trees of that publication.
    case damagedGeneration(file: String, generation: String)
    /// Two runs at once.
    case locked(path: String)
    case file(FileError)
}

extension OutputTreeError {
    /// Does what the file system may refuse.
    static func wrapping<Value>(
        _ body: () throws(FileError) -> Value
    ) throws(OutputTreeError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw .file(error)
        }
    }
}
