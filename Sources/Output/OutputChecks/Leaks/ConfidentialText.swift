import LocalFiles
import MarkdownText
import Markup
import NoteModel
import Orthography

/// The folded texts of excluded notes, one after the other, with the phrases by which they are
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
    /// The offset of the first text of each note.
    private var noteStarts: [Int] = []
    /// The positions in ``units``, ``windows`` and ``cores`` after those of each note.
    private var ends: [(units: Int, windows: Int, cores: Int)] = []

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

    /// - Parameter width: The number of threads.
    init(_ notes: [(note: Note, compiled: CompiledNote)], width: Int = 1) throws {
        let parts = try notes.concurrentMap(width: width) {
            ConfidentialText(of: $0.note, compiled: $0.compiled)
        }
        units.reserveCapacity(parts.reduce(0) { $0 + $1.units.count })
        windows.reserveCapacity(parts.reduce(0) { $0 + $1.windows.count })
        cores.reserveCapacity(parts.reduce(0) { $0 + $1.cores.count })
        folded.reserveCapacity(for: parts.lazy.map(\.folded))
        for part in parts { append(part) }
    }

    private init(of note: Note, compiled: CompiledNote) {
        noteStarts = [0]
        for text in NoteTexts(note, compiled: compiled).all {
            let first = folded.words.count
            folded.append(text.folded)
            for segment in folded.segments(from: first) {
                if text.isUnit { addUnit(segment) }
                if text.hasWindows { addWindows(segment) }
            }
        }
        ends = [(units.count, windows.count, cores.count)]
    }

    /// The positions of the phrases of the note at a position, in ``units``, ``windows`` and
    /// ``cores``.
    func phrases(ofNote note: Int) -> (units: Range<Int>, windows: Range<Int>, cores: Range<Int>) {
        let (start, end) = (note > 0 ? ends[note - 1] : (0, 0, 0), ends[note])
        return (start.0..<end.units, start.1..<end.windows, start.2..<end.cores)
    }

    private mutating func append(_ other: ConfidentialText) {
        let (start, first) = (folded.bytes.count, cores.count)
        func moved(_ range: Range<Int>, by offset: Int) -> Range<Int> {
            range.lowerBound + offset..<range.upperBound + offset
        }
        noteStarts += other.noteStarts.map { $0 + start }
        ends += other.ends.map {
            ($0.units + units.count, $0.windows + windows.count, $0.cores + first)
        }
        units += other.units.map { moved($0, by: start) }
        windows += other.windows.map {
            Window(range: moved($0.range, by: start), cores: moved($0.cores, by: first))
        }
        cores += other.cores.map { moved($0, by: start) }
        folded.append(other.folded)
    }

    /// Returns the position of the note that an offset in the text belongs to.
    func note(at offset: Int) -> Int {
        (noteStarts.firstIndex { $0 > offset } ?? noteStarts.count) - 1
    }

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
        let folded: FoldedText
        /// True if the segments are recognised as a whole.
        let isUnit: Bool
        let hasWindows: Bool
    }

    let all: [Text]

    /// - Parameter shown: The HTML and the words of each text of the note.
    init(_ note: Note, shown: [(html: [UInt8], words: [UInt8])], descriptions: [String] = []) {
        var texts: [Text] = []
        func add(_ text: [UInt8], syntaxes: [FoldedText.Syntax], isUnit: Bool, hasWindows: Bool) {
            for syntax in syntaxes {
                texts.append(
                    Text(
                        folded: FoldedText(text, as: syntax), isUnit: isUnit, hasWindows: hasWindows
                    ))
            }
        }
        for name in Self.names(of: note) {
            let name = Array(name.utf8)
            add(name, syntaxes: Self.syntaxes(of: name), isUnit: true, hasWindows: true)
        }
        for text in note.texts {
            let text = Array(text.utf8)
            add(text, syntaxes: Self.syntaxes(of: text), isUnit: false, hasWindows: true)
            for line in text.split(separator: 0x0A) {
                add(Array(line), syntaxes: [.plain, .markup], isUnit: true, hasWindows: false)
            }
        }
        for description in descriptions {
            add(Array(description.utf8), syntaxes: [.plain], isUnit: true, hasWindows: false)
        }
        for (html, words) in shown {
            add(html, syntaxes: [.markup], isUnit: true, hasWindows: true)
            add(words, syntaxes: [.plain], isUnit: false, hasWindows: true)
            for link in Self.links(in: html) {
                add(Array(link), syntaxes: [.markup], isUnit: true, hasWindows: false)
            }
        }
        all = texts
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
    var folded: [FoldedText] { all.lazy.filter(\.hasWindows).map(\.folded) }

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

    /// The ways to read a text. One without signs of markup reads the same either way.
    private static func syntaxes(of text: [UInt8]) -> [FoldedText.Syntax] {
        text.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
            ? [.plain, .markup] : [.plain]
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
