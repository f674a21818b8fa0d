private import Yams

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
    /// - Throws: `YamlError` from Yams if the document cannot be written.
    package func serialized() throws -> String {
        try Yams.serialize(node: WrittenNodes().node(of: self), width: -1, allowUnicode: true)
    }

    /// Parses a document. An empty document gives `empty`.
    ///
    /// - Parameter keepsLiterals: True to parse unquoted numbers and truth values as `plain`;
    ///   otherwise all scalars but null become `text`.
    /// - Throws: ``YAMLError`` if the text is not valid YAML, or holds too many values.
    package init(parsing text: String, keepsLiterals: Bool = false) throws(YAMLError) {
        // Some editors begin a file with a byte order mark.
        let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        // Keys are compared with all that they refer to, before the values can be counted.
        guard !text.hasReferencesAsKeys else {
            throw YAMLError(problem: "aliases cannot be used as keys", line: 1)
        }
        let node: Node?
        do {
            // The default resolver matches regular expressions for each scalar.
            node = try Yams.compose(yaml: text, .basic)
        } catch let error as YamlError {
            throw YAMLError(error)
        } catch {
            throw YAMLError(problem: "it cannot be read", line: 1)
        }
        // An alias repeats all that it refers to, which may contain other aliases.
        var valuesLeft = 1_000 + min(text.utf8.count, 100_000)
        self =
            try node.map { node throws(YAMLError) in
                try YAMLValue(node, keepsLiterals, &valuesLeft, isDocument: true)
            } ?? .empty
    }

    private init(
        _ node: Node, _ keepsLiterals: Bool, _ valuesLeft: inout Int, isDocument: Bool = false
    ) throws(YAMLError) {
        valuesLeft -= 1
        guard valuesLeft > 0 else {
            throw YAMLError(problem: "it has too many values", line: node.mark?.line ?? 1)
        }
        switch node {
        case .scalar(let scalar):
            if scalar.style != .plain {
                self = .text(scalar.string)
            } else if Self.nullWords.contains(scalar.string) {
                self = .empty
            } else {
                let isLiteral = keepsLiterals && YAMLLiteral(plain: scalar.string) != nil
                self = isLiteral ? .plain(scalar.string) : .text(scalar.string)
            }
        case .sequence(let members):
            var list: [YAMLValue] = []
            for member in members { list.append(try YAMLValue(member, keepsLiterals, &valuesLeft)) }
            self = .list(list)
        // A key that is not a text, as in the placeholder `{{title}}` of a program.
        case .mapping(let pairs) where !isDocument && pairs.contains { $0.key.scalar == nil }:
            self = .text(Self.flowText(of: node, &valuesLeft))
        case .mapping(let pairs):
            var entries: [Entry] = []
            for (key, value) in pairs {
                let line = key.mark?.line ?? 0
                entries.append(
                    Entry(
                        key.string ?? "", try YAMLValue(value, keepsLiterals, &valuesLeft),
                        line: line))
            }
            self = .mapping(entries)
        case .alias: self = .empty
        }
    }

    /// Returns a value as it is written within a line.
    private static func flowText(of node: Node, _ valuesLeft: inout Int) -> String {
        valuesLeft -= 1
        guard valuesLeft > 0 else { return "…" }
        switch node {
        case .scalar(let scalar): return scalar.string
        case .sequence(let members):
            let texts = members.map { flowText(of: $0, &valuesLeft) }
            return "[" + texts.joined(separator: ", ") + "]"
        case .mapping(let pairs):
            let texts = pairs.map { key, value in
                let text = flowText(of: value, &valuesLeft)
                return flowText(of: key, &valuesLeft) + (text.isEmpty ? "" : ": " + text)
            }
            return "{" + texts.joined(separator: ", ") + "}"
        case .alias: return ""
        }
    }

    /// The spellings of null without quotes.
    private static let nullWords: Set = ["", "~", "null", "Null", "NULL"]
}

