import NoteModel
import OutputTree

/// The way to a destination.
protocol Carrier {
    /// Returns the content of the generation file of the destination; nil if there is none.
    func generation() throws -> [UInt8]?

    /// Returns those of the paths at which the destination has files.
    ///
    /// - Parameter isFirst: True before the first upload of all files.
    func occupied(_ paths: Set<String>, isFirst: Bool) throws -> [String]

    /// Takes the destination from one generation to the next.
    ///
    /// - Parameters:
    ///   - list: The files to upload and to remove, in their order.
    ///   - old: The present content of the generation file; nil if there is none.
    ///   - record: What is known of the destination, which the carrier keeps up to date on the
    ///     disk, so that a run that is killed can be resumed.
    /// - Throws: ``OtherHost`` if the generation file has another content meanwhile; ``UserError``
    ///   if the program fails.
    func carry(
        _ list: UploadList, from old: [UInt8]?, to new: Generation, _ record: inout UploadRecord
    ) throws
}

/// The error for a destination that another host has changed meanwhile.
struct OtherHost: Error {}

/// The things that carriers need besides the list of files.
struct CarrierContext: Sendable {
    /// The path of the published site.
    let site: String
    /// The path of a folder for temporary files.
    let scratch: String
    /// The lock on the notebook; nil for none.
    let lock: Int32?
    /// The folder of a carrier's own files.
    let folder: String
    /// True if the files of another run may be overwritten.
    let takesOver: Bool
    /// Called with the numbers of files that are done, and of all.
    let progress: @Sendable (_ done: Int, _ all: Int) -> Void

    func tool(_ name: String, package: String? = nil) throws -> Tool {
        try Tool(name, package: package ?? name, lock: lock, scratch: scratch)
    }
}
