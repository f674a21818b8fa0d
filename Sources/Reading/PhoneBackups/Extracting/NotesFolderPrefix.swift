/// The folder `MyNotes` of an app, whose files are extracted without the folders above it. The
/// files of any other `MyNotes` keep their paths, so that the two do not mix.
struct NotesFolderPrefix: Equatable {
    let domain: String
    /// The path of the folder in its container.
    let components: [String]

    /// Returns the folder in the app's `Documents`, or else the one with the shortest path; nil if
    /// there is none.
    init?(of files: [BackupManifest.Entry], app: String) {
        var folders: Set<[String]> = []
        for file in files {
            guard let path = file.path?.components,
                let place = NoteSelection.placeOfNotesFolder(in: path), place + 1 < path.count
            else { continue }
            folders.insert([file.domain] + path[...place])
        }
        let usual = ["AppDomain-" + app, "Documents"]
        let chosen = folders.min { left, right in
            func rank(_ folder: [String]) -> (Int, Int, String) {
                (
                    folder.dropLast().elementsEqual(usual) ? 0 : 1, folder.count,
                    folder.joined(separator: "/")
                )
            }
            return rank(left) < rank(right)
        }
        guard let chosen, let domain = chosen.first else { return nil }
        self.domain = domain
        components = Array(chosen.dropFirst())
    }
}
