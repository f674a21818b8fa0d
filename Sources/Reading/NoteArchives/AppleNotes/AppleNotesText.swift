import FileFormats
import NoteModel

/// A text of Apple Notes in paragraphs, as the app stores it: plain text, and runs that say how it
/// looks. The fields and their meaning are those that the readers apple_cloud_notes_parser and
/// notesutils found.
struct AppleNotesText {
    struct Paragraph {
        var style = ParagraphStyle()
        var parts: [Part] = []

        /// True if nothing of the paragraph is visible.
        var isBlank: Bool { parts.allSatisfy { $0.words?.isBlank ?? false } }

        /// The words without files, on one line.
        var words: String {
            parts.compactMap(\.words).joined().replacing("\u{2028}", with: " ").trimmed
        }
    }

    struct ParagraphStyle: Equatable {
        enum Kind: Equatable {
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
    struct Part {
        enum Content {
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
    private static let maximumIndent = 8

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
            if number == 5, runs.count < Self.maximumRuns { runs.append(ProtobufMessage(bytes)) }
        }
        var builder = Builder()
        var rest = text.unicodeScalars[...]
        // A run may end within a surrogate pair; then its end is that of the pair.
        var excess = 0
        for run in runs where !rest.isEmpty {
            let run = try Run(run)
            var left = run.length - excess
            while left > 0, let scalar = rest.popFirst() {
                left -= UTF16.width(scalar)
                builder.append(scalar, run)
            }
            excess = max(0, -left)
        }
        for scalar in rest { builder.append(scalar, Run()) }
        paragraphs = builder.finished()
    }

    /// The words of a document without their formats, such as those of a cell.
    var isBlank: Bool { paragraphs.allSatisfy(\.isBlank) }

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

    /// Divides a text into paragraphs. Each has the style of the run of its line break or, at the
    /// end of the text, of its last character.
    private struct Builder {
        private var paragraphs: [Paragraph] = []
        private var paragraph = Paragraph()
        private var words = ""
        private var style = StyledLine.Style()

        mutating func append(_ scalar: Unicode.Scalar, _ run: Run) {
            paragraph.style = run.paragraph
            switch scalar.value {
            case 0x0A, 0x2029:
                endWords()
                paragraphs.append(paragraph)
                paragraph = Paragraph()
            case 0xFFFC:
                guard let file = run.file else { return }
                endWords()
                paragraph.parts.append(
                    Part(
                        content: .file(identifier: file.identifier, type: file.type),
                        style: run.style))
            default:
                if run.style != style { endWords() }
                style = run.style
                let isControl = scalar.value < 0x20 && scalar.value != 0x09 || scalar.value == 0x7F
                words.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
            }
        }

        private mutating func endWords() {
            if !words.isEmpty { paragraph.parts.append(Part(content: .words(words), style: style)) }
            words = ""
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
