extension Substring {
    /// The text without white space around it.
    package var trimmed: String {
        // Recognizing white space outside of ASCII takes the tables of Unicode.
        if let first = utf8.first, let last = utf8.last, first < 0x80, last < 0x80,
            first > 0x20, last > 0x20
        {
            return String(self)
        }
        var scalars = unicodeScalars
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return String(Substring(scalars))
    }
}

extension String {
    /// The text without white space around it.
    package var trimmed: String { self[...].trimmed }

    /// The text with its first letter in upper case.
    package var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }

    /// The text without line breaks at its beginning and its end.
    package var withoutOuterLineBreaks: String {
        let start = drop(while: \.isNewline)
        let end = start.lastIndex { !$0.isNewline }
        return end.map { String(start[...$0]) } ?? ""
    }

    /// The text with a line feed for each other character that breaks a line: the separators of
    /// lines and paragraphs (U+2028, U+2029) of text views, the vertical tabs and form feeds of
    /// word processors, and U+0085. Neither Markdown nor a browser breaks lines there. A carriage
    /// return is known to both.
    package var withLineFeeds: String {
        var text = self
        let isRare = text.withUTF8 { bytes in
            let nextLine = bytes.place(of: 0xC2) { bytes.has("\u{85}", at: $0) }
            let separator = bytes.place(of: 0xE2) {
                bytes.has("\u{2028}", at: $0) || bytes.has("\u{2029}", at: $0)
            }
            return nextLine != nil || separator != nil || bytes.place(of: 0x0B) != nil
                || bytes.place(of: 0x0C) != nil
        }
        guard isRare else { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isBreak = [0x0B, 0x0C, 0x85, 0x2028, 0x2029].contains(scalar.value)
            scalars.append(isBreak ? "\n" : scalar)
        }
        return String(scalars)
    }

    /// The text before its first `#`; the whole text if it has none.
    package var prefixBeforeSharp: Substring {
        guard let sharp = utf8.firstIndex(of: UInt8(ascii: "#")) else { return self[...] }
        return self[..<sharp]
    }

    /// Returns the length of the longest run of a character.
    package func longestRun(of character: Character) -> Int {
        var (longest, run) = (0, 0)
        for other in self {
            run = other == character ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
