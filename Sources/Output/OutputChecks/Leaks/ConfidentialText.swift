import MarkdownText
import Markup
import NoteModel
import Orthography

/// The folded texts of an excluded note, one after the other, with the phrases by which it is
/// recognised.
struct ConfidentialText: Sendable {
    private(set) var folded = FoldedText()
    /// The texts that are recognised as a whole: a title, a caption, a line, a block, the
    /// description of an image, the words of a link.
    private(set) var units: [Range<Int>] = []
    /// Runs of eight words anywhere in a text.
    private(set) var windows: [Window] = []
    /// Runs of five words anywhere in a text.
    private(set) var cores: [Range<Int>] = []

    /// A run of eight words.
    struct Window: Sendable {
        let range: Range<Int>
        /// Positions of the runs of five words in it, in ``ConfidentialText/cores``.
        let cores: Range<Int>
    }

    /// The minimum length of a unit, the length of a window and that of a core, in words.
    private static let (minimumUnitLength, windowLength, coreLength) = (4, 8, 5)
    /// Number of bytes that a window has at least, so that eight digits are not one.
    private static let minimumWindowBytes = 20
    /// Number of digits of a date and a time, by which no note is recognised.
    private static let maximumDateLength = 14

    init(_ note: Note, compiled: CompiledNote) {
        for text in NoteTexts(note, compiled: compiled).all {
            let (first, firstLine) = (folded.words.count, folded.lines.count)
            folded.append(text.folded)
            if text.hasUnitLines { for line in folded.lines[firstLine...] { addUnit(line) } }
            for segment in folded.segments(from: first) {
                if text.isUnit { addUnit(segment) }
                if text.hasWindows { addWindows(segment) }
            }
        }
    }

    /// All phrases: the units, the cores, and the windows.
    var phrases: [Range<Int>] { units + cores + windows.map(\.range) }

    private mutating func addUnit(_ words: Range<Int>) {
        guard words.count >= Self.minimumUnitLength,
            let range = folded.run(
                from: words.lowerBound, words: words.count, bytes: WordRuns.minimumLength),
            range.count > Self.maximumDateLength
                || !folded.bytes[range].allSatisfy({ (0x30...0x39).contains($0) })
        else { return }
        units.append(range)
    }

    private mutating func addWindows(_ words: Range<Int>) {
        guard words.count >= Self.windowLength else { return }
        let first = cores.count
        cores += words.compactMap {
            folded.run(from: $0, words: Self.coreLength, bytes: WordRuns.minimumLength)
        }
        for (offset, word) in words.enumerated() {
            guard
                let window = folded.run(
                    from: word, words: Self.windowLength, bytes: Self.minimumWindowBytes)
            else { return }
            let own = (first + offset..<cores.count).prefix(Self.windowLength - Self.coreLength + 1)
            windows.append(Window(range: window, cores: own))
        }
    }

    /// Returns the words of a range for people, without case and punctuation.
    func words(_ range: Range<Int>) -> String {
        var (low, high) = (0, folded.words.count)
        while low < high {
            let middle = (low + high) / 2
            if folded.words[middle].lowerBound < range.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return folded.words[low...].prefix { $0.lowerBound < range.upperBound }
            .map { folded.bytes[$0.clamped(to: range)].withUnsafeBufferPointer(TermCutter.shown) }
            .joined(separator: " ")
    }
}

/// The texts of a note as pages and files may show them.
struct NoteTexts {
    struct Text {
        let bytes: ArraySlice<UInt8>
        let syntax: FoldedText.Syntax
        /// True if the segments are recognised as a whole.
        let isUnit: Bool
        /// True if the lines, of a text without markup, are recognised as a whole.
        let hasUnitLines: Bool
        let hasWindows: Bool

        /// The words, which are cut at every call.
        var folded: FoldedText { FoldedText(bytes, as: syntax) }
    }

