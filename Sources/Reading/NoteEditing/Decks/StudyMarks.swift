import Hashing
import LocalFiles
import NoteArchives
import NoteModel
import Platform

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
    package init(_ bytes: [UInt8]) throws {
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

/// A change of a deck's file and of the record of merged marks, saved before either is written. If
/// a run is killed in between, the next one completes the record or drops the change, so that no
/// mark is lost or counted twice.
private struct PendingMarks: Codable {
    let source: String
    /// The SHA-256 of the file after the change.
    let digest: String
    /// The lines of the record, to be added or, if the change takes marks back, removed.
    let lines: [String]
    let isRemoving: Bool
}

extension NotesEditor {
    private static let recordName = "merged"
    private static let pendingName = "merging"

    /// Returns the marks of a file that have not been added to their archive before.
    ///
    /// - Throws: ``FileError`` if the record of merged marks cannot be read or completed.
    package func unmerged(_ marks: StudyMarks) throws -> [StudyMarks.Card] {
        try completePending()
        let known = Set(try mergedLines())
        return marks.cards.filter { !known.contains("\(marks.id) \($0.id)") }
    }

    /// Writes a deck to which marks were added, and records that they were. The version before goes
    /// to the trash.
    ///
    /// - Throws: ``UserError`` if the file has changed since the draft was made; ``FileError`` if
    ///   the deck or the record cannot be written.
    package func save(
        _ draft: DeckDraft, with cards: [StudyMarks.Card], of marks: StudyMarks, named name: String
    ) throws {
        try save(draft, named: name, lines: cards.map { "\(marks.id) \($0.id)" })
    }

    /// Writes a deck to which a mark was added. The version before goes to the trash.
    ///
    /// - Parameter name: The name of the entry in the trash; numbered if it is taken.
    /// - Throws: ``UserError`` if the file has changed since the draft was made; ``FileError`` if
    ///   the deck cannot be written.
    package func save(_ draft: DeckDraft, keepingTheVersionNamed name: String) throws {
        try save(draft, named: name, lines: [])
    }

    private func save(_ draft: DeckDraft, named name: String, lines: [String]) throws {
        let bytes = try draft.checkedBytes()
        try requireUnchanged(draft.archive)
        try replace(
            draft.archive.file, source: draft.note.id.source, original: draft.archive.original,
            with: bytes, title: draft.note.title, named: name, lines: lines, isRemoving: false)
    }

    /// Restores a deck to which marks were added, or from which they were taken back, byte for
    /// byte; the present version goes to the trash.
    ///
    /// - Returns: The name of the file; nil for any other entry, and if the file is gone.
    func restoreMarks(_ archive: [UInt8], entry: NotesTrash.Entry) throws -> String? {
        guard let replacement = entry.replacement, let lines = replacement.marks,
            let source = folder.sources.first(where: { $0.name == entry.sourceName })
        else { return nil }
        try completePending()
        let present = try LocalFiles.read(source.path)
        try replace(
            source.path, source: source.name, original: present, with: archive, title: entry.title,
            named: NoteID(source: source.name, index: 0).fileStem, lines: lines,
            isRemoving: replacement.hasMarks != true)
        return source.name
    }

    private func replace(
        _ file: String, source: String, original: [UInt8], with bytes: [UInt8], title: String,
        named name: String, lines: [String], isRemoving: Bool
    ) throws {
        // A record that cannot be read is noticed before anything is changed.
        _ = try mergedLines()
        let replacement = NotesTrash.Replacement(
            index: 0, texts: [title], marks: lines, hasMarks: isRemoving)
        let pending = PendingMarks(
            source: source, digest: ContentDigest(of: bytes).text, lines: lines,
            isRemoving: isRemoving)
        try withNewEntries(for: file, holding: original) { entries in
            entries.append(
                try trash.add(
                    named: name, title: title, source: source, position: nil, archive: original,
                    replacement: replacement))
            let json = (try? JSONEncoder().encode(pending)).map { Array($0) } ?? []
            try folder.writeStudyRecord(named: Self.pendingName, json)
            try LocalFiles.replaceDurably(file, bytes: bytes)
        }
        try completePending()
    }

    /// Completes an interrupted change of the record of merged marks if the deck's file was
    /// written, and drops it otherwise.
    private func completePending() throws {
        guard let bytes = try folder.studyRecord(named: Self.pendingName), !bytes.isEmpty else {
            return
        }
        if let pending = try? JSONDecoder().decode(PendingMarks.self, from: Data(bytes)),
            (try? ContentDigest(ofFileAt: folder.path + "/" + pending.source).text)
                == pending.digest
        {
            let others = try mergedLines().filter { !pending.lines.contains($0) }
            let lines = others + (pending.isRemoving ? [] : pending.lines)
            try folder.writeStudyRecord(
                named: Self.recordName, Array(lines.map { $0 + "\n" }.joined().utf8))
        }
        try folder.writeStudyRecord(named: Self.pendingName, [])
    }

    private func mergedLines() throws -> [String] {
        let bytes = try folder.studyRecord(named: Self.recordName)
        return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").map {
            String($0)
        }
    }
}
