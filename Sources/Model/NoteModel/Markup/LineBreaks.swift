/// The meaning of a single line break within a paragraph of a text.
package enum LineBreaks: String, CaseIterable, Sendable {
    /// A new line, as in the apps in which it was typed.
    case keep
    /// A space, as Markdown says (CommonMark, section 6.8), since editors wrap lines.
    case markdown
}

extension Note {
    /// The name of the other field in which the owner decides on the line breaks of one note.
    package static let lineBreaksKey = "line-breaks"
    /// The other field of a note that was imported from a Markdown file, to whose line breaks
    /// Markdown's rule applies.
    package static let markdownFormat = JSONValue.Field("text-format", value: .string("markdown"))

    /// Returns the meaning of the line breaks in the texts of the note.
    ///
    /// - Parameter setting: That of the notebook's configuration; nil if it does not say.
    package func lineBreaks(_ setting: LineBreaks?) -> LineBreaks {
        for field in otherFields where field.key.lowercased() == Self.lineBreaksKey {
            if case .string(let text) = field.value, let own = LineBreaks(rawValue: text) {
                return own
            }
        }
        return setting ?? (otherFields.contains(Self.markdownFormat) ? .markdown : .keep)
    }
}
