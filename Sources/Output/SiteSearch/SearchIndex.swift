import Hashing
import NoteModel
package import OutputPlan

/// The search index of a site: files that pages load on demand. They are scripts, since a page that
/// was opened from disk cannot load other data.
///
/// The directory contains the first word of each file of words, the length of the first word of
/// each file of spellings, and the number of pieces in each file of texts. Files of texts are named
/// by their part of the documents and their number in it. The directory also lists the documents
/// with several pieces, each by its distance from the previous such document and the number of
/// further pieces, a version mark of each file, and the recent documents.
///
/// A file of words consists of lines `word:postings`, separated by bars. A posting consists of the
/// distance from the previous document, the weight and, unless it is the first, the piece of the
/// document that contains the word. Numbers are in the format of ``SearchNumbers``. Besides words
/// there are the labels of ``SearchLabel``.
///
/// A word with too many postings has a line of `word:!`, the number of a file of sets, and the best
/// postings; a prefix of too many words has such a line too, with an asterisk after it. The file
/// contains the set of all documents, in the format of ``SearchNumbers/append(set:of:to:)``.
///
/// The other files are described by ``SnippetFiles``, ``SpellingFiles`` and ``BiwordFiles``.
package struct SearchIndex: Sendable {
    /// The files in the folder `search`.
    package let files: [OutputFile]
    /// The path of the directory, which changes with the content of any file of the index.
    package let directoryPath: String

    /// Creates the files of the search.
    ///
    /// - Parameters:
    ///   - texts: The texts of all parts.
    ///   - lines: The lines of each shard.
    ///   - biwords: The sets of each group of biwords.
    ///   - recent: The documents to list before anything is searched for, the latest first, with
    ///     the words that are shown as their texts.
    ///   - document: Returns a document again by its position among those of all parts.
    package init(
        _ texts: SearchTexts, lines: [WordLines], biwords: [BiwordSets],
        recent: [SearchDocument] = [], document: @escaping @Sendable (Int) throws -> SearchDocument
    ) {
        let words = WordsFiles(lines)
        let spelling = SpellingFiles(lines)
        let snippets = Self.files(of: texts, document: document)

        var files: [OutputFile] = []
        func add(_ kind: FileKind, contents: [[UInt8]]) -> String {
            contents.enumerated().map { number, bytes in
                let (file, mark) = Self.file(
                    kind, named: String(number),
                    content: Fingerprint(value: ContentDigest(of: bytes).value)
                ) { bytes }
                files.append(file)
                return mark
            }.joined()
        }
        let wordsKeys = add(.words, contents: words.files)
        let setsKeys = add(.sets, contents: words.sets)
        let spellingKeys = add(.spelling, contents: spelling.files)
        let biwordsKeys = add(.biwords, contents: BiwordFiles(biwords).files)
        files += snippets.files
        var lengths: [UInt8] = []
        for length in spelling.firstLengths { SearchNumbers.append(length, to: &lengths) }
        var directory = Array("window.notebinderDirectory = ".utf8)
        JSONValue.object(
            [
                ("documents", .integer(texts.documents)),
                ("words", .array(words.firstWords)), ("wordsKeys", .string(wordsKeys)),
                ("setsKeys", .string(setsKeys)),
                ("spelling", .string(String(decoding: lengths, as: UTF8.self))),
                ("spellingKeys", .string(spellingKeys)), ("biwordsKeys", .string(biwordsKeys)),
            ] + snippets.fields + [("recent", .array(recent.map(\.shownValue)))]
        ).append(to: &directory)
        directory += Array(";\n".utf8)
        directoryPath = "search/directory-\(ContentDigest(of: directory).short.prefix(8)).js"
        files.append(OutputFile(OutputPath(directoryPath), content: .bytes(directory)))
        self.files = files
    }

    /// Returns the files of texts, and the fields of the directory about them.
    private static func files(
        of texts: SearchTexts, document: @escaping @Sendable (Int) throws -> SearchDocument
    ) -> (files: [OutputFile], fields: [(String, JSONValue)]) {
        var files: [OutputFile] = []
        var keys: [String] = []
        var names: [JSONValue] = []
        var (pieces, several): ([UInt8], [UInt8]) = ([], [])
        var last = -1
        for part in texts.parts {
            let texts = part.snippets
            let first = part.documents.lowerBound
            let documents = RecentDocument()
            names += [.string(part.name), .integer(texts.files.count)]
            for (number, content) in texts.files.enumerated() {
                let (file, mark) = file(
                    .texts, named: "\(part.name).\(number)", content: content.fingerprint
                ) {
                    try content.bytes { try documents.document(first + $0, of: document) }
                }
                files.append(file)
                keys.append(mark)
                SearchNumbers.append(content.pieces, to: &pieces)
            }
            for (place, more) in texts.documentsOfSeveralPieces {
                let number = first + place
                SearchNumbers.append(number - last - 1, to: &several)
                SearchNumbers.append(more, to: &several)
                last = number
            }
        }
        return (
            files,
            [
                ("more", .string(String(decoding: several, as: UTF8.self))),
                ("texts", .string(String(decoding: pieces, as: UTF8.self))),
                ("textsParts", .array(names)), ("textsKeys", .string(keys.joined())),
            ]
        )
    }

    /// The kinds of files: of words, sets, spellings and biwords, which are one text each, and of
    /// snippets, which are JSON.
    private enum FileKind: String {
        case words, sets, spelling, biwords, texts
    }

    /// Returns a file, and the mark of its version.
    ///
    /// - Parameters:
    ///   - name: The name among the files of the kind.
    ///   - content: The fingerprint of the bytes.
    private static func file(
        _ kind: FileKind, named name: String, content: Fingerprint,
        bytes: @escaping @Sendable () throws -> [UInt8]
    ) -> (file: OutputFile, mark: String) {
        // The mark changes with the content, so that a page never mixes two versions, and a site that
        // is being uploaded has the files of both.
        let mark = mark(content)
        let quote = kind == .texts ? "" : "\""
        let head = "notebinder(\"\(kind.rawValue)\",\"\(name)\",\"\(mark)\",\(quote)"
        let file = OutputFile(
            OutputPath("search/\(kind.rawValue)-\(name).\(mark).js"),
            content: .rendered { Array(head.utf8) + (try bytes()) + Array("\(quote));\n".utf8) },
            inputs: Fingerprinter("search", head, content).fingerprint)
        return (file, mark)
    }

    /// Returns the version mark of a file: three characters, for 18 bits of the fingerprint.
    private static func mark(_ content: Fingerprint) -> String {
        let bits = Int(truncatingIfNeeded: content.value.firstNumber >> 46)
        let signs = [bits >> 12, bits >> 6 & 63, bits & 63].map { SearchNumbers.digit($0) }
        return String(decoding: signs, as: UTF8.self)
    }
}
