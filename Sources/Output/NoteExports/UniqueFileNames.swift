import NoteModel
import Orthography
import Platform

/// File names made of titles, which are unique in all folders together, so that a name alone is
/// enough for a link.
package struct UniqueFileNames {
    private var names = UniqueNames()

    mutating func name(_ title: String, fallback: String) -> String {
        let stem = Self.cleaned(title, fallback: fallback)
        return names.name(stem) { "\(stem) \($0)" }
    }

    /// Returns a text with spaces for what Obsidian does not allow in the name of a file, or in a
    /// link to it.
    package static func cleaned(_ text: String, fallback: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.composed.unicodeScalars {
            let isAllowed =
                !"/\\:*?\"<>|#^[]".unicodeScalars.contains(scalar)
                && scalar.properties.generalCategory != .control
                && !scalar.properties.isWhitespace
            scalars.append(isAllowed ? scalar : " ")
        }
        var words = String(scalars).split(separator: " ").joined(separator: " ")
        while words.utf8.count > 120 { words.removeLast() }
        // A file whose name begins with a dot is hidden; Windows drops one at the end.
        var name = words.drop { $0 == "." || $0 == " " }
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        return name.isEmpty ? fallback : String(name)
    }
}
