private import CYAML

/// Composes values from the events of libyaml.
final class YAMLComposer {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let keepsLiterals: Bool
    /// The values that may still be composed. An alias repeats all that it refers to, which may
    /// contain other aliases.
    private var valuesLeft: Int
    private var anchors: [String: Node] = [:]
    /// The number of values that are being composed, one in another, and the most so far.
    private var (depth, reachedDepth) = (0, 0)

    /// The maximum depth, which limits the use of the stack.
    private static let maximumDepth = 100

    /// A value with what only a composer needs to know of it.
    private struct Node {
        let value: YAMLValue
        /// The text of a scalar; nil for a list or a mapping.
        var scalar: String?
        /// The number of values in it, itself included.
        let count: Int
        /// The number of levels below it.
        let height: Int
    }

    private enum Event {
        case end
        case alias(String)
        case scalar(String, isPlain: Bool, anchor: String?)
        case list(anchor: String?)
        case mapping(anchor: String?)
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, keepsLiterals: Bool) {
        parser = .allocate(capacity: 1)
        self.keepsLiterals = keepsLiterals
        valuesLeft = 1_000 + min(bytes.count, 100_000)
        yaml_parser_initialize(parser)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Returns the value of the only document in a text; `empty` if there is none.
    static func value(of text: String, keepsLiterals: Bool) throws(YAMLError) -> YAMLValue {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(YAMLError) in
            let composer = YAMLComposer(bytes, keepsLiterals: keepsLiterals)
            // The beginning of the stream, and that of the document or the end of the stream.
            for _ in 1...2 { _ = try composer.next() }
            guard !composer.isAtEnd else { return .empty }
            let value = try composer.node(composer.next(), isDocument: true).value
            _ = try composer.next()
            let (_, line) = try composer.next()
            guard composer.isAtEnd else {
                throw YAMLError(problem: "but found another document", line: line, isSyntax: true)
            }
            return value
        }
    }

    private var isAtEnd: Bool { parser.pointee.stream_end_produced != 0 }

