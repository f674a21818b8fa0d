import Hashing
import LocalFiles
import MarkdownText
import NoteModel

/// The stage that compiles the texts of notes from Markdown, taking unchanged ones from the cache
/// in chunks.
struct CompileStage: Sendable {
    let compiler: NoteCompiler
    /// The fingerprint of the compiler's options, which is a part of the input of every note.
    let options: Fingerprint
    let cache: BuildCache
    let width: Int

    /// Compiles notes, of which only those with changed texts or titles take time.
    func run(_ notes: [SourceNote]) throws -> [BuildNote] {
        let chunks = notes.indices.chunks(minimum: 32, maximum: 128) {
            notes[$0].note.id.source.utf8
        }
        // One function for all of them, since a compiler is large.
        let recompiled: @Sendable (Note) -> CompiledBody = { [compiler] in compiler.compile($0).body
        }
        return try chunks.concurrentMap(width: width, grain: 1) { chunk in
            zip(notes[chunk], compile(notes[chunk])).map { source, member in
                let (attachment, count) = (member.attachment, member.value.firstReferences.count)
                return BuildNote(
                    source,
                    text: CompiledNote.Handle(member.value) { note in
                        if var reader = attachment.bytes.map({ ByteReader($0) }),
                            let body = try? reader.value(CompiledBody.self),
                            body.texts.count == count
                        {
                            return body
                        }
                        // The attachment in the cache is damaged.
                        return recompiled(note)
                    })
            }
        }.flatMap(\.self)
    }

    private func compile(_ notes: ArraySlice<SourceNote>) -> [BuildCache.Member<NoteFacts>] {
        let inputs = notes.map { row in
            Fingerprinter("note", options, row.note.title, row.fingerprints.texts).fingerprint
        }
        // Editions may compile the same notes otherwise, and have the same cache.
        let name = options.text + (notes.first?.note.id.text ?? "")
        return cache.chunk(
            "compile", name: name, inputs: inputs,
            compute: { position, _ in
                let note = compiler.compile(notes[notes.startIndex + position].note)
                var body = ByteWriter(capacity: 4096)
                body.write(note.body)
                return BuildCache.Computed(value: note.facts, attachment: body.bytes)
            })
    }
}
