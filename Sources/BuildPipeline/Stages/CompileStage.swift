import BuildCache
import ContentHashing
import MarkdownText
import NoteModel
import OutputPlan
import ParallelWork

/// The stage that compiles the texts of notes from Markdown, taking unchanged ones from the cache
/// in chunks.
struct CompileStage: Sendable {
    let compiler: NoteCompiler
    /// The fingerprint of the compiler's options, which is a part of the input of every note.
    let options: Fingerprint
    let cache: BuildCache
    let width: Int

    /// Compiles notes, of which only those with changed texts or titles take time.
    ///
    /// - Parameter fingerprints: The fingerprints of the notes, parallel to `notes`.
    func run(_ notes: [Note], fingerprints: [SourceFingerprints]) throws -> CompiledNotes {
        let chunks = notes.indices.chunks(minimum: 32, maximum: 128) { notes[$0].id.source.utf8 }
        let members = try chunks.concurrentMap(width: width, grain: 1) { chunk in
            compile(notes[chunk], fingerprints: fingerprints[chunk])
        }.flatMap(\.self)
        return CompiledNotes(members, compiler: compiler)
    }

    private func compile(
        _ notes: ArraySlice<Note>, fingerprints: ArraySlice<SourceFingerprints>
    ) -> [BuildCache.Member<NoteFacts>] {
        let inputs = zip(notes, fingerprints).map { note, fingerprint in
            var parts = Fingerprinter("note")
            parts.add(options)
            parts.add(note.title)
            parts.add(fingerprint.texts)
            return parts.fingerprint
        }
        return cache.chunk(
            .init("compile"), name: notes.first?.id.text ?? "", inputs: inputs,
            compute: { position, _ in
                let note = compiler.compile(notes[notes.startIndex + position])
                var body = ByteWriter(capacity: 4096)
                body.write(note.body)
                return BuildCache.Computed(note.facts, attachment: body.bytes)
            })
    }
}

/// The compiled notes of a notebook. Their bodies stay encoded, and those of unchanged notes in the
/// cache, until a page needs them.
struct CompiledNotes: Sendable {
    private let members: [Member]
    private let compiler: NoteCompiler

    fileprivate typealias Member = BuildCache.Member<NoteFacts>

    fileprivate init(_ members: [Member], compiler: NoteCompiler) {
        self.members = members
        self.compiler = compiler
    }

    var facts: [NoteFacts] { members.map(\.value) }

    /// Returns the rendered texts of a note, from the cache or, if the cache is damaged, by
    /// compiling it again.
    ///
    /// - Parameter index: The position of the note in the list that was compiled.
    func body(_ index: Int, of note: Note) -> CompiledBody {
        if var reader = members[index].attachment,
            let body = try? reader.value(CompiledBody.self),
            body.texts.count == members[index].value.firstReferences.count
        {
            return body
        }
        // The attachment in the cache is damaged.
        return compiler.compile(note).body
    }

    /// Returns a compiled note: its facts and its body, which is decoded at every call.
    ///
    /// - Parameter index: The position of the note in the list that was compiled.
    func note(_ index: Int, note: Note) -> CompiledNote {
        CompiledNote(members[index].value, body: body(index, of: note))
    }

    /// Returns the compiled notes at some positions, in the order of these.
    func selecting(_ positions: [Int]) -> CompiledNotes {
        CompiledNotes(positions.map { members[$0] }, compiler: compiler)
    }
}
