import NoteModel
import OutputPlan

/// The search of a site: files that pages load as they need them, as scripts, since a page that
/// was opened from disk can load nothing else.
///
/// `directory` names the first word of each file of words and the first piece of each file of
/// texts. A file of words holds lines `word:postings`; a posting is the distance to the last
/// document, how much the document is about the word and, unless it is the first, the piece of the
/// document that holds it. Numbers are in base 32, a digit a character, the sixth bit telling
/// whether another follows.
package struct SearchIndex: Sendable {
    /// The files for the folder `search`.
    let files: [OutputFile]
    /// The file that leads to the others. Its name changes with everything that it leads to.
    let directoryPath: String

    /// In bytes; a first result takes one file of words and one of texts.
    private static let wordsFileSize = 12_000
    /// Beginnings of words that cost more to look up are answered by a list of the best documents;
    /// others lie in three files at most, which `lookup.js` counts on.
    private static let longestPrefixSearch = 2 * wordsFileSize
    private static let mostOfPrefix = 100

    /// - Parameters:
    ///   - tables: Words of the documents, in their order, together all of them.
    ///   - texts: The same documents, as they are shown.
    init(documents: Int, _ tables: [SearchTable], _ texts: [SearchTexts]) {
        var merged = MergedWords(tables)
        merged.addPrefixes(
            costing: Self.longestPrefixSearch, most: Self.mostOfPrefix, documents: documents)
        var words: [[UInt8]] = []
        var firstWords: [JSONValue] = []
        var open: [UInt8] = []
        for line in merged.lines {
            if open.isEmpty {
                firstWords.append(
                    .string(String(decoding: merged.bytes[line.word], as: UTF8.self)))
            } else {
                open.append(UInt8(ascii: "|"))
            }
            open += merged.bytes[line.word]
            open.append(UInt8(ascii: ":"))
            open += merged.bytes[line.postings]
            if open.count >= Self.wordsFileSize {
                words.append(open)
                open = []
            }
        }
        if !open.isEmpty { words.append(open) }

        var files: [OutputFile] = []
        func add(_ kind: String, _ number: Int, _ bytes: [UInt8], quote: String = "") -> String {
            // Tells one state of a file from another, so that a page never mixes two.
            let key = String(ContentKey(of: bytes).short.prefix(4))
            let head = "notebinder(\"\(kind)\",\(number),\"\(key)\",\(quote)"
            files.append(
                OutputFile(
                    OutputPath("search/\(kind)-\(number).js"),
                    .bytes(Array(head.utf8) + bytes + Array("\(quote));\n".utf8))))
            return key
        }
        let wordsKeys = words.enumerated().map { add("words", $0, $1, quote: "\"") }
        var textsKeys: [String] = []
        var firstPieces: [JSONValue] = []
        var pieces = 0
        for file in texts.flatMap(\.files) {
            textsKeys.append(add("texts", textsKeys.count, file.bytes))
            firstPieces.append(.integer(pieces))
            pieces += file.pieces
        }
        let several = texts.flatMap(\.documentsOfSeveralPieces).flatMap {
            [JSONValue.integer($0.document), .integer($0.more)]
        }
        var directory = Array("window.notebinderDirectory = ".utf8)
        JSONValue.object([
            ("documents", .integer(documents)), ("more", .array(several)),
            ("words", .array(firstWords)), ("wordsKeys", .string(wordsKeys.joined())),
            ("texts", .array(firstPieces)), ("textsKeys", .string(textsKeys.joined())),
        ]).append(to: &directory)
        directory += Array(";\n".utf8)
        directoryPath = "search/directory-\(ContentKey(of: directory).short.prefix(8)).js"
        files.append(OutputFile(OutputPath(directoryPath), .bytes(directory)))
        self.files = files
    }
}
