package import Hashing
import NoteModel
import Orthography
package import OutputPlan

/// Plans the JSON tree: the notebook as one document and as one line per note, the schema of both,
/// and the original photos.
package enum JSONExport {
    /// - Parameter lines: The lines of all notes, in pieces; nil to make them here.
    package static func plan(
        _ notebook: ExportableNotebook, lines: [@Sendable () throws -> [UInt8]]? = nil
    ) -> TreePlan {
        var files: [OutputFile] = []
        for row in notebook.notes {
            let exported = ExportedMedia(row.note, name: row.slug.text, media: notebook.media)
            files += exported.files + ExportedDrawings(row.note, media: exported).files
        }
        let all = notebook.notes.indices
        let lines = lines ?? [{ Self.lines(of: all, in: notebook) }]
        let inputs = inputs(of: all, in: notebook).map {
            Fingerprinter("documents", notebook.title, $0).fingerprint
        }
        files.append(
            OutputFile(
                OutputPath("notes.ndjson"), content: .pieces(lines), inputs: inputs, role: .entry))
        files.append(
            OutputFile(
                OutputPath("notebook.json"),
                content: .pieces(document(notebook.title, lines: lines)), inputs: inputs,
                role: .entry))
        files.append(
            OutputFile(
                OutputPath("notebook.schema.json"), content: .bytes(Array(NotebookSchema.text.utf8))
            ))
        files += self.files(of: notebook.unread)
        return TreePlan(tree: "json", files: files)
    }

    /// Plans the files of objects that are not notes: one file per source under `unread`.
    private static func files(of unread: [UnrecognizedObject]) -> [OutputFile] {
        let bySource = Dictionary(grouping: unread, by: \.source).sorted { $0.key < $1.key }
        let slugs = Slug.distinct(for: bySource.map(\.key))
        return zip(bySource, slugs).map { source, slug in
            OutputFile(
                OutputPath("unread/\(slug.text).json"),
                content: .rendered {
                    let objects = source.value.map {
                        JSONValue.object([("place", .string($0.place)), ("holds", $0.description)])
                    }
                    return JSONValue.object([
                        ("source", .string(source.key)), ("objects", .array(objects)),
                    ]).indented
                })
        }
    }

    /// Returns the fingerprint of everything that the lines of some notes depend on; nil if that of
    /// a note is unknown.
    ///
    /// - Parameter notes: The positions of the notes.
    package static func inputs(
        of notes: Range<Int>, in notebook: ExportableNotebook
    ) -> Fingerprint? {
        var inputs = Fingerprinter("json")
        for row in notebook.notes[notes] {
            guard let key = row.key else { return nil }
            inputs.add(row.slug.text, key, row.sourceDigest?.text)
        }
        return inputs.fingerprint
    }

    /// Returns a line of JSON for each of some notes.
    ///
    /// - Parameter notes: The positions of the notes.
    package static func lines(of notes: Range<Int>, in notebook: ExportableNotebook) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in notebook.notes[notes] {
            value(of: row, media: notebook.media).append(to: &bytes)
            bytes.append(0x0A)
        }
        return bytes
    }

    /// Returns the pieces of a document with a line per note, which suits people and version
    /// control.
    private static func document(
        _ title: String, lines: [@Sendable () throws -> [UInt8]]
    ) -> [@Sendable () throws -> [UInt8]] {
        var head: [UInt8] = []
        JSONValue.object([
            ("$schema", .string("notebook.schema.json")),
            ("formatVersion", .integer(NotebookSchema.formatVersion)), ("title", .string(title)),
        ]).append(to: &head)
        head.replaceSubrange(head.count - 1..<head.count, with: Array(",\"notes\":[".utf8))
        var pieces: [@Sendable () throws -> [UInt8]] = [{ [head] in head }]
        for (index, lines) in lines.enumerated() {
            pieces.append { try members(lines(), isFirst: index == 0) }
        }
        return pieces + [{ Array("\n]}\n".utf8) }]
    }

    /// Returns lines as members of a list.
    private static func members(_ lines: [UInt8], isFirst: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lines.count + 256)
        for line in lines.split(separator: 0x0A) {
            if !isFirst || !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
            bytes.append(0x0A)
            bytes += line
        }
        return bytes
    }

    /// Returns the fields of a note, with what is known about it only here.
    private static func value(of row: ExportableNote, media: PreparedMedia) -> JSONValue {
        let note = row.note
        let exported = ExportedMedia(note, name: row.slug.text, media: media)
        let drawings = ExportedDrawings(note, media: exported)
        var fields: [JSONValue.Field] = []
        for field in note.members(in: .tree) {
            switch field.key {
            case "kind": fields += [field, .init("slug", value: .string(row.slug.text))]
            case "thumbnail":
                fields += Medium.Kind.allCases.map { kind in
                    .init(kind.plural, value: .array(exported.media[kind].map { value(of: $0) }))
                }
                fields.append(field)
            case "drawing": fields.append(field.prepending("file", text: drawings.back?.text))
            case "pages":
                fields.append(.init("pages", value: field.value.pages(drawings: drawings.pages)))
            case "cards":
                let names = note.deck?.identifiers ?? []
                fields.append(.init("cards", value: field.value.cards(named: names)))
            case "other": fields += [source(of: row), field]
            default: fields.append(field)
            }
        }
        return .object(fields)
    }

    private static func source(of row: ExportableNote) -> JSONValue.Field {
        let id = row.note.id
        return .init(
            "source",
            value: .object([
                ("path", .string(id.source)), ("index", .integer(id.index)),
                ("sha256", .string(row.sourceDigest?.text)),
            ]))
    }

    private static func value(of exported: ExportedMedium) -> JSONValue {
        let (medium, facts) = (exported.medium, exported.facts)
        let state =
            switch medium.content {
            case .missing: "missing"
            case .damaged: "unreadable"
            case .stored: facts?.isRead == true ? "read" : "unreadable"
            }
        let kind = ("kind", JSONValue.string(facts?.format?.identifier))
        let known: [(String, JSONValue)] =
            switch medium.kind {
            case .photo:
                [
                    ("width", facts?.decoded.map { .integer($0.size.width) } ?? .null),
                    ("height", facts?.decoded.map { .integer($0.size.height) } ?? .null),
                    ("orientation", medium.orientation.map { .integer($0.rawValue) } ?? .null),
                ]
            case .recording:
                [
                    ("seconds", facts?.playable?.seconds.map { .real($0) } ?? .null),
                    ("video", facts?.playable.map { .bool($0.isVideo) } ?? .null),
                    ("transcript", medium.transcript.map(value) ?? .null),
                ]
            case .attachment: []
            }
        return .object(
            [
                ("state", .string(state)), ("file", .string(exported.path?.text)),
                ("name", .string(medium.name)), ("caption", .string(medium.caption)),
            ] + (medium.kind == .attachment ? [] : [kind]) + [
                ("bytes", facts.map { .integer($0.original.count) } ?? .null),
                ("sha256", .string(facts?.original.digest.text)),
            ] + known)
    }

    private static func value(of transcript: Transcript) -> JSONValue {
        .object([
            ("text", .string(transcript.text)),
            (
                "cues",
                .array(
                    transcript.cues.map { cue in
                        .object([
                            ("start", .real(Double(cue.start) / 1000)),
                            ("end", .real(Double(cue.end) / 1000)),
                            ("speaker", .string(cue.speaker)), ("text", .string(cue.text)),
                        ])
                    })
            ),
        ])
    }
}

