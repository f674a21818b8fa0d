import MarkdownText
import Markup
import NoteModel

/// The place where the text of a note is shown, which determines addresses, identifiers and the
/// levels of headings.
package enum RenderDestination: Hashable, Sendable {
    /// The note's own page, in a folder of the root. Only there do photos and cards have
    /// identifiers that other pages link.
    case ownPage
    /// A place outside the site, such as a feed, with the address of the site for links to it.
    case elsewhere(SiteAddress)
    /// A book, with the note's position in the notebook, from 0, which its identifiers contain.
    case inBook(Int, BookForm)

    /// The form of the book; nil for pages of the site and for feeds.
    var book: BookForm? { if case .inBook(_, let form) = self { form } else { nil } }
    /// True if no files can be opened or downloaded there, and no tags linked: in books of both
    /// forms.
    var isBound: Bool { book != nil }

    /// The path from the place to the root of the site, with a trailing slash; in feeds the URL of
    /// the site, in a book of one file a marker for files to embed.
    var root: String {
        switch self {
        case .ownPage, .inBook(_, .chapters): "../"
        case .elsewhere(let address): address.text
        case .inBook(_, .oneFile): BookForm.embedded
        }
    }

    /// The prefix of identifiers, such as `note-3.`; empty unless several notes are on one page.
    var identifierPrefix: String {
        if case .inBook(let index, .oneFile) = self {
            PageIdentifier.inBook(index) + "."
        } else {
            ""
        }
    }

    /// The level of the highest heading: below the note's title, which in a book is a chapter's.
    var highestHeadingLevel: Int { if case .inBook(_, .oneFile) = self { 3 } else { 2 } }
}

/// Fills the slots of notes for one place. Pages, feeds and books differ in nothing else, so that
/// all of them are made from one compiled text.
struct NoteFiller: Sendable {
    let site: SiteNotes
    let templates: SiteTemplates
    let media: NoteMedia
    let words: LocalizedStrings
    /// The language tag of the interface, which determines its direction in lists of cards.
    let language: String
    let place: RenderDestination

    init(
        _ site: SiteNotes, templates: SiteTemplates, media: PreparedMedia, options: SiteOptions,
        place: RenderDestination
    ) {
        (self.site, self.templates) = (site, templates)
        words = options.words
        language = options.interfaceLanguage
        self.place = place
        self.media = NoteMedia(
            media: media, words: words, root: place.root, book: place.book,
            identifierPrefix: place.identifierPrefix)
    }

    /// Fills the text of a note, with its cards or its handwritten pages. Notes can be filled on
    /// several threads at once.
    ///
    /// - Parameter index: The position of the note in the notebook, from 0.
    /// - Throws: ``TemplateError`` if a part of the text cannot be rendered.
    func fill(_ index: Int) throws -> FilledNote {
        let note = site.notes[index]
        let body = site.rows[index].body
        var destination = NoteDestination(self, index: index)
        var html: [UInt8] = []
        html.reserveCapacity(body.texts[0].html.count + 256)
        try append(body, text: 0, of: index, to: &html, destination: &destination)
        if let deck = note.deck {
            try append(deck, body: body, of: index, to: &html, destination: &destination)
        }
        if !note.pages.isEmpty {
            try append(note.pages, of: note, to: &html, destination: &destination)
        }
        return FilledNote(
            html: html, photos: destination.photos, recordings: destination.recordings,
            embedsPhotos: destination.embedsPhotos, isReplayed: destination.isReplayed)
    }

    /// Appends one of the texts of a note.
    ///
    /// - Parameters:
    ///   - text: The index in ``CompiledBody/texts``, 0 for the note's own text.
    ///   - index: The position of the note in the notebook.
    func append(
        _ body: CompiledBody, text: Int, of index: Int, to html: inout [UInt8],
        destination: inout NoteDestination
    ) throws {
        let facts = site.rows[index].facts
        try body.texts[text].fill(
            into: &html, with: facts.references, from: facts.firstReferences[text],
            for: &destination)
    }
}

/// The text of a note as a page shows it, without title, dates and the files that are listed below
/// the text.
struct FilledNote: Sendable {
    let html: [UInt8]
    /// Positions in the note of the photos and recordings that the text shows; the others follow
    /// below it.
    let photos: Set<Int>
    let recordings: Set<Int>
    /// True if the text embeds notes with photos in their texts.
    let embedsPhotos: Bool
    /// True if the handwriting is replayed with recordings.
    let isReplayed: Bool
}

/// Resolves the slots of one note for the place of a filler, and collects the photos and recordings
/// that the text shows.
struct NoteDestination: TextDestination {
    private let filler: NoteFiller
    private let note: Note
    private let files: NoteFiles
    private let targets: [ReferenceTarget]
    var identifierPrefix: String
    /// True for the text of a note within that of another one, which embeds no others.
    private let isEmbedded: Bool
    /// The number of notes that were embedded so far.
    private var embedded = 0
    /// True if one of them has photos in its text.
    private(set) var embedsPhotos = false
    var highestHeadingLevel: Int { filler.place.highestHeadingLevel + (isEmbedded ? 1 : 0) }
    /// Positions in the note of the photos and recordings shown so far, so that they are not
    /// repeated below the text.
    private(set) var photos: Set<Int> = []
    var recordings: Set<Int> = []
    /// True if the handwriting is replayed with recordings.
    var isReplayed = false

