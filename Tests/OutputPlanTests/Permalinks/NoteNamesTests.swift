import NoteModel
import Orthography
import TestSupport
import Testing

@testable import OutputPlan

/// The names by which texts refer to notes.
@Suite(.tags(.fast))
struct NoteNamesTests {
    private func names(_ notes: [Note]) -> NoteNames {
        NoteNames(zip(notes, Slug.distinct(for: notes.map(\.title))).map { ($0, $1) })
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
    func findsANoteByItsExpectedFileName(path: String, index: Int?) {
        let names = names([.made("A walk"), .made("2014/07/09")])
        #expect(names.note(atFile: path) == index)
    }

    @Test func prefersTheNoteWithoutANumber() {
        let names = names([.made("A"), .made("A"), .made("a")])
        #expect(names.note(titled: "a") == 0)
        #expect(names.note(atFile: "a-2.md") == 1)
    }

    @Test(
        arguments: [
            ("Nickname", 0), ("nick#Part", 0), ("one/UML", 1), ("two/UML", 2), ("UML", 1),
            ("a/two/UML.md", 2), ("Named", 3), ("./two/Named", 3), ("many", nil), ("gone/x", nil),
        ] as [(String, Int?)])
    func findsANoteByAliasAndFile(name: String, index: Int?) {
        let first = Note(
            id: NoteID(source: "x/first.data", index: 0), title: "Title", body: "",
            otherFields: [
                .init("aliases", value: .array([.string("Nickname"), .string("Nick")]))
            ])
        let names = names([
            first, .made("One", source: "one/UML.data"), .made("Two", source: "b/two/UML.data"),
            .made("Other title", source: "two/Named.data"), .made("A", source: "many.archive"),
            .made("B", source: "many.archive", index: 1),
        ])
        #expect(names.note(named: name)?.note == index)
    }

    @Test func returnsTheWordsOfAPart() {
        let names = names([.made("C# tips"), .made("Note")])
        #expect(names.note(named: "C# tips")?.part == "")
        #expect(names.note(named: "Note# Some part ")?.part == "Some part")
    }
}
