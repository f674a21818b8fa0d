import NoteModel

/// A place in the source of a text that refers to something: an address that an export replaces
/// without changing the rest of the text.
package struct SourceReference: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// `[words](address)`
        case link
        /// `![words](address)`
        case image
        /// `[label]: address`, to which links and images refer by the label.
        case definition
        /// `[[name]]`
        case wikiLink
        /// `![[name]]`
        case embed
    }

    package let kind: Kind
    /// The bytes of the whole reference; for a definition those of the address alone.
    package let range: Range<Int>
    /// The bytes of the address, with its angle brackets if it has some; for double brackets those
    /// between them.
    package let address: Range<Int>
    /// The address without escapes, as in ``Reference/name``; for double brackets the name before
    /// the bar.
    package let name: String
    /// The source of the words between single brackets, or the words after the bar between double
    /// ones; nil for a definition, and without a bar.
    package let words: String?
}

/// The places in the source of a text that another program may have to read differently.
package struct SourceScan: Sendable {
    /// The references outside of code, in the order of the text.
    package private(set) var references: [SourceReference] = []
    /// The bytes of the lines that open fenced code blocks, in the order of the text.
    package private(set) var fenceLines: [Range<Int>] = []
    /// The bytes of the lines of paragraphs, headings and rows of tables, in the order of the text.
    package private(set) var texts: [Range<Int>] = []
    /// The bytes of the lines of blocks of HTML, in the order of the text.
    package private(set) var htmlBlocks: [Range<Int>] = []

    /// Scans a text. One that exceeds the limits of the parser has no places.
    ///
    /// The lines of paragraphs, headings and tables are those of the parser, so nothing within a
    /// code block is found. Brackets within them are matched as CommonMark does, except in cases
    /// so contrived that a caller should compare the references before and after a change.
    ///
    /// - Parameter findsReferences: False for a scan that finds the lines of blocks only.
    package init(_ source: String, findsReferences: Bool = true) {
        let bytes = Array(source.utf8)
        let lines = SourceLines(bytes)
        var code: [ClosedRange<Int>] = []
        var fences: [Int] = []
        try? MarkdownParser.shared.parse(source) { root in
            MarkdownNode(root).walk { node, kind, phase in
                guard phase == .enter else { return false }
                switch kind {
                case .paragraph, .heading, .tableRow:
                    texts.append(lines.bytes(of: node.lines))
                    return false
                case .codeBlock:
                    code.append(node.lines)
                    if node.isFenced { fences.append(node.lines.lowerBound) }
                    return false
                case .htmlBlock:
                    code.append(node.lines)
                    htmlBlocks.append(lines.bytes(of: node.lines))
                    return false
                default: return true
                }
            }
        }
        fenceLines = fences.map { lines.bytes(of: $0...$0) }
        guard findsReferences else { return }
        for text in texts {
            var scanner = InlineScanner(bytes[text])
            references += scanner.references()
        }
        references += Self.definitions(in: bytes, lines: lines, outside: code)
        references.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Scans a text without parsing it. The result is right only if its references are those that
    /// the compiler finds, which ``isComplete(_:)`` checks.
    ///
    /// - Returns: Nil for a text that may have blocks of code, definitions of addresses, or double
    ///   brackets with a bar in a table.
    package init?(unparsed bytes: [UInt8]) {
        let hasEscapedBar = zip(bytes, bytes.dropFirst()).contains {
            $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "|")
        }
        guard !hasEscapedBar else { return nil }
        var start = 0
        var isBlank = true
        for range in SourceLines(bytes).ranges {
            let line = bytes[range]
            let words = line.drop { $0 == 0x20 }
            guard line.first != 0x09, words.startIndex - line.startIndex < 4,
                !words.starts(with: "```".utf8), !words.starts(with: "~~~".utf8),
                InlineScanner.definition(in: line) == nil
            else { return nil }
            let endsBlock = words.allSatisfy { $0 <= 0x20 }
            if endsBlock || range.upperBound == bytes.count {
                if !isBlank || !endsBlock {
                    var scanner = InlineScanner(bytes[start..<range.upperBound])
                    references += scanner.references()
                }
                start = range.upperBound
            }
            isBlank = endsBlock
        }
        references.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Returns true if the places are those of all references in a text, in order, and no others.
    ///
    /// - Parameter compiled: The references that the compiler found in the text.
    package func isComplete(_ compiled: [Reference]) -> Bool {
        let expected = compiled.lazy.filter { $0.kind != .tag && !$0.isElsewhere }.map(\.place)
        let found = references.lazy.filter {
            $0.kind != .link || !Reference(.link, name: $0.name).isElsewhere
        }.map(\.place)
        return found.elementsEqual(expected) { $0 == $1 }
    }

    private static func definitions(
        in bytes: [UInt8], lines: SourceLines, outside code: [ClosedRange<Int>]
    ) -> [SourceReference] {
        var next = code[...]
        return (1...max(1, lines.count)).compactMap { line in
            while let block = next.first, block.upperBound < line { next.removeFirst() }
            if let block = next.first, block.contains(line) { return nil }
            return InlineScanner.definition(in: bytes[lines.bytes(of: line...line)])
        }
    }
}

/// The offsets of the lines of a text.
private struct SourceLines {
    private let starts: [Int]
    private let end: Int

    init(_ bytes: [UInt8]) {
        var starts = [0]
        for (index, byte) in bytes.enumerated() {
            let isEnd = byte == 0x0A || byte == 0x0D && bytes.dropFirst(index + 1).first != 0x0A
            if isEnd { starts.append(index + 1) }
        }
        self.starts = starts
        end = bytes.count
    }

    var count: Int { starts.count }

    /// The bytes of each line, including its break.
    var ranges: [Range<Int>] {
        zip(starts, starts.dropFirst() + [end]).map { $0..<$1 }
    }

    /// Returns the bytes of lines, counted from 1, including the last line's break.
    func bytes(of lines: ClosedRange<Int>) -> Range<Int> {
        let first = min(lines.lowerBound, count)
        let start = starts[first - 1]
        let last = min(lines.upperBound, count)
        return start..<max(start, last < count ? starts[last] : end)
    }
}

extension SourceReference {
    /// The kind and the name, by which a place in a source is compared with what the compiler
    /// found.
    fileprivate var place: (kind: Kind, name: String) { (kind, name.trimmed) }
}

extension Reference {
    fileprivate var place: (kind: SourceReference.Kind, name: String) {
        let kind: SourceReference.Kind =
            switch self.kind {
            case .link, .missingHeading, .tag: .link
            case .image: .image
            case .wikiLink: .wikiLink
            case .embed: .embed
            }
        return (kind, name.trimmed)
    }
}
