package import LocalFiles
package import NoteModel
import Synchronization

/// The files of a notes folder: which may hold notes, and which may be photos of them.
package struct NotesFolder: Sendable {
    /// Absolute path, symbolic links resolved.
    package let path: String
    /// Whether a single file was named, which `path` is the folder of.
    package let isSingleFile: Bool
    /// Files that may hold notes, in the order of their paths.
    package let sources: [SourceFile]
    /// Everything else that was found, with the reason for which it is no source.
    package let leftOut: [LeftOut]
    /// Files that tell captions of photos, by the names that sources have.
    package let captionFiles: [SourceFile]
    /// For what has no file of its own in the notes folder; it goes with the last copy of this
    /// value, and notes may refer to files in it until then.
    package let scratch = ScratchFolder()
    private let photoFiles: PhotoFiles
    /// Called with each photo that is looked for, and what is found.
    private var observer: (@Sendable (_ name: String, _ content: MediaContent) -> Void)?

    /// A file that was found in a notes folder.
    package struct SourceFile: Hashable, Sendable {
        /// Below the notes folder, with `/` between its parts.
        package let name: String
        /// Absolute.
        package let path: String

        package init(name: String, path: String) {
            self.name = name
            self.path = path
        }
    }

    /// Something in a notes folder that is not read.
    package struct LeftOut: Hashable, Sendable {
        package let name: String
        /// In words that complete "NAME is …".
        package let reason: String
        /// Whether it may have held a note, so that it counts as failed and not as skipped.
        package let mayHoldNotes: Bool
    }

    /// Names of the folder that holds photos, in lower case.
    private static let photosFolder = "photos"
    /// Folders of small copies that some apps keep; they are no photos.
    private static let thumbnailFolders: Set<String> = ["thumbnail", "thumbnails"]
    /// Files in the folder of photos that tell their captions, in lower case.
    private static let captionNames: Set<String> = ["captions.yml", "captions.yaml"]
    private static let maximumFolderDepth = 16

    /// Lists a notes folder, or takes a single file for one.
    ///
    /// - Throws: ``FileError`` where the folder is missing or cannot be listed.
    package init(_ path: String) throws(FileError) {
        guard let status = try LocalFiles.status(path), let resolved = LocalFiles.resolved(path)
        else { throw FileError(action: "open", path: path, code: FileError.noSuchFile) }
        var listing = Listing(root: status.isFolder ? resolved : LocalFiles.folder(of: resolved))
        if status.isFolder {
            try listing.visit(folder: "", depth: 0)
        } else {
            let name = String(
                decoding: resolved.utf8.dropFirst(listing.root.utf8.count + 1), as: UTF8.self)
            listing.sources = [SourceFile(name: name, path: resolved)]
            if try LocalFiles.status(listing.root + "/Photos")?.isFolder == true {
                try listing.visitPhotos(folder: "Photos", depth: 0)
            }
        }
        self.path = listing.root
        isSingleFile = !status.isFolder
        sources = listing.sources
        leftOut = listing.leftOut
        captionFiles = listing.captionFiles
        photoFiles = PhotoFiles(listing.inPhotos + listing.besideNotes)
    }

    /// Where the photo of that name lies; nil where the folder has none.
    package func photoFile(named name: PhotoName) -> String? {
        photoFiles.path(of: name)
    }

    /// A photo of the folder by what an archive or a text calls it: a name, or a path of the
    /// phone that wrote it. Only the last part counts, so nothing outside is ever reached.
    package func photo(named path: String, caption: String? = nil) -> Photo {
        guard let name = PhotoName(path) else {
            // Nothing of a path that leads nowhere is told: it may name a person's folders.
            return Photo(caption: caption, content: .missing)
        }
        let content = content(ofPhoto: name)
        observer?(name.text, content)
        return Photo(name: name.text, caption: caption, content: content)
    }

    private func content(ofPhoto name: PhotoName) -> MediaContent {
        guard let file = photoFile(named: name), let status = try? LocalFiles.status(file),
            status.isFile
        else { return .missing }
        return .stored(StoredBytes(file: file, range: 0..<status.size))
    }

    /// Returns the same folder, calling `observer` with each photo that is looked for in it, and what is
    /// found.
    package func observed(
        by observer: @escaping @Sendable (_ name: String, _ content: MediaContent) -> Void
    ) -> NotesFolder {
        var folder = self
        folder.observer = observer
        return folder
    }

    /// Returns what is found under a name that was looked for; nil for what is not a name.
    package func content(ofPhotoNamed name: String) -> MediaContent? {
        PhotoName(name).map { content(ofPhoto: $0) }
    }

    /// A photo or a recording of the folder, by what a text calls it.
    package func medium(named path: String) -> ReferencedMedium {
        ReferencedMedium(photo(named: path))
    }

    private struct Listing {
        let root: String
        var sources: [SourceFile] = []
        var leftOut: [LeftOut] = []
        var captionFiles: [SourceFile] = []
        var besideNotes: [SourceFile] = []
        var inPhotos: [SourceFile] = []

        mutating func visit(folder: String, depth: Int) throws(FileError) {
            let entries = try entries(of: folder)
            let databaseParts = Self.databaseParts(among: entries.map(\.name))
            for entry in entries {
                let name = folder.isEmpty ? entry.name : folder + "/" + entry.name
                let path = root + "/" + name
                switch try kind(of: entry, at: path) {
                case .file where entry.name.hasPrefix("."):
                    leave(name, "a hidden file")
                case .file where databaseParts.contains(entry.name):
                    leave(name, "a part of the database beside it")
                case .file:
                    sources.append(SourceFile(name: name, path: path))
                    besideNotes.append(SourceFile(name: name, path: path))
                case .folder where entry.name.hasPrefix("."):
                    leave(
                        name,
                        entry.name.hasSuffix("_SUPPORT")
                            ? "a database's folder of large files" : "a hidden folder")
                case .folder where entry.name.lowercased() == photosFolder:
                    try visitPhotos(folder: name, depth: depth + 1)
                case .folder where thumbnailFolders.contains(entry.name.lowercased()):
                    leave(name, "a folder of thumbnails")
                case .folder where depth >= maximumFolderDepth:
                    leave(name, "nested too deep", mayHoldNotes: true)
                case .folder: try visit(folder: name, depth: depth + 1)
                case .link:
                    leave(
                        name, "a link that leads out of the notes folder, or nowhere",
                        mayHoldNotes: true)
                case .special: leave(name, "no file but a device or a pipe")
                case .unnameable:
                    leave(name, "named with bytes that are no text", mayHoldNotes: true)
                }
            }
        }

        /// Files that SQLite keeps for others, with what is not yet in those.
        private static func databaseParts(among names: [String]) -> Set<String> {
            let endings = ["-wal", "-shm", "-journal"]
            let parts = names.filter { name in endings.contains { name.hasSuffix($0) } }
            guard !parts.isEmpty else { return [] }
            let all = Set(names)
            return Set(
                parts.filter { name in
                    endings.contains {
                        name.hasSuffix($0) && all.contains(String(name.dropLast($0.count)))
                    }
                })
        }

        mutating func visitPhotos(folder: String, depth: Int) throws(FileError) {
            for entry in try entries(of: folder) {
                let name = folder + "/" + entry.name
                switch try kind(of: entry, at: root + "/" + name) {
                case .file where captionNames.contains(entry.name.lowercased()):
                    captionFiles.append(SourceFile(name: name, path: root + "/" + name))
                case .file: inPhotos.append(SourceFile(name: name, path: root + "/" + name))
                case .folder where depth < maximumFolderDepth && !entry.name.hasPrefix("."):
                    try visitPhotos(folder: name, depth: depth + 1)
                default: break
                }
            }
        }

        /// A folder below the notes folder that cannot be listed is left out, by name.
        private mutating func entries(of folder: String) throws(FileError) -> [FolderEntry] {
            guard !folder.isEmpty else { return try LocalFiles.entries(of: root) }
            do throws(FileError) {
                return try LocalFiles.entries(of: root + "/" + folder)
            } catch {
                leave(
                    folder, "a folder that cannot be listed (\(error.reason))", mayHoldNotes: true)
                return []
            }
        }

        /// A link counts as what it leads to, as long as that is inside the notes folder.
        private func kind(
            of entry: FolderEntry, at path: String
        ) throws(FileError) -> FolderEntry.Kind {
            guard entry.kind == .link else { return entry.kind }
            guard let target = LocalFiles.resolved(path), LocalFiles.isBelow(target, root),
                let status = try LocalFiles.status(target)
            else { return .link }
            // A link to a folder would list its files twice.
            return status.isFile ? .file : .link
        }

        private mutating func leave(_ name: String, _ reason: String, mayHoldNotes: Bool = false) {
            leftOut.append(LeftOut(name: name, reason: reason, mayHoldNotes: mayHoldNotes))
        }
    }
}

/// Photos by name. Many notebooks have none in files: names are taken apart when the first is
/// looked for.
private final class PhotoFiles: Sendable {
    private let files: [NotesFolder.SourceFile]
    private let paths = Mutex<[PhotoName: String]?>(nil)

    /// - Parameter files: Of two whose names differ in case only the first counts.
    init(_ files: [NotesFolder.SourceFile]) { self.files = files }

    func path(of name: PhotoName) -> String? {
        paths.withLock { known in
            let all = known ?? table
            known = all
            return all[name]
        }
    }

    private var table: [PhotoName: String] {
        var table: [PhotoName: String] = [:]
        for file in files {
            guard let name = PhotoName(file.name), table[name] == nil else { continue }
            table[name] = file.path
        }
        return table
    }
}
