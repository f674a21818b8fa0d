import MarkdownText
import Markup
import NoteModel
import Orthography
import OutputPlan

/// The pages of all notes, each made when it is written. Planning them reads no text and takes only
/// fingerprints.
final class NotePages: Sendable {
    /// The lists that lead to each note; nil for a page on its own, which has no neighbours.
    private let trails: NavigationTrails?
    private let frame: PageFrame
    private let templates: PageTemplates
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
    ///   - filler: Fills the notes for their own pages.
    ///   - orders: The orders of the notes, by which the notes that link a note are sorted; nil for
    ///     pages on their own.
    ///   - frame: The frame of pages in a folder of the root.
    init(
        _ filler: NoteFiller, orders: NoteOrders?, trails: NavigationTrails?, frame: PageFrame,
        dates: NoteDates, keys: PageFingerprints, dateAddress: @escaping @Sendable (Int) -> String?
    ) {
        (self.filler, self.trails, self.frame) = (filler, trails, frame)
        templates = filler.templates.inside(frame)
        (self.dates, self.keys, self.dateAddress) = (dates, keys, dateAddress)
        backlinks = filler.site.backlinks.map { $0.count < 2 ? $0 : orders?.sorted($0) ?? $0 }
    }

    private var site: SiteNotes { filler.site }

    /// Returns the page of each note, in the order of the notebook, and the media files to which
    /// they refer.
    ///
    /// - Parameter mapping: Plans a file for each position, on several threads if it likes.
    func files(mapping: FileMapping) rethrows -> [OutputFile] {
        try mapping(site.notes.indices) { self.file(of: $0) }
            + site.rows.lazy.filter(\.mayHaveFiles).flatMap { filler.media.files(of: $0.note) }
    }

    private func file(of index: Int) -> OutputFile {
        OutputFile(
            OutputPath(site.map.path(ofNote: index)),
            content: .rendered { try self.rendered(index) },
            inputs: keys.key(
                ofPage: index, linkedBy: backlinks[index], linking: linked(from: index), trails,
                others: [dateAddress(index) ?? ""]), role: .page)
    }

    /// Returns the page of a note.
    ///
    /// - Parameter index: The position of the note in the notebook.
    func rendered(_ index: Int) throws -> [UInt8] {
        return try templates.render(
            site.notes[index].deck == nil ? TemplateFile.note : TemplateFile.deck,
            with: page(of: index))
    }

    private func page(of index: Int) throws -> TemplateValue {
        let (note, facts, media) = (site.notes[index], site.rows[index].facts, filler.media)
        let filled = try filler.fill(index)
        let tags = site.map.tags(ofNote: index).map { place in
            let tag = site.map.tags[place]
            return NoteLink(title: "#" + tag.name, address: "../" + encodedPath(tag.path))
        }
        return frame.note(
            path: site.map.path(ofNote: index), picture: media.socialPicture(of: note),
            content: media.content(
                of: note, facts: facts, filled: filled, dates: dates,
                dateAddress: dateAddress(index)),
            excerpt: facts.shownExcerpt(of: note, filler.words), headings: facts.headings,
            hasBlocks: note.recordings.contains { $0.transcript != nil }
                || note.pages.contains { !$0.placedRecordings.isEmpty } || filled.html.hasBlocks,
            hasPictures: media.hasPictures(note) || filled.embedsPhotos,
            isReplayed: filled.isReplayed,
            backlinks: backlinks[index].map {
                (link(to: $0, from: index), site.sentence(in: $0, referringTo: index))
            }, tags: tags,
            previews: linked(from: index).map { other in
                let excerpt = site.rows[other].facts.shownExcerpt(
                    of: site.notes[other], filler.words)
                return (link(to: other, from: index), excerpt)
            },
            trails: trails?.values(ofNote: index) ?? tags.map { .trail(list: $0.value) },
            deck: note.deck.map { deck in
                (note.studyIdentifier, site.map.slug(ofNote: index).text, !deck.cards.isEmpty)
            })
    }

    /// Returns the positions of the notes to which the texts of a note link, each once.
    private func linked(from index: Int) -> [Int] {
        let targets = site.rows[index].targets
        guard !targets.isEmpty else { return [] }
        var seen: Set<Int> = [index]
        return targets.compactMap { target in
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
