import MarkdownText
import NoteModel
import OutputChecks

extension NoteCompiler {
    /// A compiler for pages that add no words to the text.
    static let wordless = NoteCompiler(
        PageMarkup(
            taskDone: "", taskOpen: "", footnotes: "", backToText: "", isReserved: { _ in false }),
        language: "en")
}

extension LeakCheck {
    /// Returns a check for the words of excluded notes.
    static func made(
        _ excluded: [Note], published: [Note] = [], unread: [UnrecognizedObject] = [],
        accepted: [String] = [], acceptsAll: Bool = false
    ) throws -> LeakCheck {
        try LeakCheck(
            excluded, compiler: .wordless,
            published: Notebook(title: "N", notes: published, unread: unread), accepted: accepted,
            acceptsAll: acceptsAll)
    }

    /// Reads a file, and returns what was found so far.
    func leaks(in text: String, at path: String = "site/a.html") -> [Leak] {
        // Compiled texts are read without errors.
        try? check(Array(text.utf8), at: path)
        return leaks
    }
}
