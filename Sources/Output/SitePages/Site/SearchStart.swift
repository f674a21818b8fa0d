import NoteModel
import OutputPlan

/// The script that pages load when the search is opened: the names of its other files, which change
/// with their content, and its strings.
///
/// The name of the file itself never changes, so that a changed note does not change the pages of
/// others.
struct SearchStart {
    let words: LocalizedStrings
    let assets: SiteAssets.Addresses

    var file: OutputFile {
        var bytes = Array("notebinderSearch.start = ".utf8)
        value.append(to: &bytes)
        bytes += Array(";\n".utf8)
        return OutputFile(OutputPath("search/start.js"), content: .bytes(bytes))
    }

    private var value: JSONValue {
        .object([
            ("stylesheet", .string(assets["searchStylesheet"])),
            (
                "scripts",
                .array(
                    ["wordScript", "searchDirectory", "lookup", "searcher", "searchDialog"]
                        .map { .string(assets[$0]) })
            ),
            ("words", .object(words.ofSearch.map { ($0.name, .string($0.text)) })),
        ])
    }
}
