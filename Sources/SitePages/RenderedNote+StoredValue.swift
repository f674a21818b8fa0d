import MarkdownText
package import NoteModel
package import OutputPlan
package import StoredValues

extension RenderedNote {
    /// Writes all but the text for a later run.
    ///
    /// - Parameter index: Of the note in the notebook.
    package func write(to writer: inout ByteWriter, at index: Int, _ map: SiteMap) {
        writer.write(map.path(ofNote: index))
        writer.write(keys)
        writer.write(summary)
        var facts = ByteWriter(capacity: 256)
        facts.write(self.facts)
        writer.write(facts.bytes)
    }
}

extension NoteRenderer {
    /// A note as an earlier run rendered it from the same; nil where not all that its text names is
    /// still found where it was.
    ///
    /// - Parameters:
    ///   - key: Of the note with its photos and recordings.
    ///   - index: Of the note in the notebook.
    ///   - reader: Of what ``RenderedNote/write(to:at:_:)`` wrote; it is moved behind that.
    ///   - body: Reads the text of that time; nil where that is lost.
    /// - Throws: ``UnreadableValue``.
    package func remembered(
        _ note: Note, _ key: ContentKey, at index: Int, from reader: inout ByteReader,
        body: @escaping @Sendable () -> RenderedBody?
    ) throws(UnreadableValue) -> RenderedNote? {
        let path = try reader.string()
        let keys = try reader.optionalValue(NoteKeys.self)
        let summary = try reader.value(RenderedSummary.self)
        let facts = try reader.nested()
        guard let linked = map.notes(of: summary.lookups) else { return nil }
        let rendered = RenderedNote(
            summary, linkedNotes: linked, keys: keys,
            facts: { [self] in
                var facts = facts
                return (try? facts.value()) ?? (try? render(note))?.facts ?? .none
            }, body: { [self] in try body() ?? render(note).body() })
        guard keys != nil, path == map.path(ofNote: index) else {
            return RenderedNote(rendered, keys: self.keys(of: key, note, at: index, rendered))
        }
        return rendered
    }
}

extension RenderedFacts: StoredValue {
    package func write(to writer: inout ByteWriter) {
        writer.write(created)
        writer.write(edited)
        writer.write(language)
        writer.write(titleLanguage)
        writer.write(excerptLanguage)
        writer.write(excerpt)
        writer.write(movability)
        writer.write(list: headings) { writer, heading in
            writer.write(heading.level)
            writer.write(heading.text)
            writer.write(heading.identifier)
        }
        writer.write(descriptions)
        writer.write(list: photosInText.sorted()) { $0.write($1) }
        writer.write(list: recordingsInText.sorted()) { $0.write($1) }
        writer.write(questions)
    }

    package convenience init(from reader: inout ByteReader) throws(UnreadableValue) {
        let numbers = { (reader: inout ByteReader) throws(UnreadableValue) in
            Set(try reader.list { reader throws(UnreadableValue) in try reader.int() })
        }
        self.init(
            created: try reader.optionalValue(), edited: try reader.optionalValue(),
            language: try reader.optionalString(), titleLanguage: try reader.optionalString(),
            excerptLanguage: try reader.optionalString(), excerpt: try reader.string(),
            movability: try reader.choice(Movability.self),
            headings: try reader.list { reader throws(UnreadableValue) in
                Heading(
                    level: try reader.int(), text: try reader.string(),
                    identifier: try reader.string())
            },
            descriptions: try reader.strings(), photosInText: try numbers(&reader),
            recordingsInText: try numbers(&reader), questions: try reader.strings())
    }
}

extension DateValue: StoredValue {
    func write(to writer: inout ByteWriter) {
        writer.write(text)
        writer.write(machine)
    }

    init(from reader: inout ByteReader) throws(UnreadableValue) {
        self.init(text: try reader.string(), machine: try reader.optionalString())
    }
}
