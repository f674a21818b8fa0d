import KeyedArchives
import LocalFiles
package import NoteModel

/// A deck with the archive that holds it, taken for changing its cards. The archive keeps its
/// classes, its keys and whatever else its app put into it.
package struct DeckDraft {
    /// As it was read; without cards for a list that has none.
    package let note: Note
    /// As the draft has them.
    package private(set) var cards: [Card]
    /// Absolute path of the archive.
    let file: String
    /// The archive as it was read.
    let original: [UInt8]

    private var editor: ArchiveEditor
    private let collector: NoteCollector
    private let source: NotesFolder.SourceFile
    /// Among all that the archive holds.
    private let index: Int
    private let path: ArchivePath
    /// Of the cards as they are now: where each stands among the members of the list.
    private var members: [Int]
    private var keys: [CardKeys]
    /// How cards looked that the list had once; nil where nobody knows.
    private let remembered: RememberedDeck?

    /// - Throws: ``EditingError`` for a deck that is in no archive that can be changed.
    init(
        _ deck: Note, of source: NotesFolder.SourceFile, in folder: NotesFolder,
        _ reading: ReadingOptions
    ) throws(EditingError) {
        remembered = RememberedDecks(folder).decks[source.name]
        file = source.path
        self.source = source
        original = try editing { () throws(FileError) in try LocalFiles.read(source.path) }
        var collector = NoteCollector(folder: folder, reading: reading)
        do throws(ArchiveError) {
            let opened = OpenedArchive(try KeyedArchive(ArchiveBytes(original)), of: source)
            try collector.collect(opened)
            editor = try ArchiveEditor(opened.archive)
        } catch {
            throw EditingError(unchangeable: source.name, error)
        }
        editor.keepsUnreferenced = collector.hasDamage
        self.collector = collector
        if collector.isEmptyList {
            note = deck
            cards = []
            (index, path, members, keys) = (0, .root, [], [])
            return
        }
        guard let index = collector.notes.firstIndex(where: { $0.id == deck.id }),
            let cards = collector.notes[index].deck?.cards
        else { throw EditingError("The deck “\(deck.title)” is not there any more.") }
        note = collector.notes[index]
        self.cards = cards
        self.index = index
        let path = collector.places[index].path
        self.path = path
        let places = collector.places[index].cards
        keys = places.map(\.keys)
        members = places.compactMap { place in
            guard place.path.parent == path, case .index(let member)? = place.path.steps.last else {
                return nil
            }
            return member
        }
        guard members.count == cards.count, editor.place(at: path) != nil else {
            throw EditingError(
                "The cards of “\(note.title)” stand in no list that can be changed: in an archive within the archive, or one alone."
            )
        }
    }

    /// Puts a card behind another one.
    ///
    /// - Parameter position: Of that card, from 0; nil for the beginning.
    /// - Throws: ``EditingError`` where the app keeps texts in a form that cannot be written.
    package mutating func add(
        question: String, answer: String, after position: Int?
    ) throws(EditingError) {
        let place = position.map { $0 + 1 } ?? 0
        let form = try form(like: position ?? (cards.isEmpty ? nil : 0))
        var fields: [(String, ArchiveEditor.Value)] = []
        for (key, text) in [(form.keys.question, question), (form.keys.answer, answer)] {
            if let key { fields.append((key, editor.string(text))) }
        }
        for key in [form.keys.rightCount, form.keys.wrongCount].compactMap(\.self) {
            let old = form.object.flatMap { editor.field(key, of: $0) }
            let zero = old.flatMap { editor.number(0, inPlaceOf: $0) }
            fields.append((key, zero ?? .integer(0)))
        }
        let card =
            form.className.map { editor.object($0, ["NSObject"], fields) }
            ?? editor.dictionary(fields)
        guard let list = editor.place(at: path), var values = editor.members(of: list) else {
            throw unreadable
        }
        let member = position.map { members[$0] + 1 } ?? members.first ?? values.count
        values.insert(card, at: member)
        editor.setMembers(values, of: list)
        members = members.map { $0 >= member ? $0 + 1 : $0 }
        members.insert(member, at: place)
        keys.insert(form.keys, at: place)
        cards.insert(Card(question: question, answer: answer), at: place)
    }

    /// How a new card is to be archived.
    private struct CardForm {
        /// Nil for a dictionary.
        var className: String?
        var keys: CardKeys
        /// The card that it is like.
        var object: ArchiveEditor.Place?
    }

    /// The form of a card of the deck; where there is none, of those that there were.
    private func form(like neighbour: Int?) throws(EditingError) -> CardForm {
        let usual = RememberedDeck.standard.keys
        guard let neighbour, let object = object(neighbour) else {
            let look = remembered ?? .standard
            return CardForm(className: look.className, keys: look.keys)
        }
        let name = editor.className(at: object)
        let isDictionary = name == nil || name?.hasSuffix("Dictionary") == true
        var keys = keys[neighbour]
        keys.question = keys.question ?? usual.question
        keys.answer = keys.answer ?? usual.answer
        if !isDictionary {
            keys.rightCount = keys.rightCount ?? usual.rightCount
            keys.wrongCount = keys.wrongCount ?? usual.wrongCount
        }
        for key in [keys.question, keys.answer].compactMap(\.self) {
            guard let old = editor.field(key, of: object), !old.isNull else { continue }
            guard editor.text(of: old) != nil else {
                throw EditingError(
                    "The cards of “\(note.title)” keep their texts in a form that cannot be written. Add the card in its app."
                )
            }
        }
        return CardForm(className: isDictionary ? nil : name, keys: keys, object: object)
    }

    /// Adds to how often a card was known, and was not.
    package mutating func add(
        right: Int, wrong: Int, toCardAt position: Int
    ) throws(EditingError) {
        let old = cards[position]
        let new = Card(
            question: old.question, answer: old.answer, rightCount: old.rightCount + right,
            wrongCount: old.wrongCount + wrong, identifier: old.identifier,
            otherFields: old.otherFields)
        guard let object = object(position) else { throw unreadable }
        for (key, standard, count) in [
            (keys[position].rightCount, "rightCount", new.rightCount),
            (keys[position].wrongCount, "wrongCount", new.wrongCount),
        ] {
            let key = key ?? standard
            let present = editor.field(key, of: object)
            let value = present.flatMap { editor.number(Double(count), inPlaceOf: $0) }
            editor.setField(key, value ?? .integer(Int64(count)), of: object)
        }
        cards[position] = new
    }

    /// Gives a card another question or answer.
    ///
    /// - Parameter position: Position of the card, from 0.
    /// - Throws: ``EditingError`` if the app keeps texts in a form that cannot be written.
    mutating func setTexts(
        ofCardAt position: Int, question: String, answer: String
    ) throws(EditingError) {
        let keys = try form(like: position).keys
        guard let object = object(position) else { throw unreadable }
        let old = cards[position]
        // A text that stays is not written: a picture beside it is part of it as it is read.
        for (key, text, oldText) in [
            (keys.question, question, old.question), (keys.answer, answer, old.answer),
        ] where text != oldText {
            if let key { editor.setField(key, editor.string(text), of: object) }
        }
        cards[position] = Card(
            question: question, answer: answer, rightCount: old.rightCount,
            wrongCount: old.wrongCount, identifier: old.identifier, otherFields: old.otherFields)
    }

    /// An archive of one card, and where the card is in its list.
    func detachedCard(
        at position: Int
    ) throws(EditingError) -> (archive: [UInt8], place: ListPosition) {
        guard let object = object(position) else { throw unreadable }
        return (editor.bytes(ofOnly: object), ListPosition(list: path, index: members[position]))
    }

    /// Takes a card out.
    ///
    /// - Returns: An archive of that card alone, and where it stood.
    mutating func remove(
        at position: Int
    ) throws(EditingError) -> (archive: [UInt8], place: ListPosition) {
        guard let list = editor.place(at: path), var values = editor.members(of: list)
        else { throw unreadable }
        let (archive, place) = try detachedCard(at: position)
        let member = members[position]
        // A card that is listed twice is one.
        let isReference = editor.place(of: values[member]) != nil
        let gone = values.indices.filter {
            $0 == member || isReference && values[$0] == values[member]
        }
        values = values.indices.filter { !gone.contains($0) }.map { values[$0] }
        editor.setMembers(values, of: list)
        members.remove(at: position)
        members = members.map { member in member - gone.count { $0 < member } }
        keys.remove(at: position)
        cards.remove(at: position)
        return (archive, place)
    }

    /// The bytes of the archive as the draft has it, if it reads as it is meant to.
    ///
    /// - Throws: ``EditingError`` where it would not.
    func checkedBytes() throws(EditingError) -> [UInt8] {
        let bytes = editor.bytes(inFormOf: original)
        var after = collector.emptied
        if let archive = try? KeyedArchive(ArchiveBytes(bytes)) {
            try? after.collect(OpenedArchive(archive, of: source))
        }
        var others = after.notes
        var own: [Card] = []
        if !cards.isEmpty, others.indices.contains(index) {
            own = others.remove(at: index).deck?.cards ?? []
        }
        let othersBefore = collector.notes.enumerated().filter { $0.offset != index }.map(\.element)
        let isWhole =
            own.count == cards.count
            && zip(own, cards).allSatisfy {
                $0.question == $1.question && $0.answer == $1.answer
                    && $0.rightCount == $1.rightCount && $0.wrongCount == $1.wrongCount
            }
        guard isWhole, others.map(\.title) == othersBefore.map(\.title) else { throw unreadable }
        return bytes
    }

    /// Whether the archive is the list of its cards and nothing else.
    var isWholeArchive: Bool { path == .root }

    /// How its cards look, for the day on which there are none.
    var look: RememberedDeck? {
        guard !cards.isEmpty, let object = object(0) else { return nil }
        let name = editor.className(at: object)
        let isDictionary = name?.hasSuffix("Dictionary") ?? true
        return RememberedDeck(className: isDictionary ? nil : name, keys: keys[0])
    }

    private func object(_ position: Int) -> ArchiveEditor.Place? {
        editor.place(at: path.appending(.index(members[position])))
    }

    private var unreadable: EditingError {
        EditingError(
            "After this change the cards of “\(note.title)” would read otherwise than meant; nothing was changed."
        )
    }
}

