import Foundation
import OutputPlan
import TestSupport
import Testing

/// The file that the owner may put under version control, and edit.
@Suite(.tags(.fast))
struct LedgerDocumentTests {
    private func entry(
        _ identity: String, path: String, former: [String] = [], title: String = "Title",
        isPresent: Bool = true
    ) -> PermalinkLedger.Entry {
        .init(
            identity: identity, path: path, former: former, title: title, source: "a.data#1",
            beginning: "0123456789abcdef0123", isPresent: isPresent)
    }

    private func read(_ text: String) throws -> PermalinkLedger {
        try PermalinkLedger(document: Array(text.utf8))
    }

    private func problem(_ text: String) -> String? {
        do { _ = try read(text) } catch {
            return (error as? PermalinkLedger.DocumentError)?.problem
        }
        return nil
    }

    private func line(_ path: String, former: String = "[]", id: String = "i") -> String {
        """
        {"id":"\(id)","path":"\(path)","former":\(former),"title":"","source":"","begins":""}
        """
    }

    private func document(_ lines: String...) -> String {
        "{\"format\":1,\"notes\":[\(lines.joined(separator: ","))]}"
    }

    @Test func writesOneLinePerNote() {
        let ledger = PermalinkLedger([
            entry("a", path: "notes/x"),
            entry("b", path: "decks/y", former: ["notes/z"], isPresent: false),
        ])
        #expect(
            String(decoding: ledger.document, as: UTF8.self) == """
                {
                "format": 1,
                "notes": [
                {"id":"a","path":"notes/x","title":"Title","source":"a.data#1","begins":"0123456789abcdef0123"},
                {"id":"b","path":"decks/y","former":["notes/z"],"title":"Title","source":"a.data#1","begins":"0123456789abcdef0123","gone":true}
                ],
                "checksum": "9be294554d49a132f4b676df99ea6a3d885b0ef159f0c40b564bbefd2960f984"
                }

                """)
    }

    @Test(arguments: [
        "", "\"quoted\"", "back\\slash", "line\nfeed", "tab\t", "\u{0}\u{1F}\u{7F}",
        "\u{2028}\u{2029}",
        "é e\u{301}", "🎂", "</script>", "\u{FFFD}",
    ])
    func keepsAnyTitle(title: String) throws {
        let ledger = PermalinkLedger([entry("a", path: "notes/x", title: title)])
        let read = try PermalinkLedger(document: ledger.document)
        #expect(read == ledger)
        #expect(read.entries.first.map { Array($0.title.utf8) } == Array(title.utf8))
        // Version control compares lines.
        #expect(ledger.document.count { $0 == 0x0A } == 7)
        let json = try JSONSerialization.jsonObject(with: Data(ledger.document)) as? [String: Any]
        let notes = try #require(json?["notes"] as? [[String: Any]])
        #expect(notes.first?["title"] as? String == title)
    }

    @Test func isOrderedByIdentity() {
        let entries = ["c", "a", "b"].map { entry($0, path: "notes/\($0)") }
        #expect(PermalinkLedger(entries).entries.map(\.identity) == ["a", "b", "c"])
        #expect(PermalinkLedger(entries) == PermalinkLedger(entries.reversed()))
        #expect(PermalinkLedger(entries).document == PermalinkLedger(entries.reversed()).document)
    }

    @Test func toleratesUnknownFieldsAndAnyLayout() throws {
        let text = """
            { "comment": "mine", "notes": [ { "begins": "", "source": "s", "title": "T",
              "path": "notes/x", "id": "i", "colour": 7, "gone": false } ], "format": 1 }
            """
        let ledger = try read(text)
        #expect(ledger.entries.map(\.path) == ["notes/x"])
        #expect(ledger.entries.allSatisfy { $0.isPresent && $0.former.isEmpty })
        #expect(try read("{\"format\":1,\"notes\":[]}") == PermalinkLedger())
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "{\"format\":1}", "{\"notes\":[]}",
        "{\"format\":\"1\",\"notes\":[]}",
        "{\"format\":1,\"notes\":[{}]}", "{\"format\":1,\"notes\":[]", "\u{0}",
        "{\"format\":1,\"notes\":[{\"id\":1,\"path\":\"notes/x\",\"title\":\"\",\"source\":\"\",\"begins\":\"\"}]}",
    ])
    func reportsFilesThatAreNotLedgers(text: String) {
        #expect(problem(text) == "is not a ledger of permalinks")
    }

    @Test(arguments: [0, 2, -1, 100]) func reportsUnsupportedVersions(format: Int) {
        let problem = problem("{\"format\":\(format),\"notes\":[]}")
        #expect(
            problem
                == (format > 1
                    ? "was written by a newer Notebinder"
                    : "has the unknown format \(format)"))
    }

    /// Both sides of a merge may have been kept.
    @Test func reportsTwoLinesOfANote() {
        func line(_ path: String) -> String {
            "{\"id\":\"a\",\"path\":\"notes/\(path)\",\"title\":\"\",\"source\":\"s\",\"begins\":\"\"}"
        }
        let text = "{\"format\":1,\"notes\":[\(line("one")),\(line("two"))]}"
        #expect(problem(text)?.hasPrefix("has two lines for the same note") == true)
    }

    /// A path becomes a file name of the site, so it must not lead elsewhere.
    @Test(arguments: [
        "", "notes", "notes/", "/notes/x", "notes//x", "notes/x/", "notes/x/y", "../x", "notes/..",
        "notes/.", "notes/x.html", "tags/x", "Notes/x", "notes/a b", "notes/a%2Fb", "notes/x?y",
        "notes/x#y", "notes/<x", "notes\\\\x",
    ])
    func refusesPathsThatAreNotPages(path: String) {
        for text in [document(line(path)), document(line("notes/y", former: "[\"\(path)\"]"))] {
            #expect(problem(text)?.hasSuffix("which is not the path of a page") == true)
        }
    }

    @Test func refusesAPathThatTwoNotesHave() {
        for text in [
            document(line("notes/x", id: "a"), line("notes/x", id: "b")),
            document(line("notes/x", id: "a"), line("notes/y", former: "[\"notes/x\"]", id: "b")),
            document(line("notes/x", former: "[\"notes/x\"]")),
            document(line("notes/y", former: "[\"notes/x\",\"notes/x\"]")),
        ] {
            #expect(problem(text) == "gives the path notes/x to two notes")
        }
        #expect(problem(document(line("notes/x", id: "a"), line("decks/x", id: "b"))) == nil)
    }

    @Test func refusesEveryTruncation() {
        let whole = PermalinkLedger([entry("a", path: "notes/x", title: "é")]).document
        for count in 0..<whole.count - 2 {
            #expect(throws: PermalinkLedger.DocumentError.self, "\(count) bytes") {
                try PermalinkLedger(document: Array(whole[..<count]))
            }
        }
    }

    /// Damage by a disk would give addresses to other notes.
    @Test func noticesEveryFlippedBit() throws {
        let ledger = PermalinkLedger().assigning((1...3).map { note("Note \($0)") }).ledger
        let document = ledger.document
        #expect(try PermalinkLedger(document: document) == ledger)
        for index in document.indices {
            for bit in 0..<8 {
                var damaged = document
                damaged[index] ^= 1 << bit
                // White space between fields may change without a consequence.
                if let read = try? PermalinkLedger(document: damaged) { #expect(read == ledger) }
            }
        }
    }

    @Test func readsALedgerWithoutAChecksum() throws {
        let ledger = PermalinkLedger().assigning([note("Note")]).ledger
        let text = String(decoding: ledger.document, as: UTF8.self)
        let start = try #require(text.range(of: ",\n\"checksum\""))
        let old = text[..<start.lowerBound] + "\n}\n"
        #expect(try PermalinkLedger(document: Array(old.utf8)) == ledger)
    }
}
