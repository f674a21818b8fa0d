/// The reason why something of an excluded note must not be published.
package enum LeakError: Error {
    /// Files contain words of excluded notes that are not accepted.
    ///
    /// - Parameters:
    ///   - first: A sentence with the first file, both notes and the words.
    ///   - otherFiles: The number of further files.
    case words(first: String, otherFiles: Int)
    /// A tree would contain a picture or a recording that no published note has, which only a
    /// defect of the program can cause. The path is relative to the output folder.
    case medium(path: String)
}
