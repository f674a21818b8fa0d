/// A value of a YAML document. Mappings keep the order of their keys.
package indirect enum YAMLValue: Hashable, Sendable {
    /// A text, quoted in a document if it could be read as something else.
    case text(String)
    /// A scalar written without quotes, such as a timestamp, a truth value or a number.
    case plain(String)
    case number(Int)
    case list([YAMLValue])
    case mapping([Entry])
    /// Null: a key without a value.
    case empty

    /// A key with its value.
    package struct Entry: Hashable, Sendable {
        package let key: String
        package let value: YAMLValue
        /// The line of the key in the parsed document, from 1; 0 if it was not parsed.
        package let line: Int

        package init(_ key: String, _ value: YAMLValue, line: Int = 0) {
            (self.key, self.value, self.line) = (key, value, line)
        }
    }
}

/// The reason why a text is not valid YAML, with its line.
package struct YAMLError: Error, Hashable, Sendable {
    package let problem: String
    /// The line number, from 1.
    package let line: Int
    /// True for a syntax error, whose problem is in the words of the parser.
    package let isSyntax: Bool

    package init(problem: String, line: Int, isSyntax: Bool = false) {
        (self.problem, self.line, self.isSyntax) = (problem, line, isSyntax)
    }
}

extension YAMLValue {
    /// Returns a document with the value, ending in a line break.
    ///
    /// - Throws: ``YAMLError`` if there is no memory for it.
    package func serialized() throws(YAMLError) -> String { try YAMLEmitter.document(self) }

    /// Parses a document. An empty document gives `empty`.
    ///
    /// - Parameter keepsLiterals: True to parse unquoted numbers and truth values as `plain`;
    ///   otherwise all scalars but null become `text`.
    /// - Throws: ``YAMLError`` if the text is not valid YAML, or holds too many values.
    package init(parsing text: String, keepsLiterals: Bool = false) throws(YAMLError) {
        // Some editors begin a file with a byte order mark.
        let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        do {
            self = try YAMLComposer.value(of: text, keepsLiterals: keepsLiterals)
        } catch {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let isTab = lines.dropFirst(error.line - 1).first?.hasPrefix("\t") == true
            throw error.isSyntax && isTab
                ? YAMLError(problem: "it begins with a tab; indent with spaces", line: error.line)
                : error
        }
    }
}
