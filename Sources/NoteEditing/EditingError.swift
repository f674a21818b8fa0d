import Diagnostics
package import KeyedArchives
package import LocalFiles

/// The reason why notes cannot be changed.
///
/// Sources are named by their paths relative to the notes folder, notes and decks by their titles.
package enum EditingError: UserFacingError, Hashable, Sendable {
    /// A call to the operating system failed.
    case file(FileError)
    /// The notes folder cannot be locked.
    case unlockable(notes: String, FileError)
    /// Another program holds the lock of the notes folder.
    case locked(notes: String)
    /// The note, deck or file of that name no longer exists.
    case missing(String)
    /// The file is damaged, or of a kind that is never written.
    case unreadable(source: String, ArchiveError)
    /// The notes folder is a single archive, and the action, a noun phrase, needs a folder.
    case singleArchive(String, action: String)
    /// Another program changed the file since it was read. The changed note is kept in the trash
    /// under a name; nil if it is not kept.
    case changedMeanwhile(source: String, keptAs: String?)
    /// The file belongs to a document package, which is deleted as a whole.
    case partOfDocument(source: String, document: String)
    /// The note of that identifier is in an archive within the archive, or under a key that is not
    /// text.
    case nested(String)
    /// The note cannot be distinguished from others in its archive.
    case inseparable(id: String)
    /// The notes of these identifiers are not members of one list, so that they have no order.
    case notInOneList(id: String, other: String)
    /// The record of the trash cannot be encoded as JSON.
    case invalidTrashRecord

    /// The app has one key for title and text.
    case titleIsText(note: String)
    /// The title is stored as something other than plain text.
    case titleIsNotPlain(note: String)
    /// The text is stored in a form that plain text cannot replace.
    case textIsNotPlain(note: String, form: TextForm)
    /// After the change, the value of another key would be read as the text.
    case ambiguousText(note: String, key: String)

    /// The app stores one photo for each note.
    case onePhotoOnly(note: String)
    /// The note has no photo that shows how the app stores them.
    case unknownPhotoForm(note: String)
    /// No photo can be added to those of the note.
    case unextendablePhotos(note: String)
    /// The note stores images, which have to be in PNG, and the photo is not.
    case imagesOnly(note: String, photo: String)
    /// The photos are in a dictionary, in the order of its keys.
    case photosOrderedByName(note: String)
    /// The photos are archived in a form in which one cannot be separated from the others.
    case inseparablePhotos(note: String)
    /// The recordings are archived in a form in which one cannot be separated from the others.
    case inseparableRecordings(note: String)

    /// The cards are not members of one list.
    case cardsNotInList(deck: String)
    /// The cards store their texts in a form that cannot be written.
    case cardsNotPlain(deck: String)
    /// The changed cards would not be read as intended.
    case misreadCards(deck: String)
    /// The last card of a deck that shares its file with others cannot be deleted.
    case lastCard(deck: String, source: String)

    /// A form of text that cannot be replaced, as it is described in messages.
    package enum TextForm: String, Sendable {
        case archive = "an archive or RTF within the archive"
        case attachments = "rich text with attachments, which would be lost"
        case other = "not archived as text"
    }
}

extension EditingError {
    package var exitStatus: Int32 {
        if case .locked = self { 75 } else { 1 }
    }

    package var message: String {
        switch self {
        case .file(let error) where error.isDenied && !["open", "read"].contains(error.action):
            "You may not write to \(LocalFiles.folder(of: error.path)). Nothing was changed."
        case .file(let error): "The notes could not be changed: \(error)."
        case .unlockable(let notes, let error):
            "The notes in \(notes) cannot be changed: \(error.reason)."
        case .locked(let notes):
            "Another program is changing \(notes). Wait until it is done, then run again."
        case .missing(let name): "\(name) no longer exists."
        case .unreadable(let source, let error):
            "\(source) cannot be changed: it \(error). \(Self.advice(on: error))"
        case .singleArchive(let name, let action):
            "\(action) needs a notes folder, and \(name) is a single archive. Name a folder with --notes."
        case .changedMeanwhile(let source, nil):
            "Another program has changed \(source) in the meantime; nothing was changed. Try again."
        case .changedMeanwhile(let source, let name?):
            "Another program has changed \(source) in the meantime, so it was left unchanged. Your version is kept: `notebinder restore \(LocalFiles.shellQuoted(name))` makes it a note of its own."
        case .partOfDocument(let source, let document):
            "\(source) is part of the document \(document). Move that folder away to delete the note."
        case .nested(let id):
            "\(id) cannot be changed: it is in an archive within the archive, or under a key that is not text."
        case .inseparable(let id):
            "\(id) cannot be distinguished from its neighbours in the file; nothing was changed."
        case .notInOneList(let id, let other):
            "\(id) and \(other) are not in one list of an archive, whose order could be changed."
        case .invalidTrashRecord: "The trash cannot be written: its record is not JSON."
        case .titleIsText(let note):
            "The app of “\(note)” has no title apart from the text, whose first line is the title. Change the text."
        case .titleIsNotPlain(let note): "The title of “\(note)” is not archived as plain text."
        case .textIsNotPlain(let note, let form):
            "The text of “\(note)” is \(form.rawValue). Change it in its app."
        case .ambiguousText(let note, let key):
            "“\(note)” has several texts, and after this change “\(key)” would no longer be read as the body; nothing was changed. State in notebinder.yml that it is: archives: { keys: { \(key): body } }."
        case .onePhotoOnly(let note):
            "The app of “\(note)” stores one photo for each note. Remove that one first."
        case .unknownPhotoForm(let note):
            "“\(note)” has no photo yet, so it is not known how its app stores photos."
        case .unextendablePhotos(let note):
            "No photo can be added to “\(note)”, because of the way in which its photos are stored."
        case .imagesOnly(let note, let photo):
            "“\(note)” stores its photos as images, which have to be in PNG. Convert \(photo) to PNG first."
        case .photosOrderedByName(let note):
            "The photos of “\(note)” are stored under names, which determine their order."
        case .inseparablePhotos(let note):
            "The photos of “\(note)” are archived in a way in which they cannot be changed one by one."
        case .inseparableRecordings(let note):
            "The recordings of “\(note)” are archived in a way in which they cannot be changed one by one."
        case .cardsNotInList(let deck):
            "The cards of “\(deck)” cannot be changed: they are in an archive within the archive, or not in a list."
        case .cardsNotPlain(let deck):
            "The cards of “\(deck)” store their texts in a form that cannot be written. Add the card in its app."
        case .misreadCards(let deck):
            "After this change the cards of “\(deck)” would not be read as intended; nothing was changed."
        case .lastCard(let deck, let source):
            "“\(deck)” is part of \(source), and would not be found again without a card. Leave one, or delete the deck: `notebinder delete`."
        }
    }

    private static func advice(on error: ArchiveError) -> String {
        if case .otherKind(let kind) = error.reason {
            return kind == "JSON text" ? "Change that file itself." : "Change the note in its app."
        }
        return "Copy it again from the device or from a backup."
    }
}
