import NoteModel

/// Replaces the HTML elements of a Markdown text that refer to files by Markdown, since HTML in a
/// note is shown and not run.
struct FileElements {
    /// Returns the destination of the file that an address refers to; nil for any other address.
    let destination: (_ address: String) -> String?
    /// True if a destination is that of a photo.
    let isPhoto: (_ destination: String) -> Bool

    /// The elements that refer to files, and whether they have content.
    private static let names = [
        "img": false, "a": true, "audio": true, "video": true, "object": true, "iframe": true,
        "source": false, "embed": false,
    ]

    /// Returns a text with elements replaced, but not in code.
    func replaced(in text: String) -> String {
        guard text.contains("<") else { return text }
        var fence: String?
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let words = line.drop { $0 == " " }
            if let open = fence {
                if words.hasPrefix(open) { fence = nil }
                return String(line)
            }
            fence = ["```", "~~~"].first { words.hasPrefix($0) }
            let isCode = fence != nil || line.hasPrefix("    ") || line.hasPrefix("\t")
            return isCode || !line.contains("<") ? String(line) : replaced(inLine: line)
        }
        .joined(separator: "\n")
    }

    private func replaced(inLine line: Substring) -> String {
        var result = ""
        var rest = line
        var isCode = false
        while let place = rest.firstIndex(where: { $0 == "<" || $0 == "`" }) {
            result += rest[..<place]
            rest = rest[place...]
            if rest.first == "<", !isCode, let (markdown, end) = element(at: rest) {
                result += markdown
                rest = rest[end...]
            } else {
                if rest.first == "`" { isCode.toggle() }
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }

    /// Returns the Markdown for an element that refers to a file, and its end; nil for others.
    private func element(at text: Substring) -> (markdown: String, end: Substring.Index)? {
        let name = text.dropFirst().prefix { $0.isLetter }.lowercased()
        guard let hasContent = Self.names[name], let close = text.firstIndex(of: ">") else {
            return nil
        }
        var end = text.index(after: close)
        if hasContent, text[..<close].last != "/",
            let last = text[end...].firstRange(of: "</\(name)>")
        {
            end = last.upperBound
        }
        guard let element = HTMLParser.parse(String(text[..<end])).first?.element else {
            return nil
        }
        let sources = [element] + element.children.compactMap(\.element)
        let found = sources.lazy.compactMap { source in
            ["src", "href", "data"].lazy.compactMap { source.attributes[$0] }
                .compactMap { destination($0.trimmed) }.first
        }.first
        guard let found else { return nil }
        let words = HTMLNode.element(element).text.trimmed
        let width = (element.attributes["width"] ?? "").filter(\.isWholeNumber)
        let isImage = isPhoto(found)
        let description = element.attributes["alt"] ?? element.attributes["title"] ?? words
        let label = isImage && !width.isEmpty ? "\(description)|\(width)" : description
        return (HTMLMarkdown.reference(to: found, words: label, isImage: isImage), end)
    }
}
