import BuildPipeline
import BuildTestSupport
import NoteModel
import TestSupport

extension NotebookBuild {
    /// Returns the options of runs with a folder of notes beside the notebook.
    func options(_ notes: String = "MyNotes") -> BuildOptions {
        BuildOptions(
            notes: folder.path + "/" + notes, output: output, photoWorker: Places.photoWorker)
    }

    /// Imports an export beside the notebook into a folder of notes.
    @discardableResult
    func importNotes(_ export: String, to notes: String = "MyNotes") throws -> ImportReport {
        try BuildPipeline.importNotes(from: folder.path + "/" + export, into: options(notes))
    }

    /// Returns the notes of a folder beside the notebook.
    func readNotes(_ notes: String = "MyNotes") throws -> [Note] {
        try BuildPipeline.read(options(notes)).notebook.notes
    }
}
