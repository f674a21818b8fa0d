import MarkdownText
import Markup
import NoteModel

extension TextBox {
    /// Returns the values of the box on paper of a colour.
    ///
    /// - Parameter paper: The colour of the paper as `#rrggbb`; nil for white.
    func value(on paper: String?) -> TemplateValue {
        .record(
            [
                ("text", shownText), ("fontSize", .text(InkDrawing.text(fontSize))),
                ("colour", .text(colour)),
                // The archive has a colour for each range of the text, as a rule one that is
                // readable on the paper.
                ("isLight", .flag(Self.isDark(colour ?? paper ?? "#ffffff"))),
            ] + frame.fields(rotation: rotation))
    }

    /// The text, or a formula if all of it is TeX between dollar signs, as in Notability.
    private var shownText: TemplateValue {
        guard text.count > 2, text.first == "$", text.last == "$",
            let formula = Formula.mathML(String(text.dropFirst().dropLast()), isBlock: false)
        else { return .text(text) }
        return .markup(Array(formula.utf8))
    }

    /// True if black text would be hard to read on a colour, by the weights of ITU-R BT.601.
    private static func isDark(_ colour: String) -> Bool {
        let levels = colour.dropFirst().prefix(6)
        guard let number = Int(levels, radix: 16) else { return false }
        let (red, green, blue) = (number >> 16 & 0xFF, number >> 8 & 0xFF, number & 0xFF)
        return 299 * red + 587 * green + 114 * blue < 110_000
    }
}
