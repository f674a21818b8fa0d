import Foundation
package import NoteModel
package import OutputPlan
import TextTemplates

/// Plans the site of a notebook: every page, picture and asset.
package struct SitePlanner: Sendable {
    private let options: SiteOptions
    private let templates: SiteTemplates
    private let assets: [String: [UInt8]]
    private let words = InterfaceWords.english

    /// - Parameter assets: Bytes of each file for `assets/`, by its name.
    package init(options: SiteOptions, templates: SiteTemplates, assets: [String: [UInt8]]) {
        self.options = options
        self.templates = templates
        self.assets = assets.merging([ColourSheet.fileName: ColourSheet.bytes]) { own, _ in own }
    }

    /// The plan of the site.
    ///
    /// - Parameters:
    ///   - slugs: Address of each note, in the notebook's order.
    ///   - bodies: Rendered text of each note, in the notebook's order.
    package func plan(
        _ notebook: Notebook, slugs: [Slug], bodies: [NoteBody], media: PreparedMedia
    ) -> TreePlan {
        let shown = NoteMedia(media: media, words: words, root: "../")
        let order = titleOrder(of: notebook.notes)
        let templates = self.templates
        let pageFrame = frame(notebook, root: "../")
        var files: [OutputFile] = []
        for (position, index) in order.enumerated() {
            let note = notebook.notes[index]
            let body = bodies[index]
            let before = position > 0 ? order[position - 1] : nil
            let after = position + 1 < order.count ? order[position + 1] : nil
            func neighbour(_ index: Int?) -> NoteLink? {
                index.map { link(to: notebook.notes[$0], slugs[$0], from: "") }
            }
            let links = (neighbour(before), neighbour(after))
            let dates = (created: self.created(note), edited: self.edited(note))
            files.append(
                OutputFile(
                    Self.notePath(slugs[index]),
                    .rendered {
                        let page = NotePage(
                            frame: pageFrame, title: note.title, created: dates.created,
                            edited: dates.edited, excerpt: body.excerpt, body: body.html,
                            photos: Self.photosBelow(note, body, shown),
                            recordings: note.recordings.indices
                                .filter { !body.recordingsInText.contains($0) }
                                .map { shown.recording(note, $0) },
                            hasPictures: note.photos.contains { media[$0]?.decoded != nil },
                            previous: links.0, next: links.1)
                        return try templates.library.render(SiteTemplates.Name.note, page.value)
                    }))
            files += shown.files(of: note)
        }
        let rootFrame = frame(notebook, root: "")
        let atRoot = NoteMedia(media: media, words: words, root: "")
        let sheet = ContactSheet(options: options, words: words)
            .page(rootFrame, notebook.notes, slugs, atRoot)
        let index = IndexPage(
            frame: rootFrame, count: words.count(of: order.count),
            groups: groups(notebook.notes, order, slugs, bodies, atRoot),
            hasPictures: sheet != nil)
        if let sheet {
            files.append(
                OutputFile(
                    OutputPath("photos.html"),
                    .rendered {
                        try templates.library.render(SiteTemplates.Name.photos, sheet.value)
                    }))
        }
        files.append(
            OutputFile(
                OutputPath("index.html"),
                .rendered { try templates.library.render(SiteTemplates.Name.index, index.value) }))
        for (name, bytes) in assets {
            files.append(OutputFile(OutputPath("assets/" + assetName(name, bytes)), .bytes(bytes)))
        }
        return TreePlan(tree: "site", files: files)
    }

    /// Where the page of a note stands in the site.
    static func notePath(_ slug: Slug) -> OutputPath { OutputPath("notes/\(slug.text).html") }
}

