import Foundation
package import NoteModel
package import OutputPlan
import TextTemplates

/// Plans the site of a notebook: every page, picture and asset.
package struct SitePlanner: Sendable {
    private let options: SiteOptions
    private let templates: SiteTemplates
    private let assets: [String: [UInt8]]
    private let words: InterfaceWords

    /// - Parameter assets: Bytes of each file for `assets/`, by its name.
    package init(options: SiteOptions, templates: SiteTemplates, assets: [String: [UInt8]]) {
        self.options = options
        self.templates = templates
        words = InterfaceWords(language: options.language)
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
        let dates = NoteDates(timeZone: options.timeZone, words: words)
        let atRoot = NoteMedia(media: media, words: words, root: "")
        let indexes = NoteIndexes(
            notes: notebook.notes, slugs: slugs, bodies: bodies, language: options.language,
            words: words, dates: dates, media: atRoot)
        let order = indexes.titleOrder()
        let pages = NotePages(
            notebook, slugs: slugs, bodies: bodies, order: order,
            frame: frame(notebook, root: "../"), dates: dates,
            media: NoteMedia(media: media, words: words, root: "../"), templates: templates)
        let sheet = ContactSheet(
            notes: notebook.notes, slugs: slugs, media: atRoot, dates: dates, words: words)
        var files = pages.files
        files += indexFiles(indexes, order, sheet, frame(notebook, root: ""))
        for (name, bytes) in assets {
            files.append(OutputFile(OutputPath("assets/" + assetName(name, bytes)), .bytes(bytes)))
        }
        return TreePlan(tree: "site", files: files)
    }
}

extension SitePlanner {
    /// The pages that lead to the notes: by title, and by date and by photos where there are such.
    private func indexFiles(
        _ indexes: NoteIndexes, _ order: [Int], _ sheet: ContactSheet, _ frame: PageFrame
    ) -> [OutputFile] {
        let library = templates.library
        var views = [IndexView(title: words.byTitle, address: SiteTemplates.Name.index)]
        if indexes.hasDates {
            views.append(IndexView(title: words.byDate, address: SiteTemplates.Name.byDate))
        }
        if sheet.hasPictures {
            views.append(IndexView(title: words.photos, address: SiteTemplates.Name.photos))
        }
        return views.map { [views] view in
            let views = views.current(view.address)
            return OutputFile(
                OutputPath(view.address),
                .rendered {
                    let value =
                        switch view.address {
                        case SiteTemplates.Name.byDate:
                            indexes.byDate(order, frame, views: views).value
                        case SiteTemplates.Name.photos: sheet.page(frame, views: views).value
                        default: indexes.byTitle(order, frame, views: views).value
                        }
                    return try library.render(view.address, value)
                })
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
