import Hashing
import NoteModel
import OutputPlan
import TestSupport
import Testing

@Suite(.tags(.fast))
struct OutputPathTests {
    @Test(arguments: [
        ("index.html", ""), ("notes/a.html", "notes/"), ("a/b/c", "a/b/"), ("é/ü", "é/"),
        (".hidden", ""), ("a/.b", "a/"), ("a/...", "a/"), ("a/..b", "a/"), ("a b/c", "a b/"),
    ])
    func namesItsFolder(text: String, folder: String) {
        let path = OutputPath(text)
        #expect(path.text == text)
        #expect(path.folder == folder)
    }

    private func plan(_ paths: [String]) -> TreePlan {
        TreePlan(
            tree: "site",
            files: paths.map { OutputFile(OutputPath($0), content: .bytes(Array($0.utf8))) })
    }

    @Test func separatesAFolderBeforeACombiningMark() {
        #expect(Array(OutputPath("a/\u{301}x").folder.utf8) == Array("a/".utf8))
    }

    @Test func ordersFilesByTheBytesOfTheirPaths() {
        let paths = ["b", "a/b", "a", "a.b", "a-b", "a0", "Z", "é", "a/b/c", "🎂", "日"]
        let sorted = paths.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        for order in [paths, paths.reversed(), sorted] {
            #expect(plan(order).files.map(\.path.text) == sorted)
        }
    }

    @Test func removesDuplicatePaths() {
        let plan = plan(["b", "a", "b", "c", "a", "b"])
        #expect(plan.files.map(\.path.text) == ["a", "b", "c"])
        #expect(self.plan([]).files.isEmpty)
    }

    @Test func holdsWhatIsPlannedAndNothingElse() {
        let paths = (0..<200).map { "notes/\($0 * 3).html" } + ["a", "z/é"]
        let plan = plan(paths)
        #expect(paths.allSatisfy(plan.holds))
        for path in ["notes/1.html", "notes/", "notes", "", "b", "zz", "z/e\u{301}", "A"] {
            #expect(!plan.holds(path), "\(path)")
        }
        #expect(!self.plan([]).holds("a"))
    }

    /// `printf 'deck\na/b.data\n3' | sha256sum | cut -c -20`.
    @Test func identifiesADeckForAnkiAcrossVersions() {
        let id = NoteID(source: "a/b.data", index: 3)
        #expect(id.studyIdentifier == "baf21117106b0f1b837f")
        var note = Note(deck: Deck([]), id: id)
        #expect(note.studyIdentifier == id.studyIdentifier)
        note.identity = "urn:x"
        #expect(note.studyIdentifier == "0a8aa137e7e709732eac")
        // With an identity, the place of the deck does not matter.
        var moved = Note(deck: Deck([]), id: NoteID(source: "c.data", index: 0))
        moved.identity = "urn:x"
        #expect(moved.studyIdentifier == note.studyIdentifier)
    }

    @Test func checksNothingUnlessAskedTo() throws {
        let none = FileValidator()
        #expect(!none.mustRecheck(OutputPath("a")))
        try none.check(OutputPath("a"), [1])
    }
}
