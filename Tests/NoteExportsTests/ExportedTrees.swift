import Hashing
import LocalFiles
import MarkdownText
import NoteExports
import NoteModel
import Orthography
import OutputPlan
import SitePages
import TestSupport
import Testing

extension ExportableNotebook {
    /// Compiles notes for exports. Nothing is known about their sources.
    ///
    /// - Parameter names: The names of the notes' files, before they become slugs; by default the
    ///   titles.
    init(
        _ notes: [Note], title: String = "N", names: [String]? = nil,
        media: PreparedMedia = PreparedMedia()
    ) {
        let compiler = SiteOptions().noteCompiler
        self.init(
            title: title,
            notes: zip(notes, Slug.distinct(for: names ?? notes.map(\.title))).map { note, slug in
                ExportableNote(note, slug: slug, text: .init(compiler.compile(note)))
            }, media: media)
    }
}

extension PreparedMedia {
    /// Prepares media of which a build can make nothing, so that exports hold their originals.
    init(originalsOf media: [Medium], photos format: MediaFormat? = .photo(.png)) throws {
        let formats: [Medium.Kind: MediaFormat?] = [.photo: format, .recording: .recording(.m4a)]
        let known = try media.map { medium in
            let bytes = try LocalFiles.read(try #require(medium.stored).file)
            let prepared = PreparedMedium(
                original: OriginalBytes(digest: ContentDigest(of: bytes), count: bytes.count),
                format: formats[medium.kind] ?? nil, derivation: Fingerprint(ofLines: []),
                outcome: .unreadable(reason: "x"))
            return (try #require(medium.identity), prepared)
        }
        self.init(Dictionary(known) { first, _ in first })
    }
}

extension OutputFile {
    /// Returns the bytes of the file, which must not be derived from others.
    func bytes() throws -> [UInt8] {
        switch content {
        case .bytes(let bytes): return bytes
        case .rendered(let render): return try render()
        case .pieces(let pieces): return try pieces.flatMap { try $0() }
        case .original(let stored, _): return try LocalFiles.read(stored.file)
        case .derivative, .written, .checksums:
            Issue.record("\(path.text) is not an original")
            return []
        }
    }
}

extension TreePlan {
    /// Returns the text of a file.
    func text(_ name: String) throws -> String {
        let file = try #require(files.first { $0.path.text == name }, "\(files.map(\.path.text))")
        return String(decoding: try file.bytes(), as: UTF8.self)
    }

    /// Writes the files below a folder, and returns the path of the tree.
    @discardableResult
    func write(to folder: TemporaryFolder) throws -> String {
        for file in files { try folder.write(try file.bytes(), to: "\(tree)/\(file.path.text)") }
        return folder.path + "/" + tree
    }
}

extension TemporaryFolder {
    /// Writes a photo, and returns it as one of a note.
    func photo(
        _ name: String, bytes: [UInt8] = PNGPicture.quarters(width: 4, height: 2)
    ) throws -> Medium {
        let stored = StoredBytes(file: try write(bytes, to: name), range: 0..<bytes.count)
        return Medium(.photo, name: name, content: .stored(stored))
    }
}
