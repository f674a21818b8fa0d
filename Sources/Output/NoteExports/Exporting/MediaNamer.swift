import NoteModel
import Orthography
import OutputPlan
import Platform

/// Assigns paths to the media of one note, which are unique on file systems that ignore case.
struct MediaNamer {
    /// The name of the note's file or folder.
    private let note: String
    private let layout: ExportedMedia.Layout
    /// The names of files that are already in the note's folder, in lower case.
    private var names = UniqueNames(besides: ["index.md"])

    init(_ note: String, layout: ExportedMedia.Layout) {
        (self.note, self.layout) = (note, layout)
    }

    /// Returns the path of a drawing relative to the tree.
    ///
    /// - Parameter name: The number of its page, or `back`.
    mutating func drawing(_ name: String) -> OutputPath {
        guard case .named = layout else { return OutputPath("drawings/\(note)-\(name).svg") }
        let isPage = Int(name) != nil
        return path(
            "drawing", own: isPage ? "page-\(name).svg" : "\(name).svg", position: 0, ending: "svg")
    }

    /// Returns the path of a file relative to the tree.
    ///
    /// - Parameters:
    ///   - kind: The kind of the file, such as `photo`, of which its folder is the plural.
    ///   - own: The name that the note has for the file, perhaps with folders; nil if it has none.
    ///   - position: The position of the file among those of its kind, from 0.
    ///   - ending: The extension for a name without one, or with one that is not `accepted`.
    mutating func path(
        _ kind: String, own: String?, position: Int, ending: String,
        accepted: (String) -> Bool = { _ in true }
    ) -> OutputPath {
        guard case .named(let isBundled, _) = layout else {
            return OutputPath("\(kind)s/\(note)-\(position + 1).\(ending)")
        }
        let name = name(
            own: own, fallback: "\(kind)-\(position + 1)", ending: ending, accepted: accepted)
        return OutputPath((isBundled ? "" : "\(kind)s/") + "\(note)/\(name)")
    }

    private mutating func name(
        own: String?, fallback: String, ending: String, accepted: (String) -> Bool
    ) -> String {
        let last = own?.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
        let parts = Self.parts(last ?? "")
        var stem = cleaned(parts.stem)
        if stem.isEmpty { stem = fallback }
        let own = cleaned(parts.ending)
        var ending = !own.isEmpty && own.utf8.count <= 20 && accepted(own) ? own : ending
        // Generators would turn an attached text in one of their formats into a page.
        if Self.texts.contains(ending.lowercased()) { ending += ".txt" }
        return names.name("\(stem).\(ending)") { "\(stem)-\($0).\(ending)" }
    }

    /// The extensions of texts from which generators make pages, in lower case.
    private static let texts: Set<String> = [
        "md", "markdown", "mdown", "mkd", "mdx", "html", "htm", "xhtml", "adoc", "org", "rst",
        "textile", "pandoc",
    ]

    private static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return (name, "")
        }
        return (String(name[..<dot]), String(name[name.utf8.index(after: dot)...]))
    }

    /// Returns a name with hyphens in place of characters that file systems or addresses do not
    /// allow, and without the characters at its ends by which programs mark files to skip.
    private func cleaned(_ name: String) -> String {
        var name = name.composed
        if case .named(_, isASCII: true) = layout { name = name.inASCII }
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            let isAllowed =
                !"/\\:*?\"<>|#%^[]".unicodeScalars.contains(scalar) && scalar.value >= 0x20
                && scalar.value != 0x7F && !scalar.isFormatOrSeparator
            scalars.append(isAllowed ? scalar : "-")
        }
        var text = String(scalars).drop { "._~#- ".contains($0) }
        // File systems limit names to 255 bytes.
        while text.utf8.count > 120 { text.removeLast() }
        while let last = text.last, ".~ ".contains(last) { text.removeLast() }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// True for line separators and for invisible characters that change how text is displayed.
    fileprivate var isFormatOrSeparator: Bool {
        switch properties.generalCategory {
        case .format: self != "\u{200C}" && self != "\u{200D}"
        case .lineSeparator, .paragraphSeparator, .control, .unassigned, .privateUse: true
        default: false
        }
    }
}
