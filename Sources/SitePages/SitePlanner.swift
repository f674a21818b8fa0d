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
        let order = titleOrder(of: notebook.notes)
        let dates = NoteDates(timeZone: options.timeZone, words: words)
        let pages = NotePages(
            notebook, slugs: slugs, bodies: bodies, order: order,
            frame: frame(notebook, root: "../"), dates: dates,
            media: NoteMedia(media: media, words: words, root: "../"), templates: templates)
        var files = pages.files
        let library = templates.library
        let frame = frame(notebook, root: "")
        let atRoot = NoteMedia(media: media, words: words, root: "")
        let sheet = ContactSheet(
            notes: notebook.notes, slugs: slugs, media: atRoot, dates: dates, words: words)
        let hasPictures = sheet.hasPictures
        if hasPictures {
            files.append(
                OutputFile(
                    OutputPath("photos.html"),
                    .rendered {
                        try library.render(SiteTemplates.Name.photos, sheet.page(frame).value)
                    }))
        }
        let index = IndexPage(
            frame: frame, count: words.count(of: order.count),
            groups: groups(notebook.notes, order, slugs, bodies, dates, atRoot),
            hasPictures: hasPictures)
        files.append(
            OutputFile(
                OutputPath("index.html"),
                .rendered { try library.render(SiteTemplates.Name.index, index.value) }))
        for (name, bytes) in assets {
            files.append(OutputFile(OutputPath("assets/" + assetName(name, bytes)), .bytes(bytes)))
        }
        return TreePlan(tree: "site", files: files)
    }
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
        _ dates: NoteDates, _ shown: NoteMedia
    ) -> [IndexPage.Group] {
        var groups: [(letter: IndexLetter, rows: [IndexPage.Row])] = []
        for index in order {
            let note = notes[index]
            let letter = IndexLetter(title: note.title, language: options.language)
            let row = IndexPage.Row(
                link: NoteLink(title: note.title, slugs[index], from: "notes/"),
                date: dates.created(note) ?? dates.edited(note),
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
