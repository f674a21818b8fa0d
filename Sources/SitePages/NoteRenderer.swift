import Diagnostics
import Foundation
import MarkdownText
package import NoteModel
package import OutputPlan
package import TextTemplates

/// Renders the texts of notes.
package final class NoteRenderer: Sendable {
    private let markdown: MarkdownRenderer
    let templates: SiteTemplates
    let media: NoteMedia
    let map: SiteMap
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
    package convenience init(
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
        self.media = NoteMedia(
            media: media, words: words, root: root, book: place.book, identifierPrefix: prefix)
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
        let facts = RenderedFacts(
            created: dates.created(note), edited: dates.edited(note),
            language: TextLanguage.tag(
                of: note.deck == nil ? note.body : note.texts.joined(separator: "\n"),
                onPageIn: language),
            titleLanguage: TextLanguage.tag(of: note.title, onPageIn: language),
            excerptLanguage: TextLanguage.tag(of: written.excerpt, onPageIn: language),
            excerpt: written.excerpt,
            movability: movability(of: note, written, found),
            headings: written.headings, descriptions: found.descriptions,
            photosInText: found.photos, recordingsInText: found.recordings,
            questions: written.questions)
        let body = RenderedBody(html: written.html, text: written.text).trimmed()
        return RenderedNote(
            RenderedSummary(
                htmlSize: written.html.count, diagnostics: diagnostics, lookups: found.lookups),
            linkedNotes: found.notes, facts: { facts }, html: body.html, text: body.text
        ) { [self] in
            try render(note).body()
        }
    }

    private func movability(
        of note: Note, _ written: WrittenText, _ found: FoundInText
    ) -> Movability {
        guard !written.hasIdentifiers, found.photos.isEmpty, found.notes.isEmpty else { return .no }
        if written.headings.isEmpty { return .asItIs }
        // What an owner's templates make of the rest may have headings and links of its own.
        return found.recordings.isEmpty && note.deck == nil ? .withHeadings : .no
    }

    func path(ofNote index: Int) -> String { map.path(ofNote: index) }

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
            link: { [self] in target(of: $0, in: note, found) },
            image: { [self] image in
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
            note: { [self] name in
                let index = map.note(named: name)
                found.lookups.append(SiteLookup(.name, name, index.map(map.path(ofNote:))))
                guard let index else {
                    let file = String(name.prefix { $0 != "#" }).trimmed
                    return media.address(of: file, in: note).map { ($0, file) }
                }
                found.notes.insert(index)
                let words = name.split(separator: "#", maxSplits: 1).map(\.trimmed)
                return (addressOfNote(index), words.joined(separator: " – "))
            },
            tag: { [self] name in
                guard !place.isBound else { return nil }
                let path = map.tag(named: name)
                found.lookups.append(SiteLookup(.tag, name, path))
                return path.map { root + encodedPath($0) }
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
        if let width = image.width { photo.picture = photo.picture?.shown(width: width) }
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
        let index = map.note(at: name)
        found.lookups.append(SiteLookup(.address, name, index.map(map.path(ofNote:))))
        guard let index else { return .nowhere }
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
            suggestion: Self.hint(on: addresses) + " The words are shown unlinked.")
    }

    /// Returns how the links may have been meant.
    private static func hint(on addresses: [String]) -> String {
        if let host = addresses.first(where: isLikeHost) {
            return "The address of a website begins with its scheme, as in https://\(host)."
        }
        return addresses.allSatisfy(\.isEmpty)
            ? "Write an address between the parentheses."
            : "A note is linked by its title, as [[Title]]."
    }

    /// Returns true for an address that lacks nothing but its scheme, as `golang.org/doc/`. A name without a
    /// slash is more likely that of a file, unless it begins or ends as only hosts do.
    private static func isLikeHost(_ address: String) -> Bool {
        guard
            let match = address.firstMatch(
                of: /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}(\/|$)/)
        else { return false }
        let host = match.0.lowercased()
        return host.hasSuffix("/") || host.hasPrefix("www.")
            || [".com", ".org", ".net"].contains { host.hasSuffix($0) }
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
    var lookups: [SiteLookup] = []
}

extension String {
    /// Whether an address names a scheme or a host; others belong to the site.
    fileprivate var isElsewhere: Bool {
        hasPrefix("//") || LinkAddress.hasScheme(utf8)
    }
}
