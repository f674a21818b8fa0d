import KeyedArchives

/// Converts rich text to Markdown: links, bold, italic, strikethrough, and attachments as images.
/// Text without a style is not escaped, since plain notes are Markdown as well.
struct AttributedMarkdown {
    let archive: KeyedArchive

    /// The placeholder for an attachment in a text, the object replacement character.
    static let attachmentSign: Character = "\u{FFFC}"

    /// Returns the Markdown of a text.
    ///
    /// - Parameter attachment: Called for each attachment in the order of the text; returns the
    ///   Markdown that replaces it. The argument is nil if the attached object is missing.
    func text(
        of runs: [KeyedArchive.TextRun], attachment: (PropertyListValue?) -> String
    ) -> String {
        var text = ""
        for run in joined(runs) {
            guard run.text.contains(Self.attachmentSign) else {
                text += marked(run.text, style: run.style)
                continue
            }
            for character in run.text {
                text +=
                    character == Self.attachmentSign
                    ? attachment(run.attachment) : marked(String(character), style: run.style)
            }
        }
        return text
    }

    private struct Style: Equatable {
        var isBold = false
        var isItalic = false
        var isStruck = false
        var link: String?

        /// - Parameter name: The name of the font, in lower case.
        mutating func setFont(_ name: String) {
            isBold = ["bold", "heavy", "black"].contains { name.contains($0) }
            isItalic = ["italic", "oblique"].contains { name.contains($0) }
        }
    }

    private struct StyledRun {
        var text: String
        let style: Style
        let attachment: PropertyListValue?
    }

    /// Merges adjacent runs of the same style, since fonts may differ in ways that Markdown does
    /// not express.
    private func joined(_ runs: [KeyedArchive.TextRun]) -> [StyledRun] {
        var joined: [StyledRun] = []
        for run in runs {
            let attachment = run.attributes.first { $0.key == "NSAttachment" }?.value
            let style = style(of: run.attributes)
            if let last = joined.last, last.style == style, attachment == nil,
                last.attachment == nil
            {
                joined[joined.count - 1].text += run.text
            } else {
                joined.append(StyledRun(text: run.text, style: style, attachment: attachment))
            }
        }
        return joined
    }

    private func style(of attributes: [PropertyListValue.Field]) -> Style {
        var style = Style()
        for attribute in attributes {
            switch attribute.key {
            case "NSLink":
                let address = try? archive.url(attribute.value) ?? archive.string(attribute.value)
                style.link = address.flatMap { $0.isEmpty ? nil : $0 }
            case "NSStrikethrough":
                if case .integer(let lines) = try? archive.number(attribute.value) {
                    style.isStruck = lines != 0
                }
            case "NSFont":
                guard case .instance(let font) = try? archive.object(attribute.value),
                    let value = font["UIFontName"] ?? font["NSName"],
                    let name = (try? archive.string(value))?.lowercased()
                else { continue }
                style.setFont(name)
            case "NSFontNameAttribute":
                // Notability names the font itself.
                if let name = try? archive.string(attribute.value) {
                    style.setFont(name.lowercased())
                }
            default: continue
            }
        }
        return style
    }

    /// Returns a text with Markdown delimiters around each of its lines, which may neither span
    /// lines nor be next to spaces.
    private func marked(_ text: String, style: Style) -> String {
        guard style != Style() else { return text }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line in
                let before = line.prefix(while: \.isWhitespace)
                guard before.count < line.count else { return String(line) }
                let after = String(line.reversed().prefix(while: \.isWhitespace).reversed())
                var words = escaped(line.dropFirst(before.count).dropLast(after.count))
                if style.isItalic { words = "*\(words)*" }
                if style.isBold { words = "**\(words)**" }
                if style.isStruck { words = "~~\(words)~~" }
                if let link = style.link { words = "[\(words)](<\(address(link))>)" }
                return before + words + after
            }
            .joined(separator: "\n")
    }

    /// Returns a text in which the characters that would end the surrounding markup are escaped.
    private func escaped(_ text: Substring) -> String {
        var escaped = ""
        for character in text {
            if "\\*_~[]`<".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }

    private func address(_ link: String) -> String {
        link.filter { !$0.isNewline }.replacing("<", with: "%3C").replacing(">", with: "%3E")
    }
}
