import KeyedArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

@Suite(.tags(.fast))
struct ArchiveVocabularyTests {
    private let standard = ArchiveVocabulary.standard

    private func roles(_ key: String) -> Set<ArchiveVocabulary.Role> {
        Set(standard.meanings(of: key).map(\.role))
    }

    @Test(arguments: [
        "title", "Title", "TITLE", "_title", "m_title", "kTitle", "titleKey", "kTitleKey",
        "note_title", "Note-Title", "note title", "m_noteTitle", "diaryTitleKey",
    ])
    func recognizesAllSpellingsOfAKey(key: String) {
        #expect(roles(key) == [.title])
    }

    @Test(arguments: ["", "key", "titles!", "untitled", "tıtle", "ti tle s", "kk", "m_"])
    func assignsNoMeaningToUnknownKeys(key: String) {
        #expect(standard.meanings(of: key).isEmpty)
        #expect(standard.isUnknown(key))
    }

    @Test func ranksKeysByPreference() throws {
        let ranks = try ["title", "noteTitle", "name", "caption"].map { key in
            try #require(standard.meanings(of: key).first { $0.role == .title }).rank
        }
        #expect(ranks == ranks.sorted() && Set(ranks).count == ranks.count)
    }

    @Test func recognizesAmbiguousKeys() {
        #expect(roles("notes") == [.body, .notes])
        #expect(roles("details") == [.body, .answer])
        // Cards do not make a key a known one of notes.
        #expect(standard.isUnknown("question") && !standard.isUnknown("details"))
    }

    @Test func takesTheFirstKnownClass() {
        #expect(standard.kind(of: ["Special", "NoteObj", "FlashCard"]) == .note)
        #expect(standard.kind(of: ["flash_card"]) == .card)
        #expect(standard.kind(of: ["NapkinNotesDoc"]) == .napkin)
        #expect(standard.kind(of: ["NSObject"]) == nil)
        #expect(standard.kind(of: []) == nil)
    }

    @Test func prefersConfiguredNamesToBuiltInOnes() {
        let own = ArchiveVocabulary(
            classes: ["NoteObj": .ignored, "Memory_Leaf": .note],
            keys: ["title": .body, "Überschrift": .title])
        #expect(own.kind(of: ["NoteObj"]) == .ignored)
        #expect(own.kind(of: ["MemoryLeaf"]) == .note)
        #expect(own.meanings(of: "TITLE") == [.init(role: .body, rank: -1)])
        #expect(own.meanings(of: "Überschrift") == [.init(role: .title, rank: -1)])
        #expect(
            own.ownNames == [
                "class Memory_Leaf note", "class NoteObj ignore", "key title body",
                "key Überschrift title",
            ])
        #expect(standard.ownNames.isEmpty)
        #expect(standard.kind(of: ["NoteObj"]) == .note)
    }

    @Test(arguments: [
        ("myTitle", true), ("sub_title_2", true), ("Titel", true), ("subject", true),
        ("tit", false),
        ("", false),
    ])
    func guessesKeysOfTitles(key: String, isTitle: Bool) {
        #expect(standard.isLikeTitle(key) == isTitle)
    }

    @Test(arguments: [
        ("root", false), ("Flash Cards", false), ("French verbs", true), ("title", false),
    ])
    func namesDecksAfterMeaningfulKeys(key: String, isName: Bool) {
        #expect(standard.isNameOfDeck(key) == isName)
    }
}

@Suite(.tags(.fast))
struct ArchivedRecordTests {
    private func record(_ keys: [String], vocabulary: ArchiveVocabulary = .standard)
        -> ArchivedRecord
    {
        ArchivedRecord(
            classNames: ["Note"], fields: keys.map { .init($0, .string($0)) },
            vocabulary: vocabulary)
    }

