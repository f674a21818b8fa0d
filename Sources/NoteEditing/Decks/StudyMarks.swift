import Foundation
import LocalFiles

/// The marks that a reader of a deck's page made and saved as a file: how often each card was
/// known, and how often it was not.
///
///     {"format": "notebinder-study", "version": 1, "id": "0f…", "deck": {"id": "…", "title": "…"},
///      "cards": [{"id": "…", "right": 1, "wrong": 0}]}
package struct StudyMarks: Sendable, Decodable {
    /// The identifier of this file, which prevents it from being added twice.
    package let id: String
    /// The deck that was studied.
    package let deck: Deck
    /// The cards that were marked; counts are 0 to 1,000,000.
    package let cards: [Card]
    private let format: String
    private let version: Int

    /// A deck, by its identifier and title.
    package struct Deck: Sendable, Decodable {
        package let id: String
        package let title: String
    }

    /// The marks of a card, which is identified by its name in the deck; both counts are 0 to
    /// 1,000,000.
    package struct Card: Sendable, Decodable {
        package let id: String
        package let right: Int
        package let wrong: Int
    }

    /// An error in a file of marks; the problem is a phrase that completes "NAME …".
    package struct MarksError: Error {
        package let problem: String
    }

    /// - Throws: ``MarksError`` if the file is of another kind or version, incomplete, or invalid.
    package init(_ bytes: [UInt8]) throws(MarksError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch {
            throw MarksError(problem: "holds no marks that a page of a deck saved, or is not whole")
        }
        guard format == "notebinder-study" else {
            throw MarksError(problem: "holds no marks that a page of a deck saved")
        }
        guard version == 1 else {
            throw MarksError(
                problem: "has version \(version) of the format; this program knows version 1")
        }
        let counts = cards.flatMap { [$0.right, $0.wrong] }
        guard counts.allSatisfy({ (0...1_000_000).contains($0) }),
            ([id] + cards.map(\.id)).allSatisfy({ name in
                !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            })
        else { throw MarksError(problem: "holds counts or a name that no page can have made") }
    }
}

extension NotesEditor {
    private static let recordName = "merged"

    /// Returns the marks of a file that have not been added to their archive before.
    package func unmerged(_ marks: StudyMarks) throws(EditingError) -> [StudyMarks.Card] {
        let known = Set(try mergedLines().map { String($0) })
        return marks.cards.filter { !known.contains("\(marks.id) \($0.id)") }
    }

    /// Writes a deck to which marks were added, and records that they were. The record is written
    /// first, and reverted if the archive cannot be written, so that marks are never added twice.
    ///
    /// - Throws: ``EditingError`` if either cannot be written; nothing is changed in this case.
    package func save(
        _ draft: DeckDraft, with cards: [StudyMarks.Card], of marks: StudyMarks
    ) throws(EditingError) {
        let before = try mergedLines()
        let own = cards.map { Substring("\(marks.id) \($0.id)") }
        try writeMerged(before + own)
        do throws(EditingError) {
            try save(draft)
        } catch {
            try writeMerged(before)
            throw error
        }
    }

    private func writeMerged(_ lines: [Substring]) throws(EditingError) {
        try folder.writeStudyRecord(
            named: Self.recordName, Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    private func mergedLines() throws(EditingError) -> [Substring] {
        let bytes = try folder.studyRecord(named: Self.recordName)
        return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
    }
}
