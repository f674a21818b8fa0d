package import Diagnostics
import MarkdownText
package import StoredValues
import Synchronization

/// A note as pages show it: what the plan of a site has to know of each note, what lists and other
/// pages tell of it, and its text as HTML. The last two are there when a page asks for them.
package final class RenderedNote: Sendable {
    let summary: RenderedSummary
    /// Positions in the notebook of the notes that the text links.
    let linkedNotes: Set<Int>
    /// Where it is known what went in.
    let keys: NoteKeys?
    private let known: Mutex<RenderedFacts?>
    private let makeFacts: @Sendable () -> RenderedFacts
    /// What was rendered by this run, each until nobody is likely to ask for it again.
    private let held: Mutex<(html: [UInt8]?, text: [UInt8]?)>
    private let makeBody: @Sendable () throws -> RenderedBody

    /// - Parameters:
    ///   - html: The text, where it is there.
    ///   - text: The same without marks.
    ///   - body: Makes both where they are not.
    init(
        _ summary: RenderedSummary, linkedNotes: Set<Int>, keys: NoteKeys? = nil,
        facts: @escaping @Sendable () -> RenderedFacts, html: [UInt8]? = nil,
        text: [UInt8]? = nil,
        body: @escaping @Sendable () throws -> RenderedBody
    ) {
        self.summary = summary
        self.linkedNotes = linkedNotes
        self.keys = keys
        known = Mutex(nil)
        makeFacts = facts
        held = Mutex((html, text))
        makeBody = body
    }

    /// The same note, of which it is known what went in.
    package convenience init(_ other: RenderedNote, keys: NoteKeys) {
        let (html, text) = other.held.withLock(\.self)
        self.init(
            other.summary, linkedNotes: other.linkedNotes, keys: keys, facts: other.makeFacts,
            html: html, text: text, body: other.makeBody)
    }

    package var facts: RenderedFacts {
        known.withLock { known in
            let facts = known ?? makeFacts()
            known = facts
            return facts
        }
    }

    /// The text in both forms.
    package func body() throws -> RenderedBody {
        if case let (html?, text?) = held.withLock(\.self) {
            return RenderedBody(html: html, text: text)
        }
        return try makeBody()
    }

    /// With the photos that the text names in their places.
    func html() throws -> [UInt8] { try held.withLock(\.html) ?? makeBody().html }

    /// All words without marks, a line for each block.
    func text() throws -> [UInt8] { try held.withLock(\.text) ?? makeBody().text }

    /// Lets go of the HTML; who asks for it again has it made again.
    func releaseHTML() { held.withLock { $0.html = nil } }

    /// Lets go of the words.
    func releaseText() { held.withLock { $0.text = nil } }

    package var diagnostics: [Diagnostic] { summary.diagnostics }
}

/// What the plan of a site has to know of each note.
struct RenderedSummary: Sendable, StoredValue {
    /// Of the text, in bytes.
    let htmlSize: Int
    let diagnostics: [Diagnostic]
    /// What the text looked for on the site, and where it is.
    let lookups: [SiteLookup]

    init(htmlSize: Int, diagnostics: [Diagnostic], lookups: [SiteLookup]) {
        self.htmlSize = htmlSize
        self.diagnostics = diagnostics
        self.lookups = lookups
    }

    func write(to writer: inout ByteWriter) {
        writer.write(htmlSize)
        writer.write(diagnostics)
        writer.write(lookups)
    }

    init(from reader: inout ByteReader) throws(UnreadableValue) {
        htmlSize = try reader.int()
        diagnostics = try reader.values()
        lookups = try reader.values()
    }
}

/// The text of a note in the two forms in which it is published.
package struct RenderedBody: Sendable, StoredValue {
    /// With the photos that the text names in their places.
    package let html: [UInt8]
    /// All words without marks, a line for each block.
    package let text: [UInt8]

    init(html: [UInt8], text: [UInt8]) {
        (self.html, self.text) = (html, text)
    }

    /// Without the room that bytes have which grew: the texts of many notes would hold it until the
    /// end.
    consuming func trimmed() -> RenderedBody {
        RenderedBody(
            html: html.withUnsafeBufferPointer { Array($0) },
            text: text.withUnsafeBufferPointer { Array($0) })
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

/// What is known of a note once it is rendered.
///
/// Shared: a dozen pages ask for it, and to count the references to all that is in it took longer
/// than what they asked for.
package final class RenderedFacts: Sendable {
    let created: DateValue?
    /// Where it is another day than the one on which the note was written.
    let edited: DateValue?
    /// Of the text, where its letters tell it and it is not the page's.
    let language: String?
    /// The same of the title, and of the first words.
    let titleLanguage: String?
    let excerptLanguage: String?
    let excerpt: String
    let movability: Movability
    let headings: [Heading]
    /// What the text says of its pictures.
    let descriptions: [String]
    /// Positions of the photos that stand in the text; the others follow below.
    let photosInText: Set<Int>
    /// The same of recordings.
    let recordingsInText: Set<Int>
    /// The first words of each card's question.
    let questions: [String]

    init(
        created: DateValue?, edited: DateValue?, language: String?, titleLanguage: String?,
        excerptLanguage: String?, excerpt: String, movability: Movability, headings: [Heading],
        descriptions: [String], photosInText: Set<Int>, recordingsInText: Set<Int>,
        questions: [String]
    ) {
        self.created = created
        self.edited = edited
        self.language = language
        self.titleLanguage = titleLanguage
        self.excerptLanguage = excerptLanguage
        self.excerpt = excerpt
        self.movability = movability
        self.headings = headings
        self.descriptions = descriptions
        self.photosInText = photosInText
        self.recordingsInText = recordingsInText
        self.questions = questions
    }

    /// Of a note whose facts can neither be read nor made: sums tell damage when they are opened, and
    /// where templates fail the run does.
    static let none = RenderedFacts(
        created: nil, edited: nil, language: nil, titleLanguage: nil, excerptLanguage: nil,
        excerpt: "", movability: .no, headings: [], descriptions: [], photosInText: [],
        recordingsInText: [], questions: [])
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
