import LocalFiles
import NoteArchives
import NoteModel
package import Platform

/// Reads Markdown files with front matter: the Markdown tree of an export, or a folder of Obsidian,
/// Hugo or a text editor.
package struct MarkdownFolder: Sendable {
    private let files: ExportFiles
    private let zone: ZoneInfo
    private let usesFileDates: Bool
    /// The files of the folder that are not Markdown, to which texts may refer, by name; those
    /// under nil have no name by which a text could refer to them.
    private let attachable: [PhotoName?: [String]]
    /// The text bundles by the paths of their texts.
    private let bundles: [String: TextBundle]
    /// The paths of the Markdown files, relative to the root.
    package let paths: [String]
    /// All files of the folder, in the order of the listing.
    package let found: [FoundFile]
    /// The hidden files and folders, in which programs keep their settings; they are not read.
    package let hidden: [String]
    /// The folders that could not be listed, one sentence each.
    package let problems: [String]

    /// - Parameters:
    ///   - path: The path of the folder, or of a single Markdown file.
    ///   - zone: The time zone of dates that do not contain one.
    ///   - usesFileDates: True if a note without dates gets the time when its file was changed.
    /// - Throws: ``UserError`` if the folder cannot be listed.
    package init(_ path: String, zone: ZoneInfo, usesFileDates: Bool = false) throws {
        (self.zone, self.usesFileDates) = (zone, usesFileDates)
        let absolute = LocalFiles.absolute(path)
        do {
            let isFolder = try LocalFiles.status(path)?.isFolder == true
            files = ExportFiles(isFolder ? absolute : LocalFiles.folder(of: absolute))
            var listing = FolderListing()
            // The files around a single file are not read.
            listing.files = isFolder ? [] : [LocalFiles.name(of: absolute)]
            if isFolder { try listing.visit(files.root, folder: "") }
            (hidden, problems) = (listing.hidden, listing.problems)
            let bundles = isFolder ? TextBundle.all(in: listing.files, root: files.root) : [:]
            self.bundles = bundles
            let details = Set(bundles.values.map(\.detailsPath))
            // A backup of Bear lists its tags beside the notes.
            let hasBundles = !bundles.isEmpty
            let listed = listing.files.filter {
                !details.contains($0)
                    && !(hasBundles && LocalFiles.name(of: $0) == "tags.json")
            }
            paths = listed.filter { Self.isMarkdown($0) || bundles[$0] != nil }
            attachable = Dictionary(grouping: listed.filter { !Self.isMarkdown($0) }) {
                PhotoName($0)
            }
            found = listed.map { [files] in
                FoundFile(name: $0, path: files.stored($0)?.file)
            }
        } catch let error as FileError {
            throw UserError.unreadable(path, error.reason)
        }
    }

    package static func isMarkdown(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix(".md") || name.hasSuffix(".markdown")
    }

    /// Reads one of the files.
    ///
    /// - Throws: ``UserError`` for a file that cannot be read, or whose front matter is invalid.
    package func note(_ path: String) throws -> (note: ReadNote, problems: [String]) {
        guard let stored = files.stored(path) else {
            let error = FileError(action: "read", path: path, code: FileError.noSuchFile)
            throw UserError.unreadable(path, error.reason)
        }
        guard stored.count <= LocalFiles.maximumTextSize else { throw UserError.tooLarge(path) }
        let bytes = try UserError.reading(path) { try LocalFiles.read(stored.file) }
        let bundle = bundles[path]
        let details =
            bundle.flatMap { files.stored($0.detailsPath) }
            .map { TextBundle.details(in: $0) } ?? .init()
        let title = LocalFiles.name(of: bundle?.name ?? path)
        if details.isTrashed {
            throw UserError("“\(title)” is in the trash of its program; it was not imported.")
        }
        if details.isEncrypted {
            throw UserError(
                "“\(title)” is encrypted; decrypt it in its program and export it again.")
        }
        do {
            let head = try FrontMatter(bytes)
            var reader = MarkdownNote(
                path: path, stem: bundle?.name, head: head, zone: zone,
                lookup: { resolve($0, from: path, byName: $1) })
            reader.bundle = details
            reader.isBundled = bundle != nil
            // Bear and Obsidian show line breaks as they were typed.
            reader.followsMarkdown = bundle == nil && !hidden.contains(".obsidian")
            if usesFileDates, let status = (try? LocalFiles.status(stored.file)) ?? nil {
                reader.fileDate = Date(timeIntervalSince1970: Double(status.modified) / 1e9)
            }
            var read = ReadNote(reader.note(), file: stored.file)
            read.commentCount = reader.commentCount
            let problems = reader.problems + addTranscripts(to: &read)
            return (read, problems)
        } catch let error as FrontMatter.ParsingError {
            throw UserError("\(path), line \(error.line), \(error.problem); it was not imported.")
        }
    }

    /// Adds the transcripts that are beside recordings, with the name of the recording and a further
    /// extension.
    ///
    /// - Returns: A sentence for each transcript that cannot be used.
    private func addTranscripts(to read: inout ReadNote) -> [String] {
        var problems: [String] = []
        for index in read.note.recordings.indices
        where read.note.recordings[index].transcript == nil {
            guard let file = read.note.recordings[index].stored?.file,
                let path = LocalFiles.path(file, below: files.root)
            else { continue }
            for format in TranscriptFormat.allCases {
                let name = "\(path).\(format.rawValue)"
                guard let stored = files.stored(name) else { continue }
                do {
                    guard stored.count <= LocalFiles.maximumTextSize else {
                        throw UserError.tooLarge(name)
                    }
                    let bytes = try UserError.reading(name) { try LocalFiles.read(stored.file) }
                    read.note.recordings[index].transcript = try Transcript(bytes, format: format)
                    read.transcriptFiles.append(stored.file)
                    break
                } catch let error as TranscriptError {
                    problems.append(
                        "The transcript \(name) \(error.rawValue); it was not imported.")
                } catch {
                    problems.append((error as? UserError)?.message ?? "\(name): \(error).")
                }
            }
        }
        return problems
    }

    /// Returns the names of the files in the text bundle of a text; none for other texts.
    package func files(besideBundledText path: String) -> [String] {
        guard let details = bundles[path]?.detailsPath else { return [] }
        let folder = Self.folder(of: details)
        return found.map(\.name).filter { folder.isEmpty || $0.hasPrefix(folder + "/") }
    }

    /// Returns the file that an address in a text refers to: relative to the text, relative to the
    /// root, or the nearest one of that name; nil if there is none.
    ///
    /// - Parameter byName: True if the file may be in another folder than the address says.
    private func resolve(_ address: String, from path: String, byName: Bool) -> StoredBytes? {
        let plain = address.percentDecoded ?? address
        let folder = Self.folder(of: path)
        for candidate in [address, plain] {
            if let stored = files.stored(candidate, from: folder) { return stored }
            let fromRoot = String(candidate.drop { $0 == "/" })
            for root in ["", "static", "assets"] {
                if let stored = files.stored(fromRoot, from: root) { return stored }
            }
        }
        guard byName, let found = nearest(to: folder, named: address) else { return nil }
        // A bundle has its own files.
        guard bundles[path] == nil || found.hasPrefix(folder + "/") else { return nil }
        return files.stored(found)
    }

    /// Returns the folder of a path, without a slash at its end; empty for the root.
    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }

    /// Returns the path of the file that an address refers to; nil if there is none of that name.
    ///
    /// Among several files with that name, the one that shares the most folders with the address is
    /// chosen, then the one nearest to `folder`, then the one with the shortest path.
    private func nearest(to folder: String, named address: String) -> String? {
        guard let name = PhotoName(address), let paths = attachable[name] else { return nil }
        guard paths.count > 1 else { return paths.first }
        let address = FileAddress(address)
        return paths.max { first, second in
            Self.rank(first, folder: folder, address: address).lexicographicallyPrecedes(
                Self.rank(second, folder: folder, address: address))
        }
    }

    private static func rank(_ path: String, folder: String, address: FileAddress) -> [Int] {
        let parts = Self.folder(of: path).split(separator: "/")
        let shared = zip(parts, folder.split(separator: "/")).prefix { $0 == $1 }.count
        return [address.commonParts(with: FileAddress(path)), shared, -parts.count]
    }
}

/// Lists the files of a folder.
private struct FolderListing {
    var files: [String] = []
    var hidden: [String] = []
    var problems: [String] = []

    private static let maximumDepth = 64

    mutating func visit(_ root: String, folder: String, depth: Int = 0) throws {
        for entry in try LocalFiles.entries(of: root + "/" + folder) {
            let path = folder + entry.name
            guard entry.name.utf8.first != UInt8(ascii: ".") else {
                hidden.append(path)
                continue
            }
            switch entry.kind {
            case .file, .link, .special: files.append(path)
            case .folder where depth < Self.maximumDepth:
                do {
                    try visit(root, folder: path + "/", depth: depth + 1)
                } catch let error as FileError {
                    problems.append("\(path) cannot be listed: \(error.reason).")
                }
            case .folder: problems.append("\(path) is nested too deep, and was not read.")
            case .unnameable:
                problems.append("\(path) has a name that is not text, and was not read.")
            }
        }
    }
}
