import FileFormats
import NoteModel

/// The front matter of a Markdown file, in YAML between lines of `---`, in TOML between lines of
/// `+++` or as an object of JSON, and the text that follows it.
struct FrontMatter: Sendable {
    /// The entries of YAML in the order of the file, those of TOML in the order of their keys;
    /// empty if ``fault`` says why they cannot be read.
    var entries: [YAMLValue.Entry] = []
    /// The lines of YAML.
    private var lines: [Substring] = []
    /// The text after the front matter, byte for byte; all text if the front matter does not end.
    let body: String
    /// The reason why the front matter cannot be read, and its text; nil if it can be read. Nothing
    /// is known then of the tags and the state of the note.
    var fault: (error: ParsingError, head: String)?

    /// The error for front matter that cannot be read.
    ///
    /// `problem` completes "FILE, line N, …"; `line` is the number of the line in the file, from 1.
    struct ParsingError: Error {
        let problem: String
        let line: Int
    }

    /// Reads the front matter of a file.
    ///
    /// - Parameter bytes: The content of the file in UTF-8, with or without a byte-order mark.
    /// - Throws: ``ParsingError`` for bytes that are not UTF-8.
    init(_ bytes: [UInt8]) throws {
        var text = bytes[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        guard String(validating: text, as: UTF8.self) != nil else {
            throw ParsingError(problem: "is not UTF-8 text", line: 1)
        }
        let fences: [([UInt8], isTOML: Bool)] = [
            (Array("---".utf8), false), (Array("+++".utf8), true),
        ]
        for (fence, isTOML) in fences {
            guard let start = Self.end(ofLine: fence, in: text, at: text.startIndex) else {
                continue
            }
            guard let end = Self.fence(fence, in: text, from: start) else {
                // A text may begin with a thematic break, followed by an empty line.
                if text[start...].first.map({ $0 == 0x0A || $0 == 0x0D }) ?? false { break }
                let error = ParsingError(
                    problem:
                        "has unterminated front matter: a line of \(isTOML ? "+++" : "---") is missing",
                    line: 1)
                body = String(decoding: text, as: UTF8.self)
                fault = (error, "")
                return
            }
            let head = String(decoding: text[start..<end.lowerBound], as: UTF8.self)
            // What is between two thematic breaks may be a part of the text.
            guard isTOML || Self.isMapping(head) else { break }
            body = String(decoding: text[end.upperBound...], as: UTF8.self)
            try read(head, as: isTOML ? TOMLParser.entries(of:) : Self.entries(ofYAML:))
            if !isTOML { lines = head.split(separator: "\n", omittingEmptySubsequences: false) }
            return
        }
        let end = Self.endOfJSON(text) ?? text.startIndex
        body = String(decoding: text[end...], as: UTF8.self)
        if end > text.startIndex {
            try read(String(decoding: text[..<end], as: UTF8.self), as: Self.entries(ofJSON:))
        }
    }

    /// True for a YAML mapping, and for text that cannot be parsed but is not a sentence either.
    private static func isMapping(_ head: String) -> Bool {
        switch try? YAMLValue(parsing: head, keepsLiterals: true) {
        case .mapping?, .empty?: return true
        case .some: return false
        case nil:
            let first = head.split(whereSeparator: \.isNewline).first {
                !$0.trimmed.isEmpty && !$0.trimmed.hasPrefix("#")
            }
            guard let first, let letter = first.first, letter.isLetter || letter.isNumber else {
                return true
            }
            let key = first.prefix { $0 != ":" }
            return key.count < first.count
                && key.allSatisfy { $0.isLetter || $0.isNumber || "_- ".contains($0) }
        }
    }

    private mutating func read(
        _ head: String, as parse: (String) throws -> [YAMLValue.Entry]
    ) throws {
        do { entries = try parse(head) } catch let error as ParsingError { fault = (error, head) }
    }

    /// Returns the words that an entry without a value has after `#`, as in `tags: #private`, which
    /// YAML takes for a comment; nil if there are none.
    func comment(on entry: YAMLValue.Entry) -> Substring? {
        guard entry.value == .empty, lines.indices.contains(entry.line - 1),
            let start = lines[entry.line - 1].firstIndex(of: "#")
        else { return nil }
        let before = lines[entry.line - 1][..<start].trimmed
        return before.hasSuffix(":") ? lines[entry.line - 1][start...] : nil
    }

    subscript(keys: String...) -> YAMLValue? { entry(keys)?.value }

    /// Returns the entry of the first of the keys that has a value, ignoring case; nil if none has.
    func entry(_ keys: [String]) -> YAMLValue.Entry? {
        for key in keys {
            let found = entries.first { $0.key.lowercased() == key.lowercased() }
            if let found, found.value != .empty { return found }
        }
        return nil
    }

    /// Returns the index after a line; nil if a different line is there.
    private static func end(
        ofLine line: [UInt8], in text: ArraySlice<UInt8>, at start: Int
    ) -> Int? {
        guard text[start...].starts(with: line) else { return nil }
        var end = start + line.count
        while end < text.endIndex, [0x20, 0x09, 0x0D].contains(text[end]) { end += 1 }
        if end == text.endIndex { return end }
        return text[end] == 0x0A ? end + 1 : nil
    }

    private static func fence(
        _ fence: [UInt8], in text: ArraySlice<UInt8>, from start: Int
    ) -> Range<Int>? {
        var line = start
        while line < text.endIndex {
            for fence in [fence, Array("...".utf8)] {
                if let end = end(ofLine: fence, in: text, at: line) { return line..<end }
            }
            guard let next = text[line...].firstIndex(of: 0x0A) else { return nil }
            line = next + 1
        }
        return nil
    }

    private static func entries(ofYAML head: String) throws -> [YAMLValue.Entry] {
        do {
            switch try YAMLValue(parsing: head, keepsLiterals: true) {
            case .mapping(let entries): return entries
            case .empty: return []
            default: throw YAMLError(problem: "it is not a list of keys with values", line: 1)
            }
        } catch let error as YAMLError {
            throw ParsingError(
                problem: "has front matter that is not YAML: \(error.problem)", line: error.line + 1
            )
        }
    }
}
