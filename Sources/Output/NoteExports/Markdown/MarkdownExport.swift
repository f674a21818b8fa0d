import MarkdownText
package import NoteModel
import Orthography
package import OutputPlan

/// Plans the Markdown tree: for each note a file with front matter in YAML and its text, and its
/// media: the originals, or upright copies of photos whose orientation only the archive contains.
///
/// The text refers to the files of the tree; apart from these addresses and the escapes of a
/// profile it is that of the archive, byte for byte.
package enum MarkdownExport {
    package static func plan(
        _ notebook: ExportableNotebook, style: MarkdownStyle = MarkdownStyle()
    ) -> TreePlan {
        var files: [OutputFile] = []
        let notes = notebook.notes
        let paths = MarkdownPaths(notes, style: style)
        let allMedia = notes.enumerated().map { index, row in
            ExportedMedia(
                row.note, name: style.profile == .appleNotes ? paths.name(index) : row.slug.text,
                media: notebook.media, layout: style.mediaLayout,
                form: style.photos == .originals ? .upright : .withoutMetadata)
        }
        let links = LinkReplacements(
            names: notebook.names, paths: paths, profile: style.profile, media: allMedia)
        for (index, row) in notes.enumerated() {
            let (note, media) = (row.note, allMedia[index])
            let drawings = ExportedDrawings(note, media: media)
            let found = style.profile == .original ? [] : row.facts.references
            let replacements = links.replacements(
                for: found, inNote: index, value: note, media: media)
            let path = paths.files[index]
            let file = MarkdownFile(
                note: note, slug: row.slug, path: path, style: style, media: media,
                drawings: drawings, references: note.deck == nil ? found : nil,
                replacements: replacements)
            files.append(
                OutputFile(
                    path, content: .rendered { try file.bytes() }, modified: note.lastChanged,
                    inputs: row.key.map { file.fingerprint(of: $0) }, role: .page))
            files += media.files + drawings.files
        }
        return TreePlan(tree: "markdown", files: files)
    }

    /// Returns the file of a note alone, without other files.
    ///
    /// - Throws: `YamlError` if the front matter cannot be written.
    package static func text(of note: Note) throws -> [UInt8] {
        try MarkdownFile(
            note: note, slug: nil, path: OutputPath("note.md"), style: .original,
            media: ExportedMedia(note, name: "note", media: PreparedMedia()),
            drawings: ExportedDrawings(back: nil, pages: [], files: []), replacements: [:]
        ).bytes()
    }

    /// Returns a text escaped for use between brackets.
    static func label(_ text: String?) -> String {
        var label = ""
        for character in text ?? "" {
            if "\\[]<`*_&".contains(character) { label.append("\\") }
            label.append(character.isNewline ? " " : character)
        }
        return label
    }
}
