import FileFormats
import NoteModel

/// A text of Apple Notes in paragraphs, as the app stores it: plain text, and runs that say how it
/// looks. The fields and their meaning are those that the readers apple_cloud_notes_parser and
/// notesutils found.
struct AppleNotesText: Sendable {
    struct Paragraph: Sendable {
        var style = ParagraphStyle()
        var parts: [Part] = []

        var hasFiles: Bool { parts.contains { $0.words == nil } }

        /// The words without files, on one line.
        var words: String {
            parts.compactMap(\.words).joined().replacing("\u{2028}", with: " ").trimmed
        }
    }

    struct ParagraphStyle: Equatable, Sendable {
        enum Kind: Equatable, Sendable {
            case body, code
            case heading(Int)
            case bullet, number
            case task(isDone: Bool)
        }

        var kind = Kind.body
        /// The depth in a list, from 0 to 8.
        var indent = 0
        var isQuote = false
    }

    /// Words of one style, or a file in the text.
    struct Part: Sendable {
        enum Content: Sendable {
            case words(String)
            /// The identifier of the file's row, and its type.
            case file(identifier: String, type: String)
        }

        var content: Content
        var style: StyledLine.Style

        var words: String? {
            if case .words(let words) = content { words } else { nil }
        }
    }

    var paragraphs: [Paragraph] = []

    /// The maximum number of runs; what follows them is plain text.
    private static let maximumRuns = 1_000_000
    /// The maximum number of paragraphs and parts of these.
    private static let maximumParts = 1_000_000
    static let maximumIndent = 8

    /// The document that the two outer messages of a blob contain: a text, or a graph.
    ///
    /// - Parameter data: The blob, compressed with gzip or zlib, or not at all.
    /// - Throws: ``ProtobufMessage/ProtobufError`` or an error of the inflater for a damaged blob.
    static func document(in data: [UInt8], budget: AppleNotesBudget) throws -> ProtobufMessage {
        let isCompressed = data.starts(with: [0x1F, 0x8B]) || data.first == 0x78
        let content = isCompressed ? try budget.inflated(data) : data
        guard let document = try ProtobufMessage(content[...]).message(2)?.message(3) else {
            throw ProtobufMessage.ProtobufError()
        }
        return document
    }

    init() {}

    /// - Parameter note: The message with the text and its runs.
    init(_ note: ProtobufMessage) throws {
        var text = ""
        var runs: [ProtobufMessage] = []
        try note.forEachField { number, value in
            guard case .bytes(let bytes) = value else { return }
            if number == 2 { text = String(decoding: bytes, as: UTF8.self) }
            if number == 5, runs.count < Self.maximumRuns {
                runs.append(ProtobufMessage(bytes))
            }
        }
        paragraphs = try text.withUTF8 { bytes in
            var builder = Builder(bytes)
            var place = 0
            // A run may end within a surrogate pair; then its end is that of the pair.
            var excess = 0
            for run in runs where place < bytes.count {
                let run = try Run(run)
                let end = Self.end(of: run.length - excess, in: bytes, from: place, &excess)
                builder.append(place..<end, run)
                place = end
            }
            builder.append(place..<bytes.count, Run())
            guard builder.count <= Self.maximumParts else { throw ProtobufMessage.ProtobufError() }
            return builder.finished()
        }
    }

    /// Returns the place in a text in UTF-8 after a number of UTF-16 code units.
    ///
    /// - Parameter excess: Receives the number of units by which the last character exceeds them.
    private static func end(
        of units: Int, in bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ excess: inout Int
    ) -> Int {
        var (left, place) = (units, start)
        while left > 0, place < bytes.count {
            let byte = bytes[place]
            left -= byte < 0xF0 ? 1 : 2
            place += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        }
        excess = place < bytes.count ? max(0, -left) : 0
        return min(place, bytes.count)
    }

    // MARK: - Runs

    /// A part of the text of one format.
    private struct Run {
        /// The length in UTF-16 code units.
        var length = 0
        var paragraph = ParagraphStyle()
        var style = StyledLine.Style()
        var file: (identifier: String, type: String)?

        init() {}

        init(_ message: ProtobufMessage) throws {
            try message.forEachField { number, value in
                switch (number, value) {
                case (1, .number(let bits)): length = Int(exactly: bits) ?? 0
                case (2, .bytes(let bytes)): try readParagraph(ProtobufMessage(bytes))
                case (5, .number(let weight)):
                    style.isBold = weight & 1 != 0
                    style.isItalic = weight & 2 != 0
                case (6, .number(let flag)): style.isUnderlined = flag != 0
                case (7, .number(let flag)): style.isStruck = flag != 0
                case (8, .number(let level)) where level != 0:
                    style.script = Int64(bitPattern: level) > 0 ? .raised : .lowered
                case (9, .bytes(let bytes)):
                    let link = String(decoding: bytes, as: UTF8.self)
                    style.link = AppleNotesStore.address(ofNote: link) ?? link
                case (12, .bytes(let bytes)):
                    let file = ProtobufMessage(bytes)
                    self.file = (try file.text(1) ?? "", try file.text(2) ?? "")
                case (14, .number(let colour)): style.isMarked = colour != 0
                default: break
                }
            }
        }