extension NotesEditor {
    /// Archives a deck without cards in a file of its own, which names it.
    ///
    /// - Parameter name: Name of the file, without an extension.
    /// - Returns: The name of the file.
    /// - Throws: ``EditingError`` if there is a file of that name, or the folder is a single archive.
    package func createDeck(named name: String) throws(EditingError) -> String {
        try requireFolder(for: "A new deck")
        let file = name + ".archive"
        var writer = KeyedArchiveWriter()
        let bytes = writer.archive(rootArray: [])
        try editing { () throws(FileError) in
            try LocalFiles.replaceDurably(folder.path + "/" + file, bytes, isNew: true)
        }
        try RememberedDecks(folder).remember(.standard, as: file)
        return file
    }

    /// Takes a deck for changing its cards.
    package func deckDraft(of note: Note) throws(EditingError) -> DeckDraft {
        guard let source = folder.sources.first(where: { $0.name == note.id.source }) else {
            throw EditingError("\(note.id.source) is not there any more.")
        }
        return try DeckDraft(note, of: source, in: folder, reading)
    }

    /// Writes a changed deck back.
    ///
    /// - Throws: ``EditingError`` where the file changed meanwhile.
    package func save(_ draft: DeckDraft) throws(EditingError) {
        let bytes = try draft.checkedBytes()
        try requireUnchanged(draft)
        try editing { () throws(FileError) in try LocalFiles.replaceDurably(draft.file, bytes) }
    }

