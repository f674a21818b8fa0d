import MarkdownText
import NoteModel

extension SiteNotes {
    /// Returns the sentence in which a note first refers to another one; nil if the texts cannot be
    /// read or the reference is all of its line.
    ///
    /// - Parameters:
    ///   - index: The position of the note that refers.
    ///   - other: The position of the note that is referred to.
    func sentence(in index: Int, referringTo other: Int) -> String? {
        let (row, facts) = (rows[index], rows[index].facts)
        let found = row.targets.firstIndex { $0.note == other }
        guard let found, facts.references.indices.contains(found),
            let text = facts.firstReferences.lastIndex(where: { $0 <= found }),
            case let body = row.body, body.texts.indices.contains(text)
        else { return nil }
        return ReferenceSentence.sentence(
            in: body.texts[text].text, around: facts.references[found].offset)
    }
}

/// Finds the sentence around a place of a text.
enum ReferenceSentence {
    /// The maximum number of bytes before and after the place.
    private static let maximumReach = 120

    /// Returns the sentence without line breaks, cut at spaces with an ellipsis on each side if it
    /// is long; nil if it has no words besides those up to the next space.
    ///
    /// - Parameters:
    ///   - text: The text without markup in UTF-8, one line per block.
    ///   - place: The offset of the reference in bytes.
    static func sentence(in text: ArraySlice<UInt8>, around place: Int) -> String? {
        text.withUnsafeBufferPointer { sentence(in: $0, around: place) }
    }

    private static func sentence(
        in text: UnsafeBufferPointer<UInt8>, around place: Int
    ) -> String? {
        guard place <= text.count else { return nil }
        var start = place
        while start > 0, text[start - 1] != 0x0A, !endsSentence(text, at: start - 1) { start -= 1 }
        var end = place
        while end < text.count, text[end] != 0x0A {
            end += 1
            if endsSentence(text, at: end - 1) { break }
        }
        var (prefix, suffix) = ("", "")
        if place - start > maximumReach {
            start = place - maximumReach
            start = text[start..<place].firstIndex(of: 0x20) ?? start
            prefix = "…"
        }
        if end - place > maximumReach {
            end = place + maximumReach
            end = text[place..<end].lastIndex(of: 0x20) ?? end
            suffix = "…"
        }
        // Where words have no spaces, the cut is between two characters.
        while start < place, text[start] & 0xC0 == 0x80 { start += 1 }
        while end > place, end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
        let words = String(decoding: text[start..<max(start, end)], as: UTF8.self).trimmed
        guard !words.isEmpty else { return nil }
        return prefix + words + suffix
    }

    /// Returns true if a byte is the last one of a mark that ends a sentence: a full stop or the
    /// like before a space, or `。`, `！` or `？`, which need no space.
    private static func endsSentence(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        switch text[index] {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
            index + 1 < text.count && text[index + 1] == 0x20
        case 0x82: index >= 2 && text[index - 2] == 0xE3 && text[index - 1] == 0x80
        case 0x81, 0x9F: index >= 2 && text[index - 2] == 0xEF && text[index - 1] == 0xBC
        default: false
        }
    }
}
