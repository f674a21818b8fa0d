package import Diagnostics
import MarkdownText
package import StoredValues

/// A note as pages show it: what lists and other pages tell of it, and its text as HTML, which is
/// there when a page asks for it.
package final class RenderedNote: Sendable {
    package let facts: RenderedFacts
    /// Positions in the notebook of the notes that the text links.
    let linkedNotes: Set<Int>
    /// Where it is known what went in.
    let keys: NoteKeys?
    private let makeBody: @Sendable () throws -> RenderedBody

    init(
        _ facts: RenderedFacts, linkedNotes: Set<Int>, keys: NoteKeys? = nil,
        body: @escaping @Sendable () throws -> RenderedBody
    ) {
        self.facts = facts
        self.linkedNotes = linkedNotes
        self.keys = keys
        makeBody = body
    }

    /// The same note, of which it is known what went in.
    package convenience init(_ other: RenderedNote, keys: NoteKeys) {
        self.init(
            other.facts, linkedNotes: other.linkedNotes, keys: keys, body: other.makeBody)
    }

    package func body() throws -> RenderedBody { try makeBody() }

    package var diagnostics: [Diagnostic] { facts.diagnostics }
}

/// The text of a note in the two forms in which it is published.
package struct RenderedBody: Sendable, StoredValue {
    /// With the photos that the text names in their places.
    package let html: [UInt8]
    /// All words without marks, a line for each block.
    package let text: [UInt8]

    /// Bytes that grew have room for more, which the texts of many notes would hold until the end.
    init(html: [UInt8], text: [UInt8]) {
        self.html = html.withUnsafeBufferPointer { Array($0) }
        self.text = text.withUnsafeBufferPointer { Array($0) }
    }

    package func write(to writer: inout ByteWriter) {
        writer.write(html)
        writer.write(text)
    }

    package init(from reader: inout ByteReader) throws(UnreadableValue) {
        html = try reader.byteArray()
        text = try reader.byteArray()
    }
}

/// What is known of a note once it is rendered, and what it was rendered by.
package struct RenderedFacts: Sendable {
    let created: DateValue?
    /// Where it is another day than the one on which the note was written.
    let edited: DateValue?
    /// Of the text, where its letters tell it and it is not the page's.
    let language: String?
    /// The same of the title, and of the first words.
    let titleLanguage: String?
    let excerptLanguage: String?
    let excerpt: String
    /// In bytes.
    let htmlSize: Int
    /// Whether the HTML would be the same on another page.
    let isMovable: Bool
    let headings: [Heading]
    /// What the text says of its pictures.
    let descriptions: [String]
    /// Positions of the photos that stand in the text; the others follow below.
    let photosInText: Set<Int>
    /// The same of recordings.
    let recordingsInText: Set<Int>
    /// The first words of each card's question.
    let questions: [String]
    let diagnostics: [Diagnostic]
    /// What the text looked for on the site, and where it is.
    let lookups: [SiteLookup]
}

/// Something that a text names, and the path of what is meant by it.
struct SiteLookup: Hashable, Sendable, StoredValue {
    enum Kind: String, Sendable {
        /// A note, by its title or the name of a file.
        case address
        /// A note between double brackets.
        case name
        case tag
    }

    let kind: Kind
    let name: String
    /// Within the site; nil where there is nothing.
    let path: String?

    init(_ kind: Kind, _ name: String, _ path: String?) {
        self.kind = kind
        self.name = name
        self.path = path
    }

    func write(to writer: inout ByteWriter) {
        writer.write(kind)
        writer.write(name)
        writer.write(path)
    }

    init(from reader: inout ByteReader) throws(UnreadableValue) {
        kind = try reader.choice(Kind.self)
        name = try reader.string()
        path = try reader.optionalString()
    }
}

extension SiteMap {
    /// Positions of the notes that were looked for; nil where something would not be found as it
    /// was.
    func notes(of lookups: [SiteLookup]) -> Set<Int>? {
        var notes: Set<Int> = []
        for lookup in lookups {
            switch lookup.kind {
            case .tag:
                guard tag(named: lookup.name) == lookup.path else { return nil }
            case .address, .name:
                let found =
                    lookup.kind == .name ? note(named: lookup.name) : note(at: lookup.name)
                guard found.map(path(ofNote:)) == lookup.path else { return nil }
                if let found { notes.insert(found) }
            }
        }
        return notes
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
        writer.write(htmlSize)
        writer.write(isMovable)
        writer.write(list: headings) { writer, heading in
            writer.write(heading.level)
            writer.write(heading.text)
            writer.write(heading.identifier)
        }
        writer.write(descriptions)
        writer.write(list: photosInText.sorted()) { $0.write($1) }
        writer.write(list: recordingsInText.sorted()) { $0.write($1) }
        writer.write(questions)
        writer.write(diagnostics)
        writer.write(lookups)
    }

    package init(from reader: inout ByteReader) throws(UnreadableValue) {
        created = try reader.optionalValue()
        edited = try reader.optionalValue()
        language = try reader.optionalString()
        titleLanguage = try reader.optionalString()
        excerptLanguage = try reader.optionalString()
        excerpt = try reader.string()
        htmlSize = try reader.int()
        isMovable = try reader.bool()
        headings = try reader.list { reader throws(UnreadableValue) in
            Heading(
                level: try reader.int(), text: try reader.string(),
                identifier: try reader.string())
        }
        descriptions = try reader.strings()
        photosInText = Set(
            try reader.list { reader throws(UnreadableValue) in try reader.int() })
        recordingsInText = Set(
            try reader.list { reader throws(UnreadableValue) in try reader.int() })
        questions = try reader.strings()
        diagnostics = try reader.values()
        lookups = try reader.values()
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
