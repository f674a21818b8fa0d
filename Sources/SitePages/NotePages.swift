import InkDrawings
import NoteModel
import OutputPlan
import TextTemplates

/// The pages of all notes. What they are made from is held once for all of them, and each is made
/// when its turn comes.
final class NotePages: Sendable {
    private let notes: [Note]
    private let map: SiteMap
    private let rendered: [RenderedNote]
    private let orders: NoteOrders
    private let ways: NoteWays
    private let frame: PageFrame
    /// The templates of notes and of decks.
    private let note: PreparedTemplate
    private let deck: PreparedTemplate
    private let media: NoteMedia
    private let keys: SiteKeys
    /// For each note those that link it, in the usual order.
    private let backlinks: [[Int]]

    /// - Parameters:
    ///   - frame: For pages in a folder of the root.
    ///   - media: The same.
    init(
        _ notes: [Note], map: SiteMap, rendered: [RenderedNote], orders: NoteOrders, ways: NoteWays,
        frame: PageFrame, media: NoteMedia,
        templates: SiteTemplates, keys: SiteKeys
    ) throws(TemplateError) {
        self.keys = keys
        self.notes = notes
        self.map = map
        self.rendered = rendered
        self.orders = orders
        self.ways = ways
        self.frame = frame
        self.media = media
        note = try templates.page(SiteTemplates.Name.note, frame)
        deck = try templates.page(SiteTemplates.Name.deck, frame)
        var backlinks: [[Int]] = Array(repeating: [], count: notes.count)
        for index in notes.indices {
            for linked in rendered[index].linkedNotes where linked != index {
                backlinks[linked].append(index)
            }
        }
        self.backlinks = backlinks.map { $0.count < 2 ? $0 : orders.sorted($0) }
    }

    /// The page of each note, and the pictures and recordings that it refers to.
    ///
    /// - Parameter mapping: Plans the pages.
    func files(mapping: FileMapping) rethrows -> [OutputFile] {
        try mapping(notes.indices) { self.file(of: $0) } + notes.flatMap(media.files)
    }

    private func file(of index: Int) -> OutputFile {
        OutputFile(
            OutputPath(map.path(ofNote: index)),
            .rendered {
                // Of all pages that show the text it is most likely the last.
                defer { self.rendered[index].releaseHTML() }
                let template = self.notes[index].deck == nil ? self.note : self.deck
                return try template.render(self.page(of: index).value)
            },
            inputs: keys.key(ofPage: index, linkedBy: backlinks[index], ways))
    }

    private func page(of index: Int) throws -> NotePage {
        let note = notes[index]
        let body = rendered[index]
        return NotePage(
            frame: frame, path: map.path(ofNote: index), content: try media.content(of: note, body),
            excerpt: body.facts.excerpt, headings: body.facts.headings,
            hasPictures: media.hasPictures(note),
            picture: media.socialPicture(of: note),
            backlinks: backlinks[index].map { link(to: $0, from: index) },
            ways: ways.values(ofNote: index),
            deck: note.deck.map { deck in
                DeckPart(
                    identifier: note.studyIdentifier, fileName: map.slugs[index].text,
                    hasCards: !deck.cards.isEmpty)
            })
    }

    private func link(to index: Int, from other: Int) -> NoteLink {
        var link = NoteLink(
            title: notes[index].title, address: map.address(ofNote: index, fromNote: other))
        link.language = rendered[index].facts.titleLanguage
        return link
    }
}
