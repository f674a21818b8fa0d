import Foundation
import OutputPlan
import Testing

@testable import SiteSearch

/// The files of a search, as a browser has them.
struct SearchedSite {
    private struct Directory: Decodable {
        let documents: Int
        let more: String
        let words: [String]
        let wordsKeys: String
        let setsKeys: String
        let spelling: String
        let spellingKeys: String
        let recent: [[String]]
        let texts: String
        let textsParts: [Part]
        let textsKeys: String
    }

    /// A name or a number, which alternate.
    private enum Part: Decodable {
        case name(String)
        case count(Int)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let count = try? value.decode(Int.self) {
                self = .count(count)
            } else {
                self = .name(try value.decode(String.self))
            }
        }
    }

    private let directory: Directory
    private let files: [String: String]
    private let namesOfTexts: [String]

    init(_ index: SearchIndex) throws {
        var files: [String: String] = [:]
        for file in index.files {
            switch file.content {
            case .rendered(let render):
                files[file.path.text] = String(decoding: try render(), as: UTF8.self)
            case .bytes(let bytes): files[file.path.text] = String(decoding: bytes, as: UTF8.self)
            default: Issue.record("\(file.path.text) is neither")
            }
        }
        let text = try #require(files[index.directoryPath])
        let json = text.dropFirst("window.notebinderDirectory = ".count).dropLast(2)
        directory = try JSONDecoder().decode(Directory.self, from: Data(json.utf8))
        self.files = files
        var names: [String] = []
        var name = ""
        for part in directory.textsParts {
            switch part {
            case .name(let text): name = text
            case .count(let count): names += (0..<count).map { "\(name).\($0)" }
            }
        }
        namesOfTexts = names
    }

    /// Returns the data of a script `notebinder("kind","name","mark",data);`.
    private func data(_ kind: String, name: String, mark: Substring) throws -> Substring {
        let script = try #require(files["search/\(kind)-\(name).\(mark).js"])
        let head = "notebinder(\"\(kind)\",\"\(name)\",\"\(mark)\","
        try #require(script.hasPrefix(head) && script.hasSuffix(");\n"))
        return script.dropFirst(head.count).dropLast(3)
    }

    private func words(_ number: Int) throws -> String {
        try text("words", number, keys: directory.wordsKeys)
    }

    private func text(_ kind: String, _ number: Int, keys: String) throws -> String {
        let data = try data(kind, name: "\(number)", mark: keys.dropFirst(3 * number).prefix(3))
        return try JSONDecoder().decode(String.self, from: Data(data.utf8))
    }

    var recent: [[String]] { directory.recent }

    /// Returns the words of the files for similar spellings, each file with the length of its first
    /// word.
    func spelledWords() throws -> [(length: Int, words: [String])] {
        try SearchReader.numbers(directory.spelling).enumerated().map { number, length in
            let text = try text("spelling", number, keys: directory.spellingKeys)
            return (length, Self.spelledWords(text))
        }
    }

    /// Returns the words of a file: a capital letter for the number of letters shared with the word
    /// before it, and the rest.
    private static func spelledWords(_ text: String) -> [String] {
        var words: [[Unicode.Scalar]] = []
        for scalar in text.unicodeScalars {
            if (0x41...0x5A).contains(scalar.value) {
                words.append(Array((words.last ?? []).prefix(Int(scalar.value - 0x41))))
            } else {
                words[words.count - 1].append(scalar)
            }
        }
        return words.map { String(String.UnicodeScalarView($0)) }
    }

    private func file(of word: String) -> Int {
        let behind = directory.words.firstIndex { word.utf8.lexicographicallyPrecedes($0.utf8) }
        return max(0, (behind ?? directory.words.count) - 1)
    }

    func filesOfWords(beginning prefix: String) -> ClosedRange<Int> {
        let first = file(of: prefix)
        return first...max(first, file(of: prefix + "\u{10FFFF}"))
    }

    var wordsFileSizes: [Int] {
        directory.words.indices.compactMap { try? words($0).utf8.count }
    }

    private func lines(_ range: ClosedRange<Int>) throws -> [(word: String, postings: Substring)] {
        guard !directory.words.isEmpty else { return [] }
        return try range.flatMap { number in
            try words(number).split(separator: "|").map { line in
                let colon = try #require(line.firstIndex(of: ":"))
                return (String(line[..<colon]), line[line.index(after: colon)...])
            }
        }
    }

    /// Returns the postings of a word or, with an asterisk, of a prefix; nil if it has no line.
    func line(_ word: String) throws -> String? {
        try lines(file(of: word)...file(of: word)).first { $0.word.utf8.elementsEqual(word.utf8) }
            .map { String($0.postings) }
    }

    func postings(with word: String) throws -> [SearchReader.Posting] {
        try line(word).map { SearchReader.postings($0[...]) } ?? []
    }

    /// Returns all documents of a line.
    private func documents(_ postings: Substring) throws -> [Int] {
        guard postings.hasPrefix("!") else {
            return SearchReader.postings(postings).map(\.document)
        }
        var reader = SearchReader.Numbers(postings.dropFirst())
        return SearchReader.documents(try text("sets", reader.number(), keys: directory.setsKeys))
    }

    /// Returns the documents of the line of a prefix; nil if it has none.
    func documents(summarizing prefix: String) throws -> Set<Int>? {
        try line(prefix + "*").map { Set(try documents($0[...])) }
    }

    func documents(with word: String) throws -> Set<Int> {
        Set(try line(word).map { try documents($0[...]) } ?? [])
    }

    func documents(beginning prefix: String) throws -> Set<Int> {
        let lines = try lines(filesOfWords(beginning: prefix)).filter { line in
            !line.word.hasSuffix("*")
                && line.word.unicodeScalars.starts(with: prefix.unicodeScalars)
        }
        return Set(try lines.flatMap { try documents($0.postings) })
    }

    /// Returns a piece of a document: title, address, date, language and text.
    func piece(_ piece: Int, of document: Int) throws -> [String] {
        var number = document + piece
        let more = SearchReader.numbers(directory.more)
        var last = -1
        for index in stride(from: 0, to: more.count, by: 2) {
            last += more[index] + 1
            if last < document { number += more[index + 1] }
        }
        for (file, count) in SearchReader.numbers(directory.texts).enumerated() {
            guard number >= count else {
                let mark = directory.textsKeys.dropFirst(3 * file).prefix(3)
                let data = try data("texts", name: namesOfTexts[file], mark: mark)
                let pieces = try JSONDecoder().decode([[String]].self, from: Data(data.utf8))
                return pieces[number]
            }
            number -= count
        }
        throw Missing()
    }

    private struct Missing: Error {}
}
