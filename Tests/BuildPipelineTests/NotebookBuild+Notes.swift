import BuildPipeline
import BuildTestSupport
import Foundation
import NoteEditing
import TestSupport

extension NotebookBuild {
    /// The names of all trees.
    static let trees = ["site", "markdown", "json"]

    /// The options of a run for which nothing is set.
    var options: BuildOptions {
        BuildOptions(notes: notes, output: output, photoWorker: Places.photoWorker)
    }

    /// Adds an archive of a note that has no photos.
    func add(_ name: String, title: String?, body: String = "x", created: Date? = nil) throws {
        try add(name, note: ArchivedNote(title: title, body: body, created: created))
    }

    /// Adds notes that are called `Note 0`, `Note 1` and so on, in files named by these numbers.
    func addNotes(_ numbers: Range<Int>, in folder: String = "", body: String = "x") throws {
        for number in numbers {
            try add("\(folder)\(number)", title: "Note \(number)", body: body)
        }
    }

    /// Returns the files of all trees, by path.
    func published() throws -> [[String: [UInt8]]] { try Self.trees.map { try tree($0).bytes } }

    /// Returns the paths and the texts of all published files.
    func publishedText() throws -> String {
        try FolderContents(output).bytes.filter { !$0.key.hasPrefix(".notebinder/") }
            .sorted { $0.key < $1.key }.map { "\($0)\n\(String(decoding: $1, as: UTF8.self))\n" }
            .joined()
    }
}
