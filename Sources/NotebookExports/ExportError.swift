import Diagnostics

/// The reason why something cannot be exported, imported, compared or verified. Existing files are
/// unchanged.
package enum ExportError: UserFacingError, Hashable, Sendable {
    /// There is nothing at the path of an export to be read.
    case missing(path: String)
    /// The file is of no kind that an export has.
    case notAnExport(path: String)
    /// The export has no `notebook.json`, which a comparison needs.
    case notAJSONExport(path: String)
    /// The ZIP file of an export cannot be read; the problem follows the path in a sentence.
    case damagedArchive(path: String, problem: String)

    /// The export has no note that could be imported; the problem is a sentence about the first
    /// one, nil for an export without notes.
    case nothingToImport(path: String, problem: String?)
    /// Notes cannot be imported into a single archive.
    case singleArchive(path: String)
    /// Notes cannot be imported into a published notebook.
    case publishedNotebook(path: String)
    /// The counts of an import do not add up, which only a defect of the program can cause.
    case unbalancedImport(String)

    /// The file of checksums is not in the format of `sha256sum`.
    case noChecksums(path: String)
    /// The output folder has no published tree to verify.
    case nothingPublished(path: String)
    /// The notes folder has no deck of flash cards.
    case noDeck(folder: String)
    /// A page of the book refers to a picture that no note has.
    case unknownPicture(address: String)

    /// The folder for the export does not exist.
    case missingFolder(path: String)
    /// The path of the folder for the export is that of a file.
    case notAFolder(path: String)
    /// The export would be written into the notes folder.
    case outputInNotes(path: String)
    /// The folder for temporary files was not made by this program.
    case foreignScratch(path: String)
    /// Another run is writing the same export.
    case locked(path: String)
    /// An older bag cannot be moved back to its path.
    case unrestoredBag(replaced: String, path: String)
    /// A folder or device is at the path of a file to be written.
    case notAFile(path: String)
    /// Something other than a bag of this program is at the path of a bag: a folder with files, or
    /// a file.
    case notABag(path: String, isFolder: Bool)
    /// There is an export at the path, which may not be replaced.
    case exists(path: String)
    /// The bag that is to be replaced contains a file of others.
    case foreignFile(path: String, name: String)
    /// A file or folder appeared at the path while the export was being written.
    case appeared(path: String)

    package var exitStatus: Int32 {
        if case .locked = self { 75 } else { 1 }
    }
}

extension ExportError {
    package var message: String {
        switch self {
        case .missing(let path): "\(path) does not exist. Check its name."
        case .notAnExport(let path):
            "\(path) is not an export. Name a folder of Markdown files, a folder json or markdown of a notebook, a bag, a RAW folder of Joplin, or a file with the extension .enex, .textbundle, .textpack, .zip, .json, .ndjson or .md."
        case .notAJSONExport(let path):
            "\(path) is not an export with a notebook.json. Name a notebook that was built, its folder json, or a bag."
        case .damagedArchive(let path, let problem): "\(path) \(problem)."
        case .nothingToImport(let path, let problem):
            "\(path) holds no note that could be imported." + (problem.map { " \($0)" } ?? "")
        case .singleArchive(let path): "\(path) is a single archive. Name a folder with --notes."
        case .publishedNotebook(let path):
            "\(path) is a published notebook. Name a notes folder with --notes."
        case .unbalancedImport(let counts):
            "The report does not add up: \(counts). Please report this."
        case .noChecksums(let path):
            "\(path) does not have the format of sha256sum. Restore it from another copy."
        case .nothingPublished(let path):
            "\(path) holds no published tree. Run notebinder build first."
        case .noDeck(let folder): "\(folder) holds no deck of flash cards."
        case .unknownPicture(let address):
            "The book would show \(address), which no note has; nothing was written. If a template of yours refers to it, correct it there; otherwise please report it."
        case .missingFolder(let path):
            "The folder \(path) does not exist. Create it, or name another one."
        case .notAFolder(let path): "\(path) is not a folder. Name another one."
        case .outputInNotes(let path):
            "\(path) is in the notes folder, where it would be read as a note. Choose a file elsewhere."
        case .foreignScratch(let path):
            "\(path) exists and was not written by Notebinder. Move it away, or choose another output."
        case .locked(let path):
            "Another run is writing \(path). Wait until it is done, then run again."
        case .unrestoredBag(let replaced, let path):
            "\(replaced) is the older bag, which an interrupted run could not put back because something else is at \(path). Move one of the two away."
        case .notAFile(let path):
            "\(path) exists and is not a file. Choose another one."
        case .notABag(let path, isFolder: false):
            "\(path) exists and is not a folder. Choose another one."
        case .notABag(let path, isFolder: true):
            "\(path) contains files and is not a bag of Notebinder. Choose an empty or a new folder with --output."
        case .exists(let path):
            "\(path) exists and was left unchanged. Choose another one, or replace it with --replace."
        case .foreignFile(let path, let name):
            "\(path) holds \(name), which does not belong to the bag. Take it out, or name another folder with --output."
        case .appeared(let path):
            "\(path) appeared while the export was being written, and was left unchanged. Run again with another output."
        }
    }
}
