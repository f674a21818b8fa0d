import FileFormats
import Foundation
import NoteModel
import TestSupport
import Testing

@testable import NoteExports

/// Decks for Anki, as text and as packages.
@Suite(.tags(.fast))
struct AnkiExportTests {
    private let folder = TemporaryFolder()

    private func deck(
        _ cards: [(String, String)], title: String = "D", source: String = "d.archive",
        tags: [String] = [], photos: [Medium] = []
    ) -> Note {
        var note = Note(
            deck: Deck(cards.map { Card(question: $0.0, answer: $0.1) }),
            id: NoteID(source: source, index: 0), title: title, photos: photos)
        note.tags = tags.map { Tag($0) }
        return note
    }

    @Test func quotesFieldsThatWouldBreakALine() {
        let cards = [("a \"b\"\tc", "```\nx\ty\n```"), ("#tag", ""), ("", "x"), ("ü", "😀")]
        let rows = AnkiExport([deck(cards, tags: ["a/b", "two words"])]).rows
        #expect(rows.count == 4)
        #expect(rows.allSatisfy { $0.count == 5 })
        #expect(rows[0][2].contains("\tc"))
        #expect(rows[0][3].contains("x\ty\n"))
        #expect(rows.map { $0[4] } == Array(repeating: "a::b two_words", count: 4))
        // Anki rejects a card without a question.
        #expect(rows[2][2] == "?")
    }

    @Test(arguments: [("A::B", "A:B"), (":A:", "A"), ("A:B", "A:B"), ("A", "A"), ("::::A", "A")])
    func createsNoNestedDeckFromATitle(title: String, name: String) {
        #expect(AnkiExport([deck([("q", "a")], title: title)]).rows.first?[1] == name)
    }

    @Test func keepsIdentifiersWhenExportingChosenDecks() {
        let decks = ["a", "b"].map { deck([("q", $0), ("r", $0)], source: $0) }
        let all = AnkiExport(decks).rows.map { $0[0] }
        let chosen = AnkiExport(decks, chosen: [decks[1].id]).rows.map { $0[0] }
        #expect(Set(all).count == 4)
        #expect(chosen == Array(all.suffix(2)))
        #expect(AnkiExport(decks + [.made("A note")]).count == 4)
        #expect(AnkiExport(decks, chosen: []).count == 0)
    }

    private struct Row: Equatable {
        let identifier: String
        let fields: String
        let time: Int64
    }

    private func package(_ notes: [Note], named name: String, at time: Int) throws -> [Row] {
        let zip = try ZipReader(try AnkiExport(notes).package(name, in: folder, at: time))
        let database = try #require(zip.members.first { $0.name == "collection.anki2" })
        let copy = folder.path + "/" + name + ".anki2"
        try zip.unpack(database, to: copy)
        var rows: [Row] = []
        let columns = ["guid", "flds", "mod"]
        try SQLiteFile(ownCopy: copy).forEachRow(of: "notes", columns: columns, by: "id") { row in
            guard case .text(let identifier) = row[0], case .text(let fields) = row[1],
                case .integer(let time) = row[2]
            else { return }
            rows.append(Row(identifier: identifier, fields: fields, time: time))
        }
        return rows.sorted { $0.fields < $1.fields }
    }

    @Test func keepsTheTimesOfCardsThatDidNotChange() throws {
        let first = try package([deck([("q", "a"), ("r", "b")])], named: "1.apkg", at: 1000)
        #expect(first.map(\.fields) == ["q\u{1F}a", "r\u{1F}b"])
        #expect(first.map(\.time) == [1000, 1000])
        let second = try package([deck([("q", "a"), ("r", "new")])], named: "2.apkg", at: 2000)
        #expect(second.map(\.identifier) == first.map(\.identifier))
        #expect(second.map(\.time) == [1000, 2000])
        // A clock that was set back must not hide a change.
        let third = try package([deck([("q", "new"), ("r", "new")])], named: "3.apkg", at: 5)
        #expect(third.map(\.time) == [1001, 2000])
    }

    @Test func ignoresFilesThatAreNotItsPackages() throws {
        try folder.write("no ZIP file", to: "a.apkg")
        try folder.write("", to: "b.APKG")
        var zip = try ZipWriter(folder.path + "/c.apkg")
        try zip.add("collection.anki2", bytes: Array("no database".utf8))
        try zip.finish()
        #expect(try package([deck([("q", "a")])], named: "d.apkg", at: 7).map(\.time) == [7])
    }

    @Test func namesPicturesByTheirContent() throws {
        let photos = try ["a.png", "b.jpg"].map { try folder.photo($0) }
        let names = photos.map { AnkiExport.pictureName(of: $0.named("x.gif")) }
        #expect(names[0] == names[1])
        #expect(names[0]?.wholeMatch(of: /notebinder-[0-9a-f]{20}\.png/) != nil)
        for gone in [Medium(.photo, content: .missing), .made("absent.png")] {
            #expect(AnkiExport.pictureName(of: gone) == nil)
        }
        let note = deck([("![](a.png)", "![](gone.png)")], photos: [photos[0]])
        let row = try #require(AnkiExport([note]).rows.first)
        #expect(row[2] == "<img src=\"\(names[0] ?? "")\">")
        #expect(!row[3].contains("<img"))
    }

    @Test func packsEachPictureOnce() throws {
        let photo = try folder.photo("a.png")
        let notes = ["a", "b"].map { deck([("q", "")], source: $0, photos: [photo]) }
        let zip = try ZipReader(try AnkiExport(notes).package("p.apkg", in: folder, at: 1))
        #expect(zip.members.map(\.name).sorted() == ["0", "collection.anki2", "media"])
        var media: [UInt8] = []
        let member = try #require(zip.members.first { $0.name == "media" })
        try zip.read(member) { media += $0 }
        let names = try JSONDecoder().decode([String: String].self, from: Data(media))
        #expect(names == ["0": AnkiExport.pictureName(of: photo) ?? ""])
    }
}

extension AnkiExport {
    /// The rows of the text, read by the rules of Anki's manual.
    var rows: [[String]] {
        var rows: [[String]] = [[""]]
        var isQuoted = false
        var rest = String(decoding: text, as: UTF8.self)[...]
        while rest.hasPrefix("#") { rest = rest.drop { $0 != "\n" }.dropFirst() }
        for scalar in rest.unicodeScalars {
            let (row, field) = (rows.count - 1, rows[rows.count - 1].count - 1)
            switch scalar {
            case "\"":
                if !isQuoted, !rows[row][field].isEmpty { rows[row][field].append("\"") }
                isQuoted.toggle()
            case "\t" where !isQuoted: rows[row].append("")
            case "\n" where !isQuoted: rows.append([""])
            default: rows[row][field].unicodeScalars.append(scalar)
            }
        }
        return rows.dropLast()
    }

    /// Writes a package beside earlier ones, and returns its path.
    func package(
        _ name: String, in folder: TemporaryFolder, at time: Int = 1_700_000_000
    ) throws -> String {
        let scratch = TemporaryFolder()
        let path = folder.path + "/" + name
        try writePackage(to: path, at: time, keepingTimesIn: folder.path, scratch: scratch.path)
        return path
    }
}
