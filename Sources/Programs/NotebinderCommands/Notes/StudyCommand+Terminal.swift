import ArgumentParser
import BuildPipeline
import NoteEditing
import NoteModel

extension StudyCommand {
    struct Terminal: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "deck",
            abstract: "Study a deck in the terminal.",
            discussion: """
                Shows each question, those that were answered worst first; Enter shows the answer. \
                Then y or n says whether you knew it, and q ends. Each mark is added to the counts \
                of the card in its archive at once. The archive as it was before goes to the trash.

                Example: notebinder study Numbers
                """)

        @OptionGroup var chosen: DeckArgument

        @OptionGroup var printing: PrintingOptions

        func run() throws {
            let (entry, deck) = try chosen.entry(of: chosen.place.catalog())
            let order = deck.cards.indices.sorted {
                (Self.rank(deck.cards[$0]), $0) < (Self.rank(deck.cards[$1]), $1)
            }
            var (right, wrong) = (0, 0)
            for (number, position) in order.enumerated() {
                let card = deck.cards[position]
                try Self.print("\n\(number + 1) of \(order.count)\n\(card.question)\n")
                guard readLine() != nil else { break }
                try Self.print("\(card.answer)\n\nDid you know it? y, n or q: ")
                guard let isKnown = Self.answer() else { break }
                try mark(
                    deck.identifiers[position], isKnown: isKnown, isFirst: right + wrong == 0)
                if isKnown { right += 1 } else { wrong += 1 }
            }
            try Self.print("\n")
            Messages.current.show(
                right + wrong == 0
                    ? "Nothing changed."
                    : "“\(entry.note.title)”: \(right) right and \(wrong) wrong were added.")
        }

        /// The number of right answers less that of wrong ones.
        private static func rank(_ card: Card) -> Int { card.rightCount - card.wrongCount }

        private static func print(_ text: String) throws {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            try Messages.print(lines.map { Messages.printable(String($0)) }.joined(separator: "\n"))
        }

        /// Returns true if the next valid answer is yes, false if it is no; nil to end.
        private static func answer() -> Bool? {
            while let line = readLine() {
                switch line.lowercased().first {
                case "y": return true
                case "n": return false
                case "q": return nil
                default: continue
                }
            }
            return nil
        }

        /// Adds a mark to the counts of a card. The notes are read again, since another program may
        /// have changed them meanwhile.
        private func mark(_ card: String, isKnown: Bool, isFirst: Bool) throws {
            let editing = try NotesEditing(chosen.place.options())
            let (entry, deck) = try chosen.entry(of: editing.catalog)
            var draft = try editing.editor.deckDraft(of: entry.note)
            guard let position = deck.index(of: card) else {
                throw UserError.noCardOfMarks("this round", deck: entry.note.title)
            }
            try draft.add(right: isKnown ? 1 : 0, wrong: isKnown ? 0 : 1, toCardAt: position)
            if isFirst {
                try editing.editor.save(draft, keepingTheVersionNamed: entry.note.id.fileStem)
            } else {
                try editing.editor.save(draft)
            }
        }
    }
}
