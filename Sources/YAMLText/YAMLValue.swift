private import Yams

/// A value of a YAML document, with keys in the order in which they are written.
package indirect enum YAMLValue: Hashable, Sendable {
    /// A text, quoted where it would be read as something else.
    case text(String)
    /// A scalar that is written without quotes: a timestamp, a truth value, a number.
    case plain(String)
    case number(Int)
    case list([YAMLValue])
    case mapping([Entry])
    /// Nothing: a key without a value.
    case empty

    /// A key with its value.
    package struct Entry: Hashable, Sendable {
        package let key: String
        package let value: YAMLValue
        /// Line of the key in the document that was read, from 1; 0 for one that was made.
        package let line: Int

        package init(_ key: String, _ value: YAMLValue, line: Int = 0) {
            self.key = key
            self.value = value
            self.line = line
        }
    }
}

/// What makes a text no YAML, and where.
package struct YAMLError: Error, Hashable, Sendable {
    package let problem: String
    /// From 1.
    package let line: Int

    package init(problem: String, line: Int) {
        self.problem = problem
        self.line = line
    }
}

extension YAMLValue {
    /// The document that holds the value, ending in a line break.
    package func serialized() throws -> String {
        try Yams.serialize(node: WrittenNodes().node(of: self), width: -1, allowUnicode: true)
    }

    /// Reads a document. An empty document is `empty`.
    ///
    /// - Parameter keepsLiterals: Whether unquoted numbers and truth values become `plain`; otherwise all
    ///   scalars become `text`.
    /// - Throws: ``YAMLError`` for a text that is no YAML.
    package init(parsing text: String, keepsLiterals: Bool = false) throws(YAMLError) {
        // Some editors begin a file with a mark of the order of its bytes.
        let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        // Keys are compared with all that they refer to, before anything could be counted.
        guard !text.hasReferencesAsKeys else {
            throw YAMLError(problem: "keys refer to other parts of it", line: 1)
        }
        let node: Node?
        do {
            node = try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw YAMLError(error)
        } catch {
            throw YAMLError(problem: "it cannot be read", line: 1)
        }
        // A reference stands for all that it refers to, and may be referred to in turn.
        var valuesLeft = 100_000
        self =
            try node.map { node throws(YAMLError) in
                try YAMLValue(node, keepsLiterals, &valuesLeft)
            } ?? .empty
    }

    private init(
        _ node: Node, _ keepsLiterals: Bool, _ valuesLeft: inout Int
    ) throws(YAMLError) {
        valuesLeft -= 1
        guard valuesLeft > 0 else {
            throw YAMLError(problem: "it holds far too many values", line: node.mark?.line ?? 1)
        }
        switch node {
        case .scalar(let scalar):
            if scalar.style != .plain {
                self = .text(scalar.string)
            } else if node.null != nil {
                self = .empty
            } else {
                let isLiteral = keepsLiterals && YAMLLiteral(plain: scalar.string) != nil
                self = isLiteral ? .plain(scalar.string) : .text(scalar.string)
            }
        case .sequence(let members):
            var list: [YAMLValue] = []
            for member in members { list.append(try YAMLValue(member, keepsLiterals, &valuesLeft)) }
            self = .list(list)
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
}

extension String {
    /// Whether parts of a document are named, and keys may be made of them.
    fileprivate var hasReferencesAsKeys: Bool {
        let bytes = Array(utf8)
        let opening = Array(" \t\n[{,:-?".utf8)
        let isNaming = bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "&") && index + 1 < bytes.count
                && bytes[index + 1] > 0x20 && (index == 0 || opening.contains(bytes[index - 1]))
        }
        guard isNaming else { return false }
        return bytes.contains(UInt8(ascii: "{"))
            || bytes.split(separator: 0x0A).contains { line in
                let start = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: "-") }
                return start.first == UInt8(ascii: "?") || start.first == UInt8(ascii: "*")
            }
    }

    /// Whether some reader takes the word for a value. Yams leaves two of them to others.
    fileprivate var isWordOfValue: Bool {
        utf8.count <= 5 && Self.wordsOfValues.contains(lowercased())
    }

    /// Whether every parser takes the unquoted text for a text.
    fileprivate var isSurelyText: Bool {
        guard let first = utf8.first else { return false }
        switch first {
        case 0x80...: return true
        case 0x41...0x5A, 0x61...0x7A: return !isWordOfValue
        case 0x30...0x39:
            // As identifiers are. Without an x these letters stand in no number and in no date.
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

    /// In lower case; none is longer than five letters.
    private static let wordsOfValues: Set = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null",
    ]
}

/// Makes of a value what Yams writes.
///
/// No tag is written. For those that Yams makes by itself, one for each scalar, it makes tables and looks
/// for values by regular expressions: a front matter took three times as long as all else of a file.
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
        // Parsers of YAML 1.1 and 1.2 differ in what they take for a value: to Ruby `:root` is a symbol,
        // and `1,000` a number. Yams chooses a style for texts of several lines.
        let style: Node.Scalar.Style =
            text.isSurelyText
            ? .any : text.contains(where: \.isNewline) ? text.represented().style : .singleQuoted
        return .scalar(Node.Scalar(text, scalar, style))
    }
}

extension YAMLError {
    /// The line, from 1, of the next key of the same name that begins in the same column; nil where it is
    /// written in another way, as with quotation marks.
    private static func line(ofKey key: String, after mark: Mark, in text: String) -> Int? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.dropFirst(mark.line).first { index in
            lines[index].dropFirst(mark.column - 1).hasPrefix(key + ":")
        }.map { $0 + 1 }
    }

    fileprivate init(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(problem: problem, line: mark.line)
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
