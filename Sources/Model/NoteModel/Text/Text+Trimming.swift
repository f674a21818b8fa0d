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

    /// The text with a line feed for each other character that breaks a line: the separators of
    /// lines and paragraphs (U+2028, U+2029) of text views, the vertical tabs and form feeds of
    /// word processors, and U+0085. Neither Markdown nor a browser breaks lines there. A carriage
    /// return is known to both.
    package var withLineFeeds: String {
        var text = self
        let isRare = text.withUTF8 { bytes in
            func has(_ first: UInt8, _ rest: StaticString...) -> Bool {
                var next = 0
                while let place = bytes.place(of: first, from: next) {
                    if rest.isEmpty || rest.contains(where: { bytes.has($0, at: place) }) {
                        return true
                    }
                    next = place + 1
                }
                return false
            }
            return has(0x0B) || has(0x0C) || has(0xC2, "\u{85}")
                || has(0xE2, "\u{2028}", "\u{2029}")
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
}
