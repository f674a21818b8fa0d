import NoteModel
import OutputPlan
import TestSupport
import Testing

@testable import Permalinks

/// The names by which texts refer to notes.
@Suite(.tags(.fast))
struct NoteNamesTests {
    private func names(_ notes: [Note]) -> NoteNames {
        NoteNames(notes, slugs: Slug.distinct(for: notes.map(\.title)))
    }

    @Test(
        arguments: [
            ("C# tips", 0), ("c# TIPS", 0), ("C# tips#Part", nil), ("Élan", 1), ("e\u{301}lan", 1),
            (" Élan ", 1), ("Élan#Part", 1), ("Élan #Part#More", 1), ("Strasse", 2), ("STRAẞE", 2),
            ("", nil), ("#Part", nil), ("Nobody", nil),
        ] as [(String, Int?)])
    func findsANoteByItsTitle(name: String, index: Int?) {
        let names = names([.made("C# tips"), .made("Élan"), .made("Straße")])
        #expect(names.note(named: name)?.note == index)
    }

    @Test(
        arguments: [
            ("a-walk.md", 0), ("notes/a-walk.html", 0), ("A walk.markdown", 0), ("A walk", 0),
            ("../x/a-walk.md", 0), ("a-walk.txt", nil), (".md", nil), ("notes/", nil), ("", nil),
            ("/", nil), ("2014-07-09.md", 1), (".a-walk.md", nil),
        ] as [(String, Int?)])
    func findsANoteByTheFileThatOthersWouldName(path: String, index: Int?) {
        let names = names([.made("A walk"), .made("2014/07/09")])
        #expect(names.note(atFile: path) == index)
    }

    @Test func prefersTheNoteWithoutANumber() {
        let names = names([.made("A"), .made("A"), .made("a")])
        #expect(names.note(titled: "a") == 0)
        #expect(names.note(atFile: "a-2.md") == 1)
    }
}
