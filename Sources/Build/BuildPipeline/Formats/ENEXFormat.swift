import Hashing
import LocalFiles
import MediaProcessing
import NoteExports
import NoteModel
import OutputPlan
import Platform

/// ENEX, which Apple Notes, Evernote, Joplin, Obsidian and OneNote import. Files of notes are read
/// in pieces, so that memory does not depend on their size.
package struct ENEXFormat: OutputFormat {
    /// The maximum number of notes in a file; nil for all in one.
    private let split: Int?

    package init(split: Int? = nil) { self.split = split }

    package var form: OutputForm { split == nil ? .file : .numberedFiles }
    package var photos: OutputPhotos? { .original }

    package func plan(_ notebook: PlannedNotebook) -> PlannedFiles {
        let notes = notebook.input.notebook.notes
        let starts = split.map { Array(stride(from: 0, to: notes.count, by: $0)) } ?? [0]
        return PlannedFiles(
            starts.map { start in
                let part = notes[start..<min(start + (split ?? notes.count), notes.count)]
                return OutputFile(
                    OutputPath("notes.enex"),
                    content: .written { writer in
                        try writer.write(ENEXFrame.start(Array(part), version: ProgramVersion.text))
                        let noteWriter = ENEXWriter(input: notebook.input, writer: writer)
                        for note in part { try noteWriter.write(note) }
                        try writer.write(ENEXFrame.end)
                    })
            })
    }
}

/// Writes the notes of an ENEX file.
private struct ENEXWriter {
    let input: BuildInput
    let writer: any OutputFileWriter

    func write(_ note: Note) throws {
        let media = input.media
        let entry = ENEXNote(note, media: media)
        writer.diagnostics += entry.diagnostics
        // Upright copies have the metadata of their originals.
        let located = note.photos.filter { media[$0]?.decoded?.carriesPosition == true }
            .flatMap { photo in
                let copy = media[photo]?.decoded?.upright?.file
                return [photo.stored, copy.map(input.processor.stored)].compactMap(\.self)
            }
        var resources: [(resource: ENEXResource, bytes: StoredBytes)] = []
        for file in entry.files {
            guard let bytes = try bytes(of: file, in: note) else { continue }
            if located.contains(bytes) { writer.locatedPhotos.insert(bytes) }
            var checksums = Checksums([.md5])
            try bytes.forEachChunk { checksums.update($0) }
            let md5 = checksums.finished()[.md5] ?? ""
            resources.append((ENEXResource(file, md5: md5), bytes))
        }
        var content = entry.content(resources.map(\.resource))
        if ENEXNote.isTooLong(content) {
            writer.diagnostics.add(
                .exceedsFormat, source: note.id.source,
                summary:
                    "“\(note.title)” is longer than the 5 MB that ENEX allows; its text was left out.",
                suggestion: "Divide the note, or use the Markdown tree.")
            content = entry.content(resources.map(\.resource), isShortened: true)
        }
        // As a whole, before the format shortens it.
        try writer.check(Array(note.title.utf8))
        var text = entry.head(content: content)
        var embedded: [EmbeddedFile] = []
        var written: Set<String> = []
        for (resource, bytes) in resources where written.insert(resource.md5).inserted {
            let (start, end) = ENEXNote.enclosure(of: resource)
            text += start
            embedded.append(EmbeddedFile(at: text.count..<text.count, bytes: bytes))
            text += end
        }
        text += "</note>\n".utf8
        try writer.write(text, embedding: embedded)
    }

    /// Returns the location of a file's bytes; nil for one that ENEX does not allow, or that cannot
    /// be drawn.
    private func bytes(of file: ENEXFile, in note: Note) throws -> StoredBytes? {
        let stored: StoredBytes
        switch file.source {
        case .stored(let content): stored = try writer.stored(content)
        case .drawing(let svg):
            let path = "\(writer.scratch)/\(ContentDigest(of: svg).text).png"
            do {
                try input.processor.draw(
                    DrawRequest(
                        svg: String(decoding: svg, as: UTF8.self), width: 1024, path: path,
                        writesOrientation: false))
            } catch {
                writer.diagnostics.add(
                    .unreadablePhoto, source: note.id.source,
                    summary: "\(file.name) of “\(note.title)” cannot be drawn.",
                    suggestion: "The Markdown tree contains it as SVG.")
                return nil
            }
            stored = StoredBytes(file: path, range: 0..<(try LocalFiles.status(path)?.size ?? 0))
        }
        guard stored.count <= ENEXFile.maximumSize else {
            writer.diagnostics.add(
                .exceedsFormat, source: note.id.source,
                summary:
                    "\(file.name) of “\(note.title)” is larger than the 25 MB that ENEX allows; the export does not contain it.",
                suggestion: "The Markdown tree contains it.")
            return nil
        }
        return stored
    }
}
