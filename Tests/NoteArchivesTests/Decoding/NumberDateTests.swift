import Foundation
import KeyedArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Dates that apps archived as numbers, as text, in parts or in an identifier.
@Suite(.tags(.fast))
struct NumberDateTests: AppArchiveSuite {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(isInMemory: true)
    }

    private func note(
        _ fields: (inout ArchiveEditor) -> [(String, ArchiveEditor.Value)],
        reading: ReadingOptions = ReadingOptions()
    ) throws -> (note: Note, diagnostics: [Diagnostic.Identifier]) {
        var writer = ArchiveEditor()
        let text = writer.string("Body")
        let all = [("text", text)] + fields(&writer)
        let outcome = try read(
            writer.archive(root: "Note", superclasses: ["NSObject"], fields: all), reading: reading)
        return (try #require(outcome.notes.first), outcome.diagnostics.map(\.identifier))
    }

    /// 9 July 2014, 14:05 UTC, as Apple's frameworks, Unix and JavaScript count it.
    @Test(arguments: [426_607_500.0, 1_404_914_700, 1_404_914_700_000])
    func readsNumbersInEveryUnit(number: Double) throws {
        let expected = Date(timeIntervalSince1970: 1_404_914_700)
        #expect(try note { _ in [("created", .real(number))] }.note.created == expected)
        #expect(try note { _ in [("created", .integer(Int(number)))] }.note.created == expected)
        let object = try note { [("created", $0.number(number))] }
        #expect(object.note.created == expected)
    }

    @Test(arguments: [1e300, -1e300, .nan, .infinity])
    func reportsNumbersThatAreNoDate(number: Double) throws {
        let read = try note { _ in [("created", .real(number))] }
        #expect(read.note.created == nil && read.diagnostics == [.impossibleDate])
    }

    @Test func takesTheFirstFieldThatIsADate() throws {
        let read = try note { writer in
            [
                ("createdAt", .null), ("dateCreated", writer.string(" ")),
                ("creationDate", writer.string("some day")),
                ("date", writer.date(5)), ("time", writer.date(6)),
            ]
        }
        #expect(read.note.created == Date(timeIntervalSinceReferenceDate: 5))
        #expect(read.note.dateTexts.created == nil)
        #expect(read.diagnostics.isEmpty)
        // What is not used stays beside the note.
        #expect(Set(read.note.otherFields.map(\.key)) == ["dateCreated", "creationDate", "time"])
    }

    @Test func keepsTheWordsOfADateThatCannotBeRead() throws {
        let read = try note { [("created", $0.string("last summer"))] }
        #expect(read.note.created == nil && read.note.dateTexts.created == "last summer")
        let known = try note { [("modified", $0.string("2014-07-09"))] }
        #expect(known.note.modified == .day(2014, month: 7, day: 9))
        #expect(known.note.dateTexts.modified == "2014-07-09")
    }

    @Test func readsTextsInTheZoneOfTheOwner() throws {
        let zone = try #require(TimeZone(secondsFromGMT: 7200))
        let read = try note(
            { [("created", $0.string("2014-07-09 16:05"))] },
            reading: ReadingOptions(timeZone: zone))
        #expect(read.note.created == Date(timeIntervalSince1970: 1_404_914_700))
    }

    @Test func readsADateInParts() throws {
        let read = try note { writer in
            [
                ("year", .integer(2014)), ("month", writer.string("7")),
                ("day", writer.number(9)),
            ]
        }
        #expect(read.note.created == .day(2014, month: 7, day: 9))
        #expect(read.note.otherFields.isEmpty)
        let impossible = try note { _ in
            [("year", .integer(2014)), ("month", .integer(2)), ("day", .integer(30))]
        }
        #expect(impossible.note.created == nil)
        #expect(impossible.note.otherFields.map(\.key) == ["year", "month", "day"])
    }

    @Test(arguments: [
        ("14049147001", true), ("140491470012", true), ("1404914700", false),
        ("1404914700123", false), ("99999999999", false), ("11999999999", false),
        ("1404914700x", false), ("１４０４９１４７００１", false),
    ])
    func readsTheTimeInAnIdentifier(identifier: String, isTime: Bool) throws {
        let read = try note { [("noteid", $0.string(identifier))] }
        #expect(read.note.identifier == identifier)
        #expect(
            read.note.created
                == (isTime ? Date(timeIntervalSince1970: 1_404_914_700) : nil))
    }
}
