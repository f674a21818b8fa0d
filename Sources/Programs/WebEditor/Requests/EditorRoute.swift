/// An action that the editor's pages request, and what it is about.
struct EditorRoute {
    /// The actions by their methods and paths below ``prefix``, in which `*` stands for an
    /// identifier, and `#` for a position.
    enum Action: String {
        case session = "POST session"
        case endSession = "DELETE session"
        case state = "GET state"
        case notes = "GET notes"
        case newNote = "POST notes"
        case newDeck = "POST decks"
        case blank = "GET new/*"
        case note = "GET notes/*"
        case saveNote = "PUT notes/*"
        case deleteNote = "DELETE notes/*"
        case page = "GET pages/*"
        case noteOfPage = "GET pages"
        case photo = "GET notes/*/photos/#"
        case recording = "GET notes/*/recordings/#"
        case newCard = "POST cards/*"
        case editCard = "PUT cards/*"
        case markCard = "POST marks/*"
        case deleteCard = "DELETE cards/*"
        case preview = "POST preview"
        case newUpload = "POST uploads"
        case upload = "GET uploads/*"
        case deleteUpload = "DELETE uploads/*"
        case order = "POST order"
        case trash = "GET trash"
        case trashedPhoto = "GET trash/*/photos/#"
        case restore = "POST trash/*"
        case purge = "DELETE trash"

        /// True if the action changes nothing.
        var isReading: Bool { rawValue.hasPrefix("GET ") || self == .preview }

        /// The largest body in bytes that a request of the action may have.
        var maximumBodyLength: Int {
            switch self {
            case .session: 1 << 10
            case .newUpload: 64 << 20
            case .newNote, .saveNote, .preview: 16 << 20
            default: isReading ? 0 : 1 << 20
            }
        }
    }

    let action: Action
    /// The identifier in the path; empty if there is none.
    private(set) var identifier = ""
    /// The position in the path, from 0.
    private(set) var position = 0

    /// The path below which the editor's pages ask for notes.
    static let prefix = "/edit/api/"

    /// Finds the route of a request; nil if there is none.
    ///
    /// - Parameter path: The path of the request, percent-encoded; no route has an encoded one.
    init?(method: String, path: String) {
        guard path.hasPrefix(Self.prefix) else { return nil }
        var parts = path.dropFirst(Self.prefix.count)
            .split(separator: "/", omittingEmptySubsequences: false)
        if parts.count > 1 {
            identifier = String(parts[1])
            parts[1] = "*"
        }
        if parts.count > 3 {
            guard let number = Int(parts[3]), number >= 0 else { return nil }
            position = number
            parts[3] = "#"
        }
        guard let action = Action(rawValue: "\(method) \(parts.joined(separator: "/"))") else {
            return nil
        }
        self.action = action
    }
}
