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
        let body = try body()
        return RenderedNote(
            summary, linkedNotes: linkedNotes, facts: { [self] in facts },
            held: RenderedBody(html: Self.moved(body.html, Array(prefix.utf8)), text: body.text)
        ) { [self] in
            try movedWithHeadings(prefix).body()
        }
    }

    /// Of the text of a note nothing becomes a tag, and no sign of a tag stands in an attribute: what
    /// looks like the tag of a heading is one.
    private static func moved(_ html: [UInt8], _ prefix: [UInt8]) -> [UInt8] {
        var moved: [UInt8] = []
        moved.reserveCapacity(html.count + html.count / 16 + 64)
        let (heading, link) = (Array(" id=\"".utf8), Array(" href=\"#".utf8))
        var start = 0
        var next = 0
        func take(upTo end: Int) {
            moved += html[start..<end]
            start = end
        }
        func addPrefix(behind mark: [UInt8], in tag: Range<Int>) {
            guard let place = html[tag].firstRange(of: mark) else { return }
            take(upTo: place.upperBound)
            moved += prefix
        }
        while let open = html[next...].firstIndex(of: UInt8(ascii: "<")) {
            let end = html[open...].firstIndex(of: UInt8(ascii: ">")) ?? html.endIndex
            let isEnd = html[open...].dropFirst().first == UInt8(ascii: "/")
            let name = html[(open + (isEnd ? 2 : 1))..<end].prefix(2)
            if name.count == 2, name.first == UInt8(ascii: "h"),
                let level = name.last, (0x32...0x36).contains(level)
            {
                take(upTo: name.endIndex - 1)
                moved.append(min(level + 1, 0x36))
                start += 1
                if !isEnd { addPrefix(behind: heading, in: start..<end) }
            } else if !isEnd, name.elementsEqual([UInt8(ascii: "a"), 0x20]) {
                addPrefix(behind: link, in: open..<end)
            }
            next = end
        }
        take(upTo: html.endIndex)
        return moved
    }
}
