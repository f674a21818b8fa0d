import LocalFiles
package import NoteArchives
import NoteModel

/// Detection of decks without cards. The archive of such a deck is an empty list, which may once
/// have held anything. It is a deck if its former cards are recorded, or if there are decks in the
/// same folder and no note deleted from it is in the trash.
package enum EmptyDecks {
    /// Returns the outcomes with a deck added for each empty list that is one.
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
        let listsOfNotes = Set(deleted.compactMap(\.sourceName))
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