    /// Gives a card another question or answer; the card as it was goes to the trash.
    ///
    /// - Parameters:
    ///   - position: Position of the card, from 0.
    ///   - name: Name of the entry in the trash; numbered if it is taken.
    /// - Throws: ``EditingError`` if the file has changed since the draft was made.
    package func edit(
        cardAt position: Int, of draft: DeckDraft, question: String, answer: String,
        named name: String
    ) throws(EditingError) {
        var draft = draft
        let old = draft.cards[position]
        let (archive, place) = try draft.detachedCard(at: position)
        try draft.setTexts(ofCardAt: position, question: question, answer: answer)
        _ = try draft.checkedBytes()
        try requireUnchanged(draft)
        let source = draft.note.id.source
        let entry = try trash.add(
            named: name, title: old.question.isEmpty ? old.answer : old.question, source: source,
            position: try trash.original(place, in: source), isCard: true, archive: archive,
            replacement: .init(
                index: position, texts: [question, answer],
                lineage: try trash.lineage(
                    of: [old.question, old.answer], at: position, in: source, isCard: true)))
        do throws(EditingError) {
            try save(draft)
        } catch {
            removeIfUnneeded(entry, original: draft.original, file: draft.file)
            throw error
        }
    }

    /// Puts cards of a deck into the trash, all of them or none.
    ///
    /// - Parameters:
    ///   - positions: Of the cards, from 0.
    ///   - name: For the trash, before the number of each card.
    package func delete(
        cardsAt positions: Set<Int>, of draft: DeckDraft, named name: String
    ) throws(EditingError) {
        var draft = draft
        let source = draft.note.id.source
        let before = draft
        // From the end, so that the positions of the others stay.
        var removed: [(name: String, card: Card, archive: [UInt8], place: ListPosition)] = []
        for position in positions.sorted(by: >) {
            let card = draft.cards[position]
            let (archive, place) = try draft.remove(at: position)
            removed.append(("\(name)-card-\(position + 1)", card, archive, place))
        }
        guard !draft.cards.isEmpty || draft.isWholeArchive else {
            throw EditingError(
                "“\(draft.note.title)” is a part of \(source), and without a card it would not be found again. Leave one, or delete the deck: `notebinder delete`."
            )
        }
        _ = try draft.checkedBytes()
        try requireUnchanged(draft)
        // The copies are safe before the cards go.
        var entries: [NotesTrash.Entry] = []
        do throws(EditingError) {
            for card in removed {
                let title = card.card.question.isEmpty ? card.card.answer : card.card.question
                entries.append(
                    try trash.add(
                        named: card.name, title: title, source: source,
                        position: try trash.original(card.place, in: source), isCard: true,
                        archive: card.archive))
            }
            if draft.cards.isEmpty, let look = before.look {
                try RememberedDecks(folder).remember(look, as: source)
            }
            try save(draft)
        } catch {
            for entry in entries { try? trash.remove(entry) }
            throw error
        }
    }

    /// An empty list is no note to be taken out of its file: the file goes.
    func delete(emptyDeck deck: Note, named name: String) throws(EditingError) {
        let draft = try deckDraft(of: deck)
        _ = try trash.add(
            named: name, title: deck.title, source: deck.id.source, position: nil,
            archive: draft.original)
        try editing { () throws(FileError) in try LocalFiles.remove(draft.file) }
    }

    private func requireUnchanged(_ draft: DeckDraft) throws(EditingError) {
        let now = try editing { () throws(FileError) in try LocalFiles.read(draft.file) }
        guard now == draft.original else {
            throw EditingError(
                "\(draft.note.id.source) was changed by someone else meanwhile; nothing was done. Try again."
            )
        }
    }
}
