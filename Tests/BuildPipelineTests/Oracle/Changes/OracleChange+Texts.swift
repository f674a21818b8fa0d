import Foundation
import NoteEditing
import TestSupport

extension OracleChange {
    /// Changes to the texts of notes, decks, drawings and handwriting.
    static let ofTexts = [
        editing("edit a text", weight: 12) { note, random in
            note.body = OracleTexts.body(&random)
        },
        editing("add to a text", weight: 6) { note, random in
            note.body += "\n\n" + OracleTexts.body(&random)
        },
        editing("change a modified date", weight: 4) { note, random in
            note.modified = OracleTexts.date(&random)
        },
        editing("change a created date", weight: 3) { note, random in
            note.created = OracleTexts.date(&random)
        },
        editing("rename a note", weight: 7) { note, random in
            note.title = OracleTexts.title(&random)
        },
        OracleChange("change the photos of a note", weight: 4) { notebook, random in
            let photos = random.chance(0.3) ? .none : notebook.photos(&random)
            return try edit(&notebook, random: &random) { note, _ in note.photos = photos }
        },
        OracleChange("link a title that no note has", weight: 3) { notebook, random in
            let title = "Appearing \(random.number(in: 1...4))"
            return try edit(&notebook, random: &random) { note, _ in
                note.body +=
                    "\n\nSee [[\(title)]] and [that](\(title.slugged).md).\n\n![[\(title)]]"
            }
        },
        OracleChange("take the title that a link names", weight: 4) { notebook, random in
            let title = "Appearing \(random.number(in: 1...4))"
            return try edit(&notebook, random: &random) { note, _ in
                note.title = note.title == title ? "Vanished" : title
            }
        },
        OracleChange("tag a note as no other", weight: 3) { notebook, random in
            let tag = "only-\(random.number(in: 1...3))"
            return try edit(&notebook, random: &random) { note, _ in
                let text = note.body.replacingOccurrences(of: " #" + tag, with: "")
                note.body = text == note.body ? text + " #" + tag : text
            }
        },
        OracleChange("reorder the notes of an archive", weight: 2) { notebook, random in
            let names = notebook.soundNames.filter { (notebook.notes[$0]?.count ?? 0) > 1 }
            guard !names.isEmpty else { return nil }
            let name = random.pick(names)
            var notes = notebook.notes[name] ?? []
            notes.shuffle(using: &random)
            if random.chance(0.3) { notes.append(notebook.note(&random)) }
            if notes.count > 3, random.chance(0.3) { notes.removeFirst() }
            try notebook.archive(notes, to: name, random: &random)
            return name
        },
        OracleChange("edit the cards of a deck", weight: 4) { notebook, random in
            let isJSON = random.chance(0.4)
            let name = isJSON ? "Places.json" : "Words.archive"
            guard notebook.damaged[name] == nil else { return nil }
            try isJSON ? notebook.writeCards(&random) : notebook.writeDeck(&random)
            return name
        },
        OracleChange("draw on a napkin", weight: 2) { notebook, random in
            guard notebook.damaged["Napkins.archive"] == nil else { return nil }
            try notebook.writeNapkin(&random)
            return ""
        },
        OracleChange("write on a handwritten page", weight: 2) { notebook, random in
            guard notebook.damaged["Lectures.sqlite"] == nil else { return nil }
            try notebook.writeLectures(&random)
            return ""
        },
        OracleChange("replace the note that a symbolic link leads to", weight: 2) {
            notebook, random in
            try notebook.writeLinkedNote(&random)
            return ""
        },
    ]

    private static func editing(
        _ name: String, weight: Int,
        edit: @escaping @Sendable (inout ArchivedNote, inout SeededGenerator) -> Void
    ) -> OracleChange {
        OracleChange(name, weight: weight) { notebook, random in
            try Self.edit(&notebook, random: &random, edit: edit)
        }
    }

    /// Edits a random note.
    private static func edit(
        _ notebook: inout OracleNotebook, random: inout SeededGenerator,
        edit: (inout ArchivedNote, inout SeededGenerator) -> Void
    ) throws -> String? {
        let name = random.pick(notebook.soundNames)
        let notes = edited(name, notebook: notebook, random: &random) { note, random in
            edit(&note, &random)
            return true
        }
        guard let notes else { return nil }
        try notebook.archive(notes, to: name, random: &random)
        return name
    }

    /// Returns the notes of a file after one of them was edited; nil if it cannot be edited that
    /// way.
    ///
    /// - Parameter edit: Returns false for a note that it cannot change.
    static func edited(
        _ name: String, notebook: OracleNotebook, random: inout SeededGenerator,
        edit: (inout ArchivedNote, inout SeededGenerator) -> Bool
    ) -> [ArchivedNote]? {
        var notes = notebook.notes[name] ?? []
        guard !notes.isEmpty, edit(&notes[random.number(in: 0...(notes.count - 1))], &random) else {
            return nil
        }
        return notes
    }
}

extension String {
    /// The name of the Markdown file of a note with this title, without its extension.
    fileprivate var slugged: String { lowercased().replacingOccurrences(of: " ", with: "-") }
}