extension JSONValue.Field {
    /// Returns the field with another one at the beginning of its object.
    fileprivate func prepending(_ key: String, text: String?) -> JSONValue.Field {
        guard case .object(let fields) = value else { return self }
        return .init(self.key, value: .object([.init(key, value: .string(text))] + fields))
    }
}

extension JSONValue {
    /// Returns pages with the files of their drawings.
    fileprivate func pages(drawings: [OutputPath?]) -> JSONValue {
        guard case .array(let pages) = self else { return self }
        return .array(
            zip(pages, drawings).map { page, drawing in
                guard case .object(var fields) = page else { return page }
                if let index = fields.firstIndex(where: { $0.key == "drawing" }) {
                    fields[index] = fields[index].prepending("file", text: drawing?.text)
                }
                // In archives, whose keys keep their order, the paper comes after the recognized
                // text.
                if let paper = fields.firstIndex(where: { $0.key == "paper" }),
                    let text = fields.firstIndex(where: { $0.key == "recognizedText" })
                {
                    fields.swapAt(text, paper)
                }
                return .object(fields)
            })
    }

    /// Returns cards with their names in the deck.
    fileprivate func cards(named names: [String]) -> JSONValue {
        guard case .array(let cards) = self else { return self }
        return .array(
            zip(cards, names).map { card, name in
                Field("card", value: card).prepending("id", text: name).value
            })
    }
}

extension PreparedMedium {
    /// True for a medium that can be shown, played or downloaded.
    fileprivate var isRead: Bool {
        switch outcome {
        case .decoded, .playable, .unchanged: true
        case .unreadable, .noDecoder: drawing != nil
        }
    }
}
