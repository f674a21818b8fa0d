extension Note {
    /// The key in `otherFields` of the folder that holds the note in its app: its path, or a list of
    /// the names of folders from the outermost, which may contain slashes.
    package static let folderKey = "folder"
    /// The key in `otherFields` of the name of the account that the note belongs to in its app.
    package static let accountKey = "account"

    /// The names of the folders that hold the note in its app, the outermost first; empty for a note
    /// in none.
    package var folders: [String] {
        switch otherFields.first(where: { $0.key == Self.folderKey })?.value {
        case .string(let path)?: path.split(separator: "/").map { String($0) }
        case .array(let names)?:
            names.compactMap { if case .string(let name) = $0 { name } else { nil } }
        default: []
        }
    }

    /// The name of the account that the note belongs to in its app; nil if it has none.
    package var account: String? {
        guard
            case .string(let name)? = otherFields.first(where: { $0.key == Self.accountKey })?.value
        else { return nil }
        return name
    }
}
