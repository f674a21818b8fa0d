import KeyedArchives
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct DeckReadingTests: ReadingSuite {
    let folder = TemporaryFolder()

    private func deck(_ outcome: SourceOutcome) throws -> (note: Note, deck: Deck) {
        let note = try #require(outcome.notes.first, "\(outcome.diagnostics)")
        return (note, try #require(note.deck))
    }

    /// Classes and keys from public code, each in the app's own spelling.
    @Test(arguments: [
        ("FlashCard", "question", "answer", "rightCount", "wrongCount"),
        ("FlashCard", "Question", "Answer", "RightCount", "WrongCount"),
        ("FlashCard", "kQuestion", "kAnswer", "kRightCount", "kWrongCount"),
        ("Card", "FrontText", "BackText", "right", "wrong"),
        ("FlashCard", "left_card", "right_card", "", ""),
        ("IndexCard", "keyword", "phrase", "", ""), ("Card", "frontCard", "backCard", "", ""),
        ("MZFlashCardItem", "challenge", "solution", "solved", ""),
        ("MCCard", "word", "definition", "", ""), ("Flashcard", "fcQuestion", "fcAnswer", "", ""),
        ("FlashCardsKit.Card", "topic", "details", "", ""),
        // An unknown class, recognized by its fields.
        ("Shop.Thing", "prompt", "response", "correctCount", "numWrong"),
    ])
    func readsCardsWithAllKeySpellings(
        className: String, front: String, back: String, right: String, wrong: String
    ) throws {
        let members = (1...3).map { number in
            var fields: [(String, MadeValue)] = [
                (front, "Q\(number)"), (back, "A\(number)"),
            ]
            if !right.isEmpty { fields.append((right, .inline(.integer(number)))) }
            if !wrong.isEmpty { fields.append((wrong, .number(number + 1))) }
            return MadeValue.object(className, fields)
        }
        let outcome = try read(archived: .list(members), as: "Birds.archive")
        let (note, deck) = try deck(outcome)
        #expect(outcome.notes.count == 1)
        #expect(note.title == "Birds")
        #expect(deck.cards.map(\.question) == ["Q1", "Q2", "Q3"])
        #expect(deck.cards.map(\.answer) == ["A1", "A2", "A3"])
        let knows = { (key: String) in !key.isEmpty && key != "right" && key != "wrong" }
        #expect(deck.cards[2].rightCount == (knows(right) ? 3 : 0))
        #expect(deck.cards[2].wrongCount == (knows(wrong) ? 4 : 0))
        let taken = outcome.diagnostics.map(\.identifier)
        #expect(taken == (className == "Shop.Thing" ? [.takenForNote] : []))
    }

    @Test func readsDictionariesAndPlainLists() throws {
        let json =
            #"[{"question": "Q", "answer": "A", "rightCount": 2}, {"question": "R", "answer": "B"}]"#
        let (note, deck) = try deck(try read(json: json, as: "words.json"))
        #expect(note.title == "words")
        #expect(
            deck.cards == [
                Card(question: "Q", answer: "A", rightCount: 2), Card(question: "R", answer: "B"),
            ])
    }

    @Test func readsSeveralNamedDecksFromOneFile() throws {
        let json = #"""
            {"Capitals": [{"question": "Q", "answer": "A"}], "decks": [
              {"deckName": "Birds", "indexDecks": [{"keyword": "K", "phrase": "P"}]}]}
            """#
        let outcome = try read(json: json, as: "all.json")
        #expect(outcome.notes.map(\.title) == ["Capitals", "Birds"])
        #expect(Set(outcome.notes.map(\.id)).count == 2)
        #expect(outcome.notes[1].hasOwnTitle)
        #expect(outcome.diagnostics.isEmpty)
    }

    @Test func keepsOtherFieldsAndIdentifiersOfCards() throws {
        let json = #"[{"cardID": "7", "question": "Q", "answer": ["A", "B"], "enabled": true}]"#
        let (_, deck) = try deck(try read(json: json))
        #expect(deck.cards[0].answer == "A\n\nB")
        #expect(deck.cards[0].otherFields.map(\.key) == ["cardID", "enabled"])
        let named = #"[{"id": "7", "question": "Q", "answer": "A"}]"#
        #expect(try self.deck(try read(json: named)).deck.cards[0].identifier == "7")
    }

    @Test func placesPicturesOnTheirCardSides() throws {
        let cards = (0..<2).map { number in
            MadeValue.object(
                "FlashCard",
                [
                    ("frontText", "Q\(number)"), ("backText", "A"),
                    ("frontPhoto", .data(picture + [UInt8(number)])),
                    ("backPhoto", .data(picture + [9, UInt8(number)])),
                ])
        }
        let (note, deck) = try deck(try read(archived: .list(cards)))
        #expect(note.photos.count == 4)
        #expect(deck.cards[1].question == "Q1\n\n![](3)")
        #expect(deck.cards[1].answer == "A\n\n![](4)")
    }

    @Test func reportsIncompleteCardsAndInvalidCounts() throws {
        let json = #"""
            [{"question": "Only asked", "answer": ""}, {"question": "", "answer": "Only told"},
             {"question": "", "answer": " "},
             {"question": "Q", "answer": "A", "rightCount": -3, "wrongCount": "4"},
             {"question": "R", "answer": "A", "rightCount": "many", "wrongCount": 1.5e300}]
            """#
        let outcome = try read(json: json, as: "odd.json")
        let (_, deck) = try deck(outcome)
        #expect(deck.cards.map(\.question) == ["Only asked", "", "Q", "R"])
        #expect(deck.cards.map(\.rightCount) == [0, 0, 0, 0])
        #expect(deck.cards.map(\.wrongCount) == [0, 0, 4, 0])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "odd.json: entry 1, a card, has no answer.",
                "odd.json: entry 2, a card, has no question.",
                "odd.json: entry 3, a card, has neither a question nor an answer; it was left out.",
                "odd.json: entry 4, a card, was right -3 times, it says; that counts as 0.",
                "odd.json: entry 4, a card, was wrong “4” times, it says; that counts as 4.",
                "odd.json: entry 5, a card, was right “many” times, it says; that counts as 0.",
                "odd.json: entry 5, a card, was wrong 1.5e+300 times, it says; that counts as 0.",
            ])
    }

    @Test func separatesNotesFromCards() throws {
        let json = #"""
            {"notes": [{"title": "A note", "text": "Words"}], "cards": [{"question": "Q", "answer": "A"}]}
            """#
        let outcome = try read(json: json, as: "both.json")
        #expect(Set(outcome.notes.map(\.title)) == ["both", "A note"])
        let mixed = #"[{"title": "A note", "text": "Words"}, {"question": "Q", "answer": "A"}, 7]"#
        let list = try read(json: mixed, as: "mixed.json")
        #expect(Set(list.notes.map(\.title)) == ["A note", "mixed"])
        #expect(list.unread.map(\.place) == ["root[2]"])
    }

    @Test func recognizesEmptyDecksOnlyAmongDecks() throws {
        try folder.write(MadeValue.list([]).archive, to: "decks/Empty.archive")
        try folder.write(#"[{"question": "Q", "answer": "A"}]"#, to: "decks/One.json")
        try folder.write(MadeValue.list([]).archive, to: "notes/Empty.archive")
        let notes = try NotesFolder(folder.path)
        let read = notes.sources.map { SourceReader(folder: notes).read($0) }
        let found = EmptyDecks.found(in: read, of: notes).flatMap(\.notes)
        #expect(found.map(\.title) == ["Empty", "One"])
        #expect(found[0].deck?.cards == [])
    }

    @Test func readsNotesWithCardKeysAsNotes() throws {
        let json = #"[{"topic": "A", "details": "B", "text": "The text of a note"}]"#
        let outcome = try read(json: json, as: "a.json")
        #expect(outcome.notes.map(\.kind) == [.note])
        #expect(outcome.notes.first?.body == "The text of a note")
    }

    @Test func joinsNestedCardArchivesIntoOneDeck() throws {
        let members = (0..<3).map { number in
            MadeValue.data(
                MadeValue.object("FlashCard", [("question", "Q\(number)"), ("answer", "A")]).archive
            )
        }
        let (note, deck) = try deck(try read(archived: .list(members), as: "a.archive"))
        #expect(deck.cards.map(\.question) == ["Q0", "Q1", "Q2"])
        #expect(note.id.index == 0)
    }

    @Test func keepsDeckIdentifiersWhenOtherDecksGrow() throws {
        func identifiers(_ count: Int) throws -> [NoteID] {
            let cards = (0..<count).map { #"{"question": "Q\#($0)", "answer": "A"}"# }
            let json =
                #"{"decks": [{"name": "A", "cards": [\#(cards.joined(separator: ","))]}, {"name": "B", "cards": [{"question": "R", "answer": "S"}]}]}"#
            return try read(json: json, as: "a.json").notes.map(\.id)
        }
        #expect(try identifiers(1) == identifiers(9))
    }

    @Test func numbersRichTextPicturesAcrossTheDeck() throws {
        let cards = (0..<2).map { number in
            let data = MadeValue.data(picture + [UInt8(number)])
            let attachment = MadeValue.object(
                "NSTextAttachment",
                [("NSFileWrapper", .object("NSFileWrapper", [("data", data)]))])
            let answer = MadeValue.object(
                "NSAttributedString",
                [("NSString", "\u{FFFC}"), ("NSAttributes", ["NSAttachment": attachment])])
            return MadeValue.object(
                "FlashCard", [("question", "Q\(number)"), ("answer", answer)])
        }
        let (note, deck) = try deck(try read(archived: .list(cards)))
        #expect(note.photos.count == 2)
        #expect(deck.cards.map(\.answer) == ["![](1)", "![](2)"])
    }

    @Test func derivesDeckDatesFromItsCards() throws {
        let json = #"""
            [{"question": "Q", "answer": "A", "dateCreated": "2014-07-09"},
             {"question": "R", "answer": "A", "dateCreated": "2014-05-01", "updatedAt": "2015-01-02"}]
            """#
        let (note, _) = try deck(try read(json: json))
        #expect(note.created.map { CivilTime($0).dateText } == "2014-05-01")
        #expect(note.modified.map { CivilTime($0).dateText } == "2015-01-02")
    }

    @Test func keepsDuplicateCards() throws {
        let json = #"[{"question": "Q", "answer": "A"}, {"question": "Q", "answer": "A"}]"#
        #expect(try deck(try read(json: json)).deck.cards.count == 2)
    }

    @Test func deduplicatesSharedCardsAndSkipsDamagedOnes() throws {
        let good = MadeValue.shared(
            "good", .object("FlashCard", [("question", "Q"), ("answer", "A")]))
        let number = MadeValue.shared("number", .number(4))
        let bad = MadeValue.object("FlashCard", [("question", number), ("answer", number)])
        let (_, deck) = try deck(try read(archived: [good, bad, good]))
        #expect(deck.cards.map(\.question) == ["Q"])
    }
}

@Suite(.tags(.fast))
struct NapkinReadingTests: ReadingSuite {
    let folder = TemporaryFolder()

    private func napkin(_ title: String?, pictures: [String]) -> MadeValue {
        let text = title.map { MadeValue.text("On \($0)") } ?? .null
        let data = MadeValue.object(
            "NapkinNotesData",
            [
                ("title", title.map(MadeValue.text) ?? .null), ("engText", text),
                ("dateText", "no date"),
            ])
        let images = ["fullImage", "thumbImage", "drawing"].map { key in
            // Each picture has its own content.
            let content = picture + Array((key + (title ?? "")).utf8)
            return (key, pictures.contains(key) ? MadeValue.data(content) : .null)
        }
        return .object("NapkinNotesDoc", [("data", data)] + images)
    }

    @Test func readsNapkinsInStoredOrder() throws {
        let outcome = try read(
            archived: [
                napkin("B", pictures: ["fullImage", "thumbImage", "drawing"]),
                napkin("A", pictures: ["drawing"]), napkin("C", pictures: ["thumbImage"]),
                napkin(nil, pictures: []),
            ], as: "NapkinNotes.archive")
        #expect(outcome.diagnostics == [])
        #expect(outcome.notes.map(\.title) == ["B", "A", "C", "Untitled"])
        #expect(outcome.notes.map(\.body) == ["On B", "On A", "On C", ""])
        #expect(outcome.notes.map(\.photos.count) == [3, 1, 1, 0])
        #expect(outcome.notes.map(\.thumbnail) == [1, nil, nil, nil])
        #expect(outcome.notes.map(\.drawing) == [.picture(2), .picture(0), nil, nil])
        #expect(outcome.notes.map(\.dateTexts.created) == Array(repeating: "no date", count: 4))
        #expect(outcome.notes.map(\.id.index) == [0, 1, 2, 3])
    }

    @Test(arguments: [
        "<key>strokes</key>@3", "<key>points</key><array>@3</array><key>location</key>@3",
    ])
    func reportsDrawingsThatContainThemselves(fields: String) throws {
        let objects = """
            <dict><key>$class</key>@4<key>title</key>@2<key>text</key>@2<key>drawing</key>@3</dict>
            <string>A</string><dict><key>$class</key>@5\(fields)</dict>
            <dict><key>$classname</key><string>NoteObj</string></dict>
            <dict><key>$classname</key><string>Drawing</string></dict>
            """
        let outcome = try read(xmlArchive(objects), as: "cycle.plist")
        #expect(outcome.notes.map(\.title) == ["A"])
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject])
    }

    @Test func keepsReadableStrokesOfDamagedDrawings() throws {
        let json = #"""
            [{"title": "A", "text": "b", "drawing": [{"points": ["{1, 2}", "{3, 4}"]}, {"width": 3},
              {"points": [5, 6, 7, 8]}]}, {"title": "B", "text": "c", "drawing": [{"size": 1}]}]
            """#
        let outcome = try read(json: json, as: "a.json")
        #expect(outcome.notes.first?.drawing?.strokes.count == 2)
        #expect(outcome.notes.last?.drawing == nil)
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject, .damagedObject])
    }

    @Test func readsADrawingOfStrokes() throws {
        let json = #"""
            [{"title": "A", "text": "b", "drawing": [
              {"points": ["{1, 2}", "{3, 4.5}"], "width": 3, "color": "#AA0000"},
              {"points": [5, 6, 7, 8], "brush": {"lineWidth": 9}, "eraser": true},
              {"points": [{"x": 1, "y": 1}], "tool": "pen"}, {"points": []}]}]
            """#
        let outcome = try read(json: json, as: "a.json")
        #expect(
            outcome.notes.first?.drawing?.strokes == [
                Stroke(
                    points: [Point(x: 1, y: 2), Point(x: 3, y: 4.5)], width: 3, colour: "#aa0000"),
                Stroke(
                    points: [Point(x: 5, y: 6), Point(x: 7, y: 8)], width: 9, colour: "#000000",
                    isEraser: true),
                Stroke(points: [Point(x: 1, y: 1)], width: 2, colour: "#000000"),
            ])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "a.json: in a drawing, a stroke has one point and is drawn as a dot; a stroke has no points and was left out."
            ])
    }
}
