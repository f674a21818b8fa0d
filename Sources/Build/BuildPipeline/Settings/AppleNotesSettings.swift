import FileFormats

extension BuildOptions {
    /// Applies the settings for notes of Apple Notes.
    mutating func applyAppleNotes(_ entry: YAMLValue.Entry, _ reader: ConfigurationReader) throws {
        for part in try reader.parts(entry, example: "folders: tags") {
            switch part.key {
            case "folders":
                setFolders(
                    areTags: try reader.value(part, parse: { ["tags": true, "lists": false][$0] }) {
                        "“\($0)” is not a value of “folders”; use tags or lists"
                    })
            case "password-file": try addNotesPassword(in: reader.path(part))
            default: throw reader.unknown(part, known: ["folders", "password-file"])
            }
        }
    }
}
