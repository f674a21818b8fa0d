import LocalFiles
import NoteArchives
import NoteModel
import Platform

/// Chooses files in the folder Photos for the photos, recordings and attachments of notes, and
/// writes them. Existing files are never overwritten; media of the same name and content share one.
struct MediaPlacement {
    private let folder: String
    /// The paths of the files in the folder Photos, by photo name.
    private var photoFiles: [PhotoName: String] = [:]
    /// The names of media that are files in the folder Photos, or will be.
    private(set) var names: [StoredBytes: String] = [:]

    /// The content of the files to be created in the folder Photos, by name.
    typealias Copies = [PhotoName: Content]

    /// The content of a file to be created.
    enum Content: Sendable {
        case stored(StoredBytes)
        case bytes([UInt8])
    }

    /// - Parameter folder: The absolute path of the notes folder.
    /// - Throws: ``FileError`` if the folder Photos cannot be listed.
    init(_ folder: String) throws {
        self.folder = folder
        let photos = folder + "/Photos"
        guard try LocalFiles.status(photos)?.isFolder == true else { return }
        for path in try LocalFiles.files(below: photos) {
            guard let name = PhotoName(path), photoFiles[name] == nil else { continue }
            photoFiles[name] = photos + "/" + path
        }
    }

    /// Chooses files for the media of a note that have names.
    ///
    /// - Parameter copies: The files to be created in the folder Photos.
    /// - Returns: A sentence for each transcript that gets no file.
    /// - Throws: ``FileError`` if a file of the same name cannot be compared.
    mutating func place(_ note: Note, copies: inout Copies) throws -> [String] {
        var problems: [String] = []
        for medium in note.media.all {
            let name =
                medium.kind == .attachment || medium.transcript != nil
                ? Self.plainFileName(medium) : medium.name
            try place(medium.content, name: name, copies: &copies)
            guard let transcript = medium.transcript,
                let problem = place(transcript, of: medium, copies: &copies)
            else { continue }
            problems.append("“\(note.title)”: The transcript of \(problem); it was not imported.")
        }
        return problems
    }

    /// Chooses the file with the name of a recording and a further extension for its transcript.
    ///
    /// - Returns: Why there is none, in words that follow “the transcript of”; nil if there is one, or
    ///   was one with the same content.
    private mutating func place(
        _ transcript: Transcript, of recording: Medium, copies: inout Copies
    ) -> String? {
        let name = recording.stored.flatMap { names[$0] } ?? recording.name
        guard let name = name.flatMap(PhotoName.init)?.text else {
            return "a missing recording without a name cannot be found by any"
        }
        let own = TranscriptFormat.allCases.compactMap { PhotoName("\(name).\($0.rawValue)") }
        let (format, content) = transcript.file
        if let known = own.first(where: { photoFiles[$0] != nil }), let file = photoFiles[known] {
            let other =
                if case .bytes(let bytes)? = copies[known] { bytes } else {
                    (try? LocalFiles.read(file)) ?? []
                }
            return other == content ? nil : "\(name) differs from \(known.text), which exists"
        }
        guard let target = PhotoName("\(name).\(format.rawValue)") else {
            return "\(name) has no possible name"
        }
        copies[target] = .bytes(content)
        photoFiles[target] = path(of: target)
        return nil
    }

    /// Chooses a file in the folder Photos for named content. Content without a usable name is not
    /// given one, and goes into the archive.
    ///
    /// - Parameter copies: The files to be created in the folder Photos.
    private mutating func place(
        _ content: MediaContent, name: String?, copies: inout Copies
    ) throws {
        guard case .stored(let stored) = content, names[stored] == nil,
            let photoName = name.flatMap(PhotoName.init), let name = Self.usable(photoName)
        else { return }
        guard var target = PhotoName(name) else { return }
        var number = 1
        while let file = photoFiles[target] {
            let isEqual =
                switch copies[target] {
                case .stored(let other)?: try Self.haveEqualBytes(other.file, stored: stored)
                case .bytes?: false
                case nil: try Self.haveEqualBytes(file, stored: stored)
                }
            if isEqual {
                names[stored] = target.text
                return
            }
            number += 1
            guard let next = PhotoName(Self.numbered(name, number: number)) else { return }
            target = next
        }
        copies[target] = .stored(stored)
        photoFiles[target] = path(of: target)
        names[stored] = target.text
    }

    /// Removes the files that were chosen for an archive that was not written, except for those
    /// that exist.
    mutating func forget(_ copies: Copies) {
        let gone = Set(copies.keys.map(\.text))
        names = names.filter { !gone.contains($0.value) }
        for name in copies.keys where ((try? LocalFiles.status(path(of: name))) ?? nil) == nil {
            photoFiles[name] = nil
        }
    }

    /// Returns the path of a file to be created.
    func path(of name: PhotoName) -> String { "\(folder)/Photos/\(name.text)" }

    /// Writes the chosen files, each completely or not at all, and does not replace existing ones.
    ///
    /// - Throws: ``FileError`` if a file cannot be written; the files before it remain.
    func write(_ copies: Copies) throws {
        let beside = "\(folder)/Photos/.notebinder.new"
        for (name, content) in copies.sorted(by: { $0.key.text < $1.key.text }) {
            try LocalFiles.makeFolder(folder + "/Photos")
            do {
                try LocalFiles.remove(beside)
                switch content {
                case .stored(let stored): try stored.copy(to: beside)
                case .bytes(let bytes): _ = try LocalFiles.create(beside, bytes: bytes)
                }
                try LocalFiles.renameIfFree(beside, to: path(of: name))
            } catch {
                try? LocalFiles.remove(beside)
                throw error
            }
        }
    }

    /// Returns a name if a file in the folder Photos may have it; nil otherwise.
    private static func usable(_ name: PhotoName) -> String? {
        let isReserved = ["captions.yml", "captions.yaml"].contains(name.text.lowercased())
        let isPlain =
            name.text.utf8.count <= 240 && name.text.utf8.first != UInt8(ascii: ".")
            && name.text.percentDecoded == name.text
        return isPlain && !isReserved ? name.text : nil
    }

    /// Returns a usable file name for a medium that cannot be in the archive: an attachment, or a
    /// recording with a transcript beside it.
    private static func plainFileName(_ medium: Medium) -> String {
        if medium.name != nil, let name = PhotoName(medium.fileName).flatMap(usable) { return name }
        let ending = medium.fileExtension ?? medium.stored?.format?.fileExtension
        return "\(medium.kind.rawValue).\(ending ?? "bin")"
    }

    private static func haveEqualBytes(_ file: String, stored: StoredBytes) throws -> Bool {
        guard let size = try LocalFiles.status(file)?.size, size == stored.count else {
            return false
        }
        let opened = try OpenFile(file)
        var position = 0
        var isEqual = true
        try stored.forEachChunk { chunk throws(FileError) in
            guard isEqual else { return }
            let bytes = try LocalFiles.read(opened, count: chunk.count, at: position)
            isEqual = bytes.elementsEqual(chunk)
            position += chunk.count
        }
        return isEqual
    }

    /// Returns a name with a number, such as `a-2.jpg` for `a.jpg`.
    private static func numbered(_ name: String, number: Int) -> String {
        let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.utf8.endIndex
        return "\(name[..<dot])-\(number)\(name[dot...])"
    }
}
