import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel

extension CardsCommand {
    struct New: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "new",
            abstract: "Start a deck without cards.",
            discussion: """
                Writes an archive of the name into the notes folder and prints the name of its file. \
                `notebinder cards add` adds cards to it.
                """)

        @Argument(help: "The name of the deck.")
        var deck: String

        @OptionGroup var place: NotesPlace

        @OptionGroup var printing: PrintingOptions

        func validate() throws {
            try require(!deck.isBlank, "A deck needs a name.")
        }

        func run() throws {
            let editing = try NotesEditing(place.options(), makingFolder: true)
            if let known = try? editing.catalog.deck(deck), known.note.title == deck {
                throw UserError(
                    "There is already a deck “\(deck)”, in \(known.note.id.source).")
            }
            try Messages.print(try editing.editor.createDeck(titled: deck) + "\n")
        }
    }

    struct Add: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a card to a deck, after another one or at the end.")

        @OptionGroup var chosen: DeckArgument

        @Argument(help: "The question, as Markdown.")
        var question: String

        @Argument(help: "The answer, as Markdown.")
        var answer: String

        @Option(
            parsing: .unconditional,
            help: "Number of the card to add it after; 0 adds it at the beginning.")
        var after: Int?

        @OptionGroup var printing: PrintingOptions

        func validate() throws {
            let isWritten = [question, answer].allSatisfy { $0.contains { !$0.isWhitespace } }
            try require(isWritten, "A card needs a question and an answer.")
            try require(after ?? 0 >= 0, "--after takes the number of a card, or 0.")
        }

        func run() throws {
            let editing = try NotesEditing(chosen.place.options())
            let (entry, deck) = try chosen.entry(of: editing.catalog)
            let count = deck.cards.count
            let before = after ?? count
            guard (0...count).contains(before) else {
                throw UserError(
                    "“\(entry.note.title)” has only \(Messages.counted(count, "card"))."
                )
            }
            guard try isWanted(besides: deck, titled: entry.note.title) else {
                return Messages.current.show("Nothing changed.")
            }
            var draft = try editing.editor.deckDraft(of: entry.note)
            try draft.add(
                question: question, answer: answer, after: before == 0 ? nil : before - 1)
            try editing.editor.save(draft)
            Messages.current.show("“\(entry.note.title)” has a new card \(before + 1).")
        }

        /// Returns false if the deck already has this card and the user declines to add it again.
        ///
        /// If the user cannot be asked, it prints a warning and returns true.
        private func isWanted(besides deck: Deck, titled title: String) throws -> Bool {
            let same = deck.cards.firstIndex { $0.question == question && $0.answer == answer }
            guard let same else { return true }
            let fact = "“\(title)” already has this card, with the number \(same + 1)."
            if let isConfirmed = Messages.confirmed("\(fact) Add it again?") { return isConfirmed }
            Messages.current.show("warning: \(fact)")
            return true
        }
    }

    struct Edit: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change the question or the answer of a card.",
            discussion: """
                Its counts stay. The card as it was goes to the trash; `notebinder restore` brings it back.
                """)

        @OptionGroup var chosen: DeckArgument

        @Argument(help: "Number of the card, from `notebinder cards list`.")
        var number: Int

        @Option(help: "The new question, as Markdown.")
        var question: String?

        @Option(help: "The new answer, as Markdown.")
        var answer: String?

        @OptionGroup var printing: PrintingOptions

        func validate() throws {
            let given = [question, answer].compactMap(\.self)
            try require(!given.isEmpty, "Give a new --question, a new --answer, or both.")
            try require(!given.contains(where: \.isBlank), "A card needs a question and an answer.")
        }

        func run() throws {
            let editing = try NotesEditing(chosen.place.options())
            let (entry, deck) = try chosen.entry(of: editing.catalog)
            let position = try CardsCommand.position(number, in: deck, titled: entry.note.title)
            let old = deck.cards[position]
            let (question, answer) = (question ?? old.question, answer ?? old.answer)
            guard question != old.question || answer != old.answer else {
                return Messages.current.show("Nothing changed.")
            }
            try editing.editor.edit(
                cardAt: position, of: try editing.editor.deckDraft(of: entry.note),
                question: question, answer: answer,
                named: "\(entry.fileName)-card-\(number)")
            Messages.current.show("Changed card \(number) of “\(entry.note.title)”.")
        }
    }

    /// Returns the position of a card in its deck, from 0.
    ///
    /// - Parameter number: The number of the card, from 1.
    /// - Throws: ``UserError`` if the deck has no such card.
    static func position(_ number: Int, in deck: Deck, titled title: String) throws -> Int {
        guard number > 0, number <= deck.cards.count else {
            throw UserError(
                "“\(title)” has no card \(number).", "`notebinder cards list` shows their numbers.")
        }
        return number - 1
    }
}
