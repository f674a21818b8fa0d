import BuildPipeline
import BuildTestSupport
import Foundation
import NoteEditing
import TestSupport
import Testing

/// Changes to notes whose lists are divided into pages.
@Suite(.timeLimit(.minutes(5)))
struct DividedListsTests {
    /// The calendar of a year is on each of its pages, and shows the notes of all of them.
    @Test func showsAChangedDayOnAllPagesOfItsYear() throws {
        let build = try NotebookBuild()
        func add(_ number: Int, day: Int) throws {
            try build.add(
                "\(number).data",
                note: ArchivedNote(
                    title: "Note \(number)", body: "Words of \(number).",
                    created: Date(timeIntervalSince1970: 1_325_419_200 + Double(day) * 86_400)))
        }
        for number in 0..<560 { try add(number, day: number / 2) }
        try build.run { $0.formats = [.html] }
        func pages() throws -> [String: [UInt8]] {
            try build.tree("site").bytes.filter { $0.key.hasPrefix("by-date/") }
        }
        let before = try pages()
        #expect(before.count == 2)
        build.settle()
        try add(7, day: 300)
        try build.run { $0.formats = [.html] }
        let after = try pages()
        #expect(before.keys.allSatisfy { before[$0] != after[$0] })
        try build.expectSameAsFromNothing("a note of another day") { $0.formats = [.html] }
    }
}
