package import LocalFiles
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
    ///
    /// - Throws: The error of the check, if the text may not be published.
    func check(_ text: [UInt8]) throws

    /// Checks text and appends it, with files in place of ranges of it.
    ///
    /// - Parameter embedded: The files in the order of their ranges.
    /// - Throws: The error of the check; ``FileError`` if the file cannot be written.
    func write(_ text: [UInt8], embedding embedded: [EmbeddedFile]) throws

    /// Returns the bytes of an original or of a derivative, after checking that it may be
    /// published.
    ///
    /// - Throws: The error of the check; that of making a derivative.
    func stored(_ content: OutputContent) throws -> StoredBytes
}

/// A file within text, in base64. It is read in pieces.
package struct EmbeddedFile: Sendable {
    /// The range of the text that the file replaces, which may be empty.
    package let range: Range<Int>
    /// The text before the file, such as `data:image/png;base64,`.
    package let head: String
    package let bytes: StoredBytes

    package init(at range: Range<Int>, head: String = "", bytes: StoredBytes) {
        (self.range, self.head, self.bytes) = (range, head, bytes)
    }
}

extension OutputFileWriter {
    /// Checks text and appends it.
    ///
    /// - Throws: The errors of ``write(_:embedding:)``.
    package func write(_ text: [UInt8]) throws { try write(text, embedding: []) }
}
