import NoteModel

/// A line of Markdown that is being written from words of different styles. Links contain their
/// emphasis.
struct StyledLine {
    /// Escapes all words; nil for notes whose words without a style are Markdown themselves.
    private let escaping: MarkdownEscaping?
    private var whole = EmphasizedLine()
    private var label = EmphasizedLine()
    /// The words that are not appended yet, and their style.
    private var words = ""
    private var style = Style()

    init(escaping: MarkdownEscaping? = nil) { self.escaping = escaping }

    /// The style of some words as far as Markdown, or the elements that texts may contain, can
    /// express it.
    struct Style: Equatable, Sendable {
        var isBold = false
        var isItalic = false
        var isStruck = false
        var isUnderlined = false
        var isMarked = false
        var script: Script?
        var link: String?

        fileprivate var emphasis: EmphasizedLine.Emphasis {
            var emphasis: EmphasizedLine.Emphasis = []
            if isBold { emphasis.insert(.bold) }
            if isItalic { emphasis.insert(.italic) }
            if isStruck { emphasis.insert(.struck) }
            return emphasis
        }

        /// - Parameter name: The name of the font, in lower case.
        mutating func setFont(_ name: String) {
            isBold = ["bold", "heavy", "black"].contains { name.contains($0) }
            isItalic = ["italic", "oblique"].contains { name.contains($0) }
        }
    }

    mutating func append(_ text: Substring, _ style: Style) {
        guard !text.isEmpty else { return }
        change(to: style)
        words += text
    }

    /// Appends Markdown that is complete, such as a picture.
    mutating func append(attachment: String, _ style: Style) {
        change(to: style)
        appendWords()
        append(markup: attachment)
    }

    private mutating func append(markup: String, _ emphasis: EmphasizedLine.Emphasis = []) {
        if style.link == nil {
            whole.append(markup: markup, emphasis)
        } else {
            label.append(markup: markup, emphasis)
        }
    }

    private mutating func append(text: String) {
        if style.link == nil {
            whole.append(text: text, style.emphasis)
        } else {
            label.append(text: text, style.emphasis)
        }
    }

    private mutating func change(to style: Style) {
        guard style != self.style else { return }
        appendWords()
        if style.link != self.style.link { appendLink() }
        self.style = style
    }

    private mutating func appendWords() {
        defer { words = "" }
        guard let escaping else { return append(text: style == Style() ? words : escapedWords) }
        let scripted = style.script?.characters(for: words)
        let tags = [
            style.isUnderlined ? "u" : nil, style.isMarked ? "mark" : nil,
            scripted == nil ? style.script?.element : nil,
        ].compactMap(\.self)
        let text = escaping.inline(scripted ?? words, isLabel: style.link != nil)
        let core = text.trimmed
        guard !tags.isEmpty, !core.isEmpty, let range = text.firstRange(of: core) else {
            return append(text: text)
        }
        append(text: String(text[..<range.lowerBound]))
        let end = tags.reversed().map { "</\($0)>" }.joined()
        append(markup: tags.map { "<\($0)>" }.joined() + core + end, style.emphasis)
        append(text: String(text[range.upperBound...]))
    }

    /// The words with escapes, but for addresses, which become links as they are.
    private var escapedWords: String {
        let parts = (style.script?.written(words) ?? words).split(
            separator: " ", omittingEmptySubsequences: false)
        return parts.map { part in
            let word = part.drop { "(*_~".contains($0) }
            guard !["http://", "https://", "www."].contains(where: word.hasPrefix) else {
                return String(part)
            }
            var escaped = ""
            for character in part {
                if "\\*_~[]`<".contains(character) { escaped.append("\\") }
                escaped.append(character)
            }
            return escaped
        }.joined(separator: " ")
    }

    private mutating func appendLink() {
        guard let link = style.link else { return }
        let shown = label.markdown
        label = EmphasizedLine()
        let name = shown.trimmed
        guard !name.isEmpty else { return whole.append(markup: shown) }
        let address = MarkdownEscaping.bracketed(
            link.replacing("<", with: "%3C").replacing(">", with: "%3E"))
        whole.append(markup: String(shown.prefix(while: \.isWhitespace)))
        whole.append(markup: "[\(name)](\(address))")
        whole.append(markup: String(shown.reversed().prefix(while: \.isWhitespace).reversed()))
    }

    /// Ends the line and returns its Markdown.
    mutating func taken() -> String {
        appendWords()
        appendLink()
        defer { self = StyledLine(escaping: escaping) }
        return whole.markdown
    }
}
