package import ContentHashing
import NoteModel
import OutputPlan

/// What is shown of documents that are found: the files of some of them.
package struct SnippetFiles: Sendable {
    private(set) var files: [File] = []
    private(set) var documentsOfSeveralPieces: [(document: Int, more: Int)] = []

    /// An array of pieces, as JSON: title, address, date, language, text.
    struct File: Sendable {
        /// Nil for those of an earlier run, which are made again where they are wanted.
        let bytes: [UInt8]?
        let digest: ContentDigest
        let pieces: Int
    }

    /// In bytes; the first ten results take at most ten files.
    private static let fileSize = 12_000

    /// Documents are numbered from 0.
    init(_ documents: some Sequence<SearchDocument>) {
        var open: [UInt8] = []
        var pieces = 0
        func close() {
            guard pieces > 0 else { return }
            open.append(UInt8(ascii: "]"))
            files.append(
                File(
                    bytes: open.withUnsafeBufferPointer { Array($0) },
                    digest: ContentDigest(of: open),
                    pieces: pieces))
            open = []
            pieces = 0
        }
        for (number, document) in documents.enumerated() {
            let ranges = document.pieces
            if ranges.count > 1 {
                documentsOfSeveralPieces.append((number, ranges.count - 1))
            }
            for range in ranges {
                if open.count + range.count > Self.fileSize { close() }
                open.append(UInt8(ascii: pieces == 0 ? "[" : ","))
                JSONValue.array([
                    .string(document.title), .string(document.address), .string(document.date),
                    .string(document.language ?? ""),
                    .string(String(decoding: document.text[range], as: UTF8.self)),
                ]).append(to: &open)
                pieces += 1
            }
        }
        close()
    }
}

extension SnippetFiles: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(list: files) { writer, file in
            writer.write(file.digest)
            writer.write(file.pieces)
        }
        writer.write(list: documentsOfSeveralPieces) { writer, entry in
            writer.write(entry.document)
            writer.write(entry.more)
        }
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        files = try reader.list { reader throws(BinaryDecodingError) in
            File(bytes: nil, digest: try reader.value(), pieces: try reader.int())
        }
        documentsOfSeveralPieces = try reader.list { reader throws(BinaryDecodingError) in
            (try reader.int(), try reader.int())
        }
    }
}
