import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel

struct CardsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards",
        abstract: "List, add, edit and delete flash cards, start a deck, or export decks.",
        subcommands: [
            List.self, New.self, Add.self, Edit.self, Delete.self, Export.self,
        ])

    struct List: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the cards of a deck: number, question, answer, times right and wrong.")

        @OptionGroup var chosen: DeckArgument

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var printing: PrintingOptions

        private static func json(of deck: Deck) -> JSONValue {
            .array(
                deck.cards.enumerated().map { index, card in
                    .object([
                        ("number", .integer(index + 1)), ("question", .string(card.question)),
                        ("answer", .string(card.answer)), ("right", .integer(card.rightCount)),
                        ("wrong", .integer(card.wrongCount)),
                    ])
                })
        }

        func run() throws {
            let (entry, deck) = try chosen.entry(of: chosen.place.catalog())
            if json { return try Messages.print(Self.json(of: deck).indented) }
            let rows = deck.cards.enumerated().map { index, card in
                let texts = [card.question, card.answer].map {
                    $0.split(whereSeparator: \.isNewline).joined(separator: " ")
                }
                let counts = [card.rightCount, card.wrongCount].map { String($0) }
                return [String(index + 1)] + texts + counts
            }
            if rows.isEmpty { Messages.current.show("“\(entry.note.title)” has no cards.") }
            try Messages.print(
                TextTable(
                    [
                        ("Number", .right), ("Question", .left), ("Answer", .left),
                        ("Right", .right), ("Wrong", .right),
                    ], rows: rows))
        }
    }

    struct Delete: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Move cards of a deck to the trash of the folder.",
            discussion: "`notebinder restore` brings them back.")

        @OptionGroup var chosen: DeckArgument

        @Argument(help: "Numbers of the cards, from `notebinder cards list`.")
        var numbers: [Int]

        @OptionGroup var printing: PrintingOptions

        func run() throws {
            let editing = try NotesEditing(chosen.place.options())
            let (entry, deck) = try chosen.entry(of: editing.catalog)
            for number in numbers {
                _ = try CardsCommand.position(number, in: deck, titled: entry.note.title)
            }
            let deleted = try editing.editor.delete(
                cardsAt: Set(numbers.map { $0 - 1 }),
                of: try editing.editor.deckDraft(of: entry.note), named: entry.fileName)
            let count = Set(numbers).count
            Messages.current.show(
                "Moved \(Messages.counted(count, "card")) of “\(entry.note.title)” to the trash. Undo: \(chosen.place.undo(of: deleted))"
            )
        }
    }
}

extension CardsCommand {
    struct Export: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write decks to a file for Anki: a package, or text with tabs.",
            discussion: """
                Importing again updates cards and adds no second ones: Anki knows a card by the file \
                of its deck and its question (or the identifier that its app gave it). Cards of a \
                renamed file and cards with another question are new to it. Export into the same \
                folder each time, so that only changed cards count as updated. A package holds the \
                pictures of the cards as they are; text does not.
                """)

        @Argument(help: "The decks, as for the other commands; all of them by default.")
        var decks: [String] = []

        @Option(
            name: [.short, .long],
            help:
                "The file: a package if its name ends in .apkg, otherwise text; a hyphen is text on standard output.",
            completion: .file())
        var output: String

        @Flag(help: "Replace the file if it exists.")
        var replace = false

        @Flag(help: "Export decks that a rule excluded which is gone.")
        var allowPublished = false

        @Flag(help: "Export words that excluded notes share with published ones.")
        var acceptSharedWords = false

        @OptionGroup var place: NotesPlace

        @OptionGroup var printing: PrintingOptions

        func validate() throws {
            try require(!output.isEmpty, "The file has an empty name.")
        }

        func run() throws {
            var options = try place.options()
            options.allowsPublished = allowPublished
            options.acceptsSharedWords = acceptSharedWords
            let scratch = ScratchFolder()
            defer { withExtendedLifetime(scratch) {} }
            let isPrinted = output == "-"
            let path = isPrinted ? try scratch.path() + "/cards.txt" : output
            let (count, report) = try BuildPipeline.exportCards(
                of: decks, to: LocalFiles.absolute(path), isReplacing: replace, options)
            if isPrinted {
                try StandardOutput.write(fileAt: path)
            } else {
                Messages.current.show(
                    "\(Messages.counted(count, "card")) written to \(output).")
            }
            try ListCommand.show(report)
        }
    }
}

/// The argument that names a deck, and the notes folder to find it in.
struct DeckArgument: ParsableArguments {
    @Argument(help: "The deck: its title or the beginning of it, its address, or its file.")
    var deck: String

    @OptionGroup var place: NotesPlace

    /// Returns the deck that the argument names.
    func entry(of catalog: Catalog) throws -> (entry: Catalog.Entry, deck: Deck) {
        let found = try catalog.deck(deck)
        return (found, found.note.deck ?? Deck([]))
    }
}
