import NoteModel

/// A block quote that GitHub shows as an alert: its first line is `[!NOTE]` or one of the others
/// (docs.github.com, “Basic writing and formatting syntax”).
package enum Alert: String, CaseIterable, Sendable {
    case note, tip, important, warning, caution

    /// The first line of an alert.
    struct Marker {
        let alert: Alert
        /// The title that replaces the name of the alert, in plain text; nil if there is none.
        let title: String?
        /// The number of nodes that the line has in the first paragraph.
        let nodeCount: Int
        /// True if that paragraph has no other line.
        let isWholeParagraph: Bool
    }

    /// The names by which Obsidian knows alerts (“Callouts” in its help), in lower case.
    private static let synonyms: [String: Alert] = [
        "abstract": .note, "summary": .note, "tldr": .note, "info": .note, "todo": .note,
        "example": .note, "quote": .note, "cite": .note, "hint": .tip, "success": .tip,
        "check": .tip, "done": .tip, "question": .important, "help": .important,
        "faq": .important, "attention": .warning, "failure": .caution, "fail": .caution,
        "missing": .caution, "danger": .caution, "error": .caution, "bug": .caution,
    ]

    /// Returns the marker of an alert: `[!NOTE]`, or in Obsidian's form `[!tip]- Title`, whose sign
    /// folds it there; nil for an ordinary quote.
    static func marker(of quote: MarkdownNode) -> Marker? {
        guard let paragraph = quote.firstChild, paragraph.kind == .paragraph else { return nil }
        var line = ""
        var count = 0
        var next = paragraph.firstChild
        while let node = next {
            count += 1
            let kind = node.kind
            if kind == .softBreak || kind == .lineBreak { break }
            // The marker itself has no markup.
            guard kind == .text || line.contains("]"), line.utf8.count <= 1000 else { return nil }
            line += node.plainText
            next = node.next
        }
        // An escaped bracket is followed by a sentinel.
        guard line.utf8.starts(with: "[!".utf8) else { return nil }
        line = EscapeSentinel.unmarked(line)
        guard let end = line.firstIndex(of: "]") else { return nil }
        let name = line[line.index(line.startIndex, offsetBy: 2)..<end].lowercased()
        guard let alert = Alert(rawValue: name) ?? synonyms[name] else { return nil }
        var title = line[line.index(after: end)...]
        if title.first == "-" || title.first == "+" { title.removeFirst() }
        let words = title.trimmed
        // GitHub shows a marker without a text as a quote.
        guard next?.next != nil || paragraph.next != nil || !words.isEmpty else { return nil }
        return Marker(
            alert: alert, title: words.isEmpty ? nil : words, nodeCount: count,
            isWholeParagraph: next == nil)
    }
}
