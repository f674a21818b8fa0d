import NoteModel

/// What is shown of documents that are found: the files of some of them.
package struct SearchTexts: Sendable {
    /// Each an array of pieces, as JSON: title, address, date, language, text.
    private(set) var files: [(bytes: [UInt8], pieces: Int)] = []
    private(set) var documentsOfSeveralPieces: [(document: Int, more: Int)] = []

    /// In bytes; the first ten results take at most ten files.
    private static let fileSize = 6000

    /// - Parameter first: Number of the first document.
    init(_ documents: some Sequence<SearchDocument>, first: Int) {
        var open: [UInt8] = []
        var pieces = 0
        func close() {
            guard pieces > 0 else { return }
            files.append((open + Array("]".utf8), pieces))
            open = []
            pieces = 0
        }
        for (number, document) in documents.enumerated() {
            let ranges = document.pieces
            if ranges.count > 1 {
                documentsOfSeveralPieces.append((first + number, ranges.count - 1))
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
