import BuildCache
import MarkdownText
import NoteModel
import OutputPlan
import StoredValues

/// Compiles notes; those that have not changed come from the cache.
struct CompileStage: Sendable {
    let compiler: NoteCompiler
    /// The fingerprint of the compiler's options.
    let options: ContentKey
    let cache: BuildCache
    let width: Int

    /// - Parameter fingerprints: Parallel to the notes.
    func run(_ notes: [Note], _ fingerprints: [SourceFingerprints]) throws -> CompiledNotes {
        let chunks = notes.indices.chunks(minimum: 32, maximum: 128) { notes[$0].id.source.utf8 }
        let members = try chunks.concurrentMap(width: width, grain: 1) { chunk in
            compile(notes[chunk], fingerprints[chunk])
        }.flatMap(\.self)
        return CompiledNotes(members, compiler)
    }

    private func compile(
        _ notes: ArraySlice<Note>, _ fingerprints: ArraySlice<SourceFingerprints>
    ) -> [CompiledNotes.Entry] {
        var compiled: [Int: CompiledBody] = [:]
        let inputs = zip(notes, fingerprints).map { note, fingerprint in
            var parts = KeyParts("note")
            parts.add(options)
            parts.add(note.title)
            parts.add(fingerprint.texts)
            return parts.key
        }
        let members = cache.chunk(
            .init("compile"), notes.first?.id.text ?? "", inputs,
            compute: { position, _ in
                let note = compiler.compile(notes[notes.startIndex + position])
                compiled[position] = note.body
                var attachment = ByteWriter(capacity: 4096)
                attachment.write(note.body)
                return BuildCache.Computed(note.facts, attachment: attachment.bytes)
            })
        return members.enumerated().map { position, member in
            CompiledNotes.Entry(
                facts: member.value, body: compiled[position], attachment: member.attachment)
        }
    }
}

/// The compiled notes of a notebook. Bodies of earlier runs stay in the cache until a page needs them.
struct CompiledNotes: Sendable {
    private let entries: [Entry]
    private let compiler: NoteCompiler

    fileprivate struct Entry: Sendable {
        let facts: NoteFacts
        /// Nil for a note of an earlier run.
        let body: CompiledBody?
        let attachment: BuildCache.Attachment?
    }

    fileprivate init(_ entries: [Entry], _ compiler: NoteCompiler) {
        self.entries = entries
        self.compiler = compiler
    }

    var facts: [NoteFacts] { entries.map(\.facts) }

    /// Returns the rendered texts of a note.
    ///
    /// - Parameter index: The position of the note.
    func body(_ index: Int, of note: Note) -> CompiledBody {
        let entry = entries[index]
        if let body = entry.body { return body }
        if var reader = entry.attachment?.read(), let body = try? reader.value(CompiledBody.self),
            body.texts.count == entry.facts.firstReferences.count
        {
            return body
        }
        // The cache is damaged.
        return compiler.compile(note).body
    }

    /// Returns a note with its facts and its body.
    func note(_ index: Int, _ note: Note) -> CompiledNote {
        CompiledNote(entries[index].facts, body(index, of: note))
    }

    /// Returns the notes at some positions.
    func selecting(_ positions: [Int]) -> CompiledNotes {
        CompiledNotes(positions.map { entries[$0] }, compiler)
    }
}
