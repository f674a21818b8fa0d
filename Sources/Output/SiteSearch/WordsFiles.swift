import Hashing
import NoteModel

/// The files of words, whose bytes are assembled from lines when they are written.
struct WordsFiles: Sendable {
    /// The minimum size of a file in bytes, and the size after which it takes no further line.
    ///
    /// The first result needs one file of words and one of snippets. Between the two sizes a file
    /// ends at a content-defined boundary, so that an edited note changes few files. A note that is
    /// added or removed renumbers those after it, and changes most files.
    static let minimumSize = 8_000
    private static let maximumSize = 16_000

    private let bytes: [UInt8]
    private let lines: [PostingListWriter.Line]
    /// The lines of each file.
    private let files: [Range<Int>]

    init(_ writer: PostingListWriter) {
        (bytes, lines) = (writer.bytes, writer.lines)
        var files: [Range<Int>] = []
        var (start, size) = (0, 0)
        for (index, line) in lines.enumerated() {
            if size >= Self.maximumSize
                || size >= Self.minimumSize && bytes[line.word].isChunkBoundary
            {
                files.append(start..<index)
                (start, size) = (index, 0)
            }
            // A line has a colon, and a bar before it unless it is the first.
            size += line.word.count + line.postings.count + (size == 0 ? 1 : 2)
        }
        if start < lines.count { files.append(start..<lines.count) }
        self.files = files
    }

    /// The number of files.
    var count: Int { files.count }

    /// The first words of the files, as JSON.
    var firstWords: [JSONValue] {
        files.map { .string(String(decoding: bytes[lines[$0.lowerBound].word], as: UTF8.self)) }
    }

    /// Returns the bytes of a file, by its number.
    func bytes(of file: Int) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(2 * Self.maximumSize)
        for line in lines[files[file]] {
            if !content.isEmpty { content.append(UInt8(ascii: "|")) }
            content += bytes[line.word]
            content.append(UInt8(ascii: ":"))
            content += bytes[line.postings]
        }
        return content
    }
}
