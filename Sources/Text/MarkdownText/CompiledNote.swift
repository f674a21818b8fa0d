import Markup
package import NoteModel
import Platform

/// A note with its texts rendered, and with slots for what depends on other notes, on addresses and
/// on the page that shows it.
///
/// It depends only on the note and on the options of the compiler.
package struct CompiledNote: Sendable {
    package let facts: NoteFacts
    package let body: CompiledBody

    package init(_ facts: NoteFacts, body: CompiledBody) {
        (self.facts, self.body) = (facts, body)
    }
}

/// The rendered texts of a note, with their slots. They are separate from the facts, since most
/// pages need only these, and are read when a page is rendered.
package struct CompiledBody: Sendable {
    /// The texts: the body of the note, then for a deck the question and the answer of each card in
    /// turn.
    package let texts: [CompiledText]

    package init(_ texts: [CompiledText]) {
        self.texts = texts
    }

    /// The words of all texts without markup, one line per block, in UTF-8. If there are several
    /// texts, each begins on a new line.
    package var plainText: [UInt8] {
        guard texts.count > 1 else { return texts.first.map { Array($0.text) } ?? [] }
        var all: [UInt8] = []
        for text in texts {
            all += text.text
            if let last = all.last, last != 0x0A { all.append(0x0A) }
        }
        return all
    }

    /// The addresses on other hosts to which words of the texts lead, one in each line, in UTF-8
    /// and without their schemes. An address that is itself the words is not among them.
    package var linkedAddresses: [UInt8] {
        var all: [UInt8] = []
        // A link whose words are its address has a class before it.
        let mark: StaticString = "<a href=\""
        for text in texts {
            text.html.withUnsafeBufferPointer { html in
                var next = 0
                while let start = html.place(
                    of: UInt8(ascii: "<"), from: next, where: { html.has(mark, at: $0) })
                {
                    next = start + mark.utf8CodeUnitCount
                    let end = html.place(of: UInt8(ascii: "\""), from: next) ?? html.count
                    let address = UnsafeBufferPointer(rebasing: html[next..<end])
                    guard
                        let scheme = address.place(
                            of: UInt8(ascii: ":"), from: 0, where: { address.has("://", at: $0) })
                    else { continue }
                    let rest = address[(scheme + 3)...]
                    // Few addresses have an encoded character.
                    if rest.contains(where: { $0 == 0x25 || $0 == 0x26 }) {
                        let text = String(decoding: rest, as: UTF8.self)
                            .replacing("&amp;", with: "&")
                        all += (text.percentDecoded ?? text).utf8
                    } else {
                        all += rest
                    }
                    all.append(0x0A)
                }
            }
        }
        return all
    }
}

/// The properties of a note that pages need without its HTML.
///
/// A class, because many pages use it, and copying its fields would take longer than using them.
package final class NoteFacts: Sendable {
    /// The first words of the text without markup, at most 200 characters including an ellipsis if
    /// the text continues; empty for a text without words.
    package let excerpt: String
    /// The language tags of the text, the title and the excerpt; nil unless their letters or the
    /// words of the text reveal a language that is not the page's.
    package let language: String?
    package let titleLanguage: String?
    package let excerptLanguage: String?
    /// The headings of the note's own text, in order, for its table of contents. Headings in the
    /// texts of cards are not among them.
    package let headings: [Heading]
    /// The references of all texts, in the order of ``CompiledBody/texts``. A slot counts from the
    /// first reference of its own text.
    package let references: [Reference]
    /// The index in ``references`` of the first reference of each of ``CompiledBody/texts``; for a
    /// text without references, that of the next one.
    package let firstReferences: [Int]
    /// The first words of each card's question, at most 200 characters, in the order of the cards;
    /// empty for a note that is not a deck.
    package let questions: [String]
    /// The reason why a text is shown unrendered, for several the reason of the first; nil if all
    /// were rendered.
    package let unrenderedReason: RenderBudgetExceeded?

    init(
        excerpt: String, language: String?, titleLanguage: String?, excerptLanguage: String?,
        headings: [Heading], references: [Reference], firstReferences: [Int], questions: [String],
        unrenderedReason: RenderBudgetExceeded?
    ) {
        self.excerpt = excerpt
        self.language = language
        self.titleLanguage = titleLanguage
        self.excerptLanguage = excerptLanguage
        self.headings = headings
        self.references = references
        self.firstReferences = firstReferences
        self.questions = questions
        self.unrenderedReason = unrenderedReason
    }

    /// The descriptions of the images in the texts, in order, empty for an image without one.
    /// Embedded files count as images, embedded notes do not.
    package var imageDescriptions: [String] { references.compactMap { $0.image?.description } }
}

