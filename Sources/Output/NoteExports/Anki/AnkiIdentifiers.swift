import Hashing
import NoteModel

/// The identifiers by which Anki recognizes cards that it imported before.
///
/// A card is identified by its deck (the app's identifier of the deck, or else its source) and by
/// the app's identifier of the card, or else by its question, since Anki also compares notes by
/// their first field. Titles, answers, counts, the order of cards and other cards have no
/// influence. Equal cards are numbered in order.
enum AnkiIdentifiers {
    /// Returns the identifiers of the cards of each deck, in its order.
    ///
    /// - Parameter notes: All notes of the notebook, including those that are not exported: equal
    ///   questions are numbered across the decks of a file.
    static func byDeck(_ notes: [Note]) -> [NoteID: [String]] {
        var taken: [String: Int] = [:]
        var identifiersByDeck: [NoteID: [String]] = [:]
        for note in notes {
            guard let deck = note.deck else { continue }
            identifiersByDeck[note.id] = deck.cards.map { card in
                let identifier = identifier(of: card, in: note)
                taken[identifier, default: 0] += 1
                let number = taken[identifier, default: 1]
                return number == 1 ? identifier : "\(identifier)-\(number)"
            }
        }
        return identifiersByDeck
    }

    private static func identifier(of card: Card, in note: Note) -> String {
        let deck =
            note.identifier.map { ["identifier", digest($0)] } ?? ["source", note.id.source]
        let own = card.identifier.map { ["identifier", digest($0)] }
        return ContentDigest(
            ofLines: ["anki card"] + deck + (own ?? ["question", digest(card.question)])
        ).short
    }

    /// Texts of archives may contain line feeds, which separate the inputs of a digest.
    private static func digest(_ text: String) -> String {
        ContentDigest(of: Array(text.utf8)).text
    }
}
