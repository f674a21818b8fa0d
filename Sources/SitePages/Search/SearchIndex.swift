import ContentHashing
import NoteModel
import OutputPlan

/// The search of a site: files that pages load as they need them, as scripts, since a page that
/// was opened from disk can load nothing else.
///
/// `directory` names the first word of each file of words and how many pieces each file of texts
/// has; these go by the name of their part of the documents and their number in that. It also tells
/// which documents have several pieces, by the distance to the last such, and how many more, and of
/// each file a mark that tells one state of it from another.
///
/// A file of words holds lines `word:postings`; a posting is the distance to the last document, how
/// much the document is about the word and, unless it is the first, the piece of the document that
/// holds it. Numbers are those of ``SearchNumbers``.
///
/// Where so many documents have a word that its postings would be long, the line is `word:!`, the
/// number of a file, how many documents have the word, and the best postings. The file, one of those
/// behind the files of words, has a digit for each six documents, a bit for each, the lowest first.
package struct SearchIndex: Sendable {
    /// The files for the folder `search`.
    let files: [OutputFile]
    /// The file that leads to the others. Its name changes with everything that it leads to.
    package let directoryPath: String

    /// Beginnings of words that cost more to look up are answered by a list of the best documents.
    /// Others lie in three files at most, which `lookup.js` counts on: two of the smallest, and
    /// parts of those before and behind.
    private static let maximumPrefixSearchSize = 2 * WordsFiles.minimumSize
    /// Of a word whose postings are longer the best are told, and of the others which they are.
    private static let maximumPostingsSize = 8_000
    /// Of the best documents of such a word, and of such beginnings.
    private static let maximumListed = 100

    /// A part of the documents.
    struct Part {
        /// Of the files of its texts, which keep their names while other parts change.
        let name: String
        let notes: Range<Int>
        let snippets: SnippetFiles
        /// Returns the bytes of a file of snippets, by its number.
        let bytes: @Sendable (Int) throws -> [UInt8]
    }

    /// - Parameters:
    ///   - terms: The terms of all documents.
    ///   - parts: In the order of their documents, together all of them.
    init(documents: Int, _ terms: MergedIndex, _ parts: [Part]) {
        var lines = PostingListWriter(
            terms, documents: documents, limit: Self.maximumPostingsSize, most: Self.maximumListed)
        lines.addPrefixes(costing: Self.maximumPrefixSearchSize, most: Self.maximumListed)
        let words = WordsFiles(lines)

        var files: [OutputFile] = []
        func add(
            _ kind: String, _ name: String, _ content: Fingerprint, quote: String = "",
            _ bytes: @escaping @Sendable () throws -> [UInt8]
        ) -> String {
            // Tells one state of a file from another, so that a page never mixes two.
            let mark = Self.mark(content)
            let head = "notebinder(\"\(kind)\",\"\(name)\",\"\(mark)\",\(quote)"
            var inputs = Fingerprinter("search")
            inputs.add(head)
            inputs.add(content)
            files.append(
                OutputFile(
                    OutputPath("search/\(kind)-\(name).js"),
                    .rendered {
                        Array(head.utf8) + (try bytes()) + Array("\(quote));\n".utf8)
                    }, inputs: inputs.fingerprint))
            return mark
        }
        let wordsKeys = (0..<words.count).map { number in
            let digest = ContentDigest(of: words.bytes(of: number))
            return add("words", String(number), Fingerprint(value: digest.value), quote: "\"") {
                words.bytes(of: number)
            }
        }
        var textsKeys: [String] = []
        var textsParts: [JSONValue] = []
        var (pieces, several): ([UInt8], [UInt8]) = ([], [])
        var last = -1
        for part in parts {
            let texts = part.snippets
            textsParts += [.string(part.name), .integer(texts.files.count)]
            for (number, file) in texts.files.enumerated() {
                textsKeys.append(
                    add("texts", "\(part.name).\(number)", file.fingerprint) {
                        try part.bytes(number)
                    })
                SearchNumbers.append(file.pieces, to: &pieces)
            }
            for (document, more) in texts.documentsOfSeveralPieces {
                let number = part.notes.lowerBound + document
                SearchNumbers.append(number - last - 1, to: &several)
                SearchNumbers.append(more, to: &several)
                last = number
            }
        }
        var directory = Array("window.notebinderDirectory = ".utf8)
        JSONValue.object([
            ("documents", .integer(documents)),
            ("more", .string(String(decoding: several, as: UTF8.self))),
            ("words", .array(words.firstWords)), ("wordsKeys", .string(wordsKeys.joined())),
            ("texts", .string(String(decoding: pieces, as: UTF8.self))),
            ("textsParts", .array(textsParts)),
            ("textsKeys", .string(textsKeys.joined())),
        ]).append(to: &directory)
        directory += Array(";\n".utf8)
        directoryPath = "search/directory-\(ContentDigest(of: directory).short.prefix(8)).js"
        files.append(OutputFile(OutputPath(directoryPath), .bytes(directory)))
        self.files = files
    }

    /// Three characters, 18 bits.
    private static func mark(_ content: Fingerprint) -> String {
        let bits = Int(truncatingIfNeeded: content.value.firstNumber >> 46)
        let signs = [bits >> 12, bits >> 6 & 63, bits & 63].map { SearchNumbers.digits[$0] }
        return String(decoding: signs, as: UTF8.self)
    }
}
