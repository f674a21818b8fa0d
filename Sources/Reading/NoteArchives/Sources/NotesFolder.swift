package import LocalFiles
package import NoteModel

/// The files of a notes folder: sources that may hold notes, and photos that notes refer to.
///
/// ```
/// let folder = try NotesFolder("Notes")
/// let reader = SourceReader(folder: folder)
/// let notes = folder.sources.flatMap { reader.read($0).notes }
/// ```
package struct NotesFolder: Sendable {
    /// The absolute path, with symbolic links resolved.
    package let path: String
    /// True if a single file was given; `path` is the folder that contains it.
    package let isSingleFile: Bool
    /// The files that may hold notes, sorted by path.
    package let sources: [SourceFile]
    /// The files and folders that are not read, each with the reason.
    package let leftOut: [LeftOut]
    /// The files with captions of photos, named like sources.
    package let captionFiles: [SourceFile]
    /// A temporary folder for data without a file in the notes folder. It is deleted with the last
    /// copy of this value and the last outcome whose notes refer to files in it.
    package let scratch = ScratchFolder()
    private let photoFiles: PhotoFiles
    /// The name of the source for whose notes photos are looked up; empty for the folder itself.
    private var viewpoint = ""
    /// A closure that is called with each photo that is looked up, and the result.
    private var observer: (@Sendable (_ name: String, _ content: MediaContent) -> Void)?

    /// A file that was found in a notes folder.
    package struct SourceFile: Hashable, Sendable {
        /// The path below the notes folder, with `/` between its components.
        package let name: String
        /// The absolute path; of a package that is a folder, that of the archive of its note.
        package let path: String
        /// True for a package of an app that is a folder.
        package let isPackageFolder: Bool

        package init(name: String, path: String, isPackageFolder: Bool = false) {
            (self.name, self.path, self.isPackageFolder) = (name, path, isPackageFolder)
        }
    }

    /// A file or folder in a notes folder that is not read.
    package struct LeftOut: Hashable, Sendable {
        package let name: String
        /// The reason, as a phrase that completes "NAME is …".
        package let reason: String
        /// True if it may hold notes, so that it counts as failed and not as skipped.
        package let mayHoldNotes: Bool
        /// A sentence that says what to do about it; nil if nothing helps.
        package var advice: String?
        /// True if the name is not valid UTF-8, so that the file cannot be copied under it either.
        package var hasUnusableName: Bool { reason == Self.unusableName }
        /// True for a folder of photos that cannot be listed.
        package var holdsPhotos = false

        /// Returns true if a source is the file, or is in the folder.
        ///
        /// - Parameter source: The name of the source.
        package func contains(_ source: String) -> Bool {
            source == name || source.hasPrefix(name + "/")
        }

        fileprivate static let unusableName = "named with bytes that are not text"
    }

    /// The name of the folder that holds photos, in lower case.
    static let photosFolder = "photos"
    /// The names of folders for small copies of photos, which some apps keep, in lower case.
    private static let thumbnailFolders: Set<String> = ["thumbnail", "thumbnails"]
    /// The names of files with captions in the folder of photos, in lower case.
    private static let captionNames: Set<String> = ["captions.yml", "captions.yaml"]
    private static let maximumFolderDepth = 16

    /// Lists a notes folder. A single file is treated as a notes folder with this file and the
    /// photos in the folder Photos beside it.
    ///
    /// - Throws: ``FileError`` if the folder does not exist or cannot be listed.
    package init(_ path: String) throws {
        guard let status = try LocalFiles.status(path), let resolved = LocalFiles.resolved(path)
        else { throw FileError(action: "open", path: path, code: FileError.noSuchFile) }
        let isPackage = status.isFolder && NotabilityPackage.isFolder(resolved)
        let isFolder = status.isFolder && !isPackage
        var listing = Listing(root: isFolder ? resolved : LocalFiles.folder(of: resolved))
        if isFolder {
            try listing.visit(folder: "", depth: 0)
        } else {
            let name = String(
                decoding: resolved.utf8.dropFirst(listing.root.utf8.count + 1), as: UTF8.self)
            listing.sources = [
                isPackage
                    ? NotabilityPackage.source(ofFolder: resolved, named: name)
                    : SourceFile(name: name, path: resolved)
            ]
            // A store without its log lacks the latest notes.
            let log = ".\(name)-wal.icloud"
            if try LocalFiles.status(listing.root + "/" + log) != nil {
                listing.leave(placeholder: log, in: "", among: [])
            }
            if try LocalFiles.status(listing.root + "/Photos")?.isFolder == true {
                try listing.visitPhotos(folder: "Photos", depth: 0)
            }
        }
        self.path = listing.root
        isSingleFile = !isFolder
        sources = listing.sources
        leftOut = listing.leftOut
        captionFiles = listing.captionFiles
        photoFiles = PhotoFiles(inPhotos: listing.inPhotos, besideNotes: listing.besideNotes)
    }

    /// True if a file of the folder has the name of a photo.
    package func hasPhotoFile(named name: PhotoName) -> Bool { photoFiles.contain(name) }

    /// Returns the folder as the notes of a source see it: of several photos with a name they mean the
    /// nearest.
    package func seen(from source: String) -> NotesFolder {
        var folder = self
        folder.viewpoint = source
        return folder
    }

    /// Returns a photo of the folder by the name that an archive or a text uses: a file name, or a
    /// path on the original device. Only the last component counts, so that nothing outside of the
    /// folder can be reached. The content is `.missing` if there is no such photo.
    package func photo(named path: String, caption: String? = nil) -> Medium {
        guard let name = PhotoName(path) else {
            // An invalid path is not repeated in messages, since it may contain the names of
            // private folders.
            return Medium(.photo, caption: caption, content: .missing)
        }
        let content = content(ofPhoto: name)
        observer?(name.written, content)
        return Medium(.photo, name: name.text, caption: caption, content: content)
    }

    private func content(ofPhoto name: PhotoName) -> MediaContent {
        guard let file = photoFiles.path(of: name, from: viewpoint),
            let status = try? LocalFiles.status(file),
            status.isFile
        else { return .missing }
        return .stored(StoredBytes(file: file, range: 0..<status.size))
    }

    /// Returns a copy of the folder that calls `observer` with each photo that is looked up, and
    /// the result.
    package func observed(
        by observer: @escaping @Sendable (_ name: String, _ content: MediaContent) -> Void
    ) -> NotesFolder {
        var folder = self
        folder.observer = observer
        return folder
    }

    /// Returns the content of the photo with a name; nil if the name is invalid.
    package func content(ofPhotoNamed name: String) -> MediaContent? {
        PhotoName(name).map { content(ofPhoto: $0) }
    }

    /// Returns the transcript next to a recording: a file with the name of the recording and a
    /// further extension, as `talk.m4a.vtt`.
    ///
    /// - Parameter name: The file name of the recording.
    /// - Returns: Nil if there is no such file; else its name, and the transcript or the reason why
    ///   it cannot be read, which completes "NAME …".
    package func transcript(
        ofRecording name: String
    ) -> (file: String, transcript: Result<Transcript, TranscriptFault>)? {
        for format in TranscriptFormat.allCases {
            let name = "\(name).\(format.rawValue)"
            guard let photo = PhotoName(name),
                let path = photoFiles.path(of: photo, from: viewpoint)
            else { continue }
            do {
                let bytes = try LocalFiles.read(path, atMost: LocalFiles.maximumTextSize)
                return (photo.text, .success(try Transcript(bytes, format: format)))
            } catch let error as TranscriptError {
                return (photo.text, .failure(TranscriptFault(reason: error.rawValue)))
            } catch {
                let reason = (error as? FileError)?.reason ?? "\(error)"
                return (photo.text, .failure(TranscriptFault(reason: "cannot be read: \(reason)")))
            }
        }
        return nil
    }

    /// The reason why a transcript cannot be read, as the end of a sentence after its name.
    package struct TranscriptFault: Error {
        package let reason: String
    }

    /// Returns a photo or a recording of the folder, by the name that a text uses.
    package func medium(named path: String) -> Medium {
        medium(photo(named: path))
    }

    /// Returns a photo as what its file is: a photo or a recording.
    func medium(_ photo: Medium) -> Medium {
        photo.identified(by: photo.stored?.format)
    }

    /// The names of folders in an app's `Library` that hold caches and state, in lower case.
    private static let systemFolders: Set = [
        "application scripts", "caches", "cookies", "httpstorages", "saved application state",
        "splashboard", "webkit",
    ]

    private struct Listing {
        let root: String
        var sources: [SourceFile] = []
        var leftOut: [LeftOut] = []
        var captionFiles: [SourceFile] = []
        var besideNotes: [SourceFile] = []
        var inPhotos: [SourceFile] = []

        mutating func visit(folder: String, depth: Int) throws {
            let entries = try entries(of: folder)
            let databaseParts = Self.databaseParts(among: entries.map(\.name))
            let isOfAppleNotes = isContainerOfAppleNotes(folder, with: entries)
            for entry in entries {
                let name = folder.isEmpty ? entry.name : folder + "/" + entry.name
                let path = root + "/" + name
                switch try kind(of: entry, at: path) {
                case .file where CloudPlaceholder.isName(entry.name):
                    leave(placeholder: entry.name, in: folder, among: entries)
                case .file where entry.name.hasPrefix("."):
                    leave(hidden: name, in: folder)
                case .file where entry.name == "Icon\r": leave(name, reason: "the icon of a folder")
                case .file where databaseParts.contains(entry.name):
                    leave(name, reason: "a part of the database beside it")
                case .folder where isOfAppleNotes && AppleNotesFiles.folders.contains(entry.name):
                    break  // The notes of the store name the files in it.
                case .file where isOfAppleNotes && AppleNotesFiles.isOwn(entry.name):
                    leave(name, reason: "a file of Apple Notes without notes")
                case .file:
                    sources.append(SourceFile(name: name, path: path))
                    besideNotes.append(SourceFile(name: name, path: path))
                case .folder where entry.name.hasPrefix("."):
                    leave(
                        name,
                        reason: entry.name.hasSuffix("_SUPPORT")
                            ? "a database's folder of large files" : "a hidden folder")
                case .folder where NotabilityPackage.isFolder(path):
                    sources.append(NotabilityPackage.source(ofFolder: path, named: name))
                case .folder where entry.name.lowercased() == photosFolder:
                    try visitPhotos(folder: name, depth: depth + 1)
                case .folder where isOfSystem(path):
                    leave(name, reason: "a folder of the system")
                case .folder where thumbnailFolders.contains(entry.name.lowercased()):
                    leave(name, reason: "a folder of thumbnails")
                case .folder where depth >= maximumFolderDepth:
                    leave(name, reason: "nested too deep", mayHoldNotes: true)
                case .folder: try visit(folder: name, depth: depth + 1)
                case .link:
                    leave(
                        name, reason: "a broken link, or one to a place outside the notes folder",
                        mayHoldNotes: true)
                case .special: leave(name, reason: "a device or a pipe, not a file")
                case .unnameable:
                    leave(name, reason: LeftOut.unusableName, mayHoldNotes: true)
                }
            }
        }

        /// True for a folder with a store of Apple Notes and others of its files.
        private func isContainerOfAppleNotes(_ folder: String, with entries: [FolderEntry]) -> Bool
        {
            let prefix = root + "/" + (folder.isEmpty ? "" : folder + "/")
            return entries.contains {
                $0.kind == .folder && AppleNotesFiles.folders.contains($0.name)
                    || AppleNotesFiles.isOwn($0.name)
            }
                && entries.contains {
                    $0.kind == .file && AppleNotesStore.isLikely(at: prefix + $0.name)
                }
        }

        /// True for a folder in the container of an app that has no documents of its user.
        private func isOfSystem(_ path: String) -> Bool {
            let (parent, name) = (LocalFiles.folder(of: path), LocalFiles.name(of: path))
            if name == "tmp" {
                return ((try? LocalFiles.status(parent + "/Library")) ?? nil)?.isFolder == true
            }
            return LocalFiles.name(of: parent) == "Library"
                && systemFolders.contains(name.lowercased())
        }

        /// Returns the names of logs and journals that SQLite keeps beside the databases in a
        /// folder.
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

        mutating func visitPhotos(folder: String, depth: Int) throws {
            let entries = try entries(of: folder, holdsPhotos: true)
            for entry in entries {
                let name = folder + "/" + entry.name
                switch try kind(of: entry, at: root + "/" + name) {
                case .file where CloudPlaceholder.isName(entry.name):
                    leave(placeholder: entry.name, in: folder, among: entries)
                case .file where UnreadablePlaceholder.isName(entry.name):
                    leave(hidden: name, in: folder)
                case .file where captionNames.contains(entry.name.lowercased()):
                    captionFiles.append(SourceFile(name: name, path: root + "/" + name))
                case .file: inPhotos.append(SourceFile(name: name, path: root + "/" + name))
                case .folder where depth < maximumFolderDepth && !entry.name.hasPrefix("."):
                    try visitPhotos(folder: name, depth: depth + 1)
                default: break
                }
            }
        }

        /// Returns the entries of a folder. A subfolder that cannot be listed is added to
        /// `leftOut`.
        private mutating func entries(
            of folder: String, holdsPhotos: Bool = false
        ) throws -> [FolderEntry] {
            guard !folder.isEmpty else { return try LocalFiles.entries(of: root) }
            do {
                return try LocalFiles.entries(of: root + "/" + folder)
            } catch {
                leftOut.append(
                    LeftOut(
                        name: folder, reason: "a folder that cannot be listed (\(error.reason))",
                        mayHoldNotes: true, holdsPhotos: holdsPhotos))
                return []
            }
        }

        /// Returns the kind of an entry. A link to a file inside the notes folder counts as a file.
        private func kind(of entry: FolderEntry, at path: String) throws -> FolderEntry.Kind {
            guard entry.kind == .link else { return entry.kind }
            guard let target = LocalFiles.resolved(path), LocalFiles.isBelow(target, root),
                let status = try LocalFiles.status(target)
            else { return .link }
            // A link to a folder would list its files twice.
            return status.isFile ? .file : .link
        }

        /// Adds a hidden file or, for an ``UnreadablePlaceholder``, the file that it replaces.
        private mutating func leave(hidden name: String, in folder: String) {
            guard UnreadablePlaceholder.isName(LocalFiles.name(of: name)),
                let found = UnreadablePlaceholder(at: root + "/" + name)
            else { return leave(name, reason: "a hidden file") }
            leave(
                folder.isEmpty ? found.name : folder + "/" + found.name, reason: found.reason,
                mayHoldNotes: true)
        }

        /// Adds the file that a placeholder replaces. Beside the file itself, a placeholder is
        /// out of date.
        mutating func leave(
            placeholder entry: String, in folder: String, among entries: [FolderEntry]
        ) {
            let prefix = folder.isEmpty ? "" : folder + "/"
            let found = CloudPlaceholder(named: entry, at: root + "/" + prefix + entry)
            guard !entries.contains(where: { $0.name == found.name }) else {
                leave(prefix + entry, reason: "a placeholder of a file that was downloaded since")
                return
            }
            let size = found.size.map { " (\(sizeText(ofBytes: $0)))" } ?? ""
            leftOut.append(
                LeftOut(
                    name: prefix + found.name,
                    reason: "\(found.isFolder ? "a folder " : "")in iCloud only\(size)",
                    mayHoldNotes: true,
                    advice:
                        "Open it on an iPhone or a Mac so that it is downloaded, and copy the folder again."
                ))
        }

        private mutating func leave(_ name: String, reason: String, mayHoldNotes: Bool = false) {
            leftOut.append(LeftOut(name: name, reason: reason, mayHoldNotes: mayHoldNotes))
        }
    }
}

extension Medium {
    /// Returns a photo as what its file is: a recording if that is its format or, for an unknown
    /// one, what its name says; else the photo.
    func identified(by format: MediaFormat?) -> Medium {
        let found = Medium(content, named: name, format: format)
        return found.kind == .recording ? classified(as: .recording) : self
    }
}
