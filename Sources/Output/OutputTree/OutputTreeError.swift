/// An error in reading or writing an output folder or one of its trees.
package enum OutputTreeError: Error, Sendable {
    /// The folder is not an output folder of Notebinder; it may hold other files.
    case notOurs(path: String)
    /// A file that Notebinder did not write is in the way: at the path of a planned file or folder,
    /// or in a folder where a file is planned.
    case foreignFile(path: String)
    /// The manifest of a tree cannot be read.
    case damagedManifest(path: String)
    /// The name of a file that Notebinder did not write is not valid UTF-8, so that the file cannot
    /// be carried over into the next tree.
    case unnameableFile(path: String)
    /// A part of a tree cannot be examined. The next tree would lack the foreign files in it.
    case unreachable(path: String)
    /// The records are in a format that this version does not know; `isNewer` is true if it is that
    /// of a later version.
    case unknownFormat(path: String, isNewer: Bool)
    /// The output folder is a file.
    case notAFolder(path: String)
    /// The output folder is a symbolic link to something that does not exist.
    case danglingLink(path: String, target: String)
    /// An original has changed since its digest was computed, or is gone.
    case changedOriginal(path: String)
    /// A file of an older tree is missing or damaged, so the tree is not restored.
    ///
    /// `generation` is the folder that holds the trees of that publication.
    case damagedGeneration(file: String, generation: String)
    /// Another run holds the lock of the folder; `holder` is nil if it is not known.
    case locked(path: String, holder: LockHolder?)
    /// The records are in another folder, which the caller does not know.
    case stateElsewhere(path: String)
    /// The records are to be in a folder that has none, although trees have been published with
    /// records elsewhere.
    case stateMissing(path: String, state: String)
    /// The folder for the records holds other files.
    case stateOfOthers(path: String)
    /// The records are those of other trees, which are at `path`.
    case stateOfAnother(path: String, state: String)
    /// A link is where the records are, which cannot be moved.
    case linkedRecords(path: String, target: String)
    /// There are records beside the trees and in another folder.
    case twoStates(path: String, state: String)
    /// The records are to be on another file system than the trees.
    case otherFileSystem(path: String, state: String)
}
