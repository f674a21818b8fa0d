import KeyedArchives
import LocalFiles
import NoteArchives
package import NoteModel

/// A deck being edited, with the archive that holds it. The archive keeps its classes, its keys and
/// everything else that the app stored.
package struct DeckDraft {
    /// The deck as it was read; it has no cards if its list is empty.
    package let note: Note
    private var archived: [ArchivedCard] = []
    /// The cards with the changes of the draft.
    package var cards: [Card] { archived.map(\.card) }
    private(set) var archive: EditableArchive
    private var editor: ArchiveEditor {
        get { archive.editor }
        _modify { yield &archive.editor }
    }
    /// The position of the deck among the notes of the archive.
    private let index: Int
    private let path: ArchivePath
    /// The form of the cards that the list once had; nil if it is not known.
    private let remembered: RememberedDeck?

    private struct ArchivedCard {
        var card: Card
        let keys: CardKeys
        /// The index among the members of the archived list, which may hold other objects too.
        var member: Int
    }

    /// - Parameter remembered: The form of the cards that the list once had; nil if it is not
    ///   known.
    /// - Throws: ``UserError`` if the archive does not hold the deck, or not as a list.
    init(_ deck: Note, in archive: EditableArchive, remembered: RememberedDeck?) throws {
        (self.archive, self.remembered) = (archive, remembered)
        let collector = archive.collector
        if collector.isEmptyList {
            (note, index, path) = (deck, 0, .root)
            return
        }
        guard let index = collector.archived.firstIndex(where: { $0.note.id == deck.id }),
            let cards = collector.archived[index].note.deck?.cards
        else { throw UserError.gone("The deck “\(deck.title)”") }
        let found = collector.archived[index]
        (note, self.index, path) = (found.note, index, found.path)
        archived = zip(cards, found.cards).compactMap { card, place in
            guard place.path.parent == found.path,
                case .index(let member)? = place.path.steps.last
            else { return nil }
            return ArchivedCard(card: card, keys: place.keys, member: member)
        }
        guard archived.count == cards.count, archive.editor.place(at: path) != nil else {
            throw UserError(
                "The cards of “\(note.title)” cannot be changed: they are in an archive within the archive, or not in a list."
            )
        }
    }

    /// Inserts a card after another one.
    ///
    /// - Parameter position: The position of that card, from 0; nil for the beginning.
    /// - Throws: ``UserError`` if the app stores texts in a form that cannot be written.
    package mutating func add(question: String, answer: String, after position: Int?) throws {
        let place = position.map { $0 + 1 } ?? 0
        let (form, model) = try form(like: position ?? (archived.isEmpty ? nil : 0))
        var fields: [(String, ArchiveEditor.Value)] = []
        for (key, text) in [(form.keys.question, question), (form.keys.answer, answer)] {
            if let key { fields.append((key, editor.string(text))) }
        }
        for key in [form.keys.rightCount, form.keys.wrongCount].compactMap(\.self) {
            let old = model.flatMap { editor.field(key, of: $0) }
            let zero = old.flatMap { editor.number(0, inPlaceOf: $0) }
            fields.append((key, zero ?? .integer(0)))
        }
        let card =
            form.className.map { editor.object($0, superclasses: ["NSObject"], fields: fields) }
            ?? editor.dictionary(fields)
        guard let list = editor.place(at: path), var values = editor.members(of: list) else {
            throw unreadable
        }
        let member =
            position.map { archived[$0].member + 1 } ?? archived.first?.member ?? values.count
        values.insert(card, at: member)
        editor.setMembers(values, of: list)
        for other in archived.indices where archived[other].member >= member {
            archived[other].member += 1
        }
        let new = Card(question: question, answer: answer)
        archived.insert(ArchivedCard(card: new, keys: form.keys, member: member), at: place)
    }

    /// Returns the form of a card of the deck with the object that serves as a model or, if there is
    /// none, of the cards it once had.
    private func form(
        like neighbour: Int?
    ) throws -> (form: RememberedDeck, model: ArchiveEditor.Place?) {
        let standard = CardKeys.standard
        guard let neighbour, let object = object(neighbour) else {
            return (remembered ?? .standard, nil)
        }
        let name = className(of: object)
        var keys = archived[neighbour].keys
        keys.question = keys.question ?? standard.question
        keys.answer = keys.answer ?? standard.answer
        if name != nil {
            keys.rightCount = keys.rightCount ?? standard.rightCount
            keys.wrongCount = keys.wrongCount ?? standard.wrongCount
        }
        for key in [keys.question, keys.answer].compactMap(\.self) {
            guard let old = editor.field(key, of: object), !old.isNull else { continue }
            guard editor.text(of: old) != nil else {
                throw UserError(
                    "The cards of “\(note.title)” store their texts in a form that cannot be written.",
                    "Add the card in its app.")
            }
        }
        return (RememberedDeck(className: name, keys: keys), object)
    }

    /// Returns the class of a card; nil for a dictionary.
    private func className(of card: ArchiveEditor.Place) -> String? {
        editor.className(at: card).flatMap { $0.hasSuffix("Dictionary") ? nil : $0 }
    }

    /// Adds to the counts of right and wrong answers of a card.
    ///
    /// - Throws: ``UserError`` if the card is not in the archived list.
    package mutating func add(right: Int, wrong: Int, toCardAt position: Int) throws {
        let (old, keys) = (archived[position].card, archived[position].keys)
        let new = Card(
            question: old.question, answer: old.answer, rightCount: old.rightCount + right,
            wrongCount: old.wrongCount + wrong, identifier: old.identifier,
            otherFields: old.otherFields)
        guard let object = object(position) else { throw unreadable }
        for (key, standard, count) in [
            (keys.rightCount, "rightCount", new.rightCount),
            (keys.wrongCount, "wrongCount", new.wrongCount),
        ] {
            let key = key ?? standard
            let present = editor.field(key, of: object)
            let value = present.flatMap { editor.number(Double(count), inPlaceOf: $0) }
            editor.setField(key, new: value ?? .integer(count), of: object)
        }
        archived[position].card = new
    }

    /// Changes the question and the answer of a card.
    ///
    /// - Parameter position: The position of the card, from 0.
    /// - Throws: ``UserError`` if the app stores texts in a form that cannot be written.
    mutating func setTexts(ofCardAt position: Int, question: String, answer: String) throws {
        let keys = try form(like: position).form.keys
        guard let object = object(position) else { throw unreadable }
        let old = archived[position].card
        // An unchanged text is not written, since what was read may include a picture of another
        // field.
        for (key, text, oldText) in [
            (keys.question, question, old.question), (keys.answer, answer, old.answer),
        ] where text != oldText {
            if let key { editor.setField(key, new: editor.string(text), of: object) }
        }
        archived[position].card = Card(
            question: question, answer: answer, rightCount: old.rightCount,
            wrongCount: old.wrongCount, identifier: old.identifier, otherFields: old.otherFields)
    }

    /// Returns an archive of one card, and the position of the card in its list.
    func detachedCard(at position: Int) throws -> (archive: [UInt8], place: ListPosition) {
        guard let object = object(position) else { throw unreadable }
        return (
            editor.bytes(ofOnly: object), ListPosition(list: path, index: archived[position].member)
        )
    }

    /// Removes a card.
    ///
    /// - Returns: An archive of that card alone, and its former position.
    mutating func remove(at position: Int) throws -> (archive: [UInt8], place: ListPosition) {
        guard let list = editor.place(at: path), var values = editor.members(of: list)
        else { throw unreadable }
        let (archive, place) = try detachedCard(at: position)
        let member = archived[position].member
        // A card that is listed twice is one card.
        let isReference = editor.place(of: values[member]) != nil
        let gone = values.indices.filter {
            $0 == member || isReference && values[$0] == values[member]
        }
        values = values.indices.filter { !gone.contains($0) }.map { values[$0] }
        editor.setMembers(values, of: list)
        archived.remove(at: position)
        for other in archived.indices {
            archived[other].member -= gone.count { $0 < archived[other].member }
        }
        return (archive, place)
    }

    /// Returns the archive with the changes of the draft, after checking that it reads as intended.
    ///
    /// - Throws: ``UserError`` if it does not.
    func checkedBytes() throws -> [UInt8] {
        let bytes = archive.bytes()
        var others = archive.notes(in: bytes)
        var own: [Card] = []
        if !archived.isEmpty, others.indices.contains(index) {
            own = others.remove(at: index).deck?.cards ?? []
        }
        var othersBefore = archive.collector.notes
        if othersBefore.indices.contains(index) { othersBefore.remove(at: index) }
        let isWhole =
            own.count == cards.count
            && zip(own, cards).allSatisfy {
                $0.question == $1.question && $0.answer == $1.answer
                    && $0.rightCount == $1.rightCount && $0.wrongCount == $1.wrongCount
            }
        guard isWhole, archive.areSame(others, before: othersBefore, in: bytes) else {
            throw unreadable
        }
        return bytes
    }

    /// True if the archive consists of the list of cards alone.
    var isWholeArchive: Bool { path == .root }

    /// The form of the cards, to be recorded for the time when there are none; nil if there are
    /// none.
    var form: RememberedDeck? {
        guard let first = archived.first, let object = object(0) else { return nil }
        return RememberedDeck(className: className(of: object), keys: first.keys)
    }

    private func object(_ position: Int) -> ArchiveEditor.Place? {
        editor.place(at: path.appending(.index(archived[position].member)))
    }

    private var unreadable: UserError {
        UserError(
            "After this change the cards of “\(note.title)” would not be read as intended; nothing was changed."
        )
    }
}
