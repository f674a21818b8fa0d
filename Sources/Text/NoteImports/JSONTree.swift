import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel

/// Reads the JSON tree of an export: `notebook.json`, or `notes.ndjson` alone.
package enum JSONTree {
    /// Reads the notes of a JSON tree. Notes that cannot be read are reported in `problems` of the
    /// result.
    ///
    /// - Parameters:
    ///   - path: The path of the tree's folder, or of one of the two documents.
    ///   - name: The name of the tree in messages; nil to use its path.
    ///   - hasFiles: True if the files of photos, recordings and attachments have to exist; a
    ///     comparison by the digests in the documents needs none.
    /// - Throws: ``UserError`` for a file that is not such a document, or one of another version.
    package static func read(
        _ path: String, named name: String? = nil, hasFiles: Bool = true
    ) throws -> ReadExport {
        let isFolder = ((try? LocalFiles.status(path)) ?? nil)?.isFolder ?? false
        let root = isFolder ? path : LocalFiles.folder(of: LocalFiles.absolute(path))
        let file = isFolder ? path + "/notebook.json" : path
        let document = isFolder ? (name ?? path) + "/notebook.json" : path
        var reader = NoteReader(files: ExportFiles(root), hasFiles: hasFiles)
        try read(file, as: document, with: &reader)
        for (key, count) in reader.keys.unknown.sorted(by: { $0.key < $1.key }) {
            reader.export.problems.append(
                "\(document) has \(count) of the key “\(key)”, which is not known; \(count == 1 ? "its value was" : "their values were") not imported."
            )
        }
        return reader.export
    }

    private static func read(
        _ file: String, as document: String, with reader: inout NoteReader
    ) throws {
        let bytes = try UserError.reading(document) { try LocalFiles.read(file) }
        if document.hasSuffix(".ndjson") {
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where !line.isEmpty {
                reader.export.noteCount += 1
                let name = "\(document), line \(index + 1),"
                do { reader.read(try value(of: Array(line), name), name: name) } catch {
                    reader.export.problems.append(error.message)
                }
            }
            return
        }
        let notebook = try value(of: bytes, document)
        guard case .integer(let version)? = notebook["formatVersion"],
            case .array(let notes)? = notebook["notes"]
        else {
            throw UserError(
                "\(document) is not a notebook that Notebinder exported: it has no formatVersion, or no notes."
            )
        }
        guard version == NotebookSchema.formatVersion else {
            throw UserError(
                "\(document) has version \(version) of the format; this program knows version \(NotebookSchema.formatVersion).",
                "Use the Notebinder that wrote it, or a newer one.")
        }
        reader.keys.count(beside: "notes", in: notebook)
        reader.export.noteCount = notes.count
        for (index, note) in notes.enumerated() {
            reader.read(note, name: "\(document), note \(index + 1),")
        }
    }

    private static func value(of bytes: [UInt8], _ name: String) throws -> PropertyListValue {
        do {
            return try JSONDocument.value(of: bytes)
        } catch {
            throw UserError("\(name) \(error).")
        }
    }
}

/// Creates notes from the values of a JSON tree.
private struct NoteReader {
    let files: ExportFiles
    let hasFiles: Bool
    var export = ReadExport()
    var keys = SchemaKeys()
    /// The maximum index of a note within its source, more than any archive contains.
    private static let highestIndex = 1_000_000

    /// Adds a note to the export, or reports why it is none.
    mutating func read(_ value: PropertyListValue, name: String) {
        guard let source = value["source"]?["path"]?.text,
            case let index = value["source"]?["index"]?.position ?? 0, index <= Self.highestIndex,
            var note = Note(JSONValue(value), id: NoteID(source: source, index: index))
        else {
            export.problems.append(
                "\(name) is not a note of this form: it lacks its kind, its title, its body or its source."
            )
            return
        }
        var digests: [StoredBytes: String] = [:]
        let label = "“\(note.title)”"
        note.media = MediaByKind { kind in
            list(value[kind.plural]).map { value in
                var medium = Medium(
                    kind, name: value["name"]?.text ?? (kind == .attachment ? "file" : nil),
                    caption: value["caption"]?.text,
                    orientation: value["orientation"]?.position.flatMap {
                        Medium.Orientation(rawValue: $0)
                    },
                    content: content(of: value, label: label, digests: &digests))
                if kind == .recording { medium.transcript = transcript(of: value, label: label) }
                return medium
            }
        }
        if note.kind == .deck, note.deck == nil { note.kind = .note }
        note.tags = tags(value, label: label)
        for (part, count) in [("pages", note.pages.count), ("cards", note.deck?.cards.count ?? 0)] {
            let unread = list(value[part]).count - count
            if unread > 0 {
                export.problems.append(
                    "\(label) has \(unread) unusable \(unread == 1 ? "value" : "values") among its \(part); the others were imported."
                )
            }
        }
        note.thumbnail = note.thumbnail.flatMap { note.photos.indices.contains($0) ? $0 : nil }
        note.drawing = note.drawing?.limited(toPhotos: note.photos.count)
        note.pages = note.pages.map {
            $0.limited(toPhotos: note.photos.count, recordings: note.recordings.count)
        }
        export.notes.append(ReadNote(note, digests: digests))
        keys.count(in: value)
    }

