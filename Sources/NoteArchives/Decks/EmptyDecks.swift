import LocalFiles
import NoteModel

/// Decks without cards. An archive of one is a list without members, which may have been one of
/// anything; beside decks, unless notes were deleted from it, or where cards were, it is a deck.
package enum EmptyDecks {
    /// The outcomes with a deck for each empty list that is one.
    package static func found(
        in outcomes: [SourceOutcome], of folder: NotesFolder
    ) -> [SourceOutcome] {
        guard outcomes.contains(where: \.isEmptyList) else { return outcomes }
        let remembered = RememberedDecks(folder).decks
        var foldersOfDecks: Set<String> = []
        for outcome in outcomes where outcome.notes.contains(where: { $0.deck != nil }) {
            foldersOfDecks.insert(LocalFiles.folder(of: outcome.source.name))
        }
        let deleted = ((try? NotesTrash(of: folder).entries()) ?? []).filter {
            $0.hasNote && !$0.isCard
        }
        let listsOfNotes = Set(deleted.compactMap(\.source))
        return outcomes.map { outcome in
            let name = outcome.source.name
            let isBesideDecks = foldersOfDecks.contains(LocalFiles.folder(of: name))
            guard outcome.isEmptyList,
                isBesideDecks && !listsOfNotes.contains(name) || remembered[name] != nil
            else { return outcome }
            return outcome.replacingNotes([
                Note(deck: Deck([]), id: NoteID(source: outcome.source.name, index: 0))
            ])
        }
    }
}
