extension Note {
    /// The key in `otherFields` of the folder that holds the note in its app: its path, or a list of
    /// the names of folders from the outermost, which may contain slashes.
    package static let folderKey = "folder"
    /// The key in `otherFields` of the name of the account that the note belongs to in its app.
    package static let accountKey = "account"

    /// The folder in an address that names a note by its identifier, as in `note/6F1A…`.
    package static let identifierFolder = "note/"

    /// Returns the members of `otherFields` for a note in folders of an account.
    ///
    /// - Parameters:
    ///   - folders: The names of the folders, the outermost first.
    ///   - account: The name of the account; nil if it is not known.
    package static func fields(folders: [String], account: String?) -> [JSONValue.Field] {
        let path = JSONValue.array(folders.map { .string($0) })
        return (folders.isEmpty ? [] : [.init(folderKey, value: path)])
            + (account.map { [.init(accountKey, value: .string($0))] } ?? [])
    }

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

    /// The note with one more tag, for the folders that hold it; tags are nested at slashes, so that
    /// a slash in the name of a folder becomes a hyphen.
    package var taggedWithFolders: Note {
        var note = self
        let names = folders.map { $0.replacing("/", with: "-") }
        if !names.isEmpty { note.tags.append(Tag(names.joined(separator: "/"))) }
        return note
    }
}
