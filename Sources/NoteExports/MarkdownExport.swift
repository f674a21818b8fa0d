package import NoteModel
package import OutputPlan
private import Yams

/// Plans the Markdown tree: a file a note, its body byte for byte under a front matter in YAML,
/// and the original photos.
package enum MarkdownExport {
    /// - Parameter slugs: Address of each note, in the notebook's order.
    package static func plan(
        _ notebook: Notebook, slugs: [Slug], photos: PreparedPhotos
    ) -> TreePlan {
        var files: [OutputFile] = []
        for (note, slug) in zip(notebook.notes, slugs) {
            let exported = ExportedPhoto.photos(of: note, slug: slug, photos)
            files.append(
                OutputFile(
                    OutputPath("\(slug.text).md"),
                    .rendered { try text(of: note, exported) }))
            files += exported.compactMap(\.file)
        }
        return TreePlan(tree: "markdown", files: files)
    }

    private static func text(of note: Note, _ photos: [ExportedPhoto]) throws -> [UInt8] {
        var bytes = Array("---\n".utf8)
        let matter = try Yams.serialize(
            node: frontMatter(of: note, photos), width: -1, allowUnicode: true)
        bytes += Array(matter.utf8)
        bytes += Array("---\n".utf8)
        bytes += Array(note.body.utf8)
        return bytes
    }

    private static func frontMatter(of note: Note, _ photos: [ExportedPhoto]) -> Node {
        var pairs: [(Node, Node)] = [("title", text(note.title))]
        // Plain scalars: YAML's own timestamps, which other generators expect unquoted.
        if let created = note.created { pairs.append(("date", timestamp(CivilTime(created)))) }
        if let modified = note.modified {
            pairs.append(("lastmod", timestamp(CivilTime(modified))))
        }
        pairs.append(("source", text(note.id.source)))
        let addresses = photos.compactMap { $0.path.map { text($0.text) } }
        if !addresses.isEmpty { pairs.append(("photos", Node(addresses))) }
        return Node(pairs)
    }

    /// A text, quoted where YAML would take it for something else.
    private static func text(_ text: String) -> Node {
        // Yams decides by what the text would be read as: `true`, `12` and `~` are quoted.
        .scalar(text.represented())
    }

    private static func timestamp(_ time: CivilTime) -> Node {
        .scalar(Node.Scalar(time.rfc3339, Tag(.timestamp), .plain))
    }
}
