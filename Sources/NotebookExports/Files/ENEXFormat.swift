import BuildPipeline
import ContentHashing
import Diagnostics
import Foundation
import LocalFiles
import MediaModel
import MediaProcessing
import NoteExchange
import NoteModel
import OutputChecks

/// A writer of ENEX files. Files of notes are read in pieces, so that memory does not depend on
/// their size.
struct ENEXWriter {
    let input: BuildInput
    /// The path of a folder for pictures of drawings.
    let scratch: String
    /// Looks for content of excluded notes; nil if there are none.
    let leaks: LeakCheck?
    private(set) var diagnostics: [Diagnostic] = []
    /// The photos in the file that say where they were taken.
    private(set) var locatedPhotos: Set<StoredBytes> = []

    init(_ input: BuildInput, scratch: String, leaks: LeakCheck?) {
        self.input = input
        self.scratch = scratch
        self.leaks = leaks
    }

    /// Writes notes to a new file.
    mutating func write(_ notes: [Note], to path: String) throws {
        let output = try OpenFile(path, access: .create)
        try output.writeAll(
            ENEXFrame.start(notes, version: ProgramVersion.text), synchronizing: false)
        for note in notes { try write(note, to: output) }
        try output.writeAll(ENEXFrame.end)
    }

    private mutating func write(
        _ note: Note, to output: borrowing OpenFile
    ) throws {
        let media = input.media
        let entry = ENEXNote(note, media: media)
        diagnostics += entry.diagnostics
        // Upright copies have the metadata of their originals.
        let located = note.photos.filter { media[$0]?.decoded?.carriesPosition == true }
            .flatMap { photo in
                let copy = media[photo]?.decoded?.upright?.file
                return [photo.stored, copy.map(input.processor.stored)].compactMap(\.self)
            }
        var resources: [(resource: ENEXResource, bytes: StoredBytes)] = []
        for file in entry.files {
            guard let bytes = try bytes(of: file, in: note) else { continue }
            if located.contains(bytes) { locatedPhotos.insert(bytes) }
            var checksums = Checksums([.md5])
            try bytes.forEachChunk { checksums.update($0) }
            let md5 = checksums.finished()[.md5] ?? ""
            resources.append((ENEXResource(file, md5: md5), bytes))
        }
        var content = entry.content(resources.map(\.resource))
        if ENEXNote.isTooLong(content) {
            diagnostics.append(
                Diagnostic(
                    .exceedsFormat, origin: .init(source: note.id.source),
                    summary:
                        "“\(note.title)” is longer than the 5 MB that ENEX allows; the export has it without its text.",
                    suggestion: "Divide the note, or use the Markdown tree."))
            content = entry.content(resources.map(\.resource), isShortened: true)
        }
        leaks?.check([note.title], at: "notes.enex")
        leaks?.check(content, at: "notes.enex")
        try output.writeAll(entry.head(content: content), synchronizing: false)
        var written: Set<String> = []
        for (resource, bytes) in resources where written.insert(resource.md5).inserted {
            let (start, end) = ENEXNote.enclosure(of: resource)
            try output.writeAll(start, synchronizing: false)
            try output.writeBase64(of: bytes)
            try output.writeAll(end, synchronizing: false)
        }
        try output.writeAll(Array("</note>\n".utf8), synchronizing: false)
    }

    /// Returns the location of a file's bytes; nil for one that ENEX does not allow, or that cannot
    /// be drawn.
    private mutating func bytes(of file: ENEXFile, in note: Note) throws -> StoredBytes? {
        let stored: StoredBytes
        switch file.source {
        case .original(let original): stored = original
        case .derived(let derived):
            let path = try input.derivatives.verified(derived).path
            stored = StoredBytes(file: path, range: 0..<derived.byteCount)
        case .drawing(let svg):
            let path = "\(scratch)/\(ContentDigest(of: svg).text).png"
            do {
                try input.processor.draw(
                    DrawRequest(
                        svg: String(decoding: svg, as: UTF8.self), width: 1024, path: path,
                        orientation: 1, writesOrientation: false, position: nil))
            } catch {
                diagnostics.append(
                    Diagnostic(
                        .unreadablePhoto, origin: .init(source: note.id.source),
                        summary: "\(file.name) of “\(note.title)” cannot be drawn.",
                        suggestion: "The Markdown tree contains it as SVG."))
                return nil
            }
            stored = StoredBytes(file: path, range: 0..<(try LocalFiles.status(path)?.size ?? 0))
        }
        guard stored.count <= ENEXFile.maximumSize else {
            diagnostics.append(
                Diagnostic(
                    .exceedsFormat, origin: .init(source: note.id.source),
                    summary:
                        "\(file.name) of “\(note.title)” is larger than the 25 MB that ENEX allows; the export does not contain it.",
                    suggestion: "The Markdown tree contains it."))
            return nil
        }
        return stored
    }
}
