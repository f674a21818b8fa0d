import YAMLText

/// The front matter of a Markdown file, in YAML between lines of `---` or in TOML between lines of
/// `+++`, and the text that follows it.
struct FrontMatter: Sendable {
    /// The entries in the order of the file.
    let entries: [YAMLValue.Entry]
    /// The text after the front matter, byte for byte.
    let body: String
    /// The keys and tables of TOML that were not read.
    let unread: [String]

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
    /// - Throws: ``ParsingError`` for front matter that is not closed or not valid, and for bytes
    ///   that are not UTF-8.
    init(_ bytes: [UInt8]) throws(ParsingError) {
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
                throw ParsingError(
                    problem:
                        "has a head that does not end: a line of \(isTOML ? "+++" : "---") is missing",
                    line: 1)
            }
            let head = String(decoding: text[start..<end.lowerBound], as: UTF8.self)
            (entries, unread) =
                isTOML ? try Self.entries(ofTOML: head) : (try Self.entries(ofYAML: head), [])
            body = String(decoding: text[end.upperBound...], as: UTF8.self)
            return
        }
        (entries, unread) = ([], [])
        body = String(decoding: text, as: UTF8.self)
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

    private static func entries(ofYAML head: String) throws(ParsingError) -> [YAMLValue.Entry] {
        do throws(YAMLError) {
            switch try YAMLValue(parsing: head, keepsLiterals: true) {
            case .mapping(let entries): return entries
            case .empty: return []
            default: throw YAMLError(problem: "it is not a list of keys with values", line: 1)
            }
        } catch {
            throw ParsingError(
                problem: "has front matter that is not YAML: \(error.problem)", line: error.line + 1
            )
        }
    }

    /// The keys whose values must not be skipped if they cannot be read.
    private static let needed: Set<String> = ["title", "date", "lastmod", "tags"]

    /// Reads the subset of TOML that generators write: keys with strings, numbers, dates and lists,
    /// up to the first table.
    ///
    /// - Returns: The entries, and the keys and tables that were not read.
    private static func entries(
        ofTOML head: String
    ) throws(ParsingError) -> (entries: [YAMLValue.Entry], unread: [String]) {
        var entries: [YAMLValue.Entry] = []
        var unread: [String] = []
        var lines = head.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated().makeIterator()
        while let (number, line) = lines.next() {
            var text = line.trimming
            if text.isEmpty || text.hasPrefix("#") { continue }
            if text.hasPrefix("[") {
                unread.append(text)
                while let (_, line) = lines.next() {
                    if line.trimming.hasPrefix("[") { unread.append(line.trimming) }
                }
                break
            }
            let fault = ParsingError(
                problem: "has front matter in TOML that is not supported", line: number + 2)
            guard let equals = text.firstIndex(of: "=") else { throw fault }
            let key = text[..<equals].trimming.trimmingQuotes
            text = text[text.index(after: equals)...].trimming
            // A list may span several lines.
            var length = 0
            while text.hasPrefix("["), TOMLScanner.value(text) == nil, length < 1000,
                let (_, more) = lines.next()
            {
                text += "\n" + more.trimming
                length += 1
            }
            // A multi-line string extends to its closing delimiter.
            for mark in ["\"\"\"", "'''"] where text.hasPrefix(mark) {
                var isClosed = text.ranges(of: mark).count > 1
                while !isClosed, let (_, more) = lines.next() { isClosed = more.contains(mark) }
            }
            if let value = TOMLScanner.value(text) {
                entries.append(.init(String(key), value))
            } else if FrontMatter.needed.contains(key.lowercased()) || length == 1000 {
                throw fault
            } else {
                unread.append(String(key))
            }
        }
        return (entries, unread)
    }
}

/// Reads a TOML value: a string, a list, or an unquoted word.
private struct TOMLScanner {
    private var rest: Substring

    /// Returns the value of a text; nil for an incomplete value, or one of a type that is not
    /// supported.
    static func value(_ text: String) -> YAMLValue? {
        var scanner = TOMLScanner(rest: Substring(text))
        guard let value = scanner.value(depth: 0) else { return nil }
        scanner.skipSpace()
        return scanner.rest.isEmpty ? value : nil
    }

    private mutating func value(depth: Int) -> YAMLValue? {
        skipSpace()
        switch rest.first {
        case "[":
            guard depth < 8 else { return nil }
            rest.removeFirst()
            var members: [YAMLValue] = []
            while true {
                skipSpace()
                if rest.first == "]" {
                    rest.removeFirst()
                    return .list(members)
                }
                guard let member = value(depth: depth + 1) else { return nil }
                members.append(member)
                skipSpace()
                if rest.first == "," { rest.removeFirst() } else if rest.first != "]" { return nil }
            }
        case "\"", "'":
            // Multi-line strings are not supported.
            guard !rest.hasPrefix("\"\"\""), !rest.hasPrefix("'''") else { return nil }
            return quoted()
        default:
            let word = String(rest.prefix { !",]#\n".contains($0) }).trimming
            guard !word.isEmpty, !word.hasPrefix("{") else { return nil }
            rest = rest.drop { !",]#\n".contains($0) }
            return YAMLLiteral(plain: word) == nil ? .text(word) : .plain(word)
        }
    }

    private mutating func quoted() -> YAMLValue? {
        let quote = rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == quote { return .text(text) }
            guard character == "\\", quote == "\"", let escaped = rest.popFirst() else {
                text.append(character)
                continue
            }
            switch escaped {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            case "\"", "\\": text.append(escaped)
            case "u", "U":
                let length = escaped == "u" ? 4 : 8
                let digits = rest.prefix(length)
                guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
                    return nil
                }
                text.unicodeScalars.append(scalar)
                rest = rest.dropFirst(length)
            default: return nil
            }
        }
        return nil
    }

    /// Skips white space and comments.
    private mutating func skipSpace() {
        rest = rest.drop(while: \.isWhitespace)
        while rest.first == "#" {
            rest = rest.drop { !$0.isNewline }.drop(while: \.isWhitespace)
        }
    }
}

extension StringProtocol {
    fileprivate var trimming: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    fileprivate var trimmingQuotes: String {
        String(drop { $0 == "\"" }.reversed().drop { $0 == "\"" }.reversed())
    }
}
