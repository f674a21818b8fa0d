import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel

struct StudyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "study",
        abstract: "Study a deck in the terminal, or add the marks that its page saved.",
        subcommands: [Terminal.self, Merge.self], defaultSubcommand: Terminal.self)

    struct Merge: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Add saved marks to the counts of the cards in their archives.",
            discussion: """
                The page of a deck saves its marks as a file. Each is added once, however often it \
                is named here.
                """)

        @Argument(help: "Files that pages saved.", completion: .file())
        var files: [String]

        @OptionGroup var place: NotesPlace

        @OptionGroup var printing: PrintingOptions

        func run() throws {
            var hasFailed = false
            for file in files {
                // The notes are read again, since each file has to see what the previous one
                // added.
                let editing = try NotesEditing(place.options())
                do {
                    if try merge(file, editing: editing) { hasFailed = true }
                } catch let error as UserError where files.count > 1 {
                    Messages.current.show(error: error.message)
                    hasFailed = true
                }
            }
            if hasFailed { throw ExitCode(2) }
        }

        private static func marks(of file: String) throws -> StudyMarks {
            let bytes = try UserError.reading("The file \(file)") {
                try LocalFiles.read(file, atMost: LocalFiles.maximumTextSize)
            }
            do { return try StudyMarks(bytes) } catch let error as StudyMarks.MarksError {
                throw UserError("\(file) \(error.problem); nothing was changed.")
            }
        }

        /// Adds the marks of a saved file to the cards of their deck.
        ///
        /// - Returns: True if some marks are of cards that the deck no longer has.
        /// - Throws: ``UserError`` if no deck or none of the cards is found.
        private func merge(_ file: String, editing: borrowing NotesEditing) throws -> Bool {
            let marks = try Self.marks(of: file)
            let cards = try editing.editor.unmerged(marks)
            guard !cards.isEmpty else {
                Messages.current.show("\(file) was merged before; nothing was changed.")
                return false
            }
            guard
                let entry = editing.catalog.decks.entry(
                    studiedAs: marks.deck.id, titled: marks.deck.title,
                    with: marks.cards.map(\.id)),
                let deck = entry.note.deck
            else {
                throw UserError(
                    "\(file) belongs to the deck “\(marks.deck.title)”, and no deck in the notes folder has its cards; nothing was changed.",
                    "Name the right folder with --notes.")
            }
            var draft = try editing.editor.deckDraft(of: entry.note)
            let known = cards.filter { deck.index(of: $0.id) != nil }
            guard !known.isEmpty else {
                throw UserError.noCardOfMarks(file, deck: entry.note.title)
            }
            for card in known {
                guard let position = deck.index(of: card.id) else { continue }
                try draft.add(right: card.right, wrong: card.wrong, toCardAt: position)
            }
            let missing = cards.count - known.count
            let (right, wrong) = known.reduce((0, 0)) { ($0.0 + $1.right, $0.1 + $1.wrong) }
            try editing.editor.save(draft, with: known, of: marks, named: entry.note.id.fileStem)
            Messages.current.show(
                "“\(entry.note.title)”: \(right) right and \(wrong) wrong were added.")
            guard missing > 0 else { return false }
            let what = missing == 1 ? "1 card that is" : "\(missing) cards that are"
            Messages.current.show(
                error:
                    "\(file) has marks of \(what) no longer in the deck; restore what was deleted and merge it again."
            )
            return true
        }
    }
}

extension UserError {
    static func noCardOfMarks(_ path: String, deck: String) -> UserError {
        UserError(
            "“\(deck)” no longer has any of the cards of \(path); nothing was changed.",
            "`notebinder restore` brings back what was deleted.")
    }
}
