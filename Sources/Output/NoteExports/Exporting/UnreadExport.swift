import NoteModel
import Orthography
import OutputPlan

/// Plans the files of objects that are not notes: in the JSON tree under `unread`, one file per
/// source.
enum UnreadExport {
    static func files(_ unread: [UnrecognizedObject]) -> [OutputFile] {
        let bySource = Dictionary(grouping: unread, by: \.source)
        let sources = bySource.keys.sorted()
        let slugs = Slug.distinct(for: sources)
        return zip(sources, slugs).map { source, slug in
            OutputFile(
                OutputPath("unread/\(slug.text).json"),
                content: .rendered { document(source, objects: bySource[source] ?? []).indented })
        }
    }

    private static func document(_ source: String, objects: [UnrecognizedObject]) -> JSONValue {
        .object([
            ("source", .string(source)),
            (
                "objects",
                .array(
                    objects.map {
                        .object([("place", .string($0.place)), ("holds", $0.description)])
                    })
            ),
        ])
    }
}
