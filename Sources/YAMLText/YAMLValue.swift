private import Yams

/// A value of a YAML document, with keys in the order in which they are written.
package indirect enum YAMLValue: Hashable, Sendable {
    /// A text, quoted where it would be read as something else.
    case text(String)
    /// A scalar that is written as it is: a timestamp.
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
        try Yams.serialize(node: node, width: -1, allowUnicode: true)
    }

    private var node: Node {
        switch self {
        case .text(let text) where text.isPlainWord: .scalar(Node.Scalar(text, Tag(.str), .plain))
        // Yams decides by what the text would be read as: `true`, `12` and `~` are quoted.
        case .text(let text): .scalar(text.represented())
        case .plain(let text): .scalar(Node.Scalar(text, Tag(.timestamp), .plain))
        case .number(let number): .scalar(Node.Scalar(String(number), Tag(.int), .plain))
        case .list(let members): Node(members.map(\.node))
        case .mapping(let entries): Node(entries.map { (Node($0.key), $0.value.node) })
        case .empty: Node("", Tag(.null))
        }
    }

    /// Reads a document; scalars are given as their text. An empty document is `empty`.
    ///
    /// - Throws: ``YAMLError`` for a text that is no YAML.
    package init(parsing text: String) throws(YAMLError) {
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
        self = try node.map { node throws(YAMLError) in try YAMLValue(node, &valuesLeft) } ?? .empty
    }

    private init(_ node: Node, _ valuesLeft: inout Int) throws(YAMLError) {
        valuesLeft -= 1
        guard valuesLeft > 0 else {
            throw YAMLError(problem: "it holds far too many values", line: node.mark?.line ?? 1)
        }
        switch node {
        case .scalar(let scalar):
            self = node.null != nil && scalar.style == .plain ? .empty : .text(scalar.string)
        case .sequence(let members):
            var list: [YAMLValue] = []
            for member in members { list.append(try YAMLValue(member, &valuesLeft)) }
            self = .list(list)
        case .mapping(let pairs):
            var entries: [Entry] = []
            for (key, value) in pairs {
                let line = key.mark?.line ?? 0
                entries.append(
                    Entry(key.string ?? "", try YAMLValue(value, &valuesLeft), line: line))
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

    /// Whether the text is, beyond doubt, nothing but a text to any reader. Most are, and asking Yams
    /// takes a dozen regular expressions.
    fileprivate var isPlainWord: Bool {
        guard let first = utf8.first, (0x61...0x7A).contains(first | 0x20), utf8.last != 0x20,
            utf8.count > 5
        else { return false }
        return utf8.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x20
                || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "_")
        }
    }
}

extension YAMLError {
    fileprivate init(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(problem: problem, line: mark.line)
        case .duplicatedKeysInMapping(let duplicates, _):
            self.init(
                problem:
                    "a key stands twice: \(duplicates.map { "\($0)" }.joined(separator: ", "))",
                line: 1)
        default: self.init(problem: "it cannot be read", line: 1)
        }
    }
}
