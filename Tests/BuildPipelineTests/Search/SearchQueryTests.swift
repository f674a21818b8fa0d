import BuildTestSupport
import Foundation
import HeadlessBrowser
import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// The results of queries, compared with a plain scan of the notes in the JSON export.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(5)))
struct SearchQueryTests {
    private let build = NotebookBuild()
    private let browser: Chromium

    init() throws {
        browser = try Chromium()
    }

    /// A note of the JSON export.
    private struct Exported: Decodable {
        let kind: String
        let title: String
        let created: String?
        let tags: [String]
        let body: String
        let cards: [Card]?

        struct Card: Decodable {
            let question: String
            let answer: String
        }
    }

    /// The result of a query.
    private struct Found: Decodable, Equatable {
        let titles: [String]
        let isSimilar: Bool
    }

    private func exported() throws -> [ScannedNote] {
        let lines = try build.text("json/notes.ndjson")
        return try lines.split(separator: "\n").map { line in
            let note = try JSONDecoder().decode(Exported.self, from: Data(line.utf8))
            let cards = (note.cards ?? []).flatMap { [$0.question, $0.answer] }
            return ScannedNote(
                title: note.title, texts: [([note.body] + cards).joined(separator: "\n")],
                tags: note.tags, kind: note.kind, year: note.created.flatMap { Int($0.prefix(4)) })
        }
    }

    private func page() throws -> Chromium.Page {
        try browser.open(build.address("search.html"), width: 800)
    }

    private func found(_ queries: [String]) throws -> [Found] {
        try page().decoded(
            """
            (async () => {
              const all = [];
              for (const query of \(Chromium.quoted(queries))) {
                const results = await notebinderLookup.find(query);
                await results?.reach(Infinity);
                const texts = await Promise.all((results?.found || []).map(notebinderLookup.text));
                all.push({ titles: texts.map(text => text[0]).sort(),
                  isSimilar: Boolean(results?.isSimilar) });
              }
              return JSON.stringify(all);
            })()
            """, as: [Found].self)
    }

    /// Builds notes of a few words that repeat themselves, so that queries match some of them.
    private func buildNotes(seed: UInt64, count: Int = 160) throws {
        var random = SeededGenerator(seed: seed)
        var notes: [ArchivedNote] = []
        for number in 0..<count {
            let length = random.pick([0, 3, 12, 60, 700])
            var words = (0..<length).map { _ in random.pick(Self.vocabulary) }
            if number % 3 == 0 { words.append("#" + random.pick(Self.tags)) }
            if number % 5 == 0 { words.append("#" + random.pick(Self.tags)) }
            let year = Double(random.number(in: 10...16))
            let date = Date(timeIntervalSince1970: 946_684_800 + (year + 0.5) * 31_556_952)
            notes.append(
                ArchivedNote(
                    title: "N\(number) \(random.pick(Self.vocabulary))",
                    body: words.joined(separator: " "), created: number % 7 == 0 ? nil : date))
        }
        try build.folder.write(notes: notes, to: "MyNotes/all.data")
        try build.run()
    }

    private static let vocabulary = [
        "lemon", "Lemonade", "tart", "Éclair", "red", "apple", "apples", "art", "article", "2014",
        "20145", "東京", "京都", "北海道", "北海", "海道", "well-known", "l'école", "straße", "sea",
        "seaside", "harbour", "quay", "W4", "Ёлка", "кошка", "שלום", "iPhone用",
        "مرحبا", "العالم", "θάλασσα", "Θάλασσας", "ประเทศไทย", "ทะเล", "한국어", "바다", "हिन्दी", "समुद्र",
    ]
    private static let tags = ["harbour", "Été", "art/modern", "red_wine"]

    /// Returns a query of up to four units, of which some are excluded.
    private func query(_ random: inout SeededGenerator) -> String {
        let count = random.pick([1, 1, 2, 2, 3, 4])
        return (0..<count).map { _ in
            let words = (0..<random.pick([1, 2, 2, 3])).map { _ in random.pick(Self.vocabulary) }
            let unit =
                switch Int.random(in: 0..<10, using: &random) {
                case 0...2: String(words[0].prefix(random.pick([1, 2, 3, 20])))
                case 3...4: "\"\(words.joined(separator: " "))\""
                case 5: "#" + random.pick(Self.tags + ["ETE", "nothing"])
                case 6: "kind:" + random.pick(["note", "deck", "Note"])
                case 7: random.pick(["2012", "2014", "2016", "1999"])
                case 8: random.pick(["year:2014", "year:2012-2014", "2013..2015", "year:2015-"])
                default: words[0]
                }
            return (Int.random(in: 0..<4, using: &random) == 0 ? "-" : "") + unit
        }.joined(separator: " ")
    }

    /// The search of many notes has files of biwords.
    @Test(arguments: [(0, 160, 250), (1, 160, 250), (2, 400, 100)] as [(UInt64, Int, Int)])
    func findsWhatAPlainScanFinds(seed: UInt64, count: Int, queryCount: Int) throws {
        try buildNotes(seed: seed, count: count)
        let files = try LocalFiles.entries(of: build.output + "/site/search").map(\.name)
        #expect(files.contains { $0.hasPrefix("biwords-0.") } == (count > 160))
        let notes = try exported()
        var random = SeededGenerator(seed: seed + 100)
        let queries = (0..<queryCount).map { _ in query(&random) }
        let found = try found(queries)
        try #require(found.count == queries.count)
        var matched = 0
        for (query, found) in zip(queries, found) {
            let scan = ScannedQuery(query)
            let titles = notes.filter(scan.matches).map(\.title).sorted()
            guard titles.isEmpty else {
                #expect(found == Found(titles: titles, isSimilar: false), "\(query)")
                matched += 1
                continue
            }
            #expect(found.isSimilar || found.titles.isEmpty, "\(query)")
        }
        #expect(matched > queryCount * 8 / 25)
    }

