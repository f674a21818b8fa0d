/// An action that the editor's pages request, by method and path.
enum EditorRoute: Equatable {
    case session
    case state
    case notes
    case newNote
    case newDeck
    case note(String)
    case saveNote(String)
    case deleteNote(String)
    case photo(note: String, position: Int)
    case recording(note: String, position: Int)
    case newCard(String)
    case editCard(String)
    case markCard(String)
    case deleteCard(String)
    case preview
    case newUpload
    case upload(String)
    case deleteUpload(String)
    case order
    case trash
    case restore(String)

    /// The path below which the editor's pages ask for notes.
    static let prefix = "/edit/api/"

    /// Finds the route of a request; nil if there is none.
    ///
    /// - Parameter path: The path of the request, percent-encoded; no route has an encoded one.
    init?(method: String, path: String) {
        guard path.hasPrefix(Self.prefix) else { return nil }
        let parts = path.dropFirst(Self.prefix.count)
            .split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        switch (method, parts.first ?? "", parts.count) {
        case ("POST", "session", 1): self = .session
        case ("GET", "state", 1): self = .state
        case ("GET", "notes", 1): self = .notes
        case ("POST", "notes", 1): self = .newNote
        case ("POST", "decks", 1): self = .newDeck
        case ("POST", "order", 1): self = .order
        case ("POST", "preview", 1): self = .preview
        case ("GET", "notes", 2): self = .note(parts[1])
        case ("PUT", "notes", 2): self = .saveNote(parts[1])
        case ("DELETE", "notes", 2): self = .deleteNote(parts[1])
        case ("GET", "notes", 4):
            guard let position = Int(parts[3]), position >= 0 else { return nil }
            switch parts[2] {
            case "photos": self = .photo(note: parts[1], position: position)
            case "recordings": self = .recording(note: parts[1], position: position)
            default: return nil
            }
        case ("POST", "cards", 2): self = .newCard(parts[1])
        case ("PUT", "cards", 2): self = .editCard(parts[1])
        case ("DELETE", "cards", 2): self = .deleteCard(parts[1])
        case ("POST", "marks", 2): self = .markCard(parts[1])
        case ("POST", "uploads", 1): self = .newUpload
        case ("GET", "uploads", 2): self = .upload(parts[1])
        case ("DELETE", "uploads", 2): self = .deleteUpload(parts[1])
        case ("GET", "trash", 1): self = .trash
        case ("POST", "trash", 2): self = .restore(parts[1])
        default: return nil
        }
    }

    /// The largest body in bytes that a request of the route may have.
    var maximumBodyLength: Int {
        switch self {
        case .session: 1 << 10
        case .newUpload: 64 << 20
        case .newNote, .saveNote, .preview: 16 << 20
        case .newCard, .editCard, .markCard, .deleteCard, .newDeck, .deleteNote, .order, .restore,
            .deleteUpload:
            1 << 20
        case .state, .notes, .note, .photo, .recording, .upload, .trash: 0
        }
    }

    /// True if a request counts as use of the editor; an open page that waits for changes does not.
    var isActivity: Bool { self != .state }
}