    init(_ filler: NoteFiller, index: Int, isEmbedded: Bool = false) {
        (self.filler, self.isEmbedded) = (filler, isEmbedded)
        note = filler.site.notes[index]
        files = NoteFiles(note)
        targets = filler.site.rows[index].targets
        identifierPrefix = filler.place.identifierPrefix
    }

    func address(of reference: Reference, at index: Int) -> String? {
        switch targets[index] {
        case .nothing: nil
        case .elsewhere: filler.place.isBound ? nil : reference.name
        case .ownFile:
            filler.media.address(of: reference.fileName, in: note, files: files).map {
                filler.place.isBound ? $0 : $0 + reference.filePart
            }
        case .note(let linked): filler.address(ofNote: linked)
        case .part(let linked, let heading): filler.address(ofNote: linked, heading: heading)
        case .tag(let tag):
            filler.place.isBound
                ? nil : filler.place.root + encodedPath(filler.site.map.tags[tag].path)
        }
    }

    mutating func append(_ image: MarkdownImage, to html: inout [UInt8]) throws -> Bool {
        guard let file = files.file(shownAs: image.address) else { return false }
        if file.kind == .photo {
            let photo = photo(file.position, image: image)
            try append(TemplateFile.photo, value: photo, to: &html)
            return true
        }
        guard !image.isLinked else { return false }
        recordings.insert(file.position)
        let recording = filler.media.recording(
            note, position: file.position, description: image.description)
        try append(TemplateFile.recording, value: recording, to: &html)
        return true
    }

    mutating func append(
        embedded reference: Reference, at index: Int, to html: inout [UInt8]
    ) throws -> Bool {
        guard !isEmbedded, let linked = targets[index].note,
            let address = address(of: reference, at: index),
            let text = filler.site.text(embeddedBy: reference, target: targets[index]),
            filler.site.notes[linked].id != note.id
        else { return false }
        embedded += 1
        let facts = filler.site.rows[linked].facts
        let language = facts.language
        html += "<div class=\"embed\"".utf8
        if let language {
            html += " lang=\"\(language)\" dir=\"\(SiteOptions.direction(of: language))\"".utf8
        }
        html += ">\n<p class=\"embed-title\"><a href=\"".utf8
        html.appendEscaped(address)
        html += "\">".utf8
        html.appendEscaped(reference.words ?? reference.wordsOfName)
        html += "</a></p>\n".utf8
        var destination = NoteDestination(filler, index: linked, isEmbedded: true)
        destination.identifierPrefix = "\(identifierPrefix)embed-\(embedded)."
        try text.fill(
            into: &html, with: facts.references, from: facts.firstReferences[0], for: &destination)
        embedsPhotos = embedsPhotos || !destination.photos.isEmpty
        while html.last == 0x0A { html.removeLast() }
        html += "\n</div>".utf8
        return true
    }

    /// Appends markup within a paragraph, where the line feed of the template would be a space.
    private func append(
        _ template: String, value: TemplateValue, to html: inout [UInt8]
    ) throws {
        html += try filler.templates.parts.render(template, with: value)
        while html.last == 0x0A { html.removeLast() }
    }

    private mutating func photo(_ index: Int, image: MarkdownImage) -> TemplateValue {
        let (media, isOnOwnPage) = (filler.media, filler.place == .ownPage && !isEmbedded)
        let isLazy = isOnOwnPage && !photos.isEmpty
        // A drawing cannot be downloaded from within a link, and is shown below the text as well.
        let isBelow =
            image.isLinked && media.book == nil && media.media[note.photos[index]]?.drawing != nil
        // The first of two places of a photo has the identifier.
        let isFirst = !isBelow && photos.insert(index).inserted
        return media.photo(
            note, position: index, alternative: image.description,
            anchor: isFirst && isOnOwnPage ? PageIdentifier.photo(index) : nil, width: image.width,
            isLinked: image.isLinked, isLazy: isLazy)
    }
}

extension NoteFiller {
    fileprivate func address(ofNote index: Int) -> String {
        if case .inBook(_, let form) = place { return form.address(ofNote: index) }
        return site.map.address(ofNote: index, from: place.root)
    }

    /// Returns the address of a heading of a note.
    fileprivate func address(ofNote index: Int, heading: String) -> String {
        switch place {
        case .inBook(_, .oneFile): "#\(PageIdentifier.inBook(index)).\(heading)"
        default: "\(address(ofNote: index))#\(heading)"
        }
    }

    /// Returns the links of a note that have a target but no address in this place, as typed in the
    /// text.
    func deadLinks(of index: Int) -> [String] {
        let destination = NoteDestination(self, index: index)
        return zip(site.rows[index].facts.references, site.rows[index].targets).enumerated()
            .compactMap { position, entry in
                let (reference, target) = entry
                guard target != .nothing, reference.kind == .link || reference.kind == .wikiLink,
                    destination.address(of: reference, at: position) == nil
                else { return nil }
                return reference.typed
            }
    }
}