    /// Words that are spelled alike, and then any of the words.
    @Test func findsSimilarWordsAsAPlainScanDoes() throws {
        try buildNotes(seed: 7)
        let notes = try exported()
        let queries = [
            "lemno", "lemonadde", "lemoonadd", "lemon aple quoy", "harbuor", "hrabuor", "xarbour",
            "seeside", "artcle", "strase", "елкя", "кошко", "tartx lemon", "zzzz", "zzzz lemon",
            "apple zzzz qqqq", "harboru seasidx", "aritclee", "aside", "emonade", "traße zzzz",
            "ticles lemon", "шка",
        ]
        let vocabulary = Set(notes.flatMap { $0.fields.joined() })
        let found = try found(queries)
        for (query, found) in zip(queries, found) {
            let scan = ScannedQuery(query)
            try #require(!notes.contains(where: scan.matches), "\(query)")
            let all = notes.filter { scan.matchesSimilarly($0, vocabulary) }.map(\.title).sorted()
            let titles =
                all.isEmpty
                ? notes.filter { scan.matchesAny($0, vocabulary) }.map(\.title).sorted() : all
            #expect(found == Found(titles: titles, isSimilar: true), "\(query)")
        }
    }

    /// Parts of words, the addresses of links, and names with signs.
    @Test func findsPartsOfWordsLinksAndSymbols() throws {
        try build.publish([
            ("Policy", "Travel insurance for the kayak."),
            ("Police", "Krankenversicherung: Karte"), ("ไทย", "ฉันรักประเทศไทยมาก"),
            ("عنوان", "مرحبا بالعالم"),
            ("Manual", "See [the manual](https://docs.example.net/kayak%C3%A9tique/?a=1&b=2)."),
            ("Linked", "See [this one](policy.md) and [[Manual|that one]]."),
            ("Systems", "Written in C++ and Notepad++, then ported."),
            ("Office", "C#-Kurs, F#, and a note in C."), ("Letters", "A B C D, a#b and a++b"),
        ])
        let expected: [(query: String, titles: [String], isSimilar: Bool)] = [
            ("surance", ["Policy"], true), ("versicherung", ["Police"], true),
            ("ประเทศไทย", ["ไทย"], true), ("عالم", ["عنوان"], true),
            ("docs.example.net", ["Manual"], false), ("kayakétique", ["Manual"], false),
            ("kayak", ["Manual", "Policy"], false), ("https", [], false),
            ("policy", ["Linked", "Policy"], false), ("manual", ["Linked", "Manual"], false),
            ("c++", ["Systems"], false), ("C#", ["Office"], false), ("f#", ["Office"], false),
            ("notepad++", ["Systems"], false), ("\"C++ and\"", ["Systems"], false),
            ("c", ["Letters", "Office", "Systems"], false),
            ("b++", ["Letters", "Manual"], true),
        ]
        let found = try found(expected.map(\.query))
        for (found, expected) in zip(found, expected) {
            #expect(found.titles == expected.titles, "\(expected.query)")
            #expect(
                found.isSimilar == expected.isSimilar || expected.titles.isEmpty,
                "\(expected.query)")
        }
    }

    /// Every note has all the words of the phrases.
    @Test func loadsFewTextsForPhrasesOfFrequentWords() throws {
        var random = SeededGenerator(seed: 9)
        let words = ["of", "the", "kayak", "to", "東京都", "大東"]
        try build.publish(
            (0..<600).map { number in
                let text = (0..<60).flatMap { _ in words.shuffled(using: &random) }
                    .map { "\($0) \(random.number(in: 100...899))" }
                    .joined(separator: " ")
                return ("N\(number)", number == 300 ? text + " Of: the (kayak)" : text)
            })
        let queries = [
            "\"of the kayak\"", "\"of the kay", "-\"the kayak the kayak\" \"of the kayak\"", "大東京",
            "\"the kayak of the kayak\"",
        ]
        let loaded = try queries.map { query in
            try page().run(
                """
                (async () => {
                  const results = await notebinderLookup.find(\(Chromium.quoted(query)));
                  await results.reach(30);
                  return document.querySelectorAll("script[src*='search/texts-']").length;
                })()
                """) as? Int ?? .max
        }
        #expect(loaded.allSatisfy { $0 < 8 }, "\(loaded)")
        let found = try found(Array(queries.prefix(3)))
        #expect(found == Array(repeating: Found(titles: ["N300"], isSimilar: false), count: 3))
    }

    @Test func acceptsEveryQuery() throws {
        try buildNotes(seed: 8)
        let long = String((0..<700).map { "word\($0)" }.joined(separator: " ").prefix(5000))
        let repeated = String(repeating: "lemon ", count: 833)
        let queries = [
            "", " ", "-", "#", "##", "\"\"", "\"", "-\"\"", "kind:", "-kind:", "year:", "-#", "“”",
            "*", "|", ":", "lemon -", "lemon \"", "lemon kind:", "lemon #", "--lemon",
            "kind:nothing", "#nothing", "#<img src=x>", "year:abcd", "kind:\"deck", repeated, long,
            "שלום", "\u{202e}lemon", "\u{d7ff}",
        ]
        let found = Dictionary(
            uniqueKeysWithValues: zip(queries, try found(queries)))
        #expect(found.count == queries.count)
        for query in ["lemon -", "lemon \"", "lemon kind:", "lemon #"] {
            #expect(found[query] == found[repeated], "\(query)")
        }
        for query in queries[..<13] { #expect(found[query]?.titles == [], "\(query)") }
    }
}
