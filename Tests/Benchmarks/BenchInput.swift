import Foundation
import NoteArchives
import NoteModel

/// A notes folder to measure, and how to edit one note of it.
struct BenchInput {
    let notes: String
    let name: String
    /// Edits the same note for the first, second and each further time; nil if no note can be edited.
    let edit: ((Int) throws -> Void)?

    /// Writes made notes into a new folder.
    static func made(_ count: Int, in workspace: String) throws -> BenchInput {
        let folder = "\(workspace)/made-\(count)"
        try ProgramRun.ofBench(["write", "\(count)", folder])
        let notes = MadeNotes(count: count)
        return BenchInput(
            notes: folder, name: "made notes",
            edit: { try notes.edit(in: folder, edits: $0) })
    }

    /// Copies a notes folder or a single archive, since one of its notes will be edited.
    static func copy(of path: String, in workspace: String) throws -> BenchInput {
        let original = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: original.path, isDirectory: &isFolder) else {
            throw WorkerError(reason: "\(path): there is no such folder")
        }
        let folder = workspace + "/copied"
        if isFolder.boolValue {
            try FileManager.default.copyItem(atPath: original.path, toPath: folder)
        } else {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: original.path, toPath: folder + "/" + original.lastPathComponent)
        }
        return BenchInput(notes: folder, name: path, edit: try editor(of: folder, workspace))
    }

    /// Returns a closure that edits the note of the middle file among those with a single note.
    private static func editor(
        of folder: String, _ workspace: String
    ) throws -> ((Int) throws -> Void)? {
        let notesFolder = try NotesFolder(folder)
        let reader = SourceReader(folder: notesFolder)
        let sources = notesFolder.sources
        let fromMiddle = sources[(sources.count / 2)...] + sources[..<(sources.count / 2)]
        for source in fromMiddle {
            let notes = reader.read(source).notes
            guard notes.count == 1, notes[0].deck == nil, !notes[0].body.isEmpty else { continue }
            return { [body = notes[0].body] edits in
                let lines = (1...edits).map { "\n\nLine \($0), which was added later." }
                let text = workspace + "/edited-text"
                try Data((body + lines.joined()).utf8).write(to: URL(fileURLWithPath: text))
                try ProgramRun.ofNotebinder(
                    ["edit", source.name, "--notes", folder, "--file", text])
                // Earlier versions do not count as notes of the folder.
                try FileManager.default.removeItem(atPath: folder + "/.trash")
            }
        }
        return nil
    }

    /// Returns the name of the folder, the number of notes, their size and their length.
    func description() throws -> String {
        let folder = try NotesFolder(notes)
        let reader = SourceReader(folder: folder)
        var lengths: [Int] = []
        for source in folder.sources {
            lengths += reader.read(source).notes.map { Self.wordCount(of: $0.body) }
        }
        var size = 0
        for path in try files() {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            size += attributes[.size] as? Int ?? 0
        }
        lengths.sort()
        let megabytes = String(format: "%.1f", Double(size) / 1e6)
        return
            "\(name): \(lengths.count.grouped) notes, \(megabytes) MB, median \(median(lengths)) words, at most \((lengths.last ?? 0).grouped)"
    }

    /// Returns the paths of all files in the folder.
    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: notes).map { notes + "/" + $0 }
            .filter { path in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
    }

    /// Returns the number of words in a text: parts between white space that contain a letter or a
    /// digit. In scripts without spaces two characters count as a word.
    static func wordCount(of text: String) -> Int {
        var count = 0
        var ideographs = 0
        var isInWord = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isInWord = false
            } else if (0x3040...0x9FFF).contains(scalar.value) {
                ideographs += 1
            } else if !isInWord && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar) {
                count += 1
                isInWord = true
            }
        }
        return count + (ideographs + 1) / 2
    }
}