/// Compiles notes for one site. Labels of its pages become part of the HTML, and texts in the
/// language of the pages get no language tag.
///
/// ```
/// let page = PageMarkup(
///     taskDone: "Done", taskOpen: "Open", footnotes: "Footnotes", backToText: "Back to text",
///     isReserved: { _ in false })
/// let compiled = NoteCompiler(page, language: "en").compile(note)
/// let headings = compiled.facts.headings.map(\.text)
/// ```
package struct NoteCompiler: Sendable {
    private let options: MarkdownCompiler.Options
    private let lineBreaks: LineBreaks?
    /// The language tag of the pages, such as `de-AT`. Only texts that are evidently in another
    /// language get a tag of their own.
    private let language: String

    /// - Parameters:
    ///   - lineBreaks: The meaning of line breaks in notes that do not state it; nil to decide by
    ///     the origin of a note.
    ///   - showsFormulas: True to show TeX as formulas.
    package init(
        _ page: PageMarkup, language: String, lineBreaks: LineBreaks? = nil,
        showsFormulas: Bool = false
    ) {
        var options = MarkdownCompiler.Options()
        options.page = page
        options.showsFormulas = showsFormulas
        (self.options, self.lineBreaks, self.language) = (options, lineBreaks, language)
    }

    /// Compiles a note. The result depends only on the note, and notes may be compiled on several
    /// threads.
    package func compile(_ note: Note) -> CompiledNote {
        var options = options
        options.lineBreaks = note.lineBreaks(lineBreaks)
        let markdown = MarkdownCompiler(options)
        let compiled = note.texts.enumerated().map { position, text in
            markdown.compile(text, title: position == 0 ? note.title : "")
        }
        var references: [Reference] = []
        var firstReferences: [Int] = []
        for (_, facts) in compiled {
            firstReferences.append(references.count)
            references += facts.references
        }
        let own = compiled[0].facts
        // The questions are every second text after the note's own.
        let questions = stride(from: 1, to: compiled.count, by: 2).map {
            compiled[$0].facts.excerpt
        }
        let body = note.deck == nil ? note.body : note.texts.joined(separator: "\n")
        // A title and an excerpt are too short to reveal a language by their words.
        let latin = TextLanguage.latinTag(of: body, onPageIn: language)
        let facts = NoteFacts(
            excerpt: own.excerpt,
            language: TextLanguage.tag(of: body, onPageIn: language) ?? latin,
            titleLanguage: TextLanguage.tag(of: note.title, onPageIn: language) ?? latin,
            excerptLanguage: TextLanguage.tag(of: own.excerpt, onPageIn: language) ?? latin,
            headings: own.headings, references: references, firstReferences: firstReferences,
            questions: questions,
            unrenderedReason: compiled.lazy.compactMap(\.facts.unrenderedReason).first)
        return CompiledNote(facts, body: CompiledBody(compiled.map(\.text)))
    }
}

extension CompiledNote {
    /// A compiled note whose rendered texts are read when a page or an export needs them.
    ///
    /// A class: a note has one, which all rows about it share.
    package final class Handle: Sendable {
        package let facts: NoteFacts
        private let read: @Sendable (Note) -> CompiledBody

        /// - Parameter read: Returns the rendered texts of the note without keeping them. It may be
        ///   called on several threads, and may read from the cache.
        package init(_ facts: NoteFacts, read: @escaping @Sendable (Note) -> CompiledBody) {
            (self.facts, self.read) = (facts, read)
        }

        /// Creates the handle of a note that is in memory as a whole.
        package convenience init(_ note: CompiledNote) {
            self.init(note.facts) { _ in note.body }
        }

        /// Returns the rendered texts, which are decoded at every call.
        ///
        /// - Parameter note: The note that was compiled.
        package func body(of note: Note) -> CompiledBody { read(note) }
    }
}
