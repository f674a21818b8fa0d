import NoteModel
import OutputPlan
import StoredValues

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
    ///   - text: The bytes of a file of texts, by the number of its part and its own in that.
    init(
        documents: Int, _ tables: [SearchTable], _ texts: [SearchTexts],
        text: @escaping @Sendable (_ part: Int, _ file: Int) throws -> [UInt8]
    ) {
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
        func add(
            _ kind: String, _ number: Int, _ key: ContentKey, quote: String = "",
            _ bytes: @escaping @Sendable () throws -> [UInt8]
        ) -> String {
            // Tells one state of a file from another, so that a page never mixes two.
            let mark = String(key.short.prefix(4))
            let head = "notebinder(\"\(kind)\",\(number),\"\(mark)\",\(quote)"
            var inputs = KeyParts("search")
            inputs.add(head)
            inputs.add(key)
            files.append(
                OutputFile(
                    OutputPath("search/\(kind)-\(number).js"),
                    .rendered {
                        Array(head.utf8) + (try bytes()) + Array("\(quote));\n".utf8)
                    }, inputs: inputs.key))
            return mark
        }
        let wordsKeys = words.enumerated().map { number, bytes in
            add("words", number, ContentKey(of: bytes), quote: "\"") { bytes }
        }
        var textsKeys: [String] = []
        var firstPieces: [JSONValue] = []
        var pieces = 0
        for (part, partTexts) in texts.enumerated() {
            for (number, file) in partTexts.files.enumerated() {
                textsKeys.append(
                    add("texts", textsKeys.count, file.key) {
                        file.bytes.isEmpty ? try text(part, number) : file.bytes
                    })
                firstPieces.append(.integer(pieces))
                pieces += file.pieces
            }
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
