import LocalFiles
import NoteModel
import Orthography
import Platform

/// Names for the sources of imported notes, made from their titles and folders.
struct SourceNames {
    private var names = UniqueNames()

    /// Returns a path such as `Recipes/Lemon tart.data`, or `Recipes/Lemon tart 2.data` if that is
    /// the name of an earlier note.
    mutating func source(_ title: String, folders: [String]) -> String {
        let parts = folders.map { FileName.cleaned($0, fallback: "folder") }
        let name = FileName.cleaned(title, fallback: "Untitled")
        let stem = (parts + [name]).joined(separator: "/")
        return names.name(stem) { "\(stem) \($0)" } + ".data"
    }
}

/// The files of a note that is being imported, with names that are unique in it.
final class ImportedFiles {
    private(set) var media = MediaByKind<[Medium]>()
    private var names = UniqueNames()
    private let scratch: String

    /// - Parameter scratch: The path of a folder for files that are part of texts.
    init(scratch: String) { self.scratch = scratch }

    /// Adds a file and returns its name in the note.
    ///
    /// - Parameters:
    ///   - stored: The location of its bytes; nil for a file that is missing.
    ///   - name: The name that the other program has for it; empty if it has none.
    ///   - fallback: The name of a file without one.
    func add(_ stored: StoredBytes?, named name: String, fallback: String) -> String {
        let wanted = PhotoName(name)?.text ?? fallback
        let dot = wanted.utf8.lastIndex(of: UInt8(ascii: ".")) ?? wanted.endIndex
        let unique = names.name(wanted) { "\(wanted[..<dot])-\($0)\(wanted[dot...])" }
        let content = stored.map { MediaContent.stored($0) } ?? .missing
        media.append(Medium(content, named: unique, format: stored?.format))
        return unique
    }

    /// Adds a file that is part of a text, and returns its Markdown; nil if it cannot be written.
    func add(_ data: DataAddress, description: String) -> String? {
        let path = "\(scratch)/\(UUID().uuidString)"
        guard (try? LocalFiles.create(path, bytes: data.bytes)) != nil else { return nil }
        let name = add(
            StoredBytes(file: path, range: 0..<data.bytes.count), named: "",
            fallback: "picture.\(MediaTypes.fileExtension(of: data.mediaType))")
        return HTMLMarkdown.reference(toFile: name, words: description, isImage: isPhoto(name))
    }

    /// True if the last file that was added is a photo.
    func isPhoto(_ name: String) -> Bool { media.photos.contains { $0.name == name } }
}
