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
        var lines: [String] = []
        var line = StyledLine()
        // In a text without styles, which may be Markdown, indented lines are code.
        let isRich = runs.contains { $0.style != Style() }
        func take() -> String {
            let taken = line.taken()
            guard isRich, taken.isIndentedCode else { return taken }
            let words = taken.trimmed
            let above = lines.last { !$0.isBlank }
            return words.isListItem && above?.trimmed.isListItem == true ? taken : words
        }
        for run in runs {
            var rest = run.text[...]
            while let end = rest.firstIndex(where: { $0.isNewline || $0 == attachmentSign }) {
                line.append(rest[..<end], run.style)
                if rest[end] == attachmentSign {
                    line.append(attachment: attachment(run.attachment), run.style)
                } else {
                    lines.append(take())
                }
                rest = rest[rest.index(after: end)...]
            }
            line.append(rest, run.style)
        }
        return (lines + [take()]).joined(separator: "\n")
    }

    typealias Style = StyledLine.Style

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

extension String {
    /// True for a line that Markdown takes for code, as an indented paragraph of rich text is not.
    fileprivate var isIndentedCode: Bool {
        let indent = utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return indent.contains(UInt8(ascii: "\t")) || indent.count >= 4
    }

    /// True for a line that begins an item of a list, whose depth is that of its indentation.
    fileprivate var isListItem: Bool {
        prefixMatch(of: /(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]|$)/) != nil
    }
}
