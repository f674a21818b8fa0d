import Diagnostics

/// The reason why an export, or a file of it, cannot be read.
package enum ImportError: UserFacingError, Hashable, Sendable {
    /// The file or folder cannot be read; the reason is that of the operating system.
    case unreadable(path: String, reason: String)
    /// The folder contains neither `notebook.json` nor a Markdown file.
    case noExport(path: String)
    /// The front matter of a Markdown file cannot be read; the problem follows the path and the line
    /// in a sentence.
    case frontMatter(path: String, line: Int, problem: String)
    /// The text is larger than that of a note can be, such as a log or what a ZIP file unpacks to.
    case tooLarge(path: String)
    /// The note is in the trash of its program.
    case trashed(title: String)
    case encrypted(title: String)
    /// The JSON document is not a notebook.
    case notANotebook(path: String)
    /// The JSON document has a version of the format that this program does not know.
    case unknownVersion(path: String, version: Int64)
    /// The document is not valid JSON; the problem follows the name in a sentence.
    case invalidJSON(name: String, problem: String)

    /// The maximum size in bytes of a file that becomes one note.
    static let maximumTextSize = 16 << 20

    package var message: String {
        switch self {
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
        case .noExport(let path):
            "\(path) holds neither notebook.json nor a Markdown file. Name the folder json or markdown of a notebook that was built, a bag, a folder of Markdown files, or an export of Evernote, Joplin or Bear."
        case .frontMatter(let path, let line, let problem):
            "\(path), line \(line), \(problem); it was not imported."
        case .tooLarge(let path):
            "\(path) has more than \(Self.maximumTextSize >> 20) MB of text; it was not imported. Split it."
        case .trashed(let title):
            "“\(title)” is in the trash of its program; it was not imported."
        case .encrypted(let title):
            "“\(title)” is encrypted; decrypt it in its program and export it again."
        case .notANotebook(let path):
            "\(path) is not a notebook that Notebinder exported: it has no formatVersion, or no notes."
        case .unknownVersion(let path, let version):
            "\(path) has version \(version) of the format; this program knows version \(JSONExport.formatVersion). Use the Notebinder that wrote it, or a newer one."
        case .invalidJSON(let name, let problem): "\(name) \(problem)."
        }
    }
}
