import NoteArchives
import NoteEditing
import NoteModel
import Platform

/// Names the new photos and recordings of a note, and remembers the names that differ from those in
/// the text.
///
/// Otherwise a text could show another file of the same name.
struct NewFileNames {
    /// True if the note stores its photos as files in the folder Photos.
    let photosAreFiles: Bool
    private let folder: NotesFolder
    /// The names of other new files, in lower case.
    private var taken: Set<String> = []
    /// The new names, by the names in the request.
    private var renamed: [String: String] = [:]

    /// - Parameter folder: The notes folder, listed when no other program changes it.
    init(in folder: NotesFolder, photosAreFiles: Bool) {
        (self.folder, self.photosAreFiles) = (folder, photosAreFiles)
    }

    /// Returns a file name: the last component of the browser's name, or a default name.
    ///
    /// - Parameters:
    ///   - kind: The file extension for a name without one.
    ///   - isFile: True for a file in the folder Photos, whose name must be unique.
    mutating func name(_ wanted: String?, kind: String, isFile: Bool) -> String {
        var name = Self.clean(wanted, kind: kind)
        if isFile {
            name = folder.freePhotoName(name) { [taken] in taken.contains($0.lowercased()) }
            taken.insert(name.lowercased())
        }
        if let wanted, wanted != name, renamed[wanted] == nil { renamed[wanted] = name }
        return name
    }

    private static func clean(_ name: String?, kind: String) -> String {
        let last = (name ?? "").split(whereSeparator: { "/\\".contains($0) || $0.isNewline }).last
        let visible = (last ?? "").filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } }
            .trimmed
        guard !visible.hasPrefix("."), !visible.isEmpty else { return "photo." + kind }
        // Another extension, such as that of a page, would hide what the file is.
        var dot = visible.lastIndex(of: ".") ?? visible.endIndex
        let isOfMedium = MediaFormat(name: visible) != nil
        let ending = isOfMedium ? String(visible[dot...]) : "." + kind
        if !isOfMedium, !visible[dot...].contains(where: \.isLetter) { dot = visible.endIndex }
        // File systems allow 255 bytes, and the name may get a number.
        var stem = String(visible[..<dot].prefix(100))
        while stem.utf8.count > 200 { stem.removeLast() }
        return stem + ending
    }

    /// Returns a text that refers to the files by the names that they have been given.
    func renamingReferences(in text: String) -> String {
        guard !renamed.isEmpty else { return text }
        let names = renamed.keys.sorted { $0.count > $1.count }
        let beginning = /(?:\]\(\s*<?|\]:\s*<?|!\[\[)(?:Photos\/)?/
        var result = ""
        var rest = text[...]
        while let match = rest.firstMatch(of: beginning) {
            result += rest[..<match.range.upperBound]
            rest = rest[match.range.upperBound...]
            let name = names.first { name in
                guard rest.hasPrefix(name) else { return false }
                let next = rest.dropFirst(name.count).first
                return next.map { ">)|#]".contains($0) || $0.isWhitespace } ?? true
            }
            guard let name else { continue }
            result += renamed[name] ?? name
            rest = rest.dropFirst(name.count)
        }
        return result + rest
    }
}
