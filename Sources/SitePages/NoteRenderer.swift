package import Diagnostics
import Foundation
import MarkdownText
package import NoteModel
package import OutputPlan
package import TextTemplates

/// A note as pages show it: its text as HTML, with the photos that it names in their places.
package struct RenderedNote: Sendable {
    let created: DateValue?
    /// Where it is another day than the one on which the note was written.
    let edited: DateValue?
    /// Of the text, where its letters tell it and it is not the page's.
    let language: String?
    /// The same of the title, and of the first words.
    let titleLanguage: String?
    let excerptLanguage: String?
    let html: [UInt8]
    /// All words without marks, a line for each block.
    package let text: [UInt8]
    let excerpt: String
    /// Whether the HTML would be the same on another page.
    let isMovable: Bool
    let headings: [Heading]
    /// What the text says of its pictures.
    let descriptions: [String]
    /// Positions of the photos that stand in the text; the others follow below.
    let photosInText: Set<Int>
    /// The same of recordings.
    let recordingsInText: Set<Int>
    /// Positions in the notebook of the notes that the text links.
    let linkedNotes: Set<Int>
    /// The first words of each card's question.
    let questions: [String]
    package let diagnostics: [Diagnostic]
}

/// Renders the texts of notes.
package struct NoteRenderer: Sendable {
    private let markdown: MarkdownRenderer
    let templates: SiteTemplates
    let media: NoteMedia
    private let map: SiteMap
    let words: InterfaceWords
    /// The way to the root of the site.
    private let root: String
    private let dates: NoteDates
    let language: String
    let place: TextPlace
    /// Of everything that has an address of its own, so that several notes can stand on one page.
    let identifierPrefix: String
    private var isOnOwnPage: Bool { place == .ownPage }

    /// - Parameters:
    ///   - place: Where the text will stand.
    package init(
        templates: SiteTemplates, media: PreparedMedia, map: SiteMap, options: SiteOptions,
        place: TextPlace = .ownPage
    ) {
        self.init(
            templates: templates, media: media, map: map, options: options,
            words: options.words, place: place)
    }

    init(
        templates: SiteTemplates, media: PreparedMedia, map: SiteMap,
        options siteOptions: SiteOptions,
        words: InterfaceWords, place: TextPlace
    ) {
        dates = NoteDates(timeZone: siteOptions.timeZone, words: words)
        language = siteOptions.language
        var options = MarkdownRenderer.Options()
        var prefix = ""
        switch place {
        case .ownPage: root = "../"
        case .besideOthers(let index, _):
            root = "../"
            prefix = PageIdentifier.printed(index) + "."
            options.headingShift = 2
        case .elsewhere(let address): root = address.text
        case .inBook(let index, .oneFile):
            root = BookForm.embedded
            prefix = PageIdentifier.printed(index) + "."
            options.headingShift = 2
        case .inBook(_, .chapters): root = "../"
        }
        options.page = PageMarkup(
            taskDone: words.taskDone, taskOpen: words.taskOpen, footnotes: words.footnotes,
            backToText: words.backToText, identifierPrefix: prefix,
            isReserved: PageIdentifier.isReserved)
        markdown = MarkdownRenderer(options)
        identifierPrefix = prefix
        self.words = words
        self.place = place
        self.templates = templates
        self.map = map
        self.media = NoteMedia(media: media, words: words, root: root, book: place.book)
    }

    /// Renders one note. Pure; may be called for many notes at once.
    ///
    /// - Throws: ``TemplateError``.
    package func render(_ note: Note) throws(TemplateError) -> RenderedNote {
        let found = FoundInText()
        var written = try WrittenText(text(note.body, of: note, markdown, found))
        if let deck = note.deck { try append(deck, of: note, to: &written, found) }
        if !note.pages.isEmpty { try append(note.pages, of: note, to: &written, found) }
        var diagnostics = written.plainTextReason.map { [costly($0, note)] } ?? []
        if !written.deadLinks.isEmpty { diagnostics.append(dead(written.deadLinks, note)) }
        return RenderedNote(
            created: dates.created(note), edited: dates.edited(note),
            language: TextLanguage.tag(
                of: note.texts.joined(separator: "\n"), onPageIn: language),
            titleLanguage: TextLanguage.tag(of: note.title, onPageIn: language),
            excerptLanguage: TextLanguage.tag(of: written.excerpt, onPageIn: language),
            html: written.html, text: written.text, excerpt: written.excerpt,
            isMovable: !written.hasIdentifiers && found.photos.isEmpty && found.notes.isEmpty,
            headings: written.headings, descriptions: found.descriptions,
            photosInText: found.photos, recordingsInText: found.recordings,
            linkedNotes: found.notes, questions: written.questions, diagnostics: diagnostics)
    }

    /// Renders a text of a note, and adds to what its texts have named.
    func text(
        _ text: String, of note: Note, _ markdown: MarkdownRenderer, _ found: FoundInText
    ) throws(TemplateError) -> RenderedMarkdown {
        var failure: TemplateError?
        func inText(_ template: String, _ value: TemplateValue) -> [UInt8]? {
            do throws(TemplateError) {
                // Inside a paragraph: the line end of the template would be a space.
                var markup = try templates.library.render(template, value)
                while markup.last == 0x0A { markup.removeLast() }
                return markup
            } catch {
                failure = failure ?? error
                return nil
            }
        }
        let targets = TextTargets(
            link: { target(of: $0, in: note, found) },
            image: { image in
                found.descriptions.append(image.description)
                if let index = note.photoIndex(forAddress: image.address) {
                    let photo = photo(index, image, of: note, found)
                    return inText(SiteTemplates.Name.photo, photo.value)
                }
                guard let index = note.recordingIndex(forAddress: image.address), !image.isLinked
                else { return nil }
                found.recordings.insert(index)
                return inText(
                    SiteTemplates.Name.recording,
                    media.recording(note, index, description: image.description).value)
            },
            note: { name in
                guard let index = map.note(named: name) else { return nil }
                found.notes.insert(index)
                let words = name.split(separator: "#", maxSplits: 1).map(\.trimmed)
                return (addressOfNote(index), words.joined(separator: " – "))
            },
            tag: { name in
                place.isBound
                    ? nil : map.tag(Tag(name)).map { root + encodedPath(map.tags[$0].path) }
            })
        let rendered = markdown.render(text, targets)
        if let failure { throw failure }
        return rendered
    }

    /// A renderer for a text that stands within the note, with identifiers of its own.
    func inner(_ name: String) -> MarkdownRenderer {
        var options = markdown.options
        options.page?.identifierPrefix = identifierPrefix + name + "."
        return MarkdownRenderer(options)
    }

    private func photo(
        _ index: Int, _ image: MarkdownImage, of note: Note, _ found: FoundInText
    ) -> PhotoValue {
        var photo = media.photo(
            note, index, alternative: image.description,
            isLazy: isOnOwnPage && !found.photos.isEmpty)
        photo.isLinked = image.isLinked || place.isBound
        // A drawing cannot be downloaded from within a link, and stands below as well.
        let isBelow = image.isLinked && photo.download != nil
        // Of a photo that stands in the text twice, the first has the address.
        if !isBelow, found.photos.insert(index).inserted, isOnOwnPage {
            photo.anchor = PageIdentifier.photo(index)
        }
        return photo
    }

    /// Where a link of a text leads: to a photo, a recording or a note that it names, or out.
    private func target(
        of address: String, in note: Note, _ found: FoundInText
    ) -> TextTargets.Link {
        if let file = media.address(of: address, in: note) { return .address(file) }
        if address.isElsewhere {
            return !place.isBound || BookLinks.isAddress(address) ? .asWritten : .nowhere
        }
        let path = address.prefix { $0 != "#" && $0 != "?" }
        let name = path.removingPercentEncoding ?? String(path)
        guard let index = map.note(titled: name) ?? map.note(atFile: name) else { return .nowhere }
        found.notes.insert(index)
        return .address(addressOfNote(index))
    }

    private func addressOfNote(_ index: Int) -> String {
        if case .besideOthers(_, let others) = place, others.contains(index) {
            return "#" + PageIdentifier.printed(index)
        }
        if case .inBook(_, let form) = place { return form.address(ofNote: index) }
        return root + encodedPath(map.path(ofNote: index))
    }

    private func costly(_ reason: CostlyMarkdown, _ note: Note) -> Diagnostic {
        let what =
            switch reason {
            case .memory: "more memory than a note may use"
            case .time: "longer than a note may"
            }
        return Diagnostic(
            .costlyMarkdown, origin: .init(source: note.id.source),
            summary: "“\(note.title)” would take \(what) to render; it is shown as plain text.",
            suggestion: "Look for very large tables or long runs of brackets in it.")
    }

    private func dead(_ addresses: [String], _ note: Note) -> Diagnostic {
        let more = addresses.count > 3 ? " and \(addresses.count - 3) more" : ""
        let named = addresses.prefix(3).map { $0.isEmpty ? "an empty address" : "“\($0)”" }
            .joined(separator: ", ")
        return Diagnostic(
            .deadLink, origin: .init(source: note.id.source),
            summary: "“\(note.title)” links \(named)\(more), which the site does not have.",
            suggestion: "A note is linked by its title, as [[Title]]; the words are shown unlinked."
        )
    }
}

/// Where the text of a note stands.
package enum TextPlace: Hashable, Sendable {
    case ownPage
    /// The text of a note on one page with others, all by their positions in the notebook.
    case besideOthers(Int, others: Set<Int>)
    /// Outside the site, whose address leads back.
    case elsewhere(SiteAddress)
    /// The text of a note, by its position in the notebook, in a book.
    case inBook(Int, BookForm)

    /// The form of its book; nil for pages of the site.
    var book: BookForm? { if case .inBook(_, let form) = self { form } else { nil } }
    /// Whether it has nothing beside it that could be opened or downloaded.
    var isBound: Bool { book != nil }
}

/// What a text has named so far; one rendering's own.
final class FoundInText {
    var photos: Set<Int> = []
    var recordings: Set<Int> = []
    var notes: Set<Int> = []
    var descriptions: [String] = []
}

extension String {
    /// Whether an address names its scheme, as those of the web do; others are the site's own.
    fileprivate var isElsewhere: Bool {
        let scheme = prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
        return scheme.endIndex < endIndex && self[scheme.endIndex] == ":" || hasPrefix("//")
    }
}