        private mutating func readParagraph(_ message: ProtobufMessage) throws {
            try message.forEachField { number, value in
                switch (number, value) {
                case (1, .number(let kind)):
                    paragraph.kind =
                        switch kind {
                        case 0, 1, 2: .heading(Int(kind) + 1)
                        case 4: .code
                        case 100, 101: .bullet
                        case 102: .number
                        case 103: .task(isDone: false)
                        default: .body
                        }
                case (4, .number(let indent)):
                    paragraph.indent = Int(min(indent, UInt64(maximumIndent)))
                case (8, .number(let level)): paragraph.isQuote = level == 1
                default: break
                }
            }
            guard paragraph.kind == .task(isDone: false),
                try message.message(5)?.integer(2) == 1
            else { return }
            paragraph.kind = .task(isDone: true)
        }
    }

    /// Divides a text in UTF-8 into paragraphs. Each has the style of the run of its line break or,
    /// at the end of the text, of its last character.
    private struct Builder {
        private let bytes: UnsafeBufferPointer<UInt8>
        private var paragraphs: [Paragraph] = []
        private var paragraph = Paragraph()
        private var words: [UInt8] = []
        private var style = StyledLine.Style()
        /// The number of paragraphs and parts, which one byte of hostile text may begin.
        private(set) var count = 0

        init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        mutating func append(_ range: Range<Int>, _ run: Run) {
            guard !range.isEmpty, count <= maximumParts else { return }
            if run.style != style { endWords() }
            style = run.style
            var start = range.lowerBound
            while count <= maximumParts, let place = place(ofSignIn: start..<range.upperBound) {
                append(start..<place)
                count += 1
                paragraph.style = run.paragraph
                let sign = bytes[place]
                start = place + (sign < 0x80 ? 1 : sign == 0xC2 ? 2 : 3)
                // The line feed after it ends the line.
                if sign == 0x0D, start < bytes.count, bytes[start] == 0x0A { continue }
                if sign == 0x0A || sign == 0xE2 {
                    endWords()
                    paragraphs.append(paragraph)
                    paragraph = Paragraph()
                } else if sign != 0xEF {
                    words += "\u{FFFD}".utf8
                } else if let file = run.file {
                    endWords()
                    paragraph.parts.append(
                        Part(
                            content: .file(identifier: file.identifier, type: file.type),
                            style: run.style))
                }
            }
            append(start..<range.upperBound)
            if start < range.upperBound { paragraph.style = run.paragraph }
        }

        /// Returns the first place of a line break, of a file, or of a control character.
        private func place(ofSignIn range: Range<Int>) -> Int? {
            range.first { place in
                switch bytes[place] {
                case 0x20...0x7E, 0x09: false
                case ..<0x80: true
                // The other half of the control characters, U+0080 to U+009F.
                case 0xC2: place + 1 < bytes.count && bytes[place + 1] < 0xA0
                case 0xE2: bytes.has("\u{2029}", at: place)
                case 0xEF: bytes.has("\u{FFFC}", at: place)
                default: false
                }
            }
        }

        private mutating func append(_ range: Range<Int>) { words += bytes[range] }

        private mutating func endWords() {
            guard !words.isEmpty else { return }
            count += 1
            let text = String(decoding: words, as: UTF8.self)
            paragraph.parts.append(Part(content: .words(text), style: style))
            words.removeAll(keepingCapacity: true)
        }

        mutating func finished() -> [Paragraph] {
            endWords()
            return paragraph.parts.isEmpty ? paragraphs : paragraphs + [paragraph]
        }
    }
}

/// The amount of data that the blobs of a store may become, in proportion to the size of the store.
final class AppleNotesBudget {
    private var left: Int
    /// The maximum size of an inflated blob in bytes.
    private static let maximumBlob = 64 << 20

    init(storeSize: Int) { left = 4 * Self.maximumBlob + 20 * storeSize }

    /// Takes a number of bytes from what may be read.
    ///
    /// - Throws: ``ProtobufMessage/ProtobufError`` if less is left.
    func spend(_ count: Int) throws {
        left -= count
        guard left >= 0 else { throw ProtobufMessage.ProtobufError() }
    }

    func inflated(_ data: [UInt8]) throws -> [UInt8] {
        let limit = max(0, min(Self.maximumBlob, left))
        do {
            let content = try Inflater.inflated(data, atMost: limit)
            left -= content.count
            return content
        } catch {
            // What was inflated before a fault was found is not known, but it took its time.
            left -= min(limit, 1_032 * data.count)
            throw error
        }
    }
}

/// The text of a note, divided into its title and its body.
///
/// The first line with words is the title. It is left out of the body unless it has more than words:
/// a link, a file, or the sign of a list.
struct DividedText: Sendable {
    let title: String
    let paragraphs: ArraySlice<AppleNotesText.Paragraph>
    /// The Markdown of the body; nil for one with files.
    let body: String?

    init(_ text: AppleNotesText, storedTitle: String?) {
        let all = text.paragraphs
        if let position = all.firstIndex(where: { !$0.words.isEmpty }) {
            let isPlain =
                !all[...position].contains(where: \.hasFiles)
                && all[position].parts.allSatisfy { $0.style.link == nil }
                && !all[position].style.kind.isListed
            title = all[position].words
            paragraphs = isPlain ? all[(position + 1)...] : all[...]
        } else {
            title = storedTitle?.oneLine ?? "New Note"
            paragraphs = all[...]
        }
        body =
            paragraphs.contains(where: \.hasFiles)
            ? nil : AppleNotesMarkdown.text(of: paragraphs) { _, _ in .nothing }
    }
}
