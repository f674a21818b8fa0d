import MarkdownText
import NoteModel
package import OutputPlan

/// A file of a note that an ENEX export contains.
package struct ENEXFile: Sendable {
    /// The bytes of the file.
    package enum Source: Sendable {
        /// An original or a derivative.
        case stored(OutputContent)
        /// A drawing as SVG, of which the export contains a PNG: Apple Notes shows no SVG.
        case drawing([UInt8])
    }

    package let source: Source
    /// The name by which programs save it and messages name it.
    package let name: String
    /// The media type, such as `image/jpeg`.
    let mediaType: String
    let size: PixelSize?
    let caption: String?
    /// The file of the note that it is; nil for a drawing.
    let medium: NoteFile?

    /// The maximum size of a file in bytes: 25 MB, that of Evernote's free accounts.
    package static let maximumSize = 25 << 20
}

/// A file with what the content of a note needs to show it.
package struct ENEXResource: Sendable {
    package let file: ENEXFile
    /// The MD5 in hexadecimal digits, by which the content of the note refers to the file.
    package let md5: String

    package init(_ file: ENEXFile, md5: String) {
        (self.file, self.md5) = (file, md5)
    }

    /// Returns the element that shows the file in a note.
    ///
    /// - Parameter width: The width that the note gives a picture; nil for none.
    func element(description: String, width: Int? = nil) -> String {
        var bytes = Array("<en-media type=\"\(file.mediaType)\" hash=\"\(md5)\"".utf8)
        if let width { bytes += " width=\"\(width)\"".utf8 }
        if !description.isEmpty {
            bytes += " alt=\"".utf8
            bytes.appendXML(description.split(whereSeparator: \.isNewline).joined(separator: " "))
            bytes += "\"".utf8
        }
        return String(decoding: bytes, as: UTF8.self) + "/>"
    }
}
