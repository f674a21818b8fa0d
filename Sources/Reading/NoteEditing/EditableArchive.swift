import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import Platform

/// An archive that is open for changes, with the notes that it holds. Archives are opened for
/// writing here and nowhere else.
struct EditableArchive {
    let source: NotesFolder.SourceFile
    /// The archive as it was read.
    let original: [UInt8]
    let opened: OpenedArchive
    /// All notes of the archive with their locations, and the objects that could not be read.
    let collector: NoteCollector
    /// The archive with its changes.
    var editor: ArchiveEditor

    /// - Parameters:
    ///   - bytes: The archive; nil to read the file of the source.
    ///   - collector: A collector that has collected nothing yet.
    /// - Throws: ``UserError`` if the archive is damaged or cannot be changed; ``FileError`` if the
    ///   file cannot be read.
    init(_ source: NotesFolder.SourceFile, bytes: [UInt8]? = nil, collector: NoteCollector) throws {
        self.source = source
        if let bytes {
            original = bytes
        } else {
            original = try LocalFiles.read(source.path)
        }
        var collector = collector
        do {
            opened = OpenedArchive(try KeyedArchive(ArchiveBytes(original)), of: source)
            try collector.collect(opened)
            editor = try ArchiveEditor(opened.archive)
        } catch let error as ArchiveError {
            throw UserError(
                "\(source.name) cannot be changed: it \(error).", Self.advice(on: error))
        }
        editor.keepsUnreferenced = collector.hasDamage
        self.collector = collector
    }

    private static func advice(on error: ArchiveError) -> String {
        guard case .otherKind(let kind) = error.reason else {
            return "Copy it again from the device or from a backup."
        }
        return kind == "JSON text" ? "Change that file itself." : "Change the note in its app."
    }

    /// The absolute path of the archive.
    var file: String { source.path }

    /// The archive without its changes; nil if it cannot be changed.
    var unchanged: ArchiveEditor? { try? ArchiveEditor(opened.archive) }

    /// Returns the archive with its changes, in its original form as far as an app may depend on it:
    /// XML remains XML, and any other archive is binary.
    func bytes() -> [UInt8] {
        var editor = editor
        editor.prefersXML = PropertyListForm(prefix: Array(original.prefix(64))) == .xml
        return editor.bytes()
    }

    /// Returns the notes that a changed archive holds; none if it cannot be read.
    func notes(in bytes: [UInt8]) -> [Note] {
        guard let archive = try? KeyedArchive(ArchiveBytes(bytes)) else { return [] }
        var after = collector.emptied
        try? after.collect(OpenedArchive(archive, of: source))
        return after.notes
    }

    /// Returns true if notes of a changed archive are the same in every respect but their
    /// positions.
    func areSame(_ notes: [Note], before others: [Note], in bytes: [UInt8]) -> Bool {
        NeighbourCheck(file: file, before: original, after: bytes).areSame(notes, before: others)
    }
}

extension ArchiveEditor {
    /// Returns the place at the end of a path; nil if it does not exist, or is in a nested archive.
    ///
    /// - Parameter start: The place at which the path begins; nil for the root of the archive.
    func place(at path: ArchivePath, from start: Place? = nil) -> Place? {
        var place: Place? = start ?? root
        for step in path.steps {
            guard let here = place else { return nil }
            switch step {
            case .key(let key): place = self.place(.key(key), from: here)
            case .index(let index): place = self.place(.index(index), from: here)
            case .nested: return nil
            }
        }
        return place
    }
}
