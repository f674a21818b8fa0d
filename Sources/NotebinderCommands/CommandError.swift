import Diagnostics
import LocalFiles

/// The reason why a command did nothing. Notes and decks are named by their titles.
enum CommandError: UserFacingError {
    /// A file cannot be read. It is described by a noun phrase, such as “The photo a.jpg”.
    case unreadable(String, FileError)
    /// The notes folder cannot be created.
    case uncreatable(folder: String, FileError)

    /// A command that changes nothing needs a notes folder that is there.
    case missingNotes(folder: String)
    /// The export to be read is the notes folder to be written.
    case importedFromItself(folder: String)

    /// A file to be written exists.
    case exists(path: String)
    case unwritable(path: String, FileError)

    /// The new text is empty, and empty texts were not allowed.
    case emptyText(origin: String)
    /// The new text is not UTF-8.
    case notUTF8(name: String)
    /// The user left the editor without saving.
    case cancelled
    /// The editor is not installed.
    case missingEditor(String)
    /// The editor failed; the problem follows its name in a sentence.
    case editorFailed(String, problem: String)
    /// A file that is exchanged with the editor cannot be read or written.
    case unusableEditor(String, FileError)

    /// The file is not a picture of a known format.
    case unknownPicture(path: String)
    /// The note has no photo of that name or number.
    case noPhoto(note: String, photo: String)
    /// A new order does not name each of the photos once.
    case wrongPhotoCount(note: String, count: Int)
    /// The text of the note refers to photos by numbers, which would change.
    case photosNumbered(note: String, number: String)
    /// The text of the note shows a photo that would be removed.
    case photoInText(note: String, photo: String)

    /// The note is a deck, whose cards are changed by other commands.
    case isDeck(note: String)
    /// There is already a deck with the title.
    case deckExists(title: String, source: String)
    /// A card cannot be inserted after one that the deck does not have.
    case noPosition(deck: String, count: Int, number: Int)
    /// The deck has no card of that number, counted from 1.
    case noCard(deck: String, number: Int)
    /// The file has no valid marks; the problem follows the path in a sentence.
    case invalidMarks(path: String, problem: String)
    /// No deck has the cards to which the marks of a file belong.
    case noDeckOfMarks(path: String, deck: String)
    /// The deck no longer has any of the cards to which the marks of a file belong.
    case noCardOfMarks(path: String, deck: String)

    /// Several entries of the trash have the name.
    case ambiguousEntry(String, candidates: [String])
    /// No entry of the trash has the name.
    case notInTrash(String)

    /// The maximum number of candidates that a message lists.
    private static let maximumListed = 5

    var message: String {
        switch self {
        case .unreadable(let what, let error): "\(what) cannot be read: \(error.reason)."
        case .uncreatable(let folder, let error):
            "The notes folder \(folder) cannot be created: \(error)."
        case .missingNotes(let folder):
            "The notes folder \(folder) does not exist. Check its name, or create it."
        case .importedFromItself(let folder):
            "\(folder) is both the export and the notes folder. Name another folder with --notes."
        case .exists(let path):
            "\(path) exists and was left unchanged; nothing was written. Name another one."
        case .unwritable(let path, let error):
            "\(path) cannot be written: \(error.reason). Name another one."
        case .emptyText(let origin):
            "\(origin) is empty; nothing was written. Use --allow-empty for a note without text."
        case .notUTF8(let name): "\(name) is not UTF-8 text."
        case .cancelled: "Cancelled; nothing was written."
        case .missingEditor(let editor):
            "The editor \(editor) cannot be started; set $EDITOR to one that is installed."
        case .editorFailed(let editor, let problem):
            "The editor \(editor) \(problem); nothing was written."
        case .unusableEditor(let editor, let error):
            "The editor \(editor) cannot be used: \(error.reason)."
        case .unknownPicture(let path): "\(path) is not a picture of a known format."
        case .noPhoto(let note, let photo): "“\(note)” has no photo “\(photo)”."
        case .wrongPhotoCount(let note, let count):
            "“\(note)” has \(Messages.counted(count, "photo")); name each of them once."
        case .photosNumbered(let note, let number):
            "The text of “\(note)” refers to photos by number, such as “\(number)”, and the numbers would change. Remove these references first, with `notebinder edit`."
        case .photoInText(let note, let photo):
            "The text of “\(note)” shows “\(photo)”. Remove it there first, with `notebinder edit`."
        case .isDeck(let note):
            "“\(note)” is a deck of flash cards; `notebinder cards` changes its cards."
        case .deckExists(let title, let source):
            "There is already a deck “\(title)”, in \(source)."
        case .noPosition(let deck, let count, let number):
            "“\(deck)” has \(Messages.counted(count, "card")), and none with the number \(number)."
        case .noCard(let deck, let number):
            "“\(deck)” has no card \(number). `notebinder cards list` shows their numbers."
        case .invalidMarks(let path, let problem): "\(path) \(problem); nothing was changed."
        case .noDeckOfMarks(let path, let deck):
            "\(path) belongs to the deck “\(deck)”, and no deck in the notes folder has its cards; nothing was changed. Name the right folder with --notes."
        case .noCardOfMarks(let path, let deck):
            "“\(deck)” no longer has any of the cards of \(path); nothing was changed. `notebinder restore` brings back what was deleted."
        case .ambiguousEntry(let name, let candidates):
            "“\(name)” may be \(Self.listed(candidates)). Name one of these."
        case .notInTrash(let name):
            "There is no “\(name)” in the trash. `notebinder restore` lists its contents."
        }
    }

    private static func listed(_ names: [String]) -> String {
        let more = names.count > maximumListed ? " and \(names.count - maximumListed) more" : ""
        return names.prefix(maximumListed).joined(separator: ", ") + more
    }
}
