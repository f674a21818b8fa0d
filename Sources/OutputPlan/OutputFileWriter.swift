package import Diagnostics
package import NoteModel

/// The sink of a file that is written in pieces. It checks everything that passes through it.
package protocol OutputFileWriter: AnyObject {
    /// The path of the file, for a library that writes it. The file does not exist yet.
    var path: String { get }
    /// The path of a folder for temporary files.
    var scratch: String { get }
    /// The photos in the file that say where they were taken.
    var locatedPhotos: Set<StoredBytes> { get set }
    /// Reports of parts that the file could not carry.
    var diagnostics: [Diagnostic] { get set }

    /// Checks text that a library writes.
    func check(_ text: [UInt8]) throws

    /// Checks text and appends it, with bytes in base64 between its parts.
    ///
    /// - Parameter embedded: Bytes with the offsets in the text before which they are inserted, in
    ///   ascending order. They are read in pieces.
    func write(_ text: [UInt8], embedding embedded: [(offset: Int, bytes: StoredBytes)]) throws

    /// Returns the bytes of an original or of a derivative, after checking that it may be published.
    func stored(_ content: OutputContent) throws -> StoredBytes
}

extension OutputFileWriter {
    package func write(_ text: [UInt8]) throws { try write(text, embedding: []) }
}
