/// A line of Markdown whose emphasis every parser finds.
///
/// A mark between a word and punctuation belongs to the punctuation, and marks that touch are read
/// as one (section 6.2 of the CommonMark specification). Therefore the marks are read back by the
/// rules of the specification. Emphasis that is not found is narrowed to its words, so that
/// `**Note:**text` becomes `**Note**:text`, or left out if that does not help.
package struct EmphasizedLine {
    package struct Emphasis: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let struck = Emphasis(rawValue: 1)
        package static let bold = Emphasis(rawValue: 2)
        package static let italic = Emphasis(rawValue: 4)
        /// All kinds with their marks, the outermost first.
        fileprivate static let marks: [(Emphasis, String)] = [
            (.struck, "~~"), (.bold, "**"), (.italic, "*"),
        ]
    }

    /// A piece of the line that marks cannot divide.
    private struct Atom {
        let text: String
        let emphasis: Emphasis
        /// True for a space or a punctuation mark, which emphasis may begin or end after.
        let isNoWord: Bool
    }

    private var atoms: [Atom] = []

    package init() {}

    /// Appends words whose special characters are escaped.
    package mutating func append(text: String, _ emphasis: Emphasis) {
        guard emphasis != [] else { return append(markup: text) }
        let scalars = text.unicodeScalars
        var rest = scalars[...]
        var (before, after): ([Substring.UnicodeScalarView], [Substring.UnicodeScalarView]) = (
            [], []
        )
        while before.count < Self.maximumNoWords, let end = Self.endOfNoWord(in: rest) {
            before.append(rest[..<end])
            rest = rest[end...]
        }
        while after.count < Self.maximumNoWords, let start = Self.startOfNoWord(in: rest) {
            after.append(rest[start...])
            rest = rest[..<start]
        }
        for part in before { append(Substring(part), emphasis, isNoWord: true) }
        append(Substring(rest), emphasis, isNoWord: false)
        for part in after.reversed() { append(Substring(part), emphasis, isNoWord: true) }
    }

    /// Appends finished Markdown, such as a link.
    package mutating func append(markup: String, _ emphasis: Emphasis = []) {
        if markup.utf8.first == UInt8(ascii: "[") { escapeLastExclamationMark() }
        append(markup[...], emphasis, isNoWord: false)
    }

    /// Escapes an exclamation mark at the end, which would make a picture of the link after it.
    private mutating func escapeLastExclamationMark() {
        guard let last = atoms.last, last.text.utf8.last == UInt8(ascii: "!") else { return }
        // The character may be combined with the one before it.
        let text = String(Substring(last.text.utf8.dropLast()))
        guard text.utf8.reversed().prefix(while: { $0 == UInt8(ascii: "\\") }).count % 2 == 0
        else { return }
        atoms[atoms.count - 1] = Atom(
            text: text + "\\!", emphasis: last.emphasis, isNoWord: last.isNoWord)
    }

    private mutating func append(_ text: Substring, _ emphasis: Emphasis, isNoWord: Bool) {
        guard !text.isEmpty else { return }
        atoms.append(Atom(text: String(text), emphasis: emphasis, isNoWord: isNoWord))
    }

    /// The Markdown of the line.
    package var markdown: String {
        guard atoms.contains(where: { $0.emphasis != [] }) else {
            return atoms.map(\.text).joined()
        }
        var spans = allSpans
        for round in 0..<Self.maximumRounds {
            let cells = cells(of: spans)
            let found = EmphasisParser.spans(in: cells)
            let failed = spans.indices.filter { !found.contains(spans[$0]) }
            guard let first = failed.first else { return cells.map(\.text).joined() }
            let narrow = failed.filter { index in
                let range = narrowed(spans[index].range)
                return !range.isEmpty && range != spans[index].range
            }
            if narrow.isEmpty {
                // The one left out may have been in the way of the others.
                let isLate = round > Self.maximumRounds / 2
                for index in (isLate ? failed : [first]).reversed() { spans.remove(at: index) }
            } else {
                for index in narrow { spans[index].range = narrowed(spans[index].range) }
                spans = Self.nested(spans)
            }
        }
        return atoms.map(\.text).joined()
    }

    /// The maximum number of times that the marks of a line are read back.
    private static let maximumRounds = 16
    /// The maximum number of punctuation marks that are taken from an end of words.
    private static let maximumNoWords = 16

    // MARK: - Spans

    /// Emphasis from one place between atoms to another.
    struct Span: Hashable {
        let emphasis: UInt8
        var range: Range<Int>
    }

    private var allSpans: [Span] {
        var spans: [Span] = []
        for (emphasis, _) in Emphasis.marks {
            var start: Int?
            for index in 0...atoms.count {
                let isIn = index < atoms.count && atoms[index].emphasis.contains(emphasis)
                if isIn { start = start ?? index }
                guard !isIn, let first = start else { continue }
                start = nil
                let range = trimmed(first..<index) { $0.text.allSatisfy(\.isWhitespace) }
                if !range.isEmpty { spans.append(Span(emphasis: emphasis.rawValue, range: range)) }
            }
        }
        return Self.nested(spans)
    }

    /// Returns the spans divided so that none begins within another and ends after it.
    private static func nested(_ spans: [Span]) -> [Span] {
        var nested: [Span] = []
        var waiting = spans
        waiting.sort(by: isBefore)
        waiting.reverse()
        var open: [Span] = []
        while var span = waiting.popLast() {
            open.removeAll { $0.range.upperBound <= span.range.lowerBound }
            if let end = open.map(\.range.upperBound).min(), end < span.range.upperBound {
                let rest = Span(emphasis: span.emphasis, range: end..<span.range.upperBound)
                span.range = span.range.lowerBound..<end
                let place = waiting.lastIndex { isBefore(rest, $0) }.map { $0 + 1 } ?? 0
                waiting.insert(rest, at: place)
            }
            nested.append(span)
            open.append(span)
        }
        return nested
    }

    /// True if the first span begins before the second, or around it.
    private static func isBefore(_ first: Span, _ second: Span) -> Bool {
        (first.range.lowerBound, -first.range.upperBound, first.emphasis)
            < (second.range.lowerBound, -second.range.upperBound, second.emphasis)
    }

    private func narrowed(_ range: Range<Int>) -> Range<Int> { trimmed(range, of: \.isNoWord) }

    private func trimmed(_ range: Range<Int>, of isLeftOut: (Atom) -> Bool) -> Range<Int> {
        let start = range.first { !isLeftOut(atoms[$0]) } ?? range.upperBound
        let end = range.last { !isLeftOut(atoms[$0]) } ?? start - 1
        return start..<max(start, end + 1)
    }

    // MARK: - Writing

    /// A part of the line in its written form: an atom, or a mark.
    struct Cell {
        let text: String
        /// The number of atoms before it.
        let place: Int
        let isMark: Bool
    }

    private func cells(of spans: [Span]) -> [Cell] {
        var cells: [Cell] = []
        var open: [Span] = []
        var next = spans[...]
        func mark(_ span: Span) -> String {
            Emphasis.marks.first { $0.0.rawValue == span.emphasis }?.1 ?? ""
        }
        for place in 0...atoms.count {
            while let last = open.last, last.range.upperBound == place {
                cells.append(Cell(text: mark(last), place: place, isMark: true))
                open.removeLast()
            }
            while let first = next.first, first.range.lowerBound == place {
                cells.append(Cell(text: mark(first), place: place, isMark: true))
                open.append(next.removeFirst())
            }
            if place < atoms.count {
                cells.append(Cell(text: atoms[place].text, place: place, isMark: false))
            }
        }
        return cells
    }

    // MARK: - Characters

    /// Returns the end of the space or punctuation mark with which words begin; nil if they begin
    /// with another character.
    private static func endOfNoWord(
        in words: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView.Index? {
        guard let first = words.first, first.isNoWordOfMarkdown else { return nil }
        let next = words.index(after: words.startIndex)
        // A backslash belongs to what it escapes.
        guard first == "\\", next < words.endIndex else { return next }
        return words.index(after: next)
    }

    /// Returns the start of the space or punctuation mark with which words end; nil if they end
    /// with another character.
    private static func startOfNoWord(
        in words: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView.Index? {
        guard let last = words.last, last.isNoWordOfMarkdown else { return nil }
        let start = words.index(before: words.endIndex)
        let backslashes = words[..<start].reversed().prefix { $0 == "\\" }.count
        return backslashes % 2 == 0 ? start : words.index(before: start)
    }
}

extension Unicode.Scalar {
    /// True for punctuation as CommonMark defines it: that of ASCII, and the categories P of
    /// Unicode; since version 0.31 also the categories S.
    func isPunctuationOfMarkdown(withSymbols: Bool) -> Bool {
        if isASCII { return value > 0x20 && value < 0x7F && !properties.isAlphabetic && !isDigit }
        return switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation:
            true
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: withSymbols
        default: false
        }
    }

    /// True for what some version of CommonMark takes for a space or for punctuation.
    fileprivate var isNoWordOfMarkdown: Bool {
        isPunctuationOfMarkdown(withSymbols: true) || isSpaceOfMarkdown
    }

    private var isDigit: Bool { (0x30...0x39).contains(value) }

    /// True for white space as CommonMark defines it.
    var isSpaceOfMarkdown: Bool {
        properties.generalCategory == .spaceSeparator || (0x09...0x0D).contains(value)
    }
}
