import LocalFiles
import MediaProcessing
import NoteModel
import Platform

/// A sample notes folder: archives as an iPhone app writes them, with photos in every form that can
/// be read.
package enum SampleNotes {
    /// Writes the sample into a new or empty folder.
    ///
    /// - Parameters:
    ///   - photoWorker: The path of the program `notebinder-photos`.
    ///   - isOfAppleNotes: True to write a store of Apple Notes instead of archives.
    /// - Returns: The number of notes that can be read.
    /// - Throws: ``UserError`` if the folder holds something; any error of writing or drawing.
    package static func write(
        to folder: String, photoWorker: String, isOfAppleNotes: Bool = false
    ) throws -> Int {
        let folder = LocalFiles.absolute(folder)
        let status = try LocalFiles.status(folder)
        guard status?.isFolder != false else {
            throw UserError("\(folder) is not a folder.", "Name a new one.")
        }
        guard try status == nil || LocalFiles.entries(of: folder).isEmpty else {
            throw UserError(
                "\(folder) holds something already.",
                "Name a new folder: notebinder sample FOLDER.")
        }
        // Drawn elsewhere, so that a missing worker leaves no half-made sample.
        let workspace = try LocalFiles.makeTemporaryFolder()
        defer { try? LocalFiles.remove(workspace) }
        let pictures = SamplePictures(
            processor: MediaProcessor(cache: workspace, worker: photoWorker), folder: workspace)
        if isOfAppleNotes {
            try LocalFiles.makeFolder(folder)
            try SampleAppleNotes.write(into: folder, pictures: pictures)
            return SampleAppleNotes.count
        }
        let notes = try SampleNotebook(pictures: pictures)
        try LocalFiles.makeFolder(folder + "/Photos")
        for file in notes.media {
            try LocalFiles.create(folder + "/Photos/" + file.name, bytes: file.bytes)
        }
        for file in notes.archives {
            let path = folder + "/" + file.name
            try LocalFiles.makeFolder(LocalFiles.folder(of: path))
            try LocalFiles.create(path, bytes: file.bytes)
        }
        return notes.count
    }
}