    private(set) var all: [Text] = []

    /// - Parameter shown: The HTML and the words of each text of the note.
    init(_ note: Note, shown: [(html: [UInt8], words: [UInt8])], descriptions: [String] = []) {
        for name in Self.names(of: note) { add(Array(name.utf8)[...]) }
        for text in note.texts {
            let text = Array(text.utf8)
            add(text[...], isUnit: false, hasUnitLines: true)
            for line in text.split(separator: 0x0A) where Self.mayBeMarkup(line) {
                add(line, as: [.markup], hasWindows: false)
            }
        }
        for description in descriptions {
            add(Array(description.utf8)[...], as: [.plain], hasWindows: false)
        }
        for (html, words) in shown {
            add(html[...], as: [.markup])
            add(words[...], as: [.plain], isUnit: false)
            for link in Self.links(in: html) { add(link, as: [.markup], hasWindows: false) }
        }
    }

    /// - Parameter syntaxes: The ways to read the text; nil for all of them.
    private mutating func add(
        _ text: ArraySlice<UInt8>, as syntaxes: [FoldedText.Syntax]? = nil, isUnit: Bool = true,
        hasUnitLines: Bool = false, hasWindows: Bool = true
    ) {
        for syntax in syntaxes ?? (Self.mayBeMarkup(text) ? [.plain, .markup] : [.plain]) {
            all.append(
                Text(
                    bytes: text, syntax: syntax, isUnit: isUnit, hasUnitLines: hasUnitLines,
                    hasWindows: hasWindows))
        }
    }

    /// Collects the texts of an excluded note, which no page shows.
    init(_ note: Note, compiled: CompiledNote) {
        var destination = AddressesAsWritten()
        let shown = zip(compiled.body.texts, compiled.facts.firstReferences).map { text, first in
            var html: [UInt8] = []
            // This destination throws no errors.
            try? text.fill(
                into: &html, with: compiled.facts.references, from: first, for: &destination)
            return (html, Array(text.text))
        }
        self.init(
            note, shown: shown,
            descriptions: compiled.facts.references.compactMap(\.image).flatMap {
                [$0.description, $0.title]
            })
    }

    /// Keeps links as they are typed, and shows images by their descriptions.
    private struct AddressesAsWritten: TextDestination {
        func address(of reference: Reference, at index: Int) -> String? {
            reference.kind == .link ? reference.name : nil
        }

        func append(_ image: MarkdownImage, to html: inout [UInt8]) -> Bool { false }
    }

    /// The texts without those that are only parts of others.
    var whole: some Sequence<FoldedText> { all.lazy.filter(\.hasWindows).map(\.folded) }

    /// The contents of the links of rendered HTML.
    private static func links(in html: [UInt8]) -> [ArraySlice<UInt8>] {
        var links: [ArraySlice<UInt8>] = []
        html.withUnsafeBufferPointer { bytes in
            var scanner = MarkupScanner(bytes)
            var start: Int?
            while case let before = scanner.position, let token = scanner.next() {
                switch token {
                case .start(let name, _) where scanner.isNamed(name, "a"): start = before
                case .end(let name) where scanner.isNamed(name, "a"):
                    if let start { links.append(html[start..<before]) }
                    start = nil
                default: break
                }
            }
        }
        return links
    }

    /// False for a text that reads the same as markup and without it.
    private static func mayBeMarkup(_ text: ArraySlice<UInt8>) -> Bool {
        text.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
    }

    private static func names(of note: Note) -> [String] {
        let media = note.media.all.flatMap { [$0.name, $0.caption] }
        return [note.title, note.id.source] + media.compactMap(\.self)
            + strings(in: .object(note.otherFields))
    }

    /// The texts of a value, without the keys of objects.
    static func strings(in value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let members): members.flatMap(strings)
        case .object(let fields): fields.flatMap { strings(in: $0.value) }
        default: []
        }
    }
}
