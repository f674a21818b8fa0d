import NoteModel
import StoredValues

/// Whether the text of a note can stand on another page than its own.
enum Movability: String, Sendable {
    /// As it is.
    case asItIs
    /// With other identifiers of its headings, a level below.
    case withHeadings
    /// It has to be rendered again.
    case no
}

extension RenderedNote {
    /// The same note with its text as ``TextPlace/besideOthers(_:others:)`` has it, but for what is
    /// said of links whose words are their addresses: rendering it a second time would take ten times
    /// as long.
    ///
    /// - Parameter prefix: Put before every identifier.
    func movedWithHeadings(_ prefix: String) throws -> RenderedNote {
        RenderedNote(
            summary, linkedNotes: linkedNotes, facts: { [self] in facts },
            html: Self.moved(try html(), Array(prefix.utf8))
        ) { [self] in
            RenderedBody(
                html: try movedWithHeadings(prefix).html(), text: try text())
        }
    }

    /// Of the text of a note nothing becomes a tag, and no sign of a tag stands in an attribute: what
    /// looks like the tag of a heading is one.
    private static func moved(_ html: [UInt8], _ prefix: [UInt8]) -> [UInt8] {
        var moved: [UInt8] = []
        moved.reserveCapacity(html.count + html.count / 16 + 64)
        html.withUnsafeBufferPointer { html in
            var start = 0
            func take(upTo end: Int) {
                moved += UnsafeBufferPointer(rebasing: html[start..<end])
                start = end
            }
            func addPrefix(behind mark: StaticString, in tag: Range<Int>) {
                guard let place = tag.first(where: { html.has(mark, at: $0) }) else { return }
                take(upTo: place + mark.utf8CodeUnitCount)
                moved += prefix
            }
            var next = 0
            while let open = html.place(of: UInt8(ascii: "<"), from: next) {
                let end = html.place(of: UInt8(ascii: ">"), from: open) ?? html.count
                let isEnd = html.has("/", at: open + 1)
                let name = open + (isEnd ? 2 : 1)
                if name + 1 < end, html[name] == UInt8(ascii: "h"),
                    (0x32...0x36).contains(html[name + 1])
                {
                    take(upTo: name + 1)
                    moved.append(min(html[name + 1] + 1, 0x36))
                    start += 1
                    if !isEnd { addPrefix(behind: " id=\"", in: start..<end) }
                } else if html.has("a ", at: open + 1) {
                    addPrefix(behind: " href=\"#", in: open..<end)
                }
                next = end
            }
            take(upTo: html.count)
        }
        return moved
    }
}
