import Foundation
package import LocalFiles
package import NoteEditing

/// A folder for one test, removed when the value is released.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// Creates the folder; without one, no test means anything, so that the process ends.
    ///
    /// - Parameter isInMemory: True to create it in memory if the machine supports that.
    package init(isInMemory: Bool = false) {
        let memory = "/dev/shm"
        let base =
            isInMemory && FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        path = base + "/notebinder-\(UUID().uuidString)"
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            fatalError("The temporary folder \(path) cannot be made: \(error)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file below the folder, and the folders above it; returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = path + "/" + name
        try LocalFiles.makeFolder(LocalFiles.folder(of: file))
        try LocalFiles.remove(file)
        try LocalFiles.create(file, bytes: bytes)
        return file
    }

    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Returns the bytes of a file below the folder.
    package func bytes(_ name: String) throws -> [UInt8] {
        try LocalFiles.read(path + "/" + name)
    }

    /// Returns the text of a file below the folder, in which bytes that are not UTF-8 are replaced.
    package func text(_ name: String) throws -> String {
        String(decoding: try bytes(name), as: UTF8.self)
    }

    /// Writes an archive of one note.
    @discardableResult
    package func write(note: ArchivedNote, to name: String) throws -> String {
        try write(NoteArchiveWriter.archive(note), to: name)
    }

    /// Writes an archive of a list of notes.
    @discardableResult
    package func write(notes: [ArchivedNote], to name: String) throws -> String {
        try write(NoteArchiveWriter.archive(notes), to: name)
    }
}

/// The files below a folder, by path.
package struct FolderContents: Equatable, Sendable {
    /// The properties that distinguish two states of a file.
    package struct File: Equatable, Sendable {
        package let bytes: [UInt8]
        package let status: FileStatus
    }

    package let files: [String: File]

    package init(_ folder: String) throws {
        var files: [String: File] = [:]
        var folders = [""]
        while let prefix = folders.popLast() {
            for entry in try LocalFiles.entries(of: folder + "/" + prefix) {
                let name = prefix + entry.name
                if entry.kind == .folder {
                    folders.append(name + "/")
                } else if let status = try LocalFiles.status(folder + "/" + name) {
                    files[name] = File(
                        bytes: try LocalFiles.read(folder + "/" + name), status: status)
                }
            }
        }
        self.files = files
    }

    package var names: [String] { files.keys.sorted() }

    /// The bytes alone, for comparing trees that were written at different times.
    package var bytes: [String: [UInt8]] { files.mapValues(\.bytes) }
}
