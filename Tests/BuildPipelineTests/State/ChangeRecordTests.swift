import Foundation
import LocalFiles
import NoteModel
import SitePages
import TestSupport
import Testing

@testable import BuildPipeline

/// The dates at which notes were added or changed.
@Suite(.tags(.fast))
struct ChangeRecordTests {
    private let folder = TemporaryFolder()

    private func record(_ entries: [String: (date: String, isNew: Bool)]) throws -> ChangeRecord {
        let object = entries.mapValues { ["date": $0.date, "isNew": $0.isNew] as [String: Any] }
        let json = try JSONSerialization.data(withJSONObject: object)
        return ChangeRecord(contentsOf: try folder.write(Array(json), to: "changes.json"))
    }

    private func notes(_ count: Int) -> [Note] {
        (0..<count).map { index in
            var note = Note.made("N\(index)")
            note.identity = "id\(index)"
            return note
        }
    }

    @Test func listsTheChangesOfNotesByTheirPositions() throws {
        let record = try record([
            "id1": ("2024-05-01T00:00:00Z", true), "id2": ("2024-06-01T00:00:00Z", false),
            "other": ("2024-07-01T00:00:00Z", false), "id0": ("no date", true),
        ])
        let changes = record.changes(of: notes(4))
        #expect(changes.map(\.note) == [1, 2])
        #expect(changes.map(\.isNew) == [true, false])
        #expect(changes.first?.date == .day(2024, month: 5, day: 1))
    }

    @Test func isEmptyWithoutAFileOrWithADamagedOne() throws {
        let empty = ChangeRecord(contentsOf: folder.path + "/absent")
        for text in ["", "[]", "{\"a\": 1}", "{\"a\": {\"date\": 5, \"isNew\": true}}"] {
            #expect(ChangeRecord(contentsOf: try folder.write(text, to: "c")) == empty)
        }
        #expect(empty.changes(of: notes(2)).isEmpty)
    }

    @Test func forgetsNotesThatAreGoneAndKeepsTheLatest() throws {
        var entries: [String: (date: String, isNew: Bool)] = [:]
        for index in 0..<230 {
            let day = CivilTime(Date(timeIntervalSince1970: Double(index) * 86_400)).rfc3339
            entries["id\(index)"] = (day, false)
        }
        let old = try record(entries)
        let kept = try old.adding(RunChanges(), to: notes(230)).changes(of: notes(230))
        #expect(kept.map(\.note) == Array(30..<230))
        let fewer = try old.adding(RunChanges(), to: notes(3)).changes(of: notes(230))
        #expect(fewer.map(\.note) == [0, 1, 2])
    }

    @Test func writesNothingIfNothingChanged() throws {
        let old = try record(["id0": ("2024-05-01T00:00:00Z", true)])
        let path = folder.path + "/new.json"
        try ChangeRecord(contentsOf: path).write(to: path)
        #expect(try LocalFiles.status(path) == nil)
        try old.write(to: path)
        let status = try LocalFiles.status(path)
        try old.write(to: path)
        #expect(try LocalFiles.status(path) == status)
        #expect(ChangeRecord(contentsOf: path) == old)
        #expect(try LocalFiles.read(path).last == 0x0A)
    }
}
