import Hashing
import NoteModel
import Synchronization

/// The files with the pieces of documents that are shown as results. Their bytes are made when the
/// files are written.
struct SnippetFiles: Sendable {
    private(set) var files: [File] = []
    /// The numbers of the documents with several pieces, each with the number of further pieces.
    private(set) var documentsOfSeveralPieces: [(document: Int, more: Int)] = []

    /// A file: a JSON array of pieces, each an array of title, address, date, language, text, kind
    /// and thumbnail, followed by the tags.
    struct File: Sendable {
        /// The number of the document of its first piece, and that of the piece in the document.
        let document: Int
        let firstPiece: Int
        /// The number of its pieces.
        let pieces: Int
        /// The fingerprint of the content.
        let fingerprint: Fingerprint
    }

    /// The size of a file in bytes before escaping, which only a single piece may exceed. It is
    /// small because the first ten results may need ten files.
    private static let fileSize = 8_000

    /// Divides the pieces of documents into files.
    ///
    /// - Parameter documents: The documents, which are numbered from 0.
    init(_ documents: [SearchDocument]) {
        var start = (document: 0, piece: 0)
        var (pieces, size) = (0, 0)
        var content = Fingerprinter("snippets")
        func close() {
            files.append(
                File(
                    document: start.document, firstPiece: start.piece, pieces: pieces,
                    fingerprint: content.fingerprint))
            (pieces, size) = (0, 0)
            content = Fingerprinter("snippets")
        }
        for (number, document) in documents.enumerated() {
            let ranges = document.pieces
            if ranges.count > 1 {
                documentsOfSeveralPieces.append((number, ranges.count - 1))
            }
            for (piece, range) in ranges.enumerated() {
                if pieces > 0, size + range.count > Self.fileSize { close() }
                if pieces == 0 { start = (number, piece) }
                let head = document.shownFields
                content.add(head)
                content.add(bytes: document.text[range])
                size += head.reduce(range.count) { $0 + $1.utf8.count }
                pieces += 1
            }
        }
        if pieces > 0 { close() }
    }
}

extension SnippetFiles.File {
    /// Returns the bytes of the file.
    ///
    /// - Parameter documentAt: Returns a document by its number.
    func bytes(_ documentAt: (Int) throws -> SearchDocument) rethrows -> [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        var (number, first, left) = (document, firstPiece, pieces)
        while left > 0 {
            let document = try documentAt(number)
            let ranges = document.pieces[first...].prefix(left)
            for range in ranges {
                if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
                document.append(range, to: &bytes)
            }
            (number, first, left) = (number + 1, 0, left - ranges.count)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}

/// The document whose files are being written. A long one spans many files, and would otherwise be
/// made again for each.
final class RecentDocument: Sendable {
    private let last = Mutex<(number: Int, document: SearchDocument)?>(nil)

    /// Returns a document, which `make` makes unless it is the last one.
    func document(
        _ number: Int, of make: (Int) throws -> SearchDocument
    ) rethrows -> SearchDocument {
        if let last = last.withLock({ $0 }), last.number == number { return last.document }
        let document = try make(number)
        last.withLock { $0 = (number, document) }
        return document
    }
}

extension SearchDocument {
    /// Appends a piece as JSON.
    fileprivate func append(_ piece: Range<Int>, to bytes: inout [UInt8]) {
        let fields = shownFields
        bytes.append(UInt8(ascii: "["))
        for field in fields.prefix(Self.fieldsBeforeText) {
            JSONValue.string(field).append(to: &bytes)
            bytes.append(UInt8(ascii: ","))
        }
        text.withUnsafeBufferPointer {
            JSONValue.append(UnsafeBufferPointer(rebasing: $0[piece]), to: &bytes)
        }
        for field in fields.dropFirst(Self.fieldsBeforeText) {
            bytes.append(UInt8(ascii: ","))
            JSONValue.string(field).append(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// The fields and the whole text as JSON, as if that was the only piece.
    var shownValue: JSONValue {
        var fields = shownFields
        fields.insert(String(decoding: text, as: UTF8.self), at: Self.fieldsBeforeText)
        return .array(fields.map(JSONValue.string))
    }

    private static var fieldsBeforeText: Int { 4 }

    /// The fields that are shown of every piece, besides its text.
    fileprivate var shownFields: [String] {
        [title, address, date, language ?? "", kind, thumbnail] + tags
    }
}

extension SnippetFiles: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.write(list: files) {
            $0.write($1.document, $1.firstPiece, $1.pieces, $1.fingerprint)
        }
        writer.write(list: documentsOfSeveralPieces) { $0.write($1.document, $1.more) }
    }

    init(from reader: inout ByteReader) throws {
        files = try reader.list {
            File(
                document: try $0.value(), firstPiece: try $0.value(), pieces: try $0.value(),
                fingerprint: try $0.value())
        }
        documentsOfSeveralPieces = try reader.list { (try $0.value(), try $0.value()) }
    }
}