    @Test func findsFieldsByRoleWithThePreferredFirst() {
        let record = record(["name", "body", "weather", "title", "text", "own"])
        #expect(record[.title].map(\.key) == ["title", "name"])
        #expect(record[.body].map(\.key) == ["text", "body"])
        #expect(record[.photos].isEmpty)
        #expect(record[.decoration].map(\.key) == ["weather"])
        #expect(record.fields.map(\.key) == ["name", "body", "weather", "title", "text", "own"])
    }

    @Test func dropsIgnoredFields() {
        let own = ArchiveVocabulary(keys: ["secret": .ignored])
        #expect(record(["secret", "title"], vocabulary: own).fields.map(\.key) == ["title"])
    }

    @Test(arguments: [
        ("NSView", true), ("UIImage", true), ("CGThing", true), ("_UIThing", true),
        ("CLLocation", true), ("NSobject", false), ("NoteObj", false), ("UI", false), ("NS", false),
        ("NSÄ", false), ("SKEmitterNode", true),
    ])
    func recognizesSystemClasses(name: String, isOfSystem: Bool) {
        let record = ArchivedRecord(classNames: [name], fields: [], vocabulary: .standard)
        #expect(record.isOfSystemClass == isOfSystem)
    }

    @Test func readsDictionariesAndObjectsAndNothingElse() throws {
        let keys = MadeValue.members([.number(7), "title", .date(1), .realNumber(0.5)])
        let values: MadeValue = [
            .object("NSDictionary", [("NS.keys", keys), ("NS.objects", keys)]),
            .object("Note", [("title", true)], superclasses: []), "text", .null,
        ]
        let opened = try OpenedArchive.made(values.archive)
        let archive = opened.archive
        let members = try #require(try archive.array(opened.requiredRoot()))
        let records = try members.map {
            try ArchivedRecord($0, in: archive, vocabulary: .standard)
        }
        #expect(records[0]?.fields.map(\.key) == ["7", "title", "", "0.5"])
        #expect(records[0]?.classNames == [])
        #expect(records[1]?.classNames == ["Note"])
        #expect(records[2] == nil && records[3] == nil)
        #expect(
            members.map(archive.kindName) == [
                "a dictionary", "an object of the class Note", "a text", "nothing",
            ])
        #expect(archive.kindName(of: .uid(999)) == "something damaged")
        #expect(members.map(archive.isCompound) == [true, true, false, false])
        #expect(
            try archive.contentName(of: opened.requiredRoot()).hasPrefix(
                "a list of 4 items (the first is"))
    }
}

@Suite(.tags(.fast))
struct HeuristicMatchesTests {
    private func record(_ names: [String]) -> ArchivedRecord {
        ArchivedRecord(classNames: names, fields: [], vocabulary: .standard)
    }

    @Test func countsEachClassInAStableOrder() {
        var matches = HeuristicMatches()
        for name in ["Zettel", "Blatt", "Zettel"] { matches.count(record([name]), for: .note) }
        matches.count(record(["Blatt"]), for: .card)
        matches.count(record([]), for: .note)
        let found = matches.diagnostics(of: .init(name: "a.data", path: "/a.data"))
        #expect(
            found.map(\.summary) == [
                "a.data: an object of the class Blatt was taken for a card, by the fields.",
                "a.data: an object of the class Blatt was taken for a note, by the fields.",
                "a.data: 2 objects of the class Zettel were taken for notes, by the fields.",
            ])
        #expect(found.allSatisfy { $0.identifier == .takenForNote && $0.origin.source == "a.data" })
        #expect(found[2].suggestion.contains("{ Zettel: note }"))
    }
}

@Suite(.tags(.fast))
struct ArchivePathTests {
    @Test func formatsPathsAsText() {
        let path = ArchivePath.root.appending(.key("notes")).appending(.index(2))
            .appending(.nested).appending(.key("a b"))
        #expect("\(path)" == "root.notes[2].root.a b")
        #expect(path.parent.map { "\($0)" } == "root.notes[2].root")
        #expect("\(ArchivePath.root)" == "root")
        #expect(ArchivePath.root.parent == nil)
        #expect(path.parent?.appending(.key("a b")) == path)
    }
}