    /// Returns the next event and its line, from 1. What begins or ends a stream or a document, or
    /// ends a list or a mapping, is an `end`.
    private func next() throws(YAMLError) -> (event: Event, line: Int) {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw error }
        defer { yaml_event_delete(&event) }
        func text(_ start: UnsafeMutablePointer<yaml_char_t>?) -> String? {
            start.map { String(cString: $0) }
        }
        let data = event.data
        let found: Event =
            switch event.type {
            case YAML_ALIAS_EVENT: .alias(text(data.alias.anchor) ?? "")
            case YAML_SCALAR_EVENT:
                .scalar(
                    String(
                        decoding: UnsafeBufferPointer(
                            start: data.scalar.value, count: data.scalar.length), as: UTF8.self),
                    isPlain: data.scalar.style == YAML_PLAIN_SCALAR_STYLE,
                    anchor: text(data.scalar.anchor))
            case YAML_SEQUENCE_START_EVENT: .list(anchor: text(data.sequence_start.anchor))
            case YAML_MAPPING_START_EVENT: .mapping(anchor: text(data.mapping_start.anchor))
            default: .end
            }
        return (found, event.start_mark.line + 1)
    }

    private var error: YAMLError {
        let line = parser.pointee.problem_mark.line + 1
        guard let problem = parser.pointee.problem.map({ String(cString: $0) }),
            [YAML_SCANNER_ERROR, YAML_PARSER_ERROR].contains(parser.pointee.error)
        else { return YAMLError(problem: "it cannot be read", line: 1) }
        return YAMLError(problem: problem, line: line, isSyntax: true)
    }

    private func descend(to depth: Int, line: Int) throws(YAMLError) {
        guard depth <= Self.maximumDepth else {
            throw YAMLError(problem: "it is nested too deeply", line: line)
        }
    }

    /// Counts values that are composed on a line.
    private func spend(_ count: Int, line: Int) throws(YAMLError) {
        valuesLeft -= count
        guard valuesLeft > 0 else { throw YAMLError(problem: "it has too many values", line: line) }
    }

    private func node(
        _ next: (event: Event, line: Int), isDocument: Bool = false
    ) throws(YAMLError) -> Node {
        let before = valuesLeft
        try spend(1, line: next.line)
        let outer = reachedDepth
        depth += 1
        try descend(to: depth, line: next.line)
        reachedDepth = depth
        defer {
            depth -= 1
            reachedDepth = max(reachedDepth, outer)
        }
        let name: String?
        var scalar: String?
        let value: YAMLValue
        switch next.event {
        case .alias(let anchor):
            guard let node = anchors[anchor] else {
                throw YAMLError(problem: "found undefined alias", line: next.line, isSyntax: true)
            }
            try spend(node.count, line: next.line)
            reachedDepth = depth + node.height
            try descend(to: reachedDepth, line: next.line)
            return node
        case .scalar(let text, let isPlain, let anchor):
            (name, scalar) = (anchor, text)
            value = self.value(ofScalar: text, isPlain: isPlain)
        case .list(let anchor):
            name = anchor
            var members: [YAMLValue] = []
            while let node = try nodeOrEnd() { members.append(node.value) }
            value = .list(members)
        case .mapping(let anchor):
            name = anchor
            value = try mapping(isDocument: isDocument)
        case .end: return Node(value: .empty, count: 1, height: 0)
        }
        let node = Node(
            value: value, scalar: scalar, count: before - valuesLeft, height: reachedDepth - depth)
        if let name { anchors[name] = node }
        return node
    }

    /// Returns the next value of a list or mapping; nil at its end.
    private func nodeOrEnd() throws(YAMLError) -> Node? {
        let next = try next()
        if case .end = next.event { return nil }
        return try node(next)
    }

    private func value(ofScalar text: String, isPlain: Bool) -> YAMLValue {
        guard isPlain else { return .text(text) }
        guard !Self.nullWords.contains(text) else { return .empty }
        return keepsLiterals && YAMLLiteral(plain: text) != nil ? .plain(text) : .text(text)
    }

    /// The spellings of null without quotes.
    private static let nullWords: Set = ["", "~", "null", "Null", "NULL"]

    /// Composes a mapping. One with a key that is not a text, as in the placeholder `{{title}}` of a
    /// program, is a text, unless it is the document.
    private func mapping(isDocument: Bool) throws(YAMLError) -> YAMLValue {
        var entries: [YAMLValue.Entry] = []
        var lines: [String: Int] = [:]
        var hasOnlyTexts = true
        while true {
            let next = try next()
            if case .end = next.event { break }
            if case .alias = next.event {
                throw YAMLError(problem: "aliases cannot be used as keys", line: next.line)
            }
            let key = try node(next)
            hasOnlyTexts = hasOnlyTexts && key.scalar != nil
            let text: String
            if let scalar = key.scalar {
                text = scalar
            } else {
                text = try flowText(of: key.value, line: next.line)
            }
            if let first = lines.updateValue(next.line, forKey: text) {
                throw YAMLError(
                    problem: "the key “\(text)” is there twice, first on line \(first)",
                    line: next.line)
            }
            let value = try node(self.next()).value
            entries.append(YAMLValue.Entry(text, value, line: next.line))
        }
        let mapping = YAMLValue.mapping(entries)
        guard !hasOnlyTexts, !isDocument else { return mapping }
        return .text(try flowText(of: mapping, line: entries[0].line))
    }

    /// Returns a value as it is written within a line.
    private func flowText(of value: YAMLValue, line: Int) throws(YAMLError) -> String {
        try spend(1, line: line)
        switch value {
        case .text(let text), .plain(let text):
            // A text that aliases repeat could become longer than any memory.
            try spend(text.utf8.count / 64, line: line)
            return text
        case .number(let number): return String(number)
        case .list(let members):
            let texts = try members.map { value throws(YAMLError) in
                try flowText(of: value, line: line)
            }
            return "[" + texts.joined(separator: ", ") + "]"
        case .mapping(let entries):
            let texts = try entries.map { entry throws(YAMLError) in
                try spend(entry.key.utf8.count / 64, line: line)
                let text = try flowText(of: entry.value, line: line)
                return entry.key + (text.isEmpty ? "" : ": " + text)
            }
            return "{" + texts.joined(separator: ", ") + "}"
        case .empty: return ""
        }
    }
}
