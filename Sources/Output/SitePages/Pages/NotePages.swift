import MarkdownText
import Markup
import NoteModel
import Orthography
import OutputPlan

/// The pages of all notes, each made when it is written. Planning them reads no text and takes only
/// fingerprints.
final class NotePages: Sendable {
    private let site: SiteNotes
    /// The lists that lead to each note; nil for a page on its own, which has no neighbours.
    private let trails: NavigationTrails?
    private let frame: PageFrame
    private let filler: NoteFiller
    private let dates: NoteDates
    private let keys: PageFingerprints
    /// Returns the path of the page that lists a note by date, with the identifier of its day; nil
    /// for a note without a date.
    private let dateAddress: @Sendable (Int) -> String?
    /// The positions of the notes that link each note, in the default order.
    private let backlinks: [[Int]]

    /// Creates the plans of the pages, and sorts the notes that link each.
    ///
    /// - Parameters:
    ///   - orders: The orders of the notes, by which the notes that link a note are sorted; nil for
    ///     pages on their own.
    ///   - frame: The frame of pages in a folder of the root.
    ///   - filler: Fills the notes for their own pages.
    init(
        _ site: SiteNotes, orders: NoteOrders?, trails: NavigationTrails?, frame: PageFrame,
        filler: NoteFiller, dates: NoteDates, keys: PageFingerprints,
        dateAddress: @escaping @Sendable (Int) -> String?
    ) {
        self.dateAddress = dateAddress
        self.site = site
        self.trails = trails
        self.frame = frame
        self.filler = filler
        self.dates = dates
        self.keys = keys
        backlinks = site.backlinks.map { $0.count < 2 ? $0 : orders?.sorted($0) ?? $0 }
    }

    /// Returns the page of each note, in the order of the notebook, and the media files to which
    /// they refer.
    ///
    /// - Parameter mapping: Plans a file for each position, on several threads if it likes.
    func files(mapping: FileMapping) rethrows -> [OutputFile] {
        try mapping(site.notes.indices) { self.file(of: $0) }
            + site.notes.flatMap(filler.media.files)
    }

    private func file(of index: Int) -> OutputFile {
        OutputFile(
            OutputPath(site.map.path(ofNote: index)),
            content: .rendered { try self.rendered(index) },
            inputs: keys.key(
                ofPage: index, linkedBy: backlinks[index], linking: linked(from: index), trails,
                others: [dateAddress(index) ?? ""]))
    }

    /// Returns the page of a note.
    ///
    /// - Parameter index: The position of the note in the notebook.
    func rendered(_ index: Int) throws -> [UInt8] {
        typealias Name = SiteTemplates.Name
        return try filler.templates.library.render(
            site.notes[index].deck == nil ? Name.note : Name.deck,
            value: page(of: index).value, with: frame.constants)
    }

    private func page(of index: Int) throws -> NotePage {
        let (note, facts, media) = (site.notes[index], site.rows[index].facts, filler.media)
        let filled = try filler.fill(index)
        var content = media.content(of: note, facts: facts, filled: filled, dates: dates)
        content.dateAddress = dateAddress(index)
        let tags = note.tags.compactMap { tag in
            site.map.tag(tag).map { site.map.tags[$0] }.map {
                NoteLink(title: "#" + $0.name, address: "../" + encodedPath($0.path))
            }
        }
        return NotePage(
            frame: frame, path: site.map.path(ofNote: index),
            content: content,
            excerpt: facts.shownExcerpt(of: note, filler.words), headings: facts.headings,
            hasPictures: media.hasPictures(note) || filled.embedsPhotos,
            isReplayed: filled.isReplayed,
            picture: media.socialPicture(of: note),
            backlinks: backlinks[index].map {
                (link(to: $0, from: index), site.sentence(in: $0, referringTo: index))
            },
            tags: tags,
            previews: linked(from: index).map { other in
                let excerpt = site.rows[other].facts.shownExcerpt(
                    of: site.notes[other], filler.words)
                return (link(to: other, from: index), excerpt)
            },
            trails: trails?.contexts(ofNote: index)
                ?? tags.map {
                    TrailContext(
                        identifier: nil, isDefault: false, list: $0.value, previous: nil, next: nil)
                },
            deck: note.deck.map { deck in
                DeckPart(
                    identifier: note.studyIdentifier, fileName: site.map.slug(ofNote: index).text,
                    hasCards: !deck.cards.isEmpty)
            })
    }

    /// Returns the positions of the notes to which the texts of a note link, each once.
    private func linked(from index: Int) -> [Int] {
        var seen: Set<Int> = [index]
        return site.rows[index].targets.compactMap { target in
            target.note.flatMap { seen.insert($0).inserted ? $0 : nil }
        }
    }

    private func link(to index: Int, from other: Int) -> NoteLink {
        var link = NoteLink(
            title: site.notes[index].title,
            address: site.map.address(ofNote: index, fromNote: other))
        link.language = site.rows[index].facts.titleLanguage
        return link
    }
}