extension String {
    /// True if the document has anchors and may refer to them in keys.
    fileprivate var hasReferencesAsKeys: Bool {
        let bytes = Array(utf8)
        guard bytes.contains(UInt8(ascii: "&")), bytes.contains(UInt8(ascii: "*")) else {
            return false
        }
        /// True if a byte may begin a node, and is not part of a plain text.
        func beginsNode(_ index: Int) -> Bool {
            var end = index
            while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
            guard end > 0, bytes[end - 1] != 0x0A, bytes[end - 1] != 0x0D else { return true }
            if "[{,:".utf8.contains(bytes[end - 1]) { return true }
            guard end < index else { return false }
            // A dash or a question mark in a text is a part of it.
            if "-?".utf8.contains(bytes[end - 1]) {
                return end == 1 || bytes[end - 2] <= 0x20 || "[{,".utf8.contains(bytes[end - 2])
            }
            // A tag or another anchor may precede it.
            var start = end
            while start > 0, bytes[start - 1] > 0x20 { start -= 1 }
            return bytes[start] == UInt8(ascii: "!") || bytes[start] == UInt8(ascii: "&")
        }
        var (hasAnchor, hasReference) = (false, false)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            defer { index += 1 }
            guard "&*\"'".utf8.contains(byte), beginsNode(index) else { continue }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                // Two quotes in a row are one in the text, after which the scan goes on as well.
                index += 1
                while index < bytes.count, bytes[index] != byte {
                    index += bytes[index] == UInt8(ascii: "\\") && byte == 0x22 ? 2 : 1
                }
            } else if index + 1 < bytes.count, bytes[index + 1] > 0x20 {
                if byte == UInt8(ascii: "&") { hasAnchor = true } else { hasReference = true }
            }
        }
        guard hasAnchor, hasReference else { return false }
        return bytes.contains(UInt8(ascii: "{"))
            || bytes.split(separator: 0x0A).contains { line in
                let start = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: "-") }
                return start.first == UInt8(ascii: "?") || start.first == UInt8(ascii: "*")
            }
    }

    /// True if some parser takes the word for a value. Two of these words Yams does not quote.
    fileprivate var isWordOfValue: Bool {
        utf8.count <= 5 && Self.wordsOfValues.contains(lowercased())
    }

    /// True if every parser reads the text as a text even without quotes.
    fileprivate var isSurelyText: Bool {
        guard let first = utf8.first else { return false }
        switch first {
        case 0x80...: return true
        case 0x41...0x5A, 0x61...0x7A: return !isWordOfValue
        case 0x30...0x39:
            // Identifiers, for example: without an x, these letters occur in no number and no date.
            var hasOtherLetter = false
            for byte in utf8 {
                switch byte | 0x20 {
                case UInt8(ascii: "x"): return false
                case UInt8(ascii: "a"), UInt8(ascii: "c"), UInt8(ascii: "d"), UInt8(ascii: "f"):
                    hasOtherLetter = true
                default: continue
                }
            }
            return hasOtherLetter
        default: return false
        }
    }

    /// The words in lower case; none is longer than five letters.
    private static let wordsOfValues: Set = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null",
    ]
}

/// Converts a value to the nodes that Yams writes.
///
/// The nodes have ready-made tags, which are not written. Otherwise Yams would make a tag for each
/// scalar, building tables and matching regular expressions: front matter took three times as long
/// as the rest of its file.
private struct WrittenNodes {
    private let scalar = Self.tag(.str)
    private let list = Self.tag(.seq)
    private let mapping = Self.tag(.map)

    private static func tag(_ name: Tag.Name) -> Tag {
        Tag(name, .basic, Constructor([:], [:], [:]))
    }

    func node(of value: YAMLValue) -> Node {
        switch value {
        case .text(let text): node(ofText: text)
        case .plain(let text): .scalar(Node.Scalar(text, scalar, .plain))
        case .number(let number): .scalar(Node.Scalar(String(number), scalar, .plain))
        case .list(let members): Node(members.map(node), list)
        case .mapping(let entries):
            Node(entries.map { (node(ofText: $0.key), node(of: $0.value)) }, mapping)
        case .empty: .scalar(Node.Scalar("", scalar, .plain))
        }
    }

    private func node(ofText text: String) -> Node {
        // Parsers of YAML 1.1 and 1.2 differ in what they take for a value: Ruby reads `:root` as a
        // symbol and `1,000` as a number. Yams chooses a style for texts of several lines.
        let style: Node.Scalar.Style =
            text.isSurelyText
            ? .any : text.contains(where: \.isNewline) ? text.represented().style : .singleQuoted
        return .scalar(Node.Scalar(text, scalar, style))
    }
}

extension YAMLError {
    /// Returns the line, from 1, of the next key with the same name that begins in the same column;
    /// nil if that key is spelled differently, for example in quotation marks.
    private static func line(ofKey key: String, after mark: Mark, in text: String) -> Int? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.dropFirst(mark.line).first { index in
            lines[index].dropFirst(mark.column - 1).hasPrefix(key + ":")
        }.map { $0 + 1 }
    }

    fileprivate init(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, let text),
            .parser(_, let problem, let mark, let text),
            .composer(_, let problem, let mark, let text):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            if lines.dropFirst(mark.line - 1).first?.hasPrefix("\t") == true {
                self.init(problem: "it begins with a tab; indent with spaces", line: mark.line)
            } else {
                self.init(problem: problem, line: mark.line, isSyntax: true)
            }
        case .duplicatedKeysInMapping(let duplicates, let context):
            let key = duplicates[0]
            let first = context.mark.line
            let second = Self.line(ofKey: key, after: context.mark, in: context.text)
            self.init(
                problem: "the key “\(key)” is there twice, first on line \(first)",
                line: second ?? first)
        default: self.init(problem: "it cannot be read", line: 1)
        }
    }
}
