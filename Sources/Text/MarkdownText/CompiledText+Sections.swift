import Markup
import Platform

extension CompiledText {
    /// Returns the part of the text from a heading to the next one of its level or above. Nil if
    /// there is no such heading, if the part would divide a block, such as a block quote, or if it
    /// refers to footnotes or headings outside of it.
    ///
    /// - Parameter index: The index of the heading in ``TextFacts/headings``.
    package func section(ofHeading index: Int) -> CompiledText? {
        // Each heading has a level in its start tag and in its end tag.
        let levels = slots.indices.filter { slots[$0].kind == .level }
        guard levels.indices.contains(2 * index) else { return nil }
        let first = levels[2 * index]
        let next = stride(from: 2 * index + 2, to: levels.count, by: 2).map { levels[$0] }
            .first { slots[$0].value <= slots[first].value }
        // `<h` precedes the level.
        let start = slots[first].offset - 2
        let end = next.map { slots[$0].offset - 2 } ?? footnotesStart ?? html.count
        guard start >= 0, start <= end else { return nil }
        let part = html[(html.startIndex + start)..<(html.startIndex + end)]
        guard Self.isWhole(part) else { return nil }
        let own = slots[first...].prefix { $0.offset <= end }.filter {
            $0.offset < end || $0.kind != .level
        }
        return CompiledText(
            html: part,
            slots: own.map { Slot(offset: $0.offset - start, kind: $0.kind, value: $0.value) },
            text: [])
    }

    /// The offset of the list of footnotes at the end; nil if there is none.
    private var footnotesStart: Int? {
        html.firstRange(of: Array("<section class=\"footnotes\"".utf8))
            .map { $0.lowerBound - html.startIndex }
    }

    /// Returns true if HTML closes as many elements as it opens, and no other ones, and contains
    /// the target of each of its links to a fragment.
    private static func isWhole(_ html: ArraySlice<UInt8>) -> Bool {
        html.withUnsafeBufferPointer { html in
            var scanner = MarkupScanner(html)
            var depth = 0
            var (identifiers, targets): (Set<String>, [String]) = ([], [])
            while let token = scanner.next() {
                switch token {
                case .start(let name, let isClosed):
                    if !isClosed, !voids.contains(scanner.text(name)) { depth += 1 }
                    for attribute in scanner.attributes {
                        guard let value = attribute.value else { continue }
                        let text = String(decoding: html[value], as: UTF8.self)
                        if scanner.isNamed(attribute.name, "id") { identifiers.insert(text) }
                        if scanner.isNamed(attribute.name, "href"), text.hasPrefix("#") {
                            targets.append(String(text.dropFirst()))
                        }
                    }
                case .end:
                    depth -= 1
                    if depth < 0 { return false }
                default: break
                }
            }
            return depth == 0
                && targets.allSatisfy { identifiers.contains($0.percentDecoded ?? $0) }
        }
    }

    private static let voids: Set = ["br", "img", "input", "hr", "wbr"]
}