extension SitePlanner {
    /// Positions of the notes in the order of their titles, then of their dates.
    private func titleOrder(of notes: [Note]) -> [Int] {
        let keys = notes.map { SortKey($0.title, language: options.language) }
        return notes.indices.sorted { left, right in
            if keys[left] != keys[right] { return keys[left] < keys[right] }
            let dates = (notes[left].date, notes[right].date)
            if let first = dates.0, let second = dates.1, first != second { return first < second }
            return notes[left].id < notes[right].id
        }
    }

    private func groups(
        _ notes: [Note], _ order: [Int], _ slugs: [Slug], _ bodies: [NoteBody],
        _ shown: NoteMedia
    ) -> [IndexPage.Group] {
        var groups: [(letter: IndexLetter, rows: [IndexPage.Row])] = []
        for index in order {
            let note = notes[index]
            let letter = IndexLetter(title: note.title, language: options.language)
            let row = IndexPage.Row(
                link: link(to: note, slugs[index], from: "notes/"),
                date: created(note) ?? edited(note),
                excerpt: bodies[index].excerpt, thumbnail: shown.thumbnail(of: note))
            if groups.last?.letter == letter {
                groups[groups.count - 1].rows.append(row)
            } else {
                groups.append((letter, [row]))
            }
        }
        return groups.enumerated().map { number, group in
            IndexPage.Group(
                letter: group.letter.text, identifier: "letter-\(number + 1)", notes: group.rows)
        }
    }

    private func frame(_ notebook: Notebook, root: String) -> PageFrame {
        func address(_ name: String) -> String {
            "assets/" + (assets[name].map { assetName(name, $0) } ?? name)
        }
        return PageFrame(
            language: options.language, notebookTitle: notebook.title, root: root, words: words,
            stylesheet: address("style.css"), colours: address(ColourSheet.fileName),
            viewer: address("viewer.js"))
    }

    /// The name of an asset changes with its content, so that browsers never show an old one.
    private func assetName(_ name: String, _ bytes: [UInt8]) -> String {
        guard let dot = name.lastIndex(of: ".") else { return name }
        return "\(name[..<dot])-\(ContentKey(of: bytes).short.prefix(8))\(name[dot...])"
    }

    private func link(to note: Note, _ slug: Slug, from folder: String) -> NoteLink {
        NoteLink(title: note.title, slug, from: folder)
    }

    /// The photos that no place in the text names, in their order.
    private static func photosBelow(
        _ note: Note, _ body: NoteBody, _ shown: NoteMedia
    ) -> [PhotoValue] {
        let below = note.photos.indices.filter { !body.photosInText.contains($0) }
        return below.map { position in
            var photo = shown.photo(
                note, position, alternative: "",
                isLazy: position != below.first || !body.photosInText.isEmpty)
            photo.anchor = "photo-\(position + 1)"
            photo.isSmall = below.count > 1
            return photo
        }
    }

    private func created(_ note: Note) -> DateValue? {
        dateValue(note.created, note.dateTexts.created)
    }

    /// When the note was changed, where that is another day than the one on which it was written.
    private func edited(_ note: Note) -> DateValue? {
        guard let value = dateValue(note.modified, note.dateTexts.modified) else { return nil }
        return value.text == created(note)?.text ? nil : value
    }

    /// A date as the reader's language writes it, or in the words of the archive.
    private func dateValue(_ date: Date?, _ archived: String?) -> DateValue? {
        guard let date else { return archived.map { DateValue(text: $0, machine: nil) } }
        let offset = options.timeZone.secondsFromGMT(for: date)
        let time = CivilTime(date, offset: offset)
        return DateValue(text: words.date(time), machine: time.rfc3339)
    }
}

extension NoteLink {
    /// - Parameter folder: The way to the pages of notes, with a slash at its end or empty.
    init(title: String, _ slug: Slug, from folder: String) {
        self.init(title: title, address: "\(folder)\(encodedPath(slug.text)).html")
    }
}

/// A file name as a relative address: letters beyond ASCII percent-encoded.
private func encodedPath(_ name: String) -> String {
    let plain = name.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
    }
    return plain
        ? name : name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name
}
