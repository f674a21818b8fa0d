import NoteModel
import Orthography
import OutputPlan
import Platform

/// The paths of the notes' files in the Markdown tree, and the addresses by which the files refer
/// to each other.
struct MarkdownPaths: Sendable {
    /// The paths of the files, in the order of the notes.
    let files: [OutputPath]
    private let profile: MarkdownStyle.Profile

    init(_ notes: [ExportableNote], style: MarkdownStyle) {
        profile = style.profile
        switch style.profile {
        case .obsidian:
            var names = UniqueFileNames()
            files = notes.map(\.note).map { note in
                let name = names.name(note.title, fallback: "Untitled")
                return OutputPath("\(Self.folder(of: note))\(name).md")
            }
        case .appleNotes:
            var names = UniqueFileNames()
            files = notes.map(\.slug).map { slug in
                OutputPath("\(names.name(slug.text.inASCII, fallback: "note")).md")
            }
        case .plain, .hugo, .jekyll, .original:
            files = notes.map(\.slug).map { slug in
                OutputPath(style.usesBundles ? "\(slug.text)/index.md" : "\(slug.text).md")
            }
        }
    }

    /// The name of a note's file without its extension.
    func name(_ index: Int) -> String {
        String(files[index].name.dropLast(".md".count))
    }

    /// Returns the address of a note's file relative to that of another note, percent-encoded.
    func address(ofNote index: Int, fromNote other: Int) -> String {
        let path = files[index]
        let relative = Self.relative(path.text, from: files[other])
        return switch profile {
        // Hugo and Jekyll do not translate the addresses of Markdown files to those of pages.
        case .hugo: relative.dropLast("index.md".count).markdownAddress
        case .jekyll: (relative.dropLast(2) + "html").markdownAddress
        default: relative.markdownAddress
        }
    }

    /// Returns a path relative to the folder of a file.
    static func relative(_ path: String, from file: OutputPath) -> String {
        let own = path.split(separator: "/").dropLast()
        let folders = file.folder.split(separator: "/")
        let shared = zip(own, folders).prefix { $0 == $1 }.count
        let up = String(repeating: "../", count: folders.count - shared)
        return up + path.split(separator: "/").dropFirst(shared).joined(separator: "/")
    }

    /// Returns the folder of a note in the vault, with a slash at its end: that of its app, or else that
    /// of its source; empty for the root.
    private static func folder(of note: Note) -> String {
        let own = note.folders
        let folders =
            own.isEmpty
            ? note.id.source.split(separator: "/").dropLast().map { String($0) } : own
        return folders.map { FileName.cleaned($0, fallback: "folder") + "/" }.joined()
    }
}
