import NoteModel

/// The pairs of inline marks that become HTML although the parser takes them for text: `==words==`,
/// and the tags of an allow-list, without attributes.
///
/// A mark without its counterpart in the same paragraph or emphasis stays text, so the HTML is
/// always well-formed.
struct InlineMarks {
    /// The elements that marks become.
    enum Name: String, CaseIterable {
        case kbd, mark, sub, sup, u
    }

    /// A mark that has a counterpart.
    struct Mark {
        /// The place of the mark in the literal of its node.
        let range: Range<Int>
        let name: Name
        let isEnd: Bool
    }

    /// The marks of each node, in order. Pairs are looked for once for each parent.
    private var found: [MarkdownNode: [Mark]] = [:]
    private var seen: Set<MarkdownNode> = []

    /// True if a text may have marks; most have none, and are not searched for them.
    static func mayOccur(in source: String) -> Bool {
        var source = source
        return source.withUTF8 { bytes in
            let sign = bytes.place(of: UInt8(ascii: "=")) { bytes.has("==", at: $0) }
            if sign != nil { return true }
            let end = bytes.place(of: UInt8(ascii: ">")) { place in
                bytes[max(0, place - 6)..<place].lastIndex(of: UInt8(ascii: "<")).flatMap {
                    tag(UnsafeBufferPointer(rebasing: bytes[$0...place]))
                } != nil
            }
            return end != nil
        }
    }

    /// Returns the marks in the literal of a text or of inline HTML, in order.
    mutating func marks(in node: MarkdownNode) -> [Mark] {
        if let parent = node.parent, seen.insert(parent).inserted { findPairs(in: parent) }
        return found[node] ?? []
    }

    /// Returns the marks in a part of the literal of a text, in order.
    mutating func marks(in node: MarkdownNode, within part: Range<Int>) -> ArraySlice<Mark> {
        let all = marks(in: node)
        var (start, end) = (0, all.count)
        while start < end {
            let middle = (start + end) / 2
            if all[middle].range.lowerBound < part.lowerBound {
                start = middle + 1
            } else {
                end = middle
            }
        }
        return all[start...].prefix { $0.range.upperBound <= part.upperBound }
    }

    private mutating func findPairs(in parent: MarkdownNode) {
        typealias Place = (node: MarkdownNode, range: Range<Int>, name: Name)
        /// The marks without a counterpart so far, the innermost last.
        var open: [Place] = []
        var counts: [Name: Int] = [:]
        func close(_ place: Place) -> Bool {
            guard counts[place.name, default: 0] > 0 else { return false }
            // What is open within the pair has no counterpart in it.
            while let start = open.popLast() {
                counts[start.name, default: 0] -= 1
                guard start.name == place.name else { continue }
                found[start.node, default: []].append(
                    Mark(range: start.range, name: start.name, isEnd: false))
                found[place.node, default: []].append(
                    Mark(range: place.range, name: place.name, isEnd: true))
                return true
            }
            return false
        }
        func begin(_ place: Place) {
            open.append(place)
            counts[place.name, default: 0] += 1
        }
        var texts: [MarkdownNode] = []
        var next = parent.firstChild
        while let node = next {
            next = node.next
            switch node.kind {
            case .htmlInline:
                node.withLiteral { literal in
                    guard let (name, isEnd) = Self.tag(literal) else { return }
                    let place = (node, 0..<literal.count, name)
                    if isEnd { _ = close(place) } else { begin(place) }
                }
            case .text:
                texts.append(node)
                node.withLiteral { literal in
                    for (range, opens, closes) in Self.highlights(in: literal, of: node) {
                        let place = (node, range, Name.mark)
                        if closes, close(place) { continue }
                        if opens { begin(place) }
                    }
                }
            default: break
            }
        }
        for node in texts { found[node]?.sort { $0.range.lowerBound < $1.range.lowerBound } }
    }

    /// Returns the name of a tag of the list, and whether it is an end tag; nil for other HTML.
    private static func tag(_ literal: UnsafeBufferPointer<UInt8>) -> (name: Name, isEnd: Bool)? {
        guard (3...7).contains(literal.count), literal.first == UInt8(ascii: "<"),
            literal.last == UInt8(ascii: ">")
        else { return nil }
        let isEnd = literal[1] == UInt8(ascii: "/")
        let name = literal[(isEnd ? 2 : 1)..<(literal.count - 1)]
        return Name.allCases.first { $0.rawValue.utf8.elementsEqual(name.lazy.map { $0 | 0x20 }) }
            .map { ($0, isEnd) }
    }

    /// Returns the places of two equals signs in a text, and whether they can open or close a
    /// highlight. The character on the inner side must not be a space, and the one on the outer
    /// side not an ASCII letter or digit, as it may be in a comparison.
    private static func highlights(
        in literal: UnsafeBufferPointer<UInt8>, of node: MarkdownNode
    ) -> [(range: Range<Int>, opens: Bool, closes: Bool)] {
        let sign = UInt8(ascii: "=")
        guard literal.contains(sign) else { return [] }
        var found: [(range: Range<Int>, opens: Bool, closes: Bool)] = []
        var reference = InlineReference.first(in: literal, from: 0)?.range
        var index = 0
        while index < literal.count {
            // Nothing within double brackets is a mark.
            if let range = reference, index >= range.lowerBound {
                index = range.upperBound
                reference = InlineReference.first(in: literal, from: index)?.range
                continue
            }
            guard literal[index] == sign else {
                index += 1
                continue
            }
            let end = literal[index...].firstIndex { $0 != sign } ?? literal.count
            defer { index = end }
            guard end - index == 2 else { continue }
            let before = index > 0 ? literal[index - 1] : edge(node.previous)
            let after = end < literal.count ? literal[end] : edge(node.next)
            found.append(
                (
                    index..<end, opens: !after.isSpace && !before.isAlphanumeric,
                    closes: !before.isSpace && !after.isAlphanumeric
                ))
        }
        return found
    }

    /// Returns the byte that stands for the neighbour of a text: a space for a line break or no
    /// neighbour, and 0 for other markup, such as emphasis.
    private static func edge(_ neighbour: MarkdownNode?) -> UInt8 {
        switch neighbour?.kind {
        case nil, .softBreak, .lineBreak: 0x20
        default: 0
        }
    }
}
