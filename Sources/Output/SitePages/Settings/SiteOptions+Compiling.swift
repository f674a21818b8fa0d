package import MarkdownText
import NoteModel

extension SiteOptions {
    /// A compiler of notes for the pages, feeds and books of the site, with the labels and the
    /// language of the interface.
    package var noteCompiler: NoteCompiler {
        let words = words
        let markup = PageMarkup(
            taskDone: words[.taskDone], taskOpen: words[.taskOpen], footnotes: words[.footnotes],
            backToText: words[.backToText], alertName: { words.name(of: $0) },
            isReserved: PageIdentifier.isReserved)
        return NoteCompiler(
            markup, language: language, lineBreaks: lineBreaks, showsFormulas: showsFormulas)
    }

    /// The settings on which the output of the compiler depends, besides the notes, for the
    /// fingerprints of compiled notes.
    package var compilerSettings: [String] {
        let words = words
        return [
            language, lineBreaks?.rawValue ?? "", words[.taskDone], words[.taskOpen],
            words[.footnotes],
            words[.backToText], showsFormulas ? "formulas" : "",
        ]
            + Alert.allCases.map { words.name(of: $0) }
    }
}
