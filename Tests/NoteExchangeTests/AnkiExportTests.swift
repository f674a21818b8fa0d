import FileFormats
import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteExchange

/// Decks for Anki, as text and as packages.
@Suite(.tags(.fast))
struct AnkiExportTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try LocalFiles.makeFolder(folder.path + "/old")
        try LocalFiles.makeFolder(folder.path + "/scratch")
    }

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

    /// Returns the rows of a text for Anki, read by the rules of its manual.
    private func rows(_ export: AnkiExport) -> [[String]] {
        var rows: [[String]] = [[""]]
        var isQuoted = false
        var rest = String(decoding: export.text, as: UTF8.self)[...]
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

    @Test func quotesFieldsThatWouldBreakALine() {
        let cards = [("a \"b\"\tc", "```\nx\ty\n```"), ("#tag", ""), ("", "x"), ("ü", "😀")]
        let rows = rows(AnkiExport([deck(cards, tags: ["a/b", "two words"])]))
        #expect(rows.count == 4)
        #expect(rows.allSatisfy { $0.count == 5 })
        #expect(rows[0][2].contains("\tc"))
        #expect(rows[0][3].contains("x\ty\n"))
        #expect(rows.map { $0[4] } == Array(repeating: "a::b two_words", count: 4))
        // Anki rejects a card without a question.
        #expect(rows[2][2] == "?")
    }

    @Test(arguments: [("A::B", "A:B"), (":A:", "A"), ("A:B", "A:B"), ("A", "A"), ("::::A", "A")])
    func makesNoNestedDeckOfATitle(title: String, name: String) {
        #expect(rows(AnkiExport([deck([("q", "a")], title: title)])).first?[1] == name)
    }

    @Test func exportsTheChosenDecksWithTheIdentifiersOfAll() {
        let decks = ["a", "b"].map { deck([("q", $0), ("r", $0)], source: $0) }
        let all = rows(AnkiExport(decks)).map { $0[0] }
        let chosen = rows(AnkiExport(decks, chosen: [decks[1].id])).map { $0[0] }
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
        let path = folder.path + "/old/" + name
        try AnkiExport(notes).writePackage(
            to: path, at: time, keepingTimesIn: folder.path + "/old",
            scratch: folder.path + "/scratch")
        let zip = try ZipReader(path)
        let database = try #require(zip.members.first { $0.name == "collection.anki2" })
        let copy = folder.path + "/scratch/copy"
        try? LocalFiles.remove(copy)
        try zip.unpack(database, to: copy)
        try? LocalFiles.remove(folder.path + "/scratch/collection.anki2")
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

    @Test func ignoresFilesThatAreNoPackagesOfItsOwn() throws {
        try folder.write("no ZIP file", to: "old/a.apkg")
        try folder.write("", to: "old/b.APKG")
        var zip = try ZipWriter(folder.path + "/old/c.apkg")
        try zip.add("collection.anki2", bytes: Array("no database".utf8))
        try zip.finish()
        #expect(try package([deck([("q", "a")])], named: "d.apkg", at: 7).map(\.time) == [7])
    }

    @Test func namesPicturesByTheirContent() throws {
        let picture = PNGPicture.quarters(width: 2, height: 2)
        let stored = try ["a.png", "b.jpg"].map {
            StoredBytes(file: try folder.write(picture, to: $0), range: 0..<picture.count)
        }
        let names = stored.map {
            AnkiExport.pictureName(of: Medium(.photo, name: "x.gif", content: .stored($0)))
        }
        #expect(names[0] == names[1])
        #expect(names[0]?.wholeMatch(of: /notebinder-[0-9a-f]{20}\.png/) != nil)
        #expect(AnkiExport.pictureName(of: Medium(.photo, content: .missing)) == nil)
        let gone = StoredBytes(file: folder.path + "/absent", range: 0..<9)
        #expect(AnkiExport.pictureName(of: Medium(.photo, content: .stored(gone))) == nil)
        let photos = [Medium(.photo, name: "a.png", content: .stored(stored[0]))]
        let note = deck([("![](a.png)", "![](gone.png)")], photos: photos)
        #expect(rows(AnkiExport([note])).first?[2] == "<img src=\"\(names[0] ?? "")\">")
        #expect(rows(AnkiExport([note])).first?[3].contains("<img") == false)
    }

    @Test func packsEachPictureOnce() throws {
        let picture = PNGPicture.quarters(width: 2, height: 2)
        let path = try folder.write(picture, to: "a.png")
        let photo = Medium(
            .photo, name: "a.png", content: .stored(.init(file: path, range: 0..<picture.count)))
        let notes = ["a", "b"].map { deck([("q", "")], source: $0, photos: [photo]) }
        _ = try package(notes, named: "p.apkg", at: 1)
        let zip = try ZipReader(folder.path + "/old/p.apkg")
        #expect(zip.members.map(\.name).sorted() == ["0", "collection.anki2", "media"])
        var media: [UInt8] = []
        let member = try #require(zip.members.first { $0.name == "media" })
        try zip.read(member) { media += $0 }
        let names = try JSONDecoder().decode([String: String].self, from: Data(media))
        #expect(names == ["0": AnkiExport.pictureName(of: photo) ?? ""])
    }
}
