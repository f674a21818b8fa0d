import NoteModel
import OutputPlan
import StoredValues
import TextTemplates

/// All notes one after the other, for paper: on one page, or on several where that would be more
/// than a browser likes.
struct PrintPages: Sendable {
    let notes: [Note]
    let map: SiteMap
    let orders: NoteOrders
    let rendered: [RenderedNote]
    let media: NoteMedia
    let frame: PageFrame
    let words: InterfaceWords
    let templates: SiteTemplates
    let keys: SiteKeys
    /// Renders a text to stand beside others.
    let renderer: @Sendable (_ place: TextPlace) -> NoteRenderer

    /// In bytes of HTML: a few hundred sheets of paper. Between the two a page ends where the next
    /// note's address says so, so that a note that grows makes one page another, and not all that
    /// follow.
    private static let shortestPage = 512 << 10
    private static let longestPage = 1 << 20

    static func path(ofPart part: Int) -> String {
        part == 0 ? "print/notebook.html" : "print/notebook-\(part + 1).html"
    }

    /// - Throws: ``TemplateError``.
    func files() throws(TemplateError) -> [OutputFile] {
        let parts = parts
        let template = try templates.page(SiteTemplates.Name.print, frame)
        return parts.enumerated().map { number, part in
            OutputFile(
                OutputPath(Self.path(ofPart: number)),
                .rendered { try template.render(page(number, part, of: parts.count).value) },
                inputs: keys.key(
                    "print", content: part,
                    ([number, parts.count, notes.count] + part).map { String($0) }))
        }
    }

    /// The notes of each page.
    private var parts: [[Int]] {
        var parts: [[Int]] = [[]]
        var size = 0
        for index in orders.usualSequence {
            let cost = rendered[index].summary.htmlSize + 500
            let mayEnd = size >= Self.shortestPage && map.slugs[index].text.utf8.isMark
            if size > 0, mayEnd || size + cost > Self.longestPage {
                parts.append([])
                size = 0
            }
            parts[parts.count - 1].append(index)
            size += cost
        }
        return parts
    }

    private func page(_ number: Int, _ part: [Int], of count: Int) throws -> PrintPage {
        let others = Set(part)
        let contents = try part.map { index in
            var body = rendered[index]
            switch body.facts.movability {
            case .asItIs: break
            case .withHeadings:
                body = try body.movedWithHeadings(PageIdentifier.printed(index) + ".")
            case .no:
                body = try renderer(.besideOthers(index, others: others)).render(notes[index])
            }
            return PrintPage.Item(
                identifier: PageIdentifier.printed(index),
                content: try media.content(of: notes[index], body, isAlone: false))
        }
        return PrintPage(
            frame: frame, path: Self.path(ofPart: number), count: words.count(of: notes.count),
            part: count > 1 ? "\(number + 1) / \(count)" : nil,
            hasDecks: part.contains { notes[$0].deck != nil }, notes: contents,
            next: number + 1 < count
                ? NoteLink(
                    title: words.nextPart,
                    address: "../" + Self.path(ofPart: number + 1)) : nil)
    }
}

/// The notes of a notebook, whole, one after the other.
struct PrintPage: Sendable {
    let frame: PageFrame
    let path: String
    let count: String
    /// Which one of several pages; nil for the only one.
    let part: String?
    let hasDecks: Bool
    let notes: [Item]
    let next: NoteLink?

    struct Item: Sendable {
        let identifier: String
        let content: NoteContent
    }

    var value: TemplateValue {
        frame.value(
            path: path,
            [
                ("title", .text(frame.words.printAll)), ("count", .text(count)),
                ("part", .text(part)), ("hasDecks", .flag(hasDecks)),
                (
                    "notes",
                    .made(count: notes.count) {
                        .record(
                            [("identifier", .text(notes[$0].identifier))] + notes[$0].content.fields
                        )
                    }
                ),
                ("next", next?.value ?? .absent), ("hasPictures", .flag(true)),
            ])
    }
}
