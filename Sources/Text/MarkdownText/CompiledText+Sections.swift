import Foundation

extension CompiledText {
    /// Returns the part of the text from a heading to the next one of its level or above; nil if
    /// there is no such heading, if the part does not consist of whole blocks, such as one that
    /// begins in a block quote, or if it refers to footnotes or headings that are not part of it.
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
        guard Self.isBalanced(part), Self.holdsItsTargets(part) else { return nil }
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
        Self.position(of: "<section class=\"footnotes\"", in: html).map { $0 - html.startIndex }
    }

    private static func position(of words: StaticString, in html: ArraySlice<UInt8>) -> Int? {
        let words = UnsafeBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount)
        var index = html.startIndex
        while let found = html[index...].firstIndex(of: words[0]) {
            if html[found...].starts(with: words) { return found }
            index = found + 1
        }
        return nil
    }

    /// Returns true if each fragment to which HTML refers is in it.
    private static func holdsItsTargets(_ html: ArraySlice<UInt8>) -> Bool {
        let identifiers = Set(values(of: " id=\"", in: html))
        return values(of: " href=\"#", in: html).allSatisfy { value in
            identifiers.contains(value.removingPercentEncoding ?? value)
        }
    }

    /// Returns the values of an attribute, up to the next quotation mark.
    static func values(of start: StaticString, in html: ArraySlice<UInt8>) -> [String] {
        var values: [String] = []
        var rest = html
        while let found = position(of: start, in: rest) {
            let value = rest[(found + start.utf8CodeUnitCount)...].prefix {
                $0 != UInt8(ascii: "\"")
            }
            values.append(String(decoding: value, as: UTF8.self))
            rest = rest[value.endIndex...]
        }
        return values
    }

    /// Returns true if HTML closes as many elements as it opens, and no other ones.
    private static func isBalanced(_ html: ArraySlice<UInt8>) -> Bool {
        var depth = 0
        var index = html.startIndex
        while let start = html[index...].firstIndex(of: UInt8(ascii: "<")) {
            guard let end = html[start...].firstIndex(of: UInt8(ascii: ">")) else { return false }
            index = end + 1
            let name = html[(start + 1)..<end].prefix { $0 > 0x20 }
            if name.first == UInt8(ascii: "/") {
                depth -= 1
            } else if html[end - 1] != UInt8(ascii: "/"), !isVoid(name) {
                depth += 1
            }
            if depth < 0 { return false }
        }
        return depth == 0
    }

    private static func isVoid(_ name: ArraySlice<UInt8>) -> Bool {
        ["br", "img", "input", "hr", "wbr"].contains { name.elementsEqual($0.utf8) }
    }
}
