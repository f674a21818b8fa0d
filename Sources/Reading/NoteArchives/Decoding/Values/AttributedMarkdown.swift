import KeyedArchives
import NoteModel

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
        Self.text(of: joined(runs), attachment: attachment)
    }

    /// Returns the names of the attributes with text that Markdown has no place for, such as the
    /// person that a word mentions. With a few exceptions, those of the system describe how words
    /// look, and are left out.
    func namesWithoutPlace(of runs: [KeyedArchive.TextRun]) -> [String] {
        let attributes = runs.flatMap(\.attributes).filter { attribute in
            let isOfSystem = ["NS", "CT", "UI", "YY"].contains { attribute.key.hasPrefix($0) }
            guard !isOfSystem || Self.speaking.contains(attribute.key) else { return false }
            let text = try? archive.url(attribute.value) ?? archive.string(attribute.value)
            return text?.isBlank == false
        }
        return Set(attributes.map(\.key)).sorted()
    }

    private static let speaking: Set = ["NSToolTip", "NSAlternateDescription", "NSImageURL"]

    /// Returns the Markdown of runs. Adjacent runs must differ in style.
    static func text(of runs: [StyledRun], attachment: (PropertyListValue?) -> String) -> String {
        var text = ""
        var line = Line()
        for run in runs {
            var rest = run.text[...]
            while let end = rest.firstIndex(where: { $0.isNewline || $0 == attachmentSign }) {
                line.append(rest[..<end], run.style)
                if rest[end] == attachmentSign {
                    line.append(attachment: attachment(run.attachment), run.style)
                } else {
                    text += line.taken() + "\n"
                }
                rest = rest[rest.index(after: end)...]
            }
            line.append(rest, run.style)
        }
        return text + line.taken()
    }

    /// A line that is being written. Links contain their emphasis.
    private struct Line {
        private var whole = EmphasizedLine()
        private var label = EmphasizedLine()
        /// The words that are not appended yet, and their style.
        private var words = ""
        private var style = Style()

        mutating func append(_ text: Substring, _ style: Style) {
            guard !text.isEmpty else { return }
            change(to: style)
            // Text without a style is Markdown.
            guard style != Style() else { return words += text }
            for character in style.script?.written(String(text)) ?? String(text) {
                if "\\*_~[]`<".contains(character) { words.append("\\") }
                words.append(character)
            }
        }

        mutating func append(attachment: String, _ style: Style) {
            change(to: style)
            appendWords()
            if style.link == nil {
                whole.append(markup: attachment)
            } else {
                label.append(markup: attachment)
            }
        }

        private mutating func change(to style: Style) {
            guard style != self.style else { return }
            appendWords()
            if style.link != self.style.link { appendLink() }
            self.style = style
        }

        private mutating func appendWords() {
            if style.link == nil {
                whole.append(text: words, style.emphasis)
            } else {
                label.append(text: words, style.emphasis)
            }
            words = ""
        }

        private mutating func appendLink() {
            guard let link = style.link else { return }
            let shown = label.markdown
            label = EmphasizedLine()
            let name = shown.trimmed
            guard !name.isEmpty else { return whole.append(markup: shown) }
            let address = link.filter { !$0.isNewline }
                .replacing("<", with: "%3C").replacing(">", with: "%3E")
            whole.append(markup: String(shown.prefix(while: \.isWhitespace)))
            whole.append(markup: "[\(name)](<\(address)>)")
            whole.append(markup: String(shown.reversed().prefix(while: \.isWhitespace).reversed()))
        }

        /// Ends the line and returns its Markdown.
        mutating func taken() -> String {
            appendWords()
            appendLink()
            defer { self = Line() }
            return whole.markdown
        }
    }

    /// The style of some words as far as Markdown can express it.
    struct Style: Equatable {
        var isBold = false
        var isItalic = false
        var isStruck = false
        var script: Script?
        var link: String?

        var emphasis: EmphasizedLine.Emphasis {
            [isBold ? .bold : [], isItalic ? .italic : [], isStruck ? .struck : []]
        }

        /// - Parameter name: The name of the font, in lower case.
        mutating func setFont(_ name: String) {
            isBold = ["bold", "heavy", "black"].contains { name.contains($0) }
            isItalic = ["italic", "oblique"].contains { name.contains($0) }
        }
    }

    /// Words of one style.
    struct StyledRun {
        var text: String
        let style: Style
        let attachment: PropertyListValue?
    }

    /// Merges adjacent runs of the same style, since fonts may differ in ways that Markdown does
    /// not express.
    private func joined(_ runs: [KeyedArchive.TextRun]) -> [StyledRun] {
        var joined: [StyledRun] = []
        for run in runs {
            let attachment = run.attributes.first { attribute in
                ["NSAttachment", "YYTextAttachment"].contains(attribute.key)
            }?.value
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
            case "NSSuperScript":
                if case .integer(let level) = try? archive.number(attribute.value), level != 0 {
                    style.script = level > 0 ? .raised : .lowered
                }
            case "NSFont":
                guard case .instance(let font) = try? archive.object(attribute.value),
                    let value = font["UIFontName"] ?? font["NSName"],
                    let name = (try? archive.string(value))?.lowercased()
                else { continue }
                style.setFont(name)
            case "NSInlinePresentationIntent":
                // The values of `InlinePresentationIntent` of Foundation.
                guard case .integer(let intent) = try? archive.number(attribute.value) else {
                    continue
                }
                style.isItalic = style.isItalic || intent & 1 != 0
                style.isBold = style.isBold || intent & 2 != 0
                style.isStruck = style.isStruck || intent & 32 != 0
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
}
