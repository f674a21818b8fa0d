import Orthography
import OutputPlan
import TestSupport
import Testing

@testable import SiteSearch

/// The files of the search, looked up as `lookup.js` does and compared with a naive search.
@Suite(.tags(.fast))
struct SearchIndexTests {
    private func index(_ documents: [SearchDocument], partSize: Int) throws -> SearchIndex {
        let parts = stride(from: 0, to: documents.count, by: partSize).map {
            start -> SearchMerge.Part in
            let range = start..<min(start + partSize, documents.count)
            let (chunk, content) = SearchChunk.made(of: Array(documents[range]))
            return (
                "p\(start)", range, chunk,
                SearchContent {
                    Array(content[$0])
                } make: {
                    (chunk, content)
                }
            )
        }
        return try SearchIndex(of: parts) { documents[$0] }
    }

    private func site(_ documents: [SearchDocument], partSize: Int = 16) throws -> SearchedSite {
        try SearchedSite(index(documents, partSize: partSize))
    }

    private func documents(_ count: Int, seed: UInt64) -> [SearchDocument] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            .made(
                random.words(random.pick([0, 5, 30, 400])), title: random.words(2),
                address: "notes/\(number).html", tags: [random.words(1)])
        }
    }

    /// Returns the documents with a term that begins with a word, or for pairs of signs with the
    /// term itself.
    private func naive(_ word: String, isWhole: Bool, in documents: [SearchDocument]) -> Set<Int> {
        Set(
            documents.indices.filter { number in
                documents[number].allTerms.contains {
                    isWhole ? $0 == word : $0.unicodeScalars.starts(with: word.unicodeScalars)
                }
            })
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func findsWhatANaiveSearchFinds(seed: UInt64) throws {
        let documents = documents(70, seed: seed)
        let site = try site(documents)
        for word in ["lo", "lore", "ka", "e", "ss", "stst", "7", "д", "日", "none", "zz"] {
            #expect(
                try site.documents(beginning: word)
                    == naive(word, isWhole: false, in: documents), "seed \(seed): \(word)")
        }
        for word in ["日本", "本語", "語日", "한日", "日日"] {
            #expect(
                try site.documents(with: word) == naive(word, isWhole: true, in: documents),
                "seed \(seed): \(word)")
        }
    }

    /// The result shows a piece of the document's text that has the word.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func showsAPieceThatHasTheWord(seed: UInt64) throws {
        let documents = documents(60, seed: seed)
        let site = try site(documents)
        for word in ["lo", "re", "mi", "kaka", "日本"] {
            for posting in try site.postings(with: word) {
                let shown = try site.piece(posting.piece, of: posting.document)
                let document = documents[posting.document]
                #expect(shown[0] == document.title && shown[1] == document.address)
                let isInText = terms(document.wholeText).contains(word)
                #expect(
                    !isInText || terms(shown[4]).contains(word) || document.cutText.cuts.count > 0,
                    "seed \(seed): \(word)")
            }
        }
    }

    /// With thousands of documents, frequent words and prefixes have shortened lines.
    @Test func findsFrequentWordsInManyDocuments() throws {
        let documents = (0..<5000).map { number in
            SearchDocument.made(
                "often \(number % 2 == 0 ? "even" : "odd") w\(number)",
                title: number % 1000 == 7 ? "often" : "", address: "notes/\(number).html")
        }
        let site = try site(documents, partSize: 500)
        #expect(try site.documents(with: "often") == Set(0..<5000))
        #expect(try site.documents(with: "w4321") == [4321])
        #expect(try site.documents(with: "odd").count == 2500)
        // The best are listed in the line itself.
        let line = try #require(try site.line("often"))
        #expect(line.hasPrefix("!"))
        var reader = SearchReader.Numbers(line.dropFirst())
        _ = reader.number()
        let best = SearchReader.postings(reader.rest)
        #expect(best.count == 100)
        #expect(Set([7, 1007, 2007, 3007, 4007]).isSubset(of: best.map(\.document)))
        // All words that begin with `w` would cost too much to look up.
        #expect(try site.documents(summarizing: "w") == Set(0..<5000))
        #expect(try site.line("w4*") == nil)
    }

    @Test func spreadsAPrefixOverThreeFilesAtMost() throws {
        let documents = (0..<5000).map { SearchDocument.made("word\($0) x\($0 % 7)") }
        let site = try site(documents, partSize: 500)
        for prefix in ["word1", "word12", "word499", "x", "word4"]
        where try site.line(prefix + "*") == nil {
            let files = site.filesOfWords(beginning: prefix)
            #expect(files.count <= 3, "\(prefix)")
        }
        #expect(site.wordsFileSizes.dropLast().allSatisfy { $0 >= WordsFiles.minimumSize })
    }

    @Test func namesTheDirectoryByItsContent() throws {
        let one = try index([.made("a"), .made("b")], partSize: 2)
        #expect(
            one.directoryPath == (try index([.made("a"), .made("b")], partSize: 2)).directoryPath)
        #expect(
            one.directoryPath != (try index([.made("a"), .made("c")], partSize: 2)).directoryPath)
        #expect(one.files.contains { $0.path.text == one.directoryPath })
        #expect(Set(one.files.map(\.path.text)).count == one.files.count)
    }

    @Test func changesFewFilesWhenOneDocumentChanges() throws {
        var documents = (0..<300).map { number in
            var random = SeededGenerator(seed: UInt64(number))
            return SearchDocument.made(random.words(60), title: "Title \(number)")
        }
        let before = try files(documents)
        documents[150] = .made("brandnewword", title: "Title 150")
        let after = try files(documents)
        let changed = after.filter { $0.key.contains("texts-") && before[$0.key] != $0.value }
        #expect(changed.keys.allSatisfy { $0.hasPrefix("search/texts-p144.") })
        // The inputs of a file that stays the same stay the same too.
        let inputs = { (documents: [SearchDocument]) in
            try index(documents, partSize: 16).files.filter { $0.path.text.contains("texts-p0.") }
                .map(\.inputs)
        }
        #expect(
            try inputs(documents) == inputs(Array(documents.prefix(16)) + documents.suffix(284)))
    }

    private func files(_ documents: [SearchDocument]) throws -> [String: [UInt8]] {
        try index(documents, partSize: 16).files.reduce(into: [:]) { files, file in
            if case .rendered(let render) = file.content { files[file.path.text] = try render() }
        }
    }

    @Test func findsTagsKindsAndYears() throws {
        let site = try site([
            .made("", tags: ["Été", "c++", "a|b:\"c\"*"], kind: "deck", year: 2014),
            .made("#c deck 2014", tags: ["ete", "Ete", "c#"], kind: "note", year: 2015),
        ])
        #expect(try site.documents(with: "#ete") == [0, 1])
        #expect(try site.documents(with: "#c%2b;%2b;") == [0])
        #expect(try site.documents(with: "#c%23;") == [1])
        #expect(try site.documents(with: "#a%7c;b%3a;%22;c%22;%2a;") == [0])
        #expect(try site.documents(with: "&deck") == [0])
        #expect(try site.documents(with: "=2015") == [1])
        #expect(try site.postings(with: "=2015").first?.weight == 11)
    }

    /// The words of the files for similar spellings are all words of two letters or more.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func listsEveryWordOnceByLength(seed: UInt64) throws {
        let documents = documents(70, seed: seed)
        let all = documents.flatMap(\.allTerms).filter { word in
            word.unicodeScalars.count > 1
                && word.unicodeScalars.allSatisfy {
                    $0.properties.isAlphabetic && !TermCutter.isSign($0)
                }
        }
        let spelled = try site(documents).spelledWords()
        let words = spelled.flatMap(\.words)
        #expect(Set(words) == Set(all) && words.count == Set(all).count, "seed \(seed)")
        let lengths = words.map(\.unicodeScalars.count)
        #expect(lengths == lengths.sorted(), "seed \(seed)")
        #expect(spelled.map(\.length) == spelled.map { $0.words[0].unicodeScalars.count })
    }

    @Test func listsRecentDocuments() throws {
        let document = SearchDocument.made(
            "E", title: "T", address: "a.html", date: "1 May", tags: ["x"], kind: "deck",
            thumbnail: "photos/a.jpg")
        let index = try SearchIndex(of: [], recent: [document]) { _ in document }
        #expect(
            try SearchedSite(index).recent
                == [["T", "a.html", "1 May", "", "E", "deck", "photos/a.jpg", "x"]])
    }

    @Test func findsNothingInAnEmptyIndex() throws {
        let site = try site([])
        #expect(try site.documents(beginning: "a") == [])
        #expect(site.wordsFileSizes.isEmpty)
    }

    @Test func keepsHostileTextWithinItsScript() throws {
        let evil = "</script>\"+alert(1)+\"\u{2028}\\ |:!*"
        let site = try site([.made(evil, title: evil, address: "notes/a.html")])
        let shown = try site.piece(0, of: 0)
        #expect(shown[0] == evil && shown[4] == evil)
        #expect(try site.documents(with: "script") == [0])
    }
}

extension SearchIndex {
    /// Creates the search of parts, of which nothing is in a cache.
    fileprivate init(
        of parts: [SearchMerge.Part], recent: [SearchDocument] = [],
        document: @escaping @Sendable (Int) throws -> SearchDocument
    ) throws {
        let merge = SearchMerge(parts)
        try self.init(
            merge.texts, lines: merge.shards.map(merge.lines(ofShard:)),
            biwords: merge.groups.map(merge.biwords(ofGroup:)), recent: recent, document: document)
    }
}
