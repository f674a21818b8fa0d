import NoteModel
import OutputPlan

extension SiteAssets.Addresses {
    /// Returns the script that pages load when the search is opened: the names of its other files,
    /// which change with their content, and its strings.
    ///
    /// The name of the file itself never changes, so that a changed note does not change the pages
    /// of others.
    func searchStart(_ words: LocalizedStrings) -> OutputFile {
        let scripts = ["wordScript", "searchDirectory", "lookup", "searcher", "searchDialog"]
        let value = JSONValue.object([
            ("stylesheet", .string(self["searchStylesheet"])),
            ("scripts", .array(scripts.map { .string(self[$0]) })),
            ("words", .object(words.ofSearch.map { ($0.name, .string($0.text)) })),
        ])
        var bytes = Array("notebinderSearch.start = ".utf8)
        value.append(to: &bytes)
        bytes += Array(";\n".utf8)
        // It leads to the pages that are found, as a list of them does.
        return OutputFile(OutputPath("search/start.js"), content: .bytes(bytes), role: .list)
    }
}
