import NoteModel

/// Bear's tags of several words, `#two words#`, in a text. They become words of the text and tags
/// of the note, since other programs see `#two` in them.
struct BearTags {
    /// The text in which these tags begin with an escaped `#`.
    private(set) var text: String
    private(set) var tags: [Tag] = []

    init(_ text: String) {
        self.text = text
        guard text.contains("#") else { return }
        var fence: Substring?
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let words = line.drop { $0 == " " || $0 == "\t" }
            if let open = fence {
                if words.hasPrefix(open) { fence = nil }
                return String(line)
            }
            fence = ["```", "~~~"].first { words.hasPrefix($0) }
            return fence == nil ? escaped(line) : String(line)
        }
        self.text = lines.joined(separator: "\n")
    }

    /// Returns a line in which the tags are escaped, and adds them to ``tags``.
    private mutating func escaped(_ line: Substring) -> String {
        var result = ""
        var rest = line
        var last: Character = " "
        while let character = rest.first {
            if character == "`" {
                let run = rest.prefix { $0 == "`" }
                let after = rest[run.endIndex...]
                let end = after.firstRange(of: run)?.upperBound ?? run.endIndex
                result += rest[..<end]
                rest = rest[end...]
            } else if character == "#", last.isWhitespace || "([{".contains(last),
                let name = Self.name(rest)
            {
                tags.append(Tag(String(name)))
                result += "\\" + rest[..<name.endIndex] + "#"
                rest = rest[name.endIndex...].dropFirst()
            } else {
                result.append(character)
                rest = rest.dropFirst()
            }
            last = result.last ?? " "
        }
        return result
    }

    /// Returns the name of a tag of several words that begins with the first character.
    private static func name(_ text: Substring) -> Substring? {
        let name = text.dropFirst().prefix { $0 != "#" }
        guard let first = name.first, let last = name.last, !first.isWhitespace, !last.isWhitespace,
            name.contains(" "), name.endIndex < text.endIndex
        else { return nil }
        let next = text[name.endIndex...].dropFirst().first
        return next.map { $0.isLetter || $0.isNumber || $0 == "#" } == true ? nil : name
    }
}
