/// Escapes plain text for Markdown, which then shows the same characters.
package struct MarkdownEscaping {
    /// The tags of the note, which remain hashtags in its text.
    private let tags: Set<Tag>

    package init(tags: Set<Tag> = []) { self.tags = tags }

    /// Returns words with the characters escaped that begin markup within a line. Web addresses are
    /// not changed, so that they become links.
    package func inline(_ text: String) -> String {
        var escaped = ""
        var previous: Character = " "
        var rest = text[...]
        while let character = rest.first {
            if character == "h" || character == "w", !Self.isWord(previous),
                let address = Self.address(at: rest)
            {
                escaped += address
                rest = rest[address.endIndex...]
                previous = address.last ?? " "
                // The bracket would become part of the link.
                if rest.first == ">" {
                    escaped += "&gt;"
                    rest = rest.dropFirst()
                }
                continue
            }
            let next = rest.dropFirst().first
            if needsEscape(character, after: previous, before: next),
                character != "#" || !beginsWithTag(rest)
            {
                escaped.append("\\")
            }
            escaped.append(character)
            previous = character
            rest = rest.dropFirst()
        }
        return escaped
    }

    private static func isWord(_ character: Character) -> Bool {
        // The tables of Unicode took a quarter of the time of an import.
        guard let ascii = character.asciiValue else {
            return character.isLetter || character.isNumber
        }
        return (0x61...0x7A).contains(ascii | 0x20) || (0x30...0x39).contains(ascii)
    }

    private func beginsWithTag(_ text: Substring) -> Bool {
        !tags.isEmpty
            && tags.contains(
                Tag(String(text.dropFirst().prefix { Self.isWord($0) || "-_/".contains($0) })))
    }

    private func needsEscape(
        _ character: Character, after previous: Character, before next: Character?
    ) -> Bool {
        let isWord = Self.isWord
        return switch character {
        case "\\", "`", "*", "[", "]", "~": true
        // Within a word it is no markup.
        case "_": !isWord(previous) || !(next.map(isWord) ?? false)
        case "<": next.map { $0.isLetter || "/!?".contains($0) } ?? false
        case "&": next.map { $0.isLetter || $0 == "#" } ?? false
        // A hashtag.
        case "#": !isWord(previous) && (next.map { !$0.isWhitespace && $0 != "#" } ?? false)
        default: false
        }
    }

    private static func address(at text: Substring) -> Substring? {
        guard ["http://", "https://", "www."].contains(where: { text.hasPrefix($0) }) else {
            return nil
        }
        return text.prefix { !$0.isWhitespace && $0 != "<" && $0 != ">" }
    }

    /// Returns an address as the destination of a link, in angle brackets if necessary.
    package static func destination(_ address: String) -> String {
        let line = address.filter { !$0.isNewline }
        guard line.isEmpty || line.contains(where: { $0.isWhitespace || "()<>\\".contains($0) })
        else { return line }
        return "<"
            + line.replacing("\\", with: "\\\\").replacing("<", with: "\\<")
            .replacing(">", with: "\\>") + ">"
    }

    /// Returns the lines of a text with a backslash where one would otherwise begin a heading, a
    /// list, a quote, a rule or code.
    package static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = String(line.drop { $0 == " " || $0 == "\t" })
            return line.escapedAtStart
        }
        .joined(separator: "\n")
    }
}

extension String {
    fileprivate var escapedAtStart: String {
        let word = String(prefix { $0 != " " && $0 != "\t" })
        guard let first = word.first else { return self }
        switch first {
        case "#" where word.allSatisfy { $0 == "#" } && word.count <= 6: return "\\" + self
        case ">": return "\\" + self
        case "+" where word == "+": return "\\" + self
        case "-" where word == "-": return "\\" + self
        case "=" where trimmed.allSatisfy { $0 == "=" }: return "\\" + self
        // A rule, the underline of a heading, or the second line of a table.
        case _ where allSatisfy({ "-:| ".contains($0) }) && contains("-"): return "\\" + self
        case "0"..."9":
            let digits = word.prefix { $0.isASCII && $0.isNumber }
            let mark = word.dropFirst(digits.count)
            return (mark == "." || mark == ")") && digits.count <= 9
                ? "\(digits)\\\(dropFirst(digits.count))" : self
        default: return self
        }
    }
}