    private mutating func tags(_ value: PropertyListValue, label: String) -> [Tag] {
        let members = list(value["tags"])
        let tags = members.compactMap(\.scalar).filter { !$0.trimmed.isEmpty }.map { Tag($0) }
        if tags.count < members.count {
            export.problems.append(
                "\(label) has an empty or unusable value among its tags; the others were imported."
            )
        }
        return tags
    }

    private mutating func content(
        of value: PropertyListValue, label: String, digests: inout [StoredBytes: String]
    ) -> MediaContent {
        guard let file = value["file"]?.text else {
            return value["state"]?.text == "missing" ? .missing : .damaged
        }
        let known =
            hasFiles
            ? files.stored(file)
            : StoredBytes(file: files.root + "/" + file, range: 0..<(value["bytes"]?.position ?? 0))
        guard let stored = known else {
            export.problems.append(
                "\(label) names the file \(file), which is not in the export; it counts as missing."
            )
            return .missing
        }
        if let digest = value["sha256"]?.text { digests[stored] = digest }
        return .stored(stored)
    }

    /// Returns the transcript of a recording; nil if it has none, or one that cannot be used, which is
    /// reported.
    private mutating func transcript(of recording: PropertyListValue, label: String) -> Transcript?
    {
        guard let value = recording["transcript"], value != .null else { return nil }
        let cues = list(value["cues"])
        let times = cues.compactMap { cue -> Transcript.Cue? in
            guard let start = milliseconds(cue["start"]), let end = milliseconds(cue["end"]),
                let text = cue["text"]?.text
            else { return nil }
            return .init(start: start, end: end, speaker: cue["speaker"]?.text, text: text)
        }
        let written = Transcript(cues: times, text: value["text"]?.text ?? "", problems: []).file
        // The file is read as any other, so that what another program wrote is one, too.
        guard times.count == cues.count,
            let transcript = try? Transcript(written.content, format: written.format)
        else {
            export.problems.append(
                "\(label) has a transcript that cannot be used; the recording was imported without it."
            )
            return nil
        }
        return transcript
    }

    private func milliseconds(_ seconds: PropertyListValue?) -> Int? {
        let value: Double? =
            switch seconds {
            case .integer(let number)?: Double(number)
            case .real(let number)?: number
            default: nil
            }
        guard let value, value >= 0, value * 1000 <= Double(Transcript.maximumTime) else {
            return nil
        }
        return Int((value * 1000).rounded())
    }

    private func list(_ value: PropertyListValue?) -> [PropertyListValue] {
        guard case .array(let members)? = value else { return [] }
        return members
    }
}

extension PropertyListValue {
    /// A number that is not negative; nil for any other value.
    fileprivate var position: Int? {
        guard case .integer(let number) = self, number >= 0 else { return nil }
        return Int(number)
    }

    /// The text of a string, a number or a truth value; nil for any other value.
    fileprivate var scalar: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .bool(let value): String(value)
        default: nil
        }
    }
}

extension JSONValue {
    /// Converts a value that was read from JSON.
    init(_ value: PropertyListValue) {
        switch value {
        case .null, .uid, .data: self = .null
        case .bool(let value): self = .bool(value)
        case .integer(let number): self = .integer(Int(number))
        case .real(let number), .date(let number): self = .real(number)
        case .string(let text): self = .string(text)
        case .array(let members): self = .array(members.map { JSONValue($0) })
        case .dictionary(let fields):
            self = .object(fields.map { .init($0.key, value: JSONValue($0.value)) })
        }
    }
}
