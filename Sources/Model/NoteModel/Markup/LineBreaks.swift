/// The meaning of a single line break within a paragraph of a text.
package enum LineBreaks: String, CaseIterable, Sendable {
    /// A new line, as in the apps in which it was typed.
    case keep
    /// A space, as Markdown says (CommonMark, section 6.8), since editors wrap lines.
    case markdown
}

extension Note {
    /// The key in `otherFields` by which the owner sets the meaning of line breaks in one note.
    package static let lineBreaksKey = "line-breaks"
    /// The field that marks a note imported from a Markdown file, whose line breaks follow
    /// Markdown's rule.
    package static let markdownFormat = JSONValue.Field("text-format", value: .string("markdown"))

    /// Returns the meaning of the line breaks in the texts of the note.
    ///
    /// - Parameter setting: The setting of the notebook's configuration; nil if there is none.
    package func lineBreaks(_ setting: LineBreaks?) -> LineBreaks {
        for field in otherFields where field.key.lowercased() == Self.lineBreaksKey {
            if case .string(let text) = field.value, let own = LineBreaks(rawValue: text) {
                return own
            }
        }
        return setting ?? (otherFields.contains(Self.markdownFormat) ? .markdown : .keep)
    }
}
