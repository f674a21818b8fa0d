import Hashing
import NoteModel

/// The identifiers by which Anki recognizes cards that it imported before.
///
/// A card is identified by its deck (the app's identifier of the deck, or else its source) and by
/// the app's identifier of the card, or else by its question, since Anki also compares notes by
/// their first field. Titles, answers, counts, the order of cards and other cards have no
/// influence. Equal cards are numbered in order.
enum AnkiIdentifiers {
    /// Returns the identifiers of the cards of a deck, in its order.
    ///
    /// - Parameter names: The identifiers so far: equal cards are numbered across all decks.
    static func identifiers(
        of deck: Deck, in note: Note, besides names: inout UniqueNames
    ) -> [String] {
        deck.cards.map { card in
            let identifier = identifier(of: card, in: note)
            return names.name(identifier) { "\(identifier)-\($0)" }
        }
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
