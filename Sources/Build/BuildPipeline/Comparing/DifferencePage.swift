import DefaultTemplates
import Markup
import NoteModel

/// The differences between two exports as a web page, with the texts side by side.
package struct DifferencePage {
    private let difference: NotebookDifference
    private let title: String

    /// - Parameters:
    ///   - old: The name of the older export, for the title.
    ///   - new: The name of the newer export.
    package init(_ difference: NotebookDifference, old: String, new: String) {
        self.difference = difference
        title = "\(old) → \(new)"
    }

    /// The page in UTF-8.
    ///
    /// - Throws: ``TemplateError`` for an error in the built-in template.
    package func bytes() throws -> [UInt8] {
        let notes =
            difference.changed.map { Self.value(of: $0, what: "Changed") }
            + difference.renamed.map { Self.value(of: $0, what: "Renamed from “\($0.old.title)”") }
            + difference.added.map {
                Self.value(of: $0, what: "Added", old: "", new: Self.text($0))
            }
            + difference.removed.map {
                Self.value(of: $0, what: "Removed", old: Self.text($0), new: "")
            }
        return try TemplateLibrary(DefaultTemplates.reports).render(
            "difference.html",
            value: .record([
                ("title", .text(title)), ("summary", .text(summary)), ("notes", .list(notes)),
            ]))
    }

    private var summary: String {
        let counts = [
            (difference.changed.count, "changed"), (difference.renamed.count, "renamed"),
            (difference.added.count, "added"), (difference.removed.count, "removed"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return parts.isEmpty ? "No differences." : "Notes: \(parts.joined(separator: ", "))."
    }

    private static func text(_ note: Note) -> String { note.texts.joined(separator: "\n\n") }

    private static func value(of change: NotebookDifference.Change, what: String) -> TemplateValue {
        let parts = change.parts.map(\.rawValue).joined(separator: ", ")
        return value(
            of: change.new, what: parts.isEmpty ? what : "\(what): \(parts)",
            old: text(change.old), new: text(change.new))
    }

    private static func value(
        of note: Note, what: String, old: String, new: String
    ) -> TemplateValue {
        let comparison = TextComparison(old: old, new: new)
        let isSame = comparison.rows.allSatisfy {
            if case .gap = $0 { true } else { false }
        }
        return .record([
            ("title", .text(note.title)), ("what", .text(what)), ("source", .text(note.id.text)),
            ("hasRows", .flag(!isSame)), ("rows", .list(comparison.rows.map(value))),
        ])
    }

    private static func value(of row: TextComparison.Row) -> TemplateValue {
        var gap: String?
        let (old, new): (TextComparison.Line?, TextComparison.Line?)
        switch row {
        case .gap(let count):
            gap = count == 1 ? "1 equal line" : "\(count) equal lines"
            (old, new) = (nil, nil)
        case .same(let first, let second, let text):
            let parts = [TextComparison.Part(text: text, isMarked: false)]
            (old, new) = (.init(number: first, parts: parts), .init(number: second, parts: parts))
        case .changed(let first, let second): (old, new) = (first, second)
        }
        let isChanged = if case .changed = row { true } else { false }
        return .record([
            ("gap", .text(gap)), ("oldNumber", .text(old.map { String($0.number) })),
            ("old", .list(old?.parts.map(value) ?? [])),
            ("newNumber", .text(new.map { String($0.number) })),
            ("new", .list(new?.parts.map(value) ?? [])),
            ("oldClass", .text(isChanged && old != nil ? "gone" : nil)),
            ("newClass", .text(isChanged && new != nil ? "come" : nil)),
        ])
    }

    private static func value(of part: TextComparison.Part) -> TemplateValue {
        .record([("text", .text(part.text)), ("isMarked", .flag(part.isMarked))])
    }
}
