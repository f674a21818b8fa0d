import FileFormats
import NoteModel

/// The meaning of an entry of front matter for whether its note is to be published.
enum StateMeaning {
    case state(Note.State)
    /// A value that neither allows nor forbids publication.
    case unclear

    private static let yes: Set = ["true", "yes", "y", "on", "1"]
    private static let no: Set = ["false", "no", "n", "off", "0"]

    /// Returns the meaning of an entry; nil if it has another key or does not restrict publication.
    static func of(_ entry: YAMLValue.Entry) -> StateMeaning? {
        guard entry.value != .empty else { return nil }
        let word = entry.value.scalar?.trimmed.lowercased() ?? ""
        if word.isEmpty, entry.value.scalar != nil { return nil }
        func flag(_ state: Note.State) -> StateMeaning? {
            yes.contains(word) ? .state(state) : no.contains(word) ? nil : .unclear
        }
        switch entry.key.lowercased() {
        case "draft": return flag(.draft)
        // The value may also be a date, or the names of sites.
        case "published", "publish": return no.contains(word) ? .state(.draft) : nil
        case "private": return flag(.hidden)
        case "status", "visibility":
            switch word {
            case "draft", "unpublished": return .state(.draft)
            case "private", "hidden": return .state(.hidden)
            default: return nil
            }
        default: return nil
        }
    }
}
