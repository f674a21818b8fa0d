import FileFormats
import NoteModel

/// The fields of front matter that say whether a note is to be published.
enum NoteStateFields {
    /// Returns the entries for a note in the language of the program that reads the tree; none for
    /// a published note.
    static func entries(
        of state: Note.State, for profile: MarkdownStyle.Profile
    ) -> [YAMLValue.Entry] {
        switch state {
        case .published: []
        case .draft:
            switch profile {
            case .jekyll: [.init("published", .plain("false"))]
            case .obsidian: [.init("publish", .plain("false"))]
            case .plain, .hugo, .appleNotes, .original: [.init("draft", .plain("true"))]
            }
        case .archived, .hidden, .conflict, .trashed:
            [.init(FrontMatterKeys.state, .text(state.rawValue))]
        }
    }
}
