import Foundation
import KeyedArchives
import NoteArchives
import NoteModel
import Platform
import TestSupport
import Testing

/// Dates that apps archived as numbers, as text, in parts or in an identifier.
@Suite(.tags(.fast))
struct NumberDateTests: ReadingSuite {
    let folder = TemporaryFolder(isInMemory: true)

    private func note(
        _ fields: [(String, MadeValue)], reading: ReadingOptions = ReadingOptions()
    ) throws -> (note: Note, diagnostics: [Diagnostic.Identifier]) {
        let outcome = try read(
            archived: .object("Note", [("text", "Body")] + fields), reading: reading)
        return (try #require(outcome.notes.first), outcome.diagnostics.map(\.identifier))
    }

    /// 9 July 2014, 14:05 UTC.
    private static let instant = Date(timeIntervalSince1970: 1_404_914_700)

    /// The numbers as Apple's frameworks, Unix and JavaScript count.
    @Test(arguments: [426_607_500.0, 1_404_914_700, 1_404_914_700_000])
    func readsNumbersInEveryUnit(number: Double) throws {
        for value: MadeValue in [
            .inline(.real(number)), .inline(.integer(Int(number))), .realNumber(number),
        ] {
            #expect(try note([("created", value)]).note.created == Self.instant, "\(value)")
        }
    }

    @Test(
        arguments: [
            [("date", .date(426_607_500))], [("time", 426_607_500.0)],
            [("timestamp", 1_404_914_700)], [("timestamp", 1_404_914_700_000)],
            [("date", "2014-07-09 14:05:00 +0000")], [("noteid", 140_491_470_042)],
            [("date", "no date"), ("createdAt", .date(426_607_500))],
        ] as [[(String, MadeValue)]])
    func readsDatesOfEveryType(fields: [(String, MadeValue)]) throws {
        #expect(try note(fields).note.created == Self.instant)
    }

    @Test(arguments: [1e300, -1e300, .nan, .infinity])
    func reportsNumbersThatAreNotDates(number: Double) throws {
        let read = try note([("created", .inline(.real(number)))])
        #expect(read.note.created == nil && read.diagnostics == [.impossibleDate])
    }

    @Test func usesTheFirstFieldWithAValidDate() throws {
        let read = try note([
            ("createdAt", .null), ("dateCreated", " "), ("creationDate", "some day"),
            ("date", .date(5)), ("time", .date(6)), ("updatedAt", .date(65)),
        ])
        #expect(read.note.created == Date(timeIntervalSinceReferenceDate: 5))
        #expect(read.note.modified == Date(timeIntervalSinceReferenceDate: 65))
        #expect(read.note.dateTexts.created == nil)
        #expect(read.diagnostics.isEmpty)
        // What is not used stays beside the note.
        #expect(Set(read.note.otherFields.map(\.key)) == ["dateCreated", "creationDate", "time"])
    }

    @Test(arguments: ["created", "date"])
    func keepsTheOriginalTextOfDates(key: String) throws {
        let read = try note([(key, "last summer")]).note
        #expect(read.created == nil && read.dateTexts.created == "last summer")
        let known = try note([("modified", "2014-07-09")]).note
        #expect(known.modified == .day(2014, month: 7, day: 9))
        #expect(known.dateTexts.modified == "2014-07-09")
    }

    @Test func readsDatesInTheConfiguredTimeZone() throws {
        let zone = try ZoneInfo("Etc/GMT-2")
        let read = try note(
            [("created", "2014-07-09 16:05")], reading: ReadingOptions(timeZone: zone))
        #expect(read.note.created == Self.instant)
    }

    @Test(
        arguments: [
            [("year", 2014), ("month", "7"), ("day", .number(9))],
            [("yearKey", 2014), ("monthKey", 7), ("dayKey", 9)],
        ] as [[(String, MadeValue)]])
    func readsADateInParts(fields: [(String, MadeValue)]) throws {
        let read = try note(fields).note
        #expect(read.created == .day(2014, month: 7, day: 9))
        #expect(read.otherFields.isEmpty)
    }

    @Test func keepsComponentsOfInvalidDates() throws {
        let read = try note([("year", 2014), ("month", 2), ("day", 30)]).note
        #expect(read.created == nil)
        #expect(read.otherFields.map(\.key) == ["year", "month", "day"])
    }

    @Test(arguments: [
        ("14049147001", true), ("140491470012", true), ("1404914700", false),
        ("1404914700123", false), ("99999999999", false), ("11999999999", false),
        ("1404914700x", false), ("１４０４９１４７００１", false),
    ])
    func readsTheTimeInAnIdentifier(identifier: String, isTime: Bool) throws {
        let read = try note([("noteid", .text(identifier))]).note
        #expect(read.identifier == identifier)
        #expect(read.created == (isTime ? Self.instant : nil))
    }
}
