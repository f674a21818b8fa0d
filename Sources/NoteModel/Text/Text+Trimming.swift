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

    /// The text before its first `#`; the whole text if it has none.
    package var prefixBeforeSharp: Substring {
        guard let sharp = utf8.firstIndex(of: UInt8(ascii: "#")) else { return self[...] }
        return self[..<sharp]
    }
}
