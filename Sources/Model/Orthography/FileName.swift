import Platform

/// A title in a form in which it can be the name of a file.
package enum FileName {
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
