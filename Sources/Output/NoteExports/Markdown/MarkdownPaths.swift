import NoteModel
import Orthography
import OutputPlan
import Platform

/// The paths of the notes' files in the Markdown tree, and the addresses by which the files refer
/// to each other.
package struct MarkdownPaths: Sendable {
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
                return OutputPath("\(Self.folder(of: note.id.source))\(name).md")
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
        case .hugo: Self.encoded(String(relative.dropLast("index.md".count)))
        case .jekyll: Self.encoded(relative.dropLast(2) + "html")
        default: Self.encoded(relative)
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

    /// Returns a path with everything encoded that ends an address in Markdown or means something
    /// else in a URL; letters of all scripts stay legible.
    package static func encoded(_ path: String) -> String {
        var text = ""
        for scalar in path.unicodeScalars {
            guard
                scalar.value <= 0x20 || scalar.value == 0x7F || scalar.properties.isWhitespace
                    || "%?#()<>[]{}\\\"`|&".unicodeScalars.contains(scalar)
            else {
                text.unicodeScalars.append(scalar)
                continue
            }
            for byte in String(scalar).utf8 {
                text += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    /// Returns the folder of a source in the vault, with a slash at its end; empty for the root.
    private static func folder(of source: String) -> String {
        source.split(separator: "/").dropLast().map { part in
            UniqueFileNames.cleaned(String(part), fallback: "folder") + "/"
        }.joined()
    }
}
