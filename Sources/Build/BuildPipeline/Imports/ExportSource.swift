import FileFormats
import LocalFiles
import NoteImports
import NoteModel
import Platform

/// An export that is read: a JSON tree, alone or in a notebook or a bag, a folder or file of
/// Markdown, or what other programs export.
final class ExportSource {
    private enum Form {
        case json(String)
        case markdown(String)
        /// A folder with Markdown, text bundles and ENEX files.
        case folder(String)
        case enex(String)
        case textPack(String)
        case joplin(String)
    }

    private let path: String
    private var form: Form
    /// True if the files of photos, recordings and attachments are needed.
    private let hasFiles: Bool
    /// The folder for files that are unpacked.
    private let scratch = ScratchFolder()
    /// A sentence about each file that could not be unpacked.
    private var problems: [String] = []

    /// - Throws: ``UserFacingError`` if nothing is at the path, or no export.
    init(_ path: String, hasFiles: Bool = true) throws {
        (self.path, self.hasFiles) = (path, hasFiles)
        form = .json(path)
        guard let status = try LocalFiles.status(path) else {
            throw UserError("\(path) does not exist.", "Check its name.")
        }
        form = status.isFolder ? try form(ofFolder: path) : try form(ofFile: path)
    }

    private func form(ofFolder path: String) throws -> Form {
        let trees = ["", "/json", "/data/json"].map { path + $0 }
        if let tree = try trees.first(where: {
            try LocalFiles.status($0 + "/notebook.json")?.isFile == true
        }) {
            return .json(tree)
        }
        return JoplinFolder.isJoplin(path) ? .joplin(path) : .folder(path)
    }

    private func form(ofFile path: String) throws -> Form {
        if path.hasSuffix(".json") || path.hasSuffix(".ndjson") { return .json(path) }
        if MarkdownFolder.isMarkdown(path) { return .markdown(path) }
        if ENEXImport.isENEX(path) { return .enex(path) }
        if Self.isTextPack(path) { return .textPack(path) }
        // Backups of Bear are ZIP files with a name of their own.
        let beginning = try LocalFiles.read(OpenFile(path), count: 2)
        guard beginning == Array("PK".utf8) || path.lowercased().hasSuffix(".zip") else {
            throw UserError(
                "\(path) is not an export.",
                "Name a folder of Markdown files, a folder json or markdown of a notebook, a bag, a RAW folder of Joplin, or a file with the extension .enex, .textbundle, .textpack, .zip, .json, .ndjson or .md."
            )
        }
        let folder = try scratch.path()
        if try unpackTree(path, to: folder) { return .json(folder + "/json") }
        try unpack(path, to: folder)
        let entries = try LocalFiles.entries(of: folder)
        let only = entries.count == 1 && entries[0].kind == .folder ? entries[0].name : nil
        return try form(ofFolder: only.map { "\(folder)/\($0)" } ?? folder)
    }

    /// True for a text bundle that is a ZIP file.
    private static func isTextPack(_ path: String) -> Bool {
        path.lowercased().hasSuffix(".textpack")
    }

    /// Unpacks a text bundle into a folder of its name.
    ///
    /// - Parameter name: The path of the bundle in the folder of all unpacked ones.
    private func unpackTextPack(_ path: String, named name: String) throws {
        let bundle = "\(try packFolder())/\(name.dropLast(".textpack".count)).textbundle"
        try unpack(path, to: bundle)
        // Most contain the folder of the bundle, some the files in it.
        let entries = try LocalFiles.entries(of: bundle)
        if entries.count == 1, entries[0].kind == .folder {
            try LocalFiles.rename("\(bundle)/\(entries[0].name)", to: bundle + ".new")
            try LocalFiles.remove(bundle)
            try LocalFiles.rename(bundle + ".new", to: bundle)
        }
    }

    private func packFolder() throws -> String { try scratch.path() + "/packs" }

    /// True if the export is a JSON tree.
    var isJSON: Bool {
        if case .json = form { true } else { false }
    }

    /// - Parameter usesFileDates: True if a Markdown file without dates has those of its file.
    func read(zone: ZoneInfo, usesFileDates: Bool = false, width: Int) throws -> ReadExport {
        var export = ReadExport()
        @discardableResult
        func readMarkdown(_ path: String) throws -> MarkdownFolder {
            let folder = try MarkdownFolder(path, zone: zone, usesFileDates: usesFileDates)
            try Self.read(folder, width: width, into: &export)
            return folder
        }
        switch form {
        case .json(let tree):
            // A tree within a ZIP file is called like that file.
            let name = tree.hasPrefix(path) ? tree : path
            export = try JSONTree.read(tree, named: name, hasFiles: hasFiles)
        case .enex(let path):
            export = try ENEXImport.read(path, scratch: try scratch.path())
        case .joplin(let path):
            export = try JoplinFolder.read(path, scratch: try scratch.path())
        case .markdown(let path): try readMarkdown(path)
        case .textPack(let path):
            try unpackTextPack(path, named: LocalFiles.name(of: path))
            try readMarkdown(packFolder())
        case .folder(let path):
            let folder = try readMarkdown(path)
            try readPacked(in: folder, into: &export)
            if try LocalFiles.status(packFolder()) != nil { try readMarkdown(packFolder()) }
            // The folder may be one of unpacked files.
            if export.notes.isEmpty, export.problems.isEmpty, problems.isEmpty {
                throw UserError(
                    "\(self.path) holds neither notebook.json nor a Markdown file.",
                    "Name the folder json or markdown of a notebook that was built, a bag, a folder of Markdown files, or an export of Evernote, Joplin or Bear."
                )
            }
        }
        export.problems += problems
        return export
    }

    /// Unpacks the text bundles of a folder that are ZIP files, and reads its ENEX files.
    private func readPacked(
        in folder: MarkdownFolder, into export: inout ReadExport
    ) throws {
        for file in folder.found {
            guard let path = file.path else { continue }
            do {
                if Self.isTextPack(file.name) {
                    try unpackTextPack(path, named: file.name)
                    export.files.removeAll { $0 == file }
                } else if ENEXImport.isENEX(file.name) {
                    // The notes come into a folder that is named after the file.
                    let folders = file.name.dropLast(".enex".count).split(separator: "/")
                    let read = try ENEXImport.read(
                        path, folders: folders.map { String($0) }, scratch: try scratch.path())
                    export.notes += read.notes
                    export.problems += read.problems
                    if read.notes.isEmpty { export.explained.insert(file.name) }
                }
            } catch let error as any UserFacingError {
                export.problems.append(error.message)
                export.explained.insert(file.name)
            }
        }
    }

    private static func read(
        _ folder: MarkdownFolder, width: Int, into export: inout ReadExport
    ) throws {
        export.problems += folder.problems
        export.files += folder.found
        export.hidden += folder.hidden
        let read = try folder.paths.concurrentMap(width: width) { path in
            do {
                let (note, problems) = try folder.note(path)
                return (note as ReadNote?, problems)
            } catch {
                return (nil, [error.message])
            }
        }
        for (path, (note, problems)) in zip(folder.paths, read) {
            if let note {
                export.notes.append(note)
            } else {
                // The reason is reported for the note as a whole.
                export.explained.formUnion(folder.files(besideBundledText: path))
            }
            export.problems += problems
        }
    }

    /// Extracts the JSON tree from a bag that is a ZIP file, and returns false if it has none.
    private func unpackTree(_ path: String, to folder: String) throws -> Bool {
        try Self.unpack(path) { member in
            let parts = member.utf8.split(separator: UInt8(ascii: "/")).map {
                String(Substring($0))
            }
            guard parts.count > 3, parts[1] == "data", parts[2] == "json",
                hasFiles || parts.dropFirst(3).elementsEqual(["notebook.json"])
            else { return nil }
            return "\(folder)/json/\(parts.dropFirst(3).joined(separator: "/"))"
        }
        return try LocalFiles.status(folder + "/json/notebook.json") != nil
    }

    /// Extracts all files of a ZIP file. Those that cannot be extracted are reported.
    private func unpack(_ path: String, to folder: String) throws {
        try LocalFiles.makeFolder(folder)
        problems += try Self.unpack(path) { "\(folder)/\($0)" }
    }

    /// Extracts members of a ZIP file.
    ///
    /// - Parameter target: Returns the path for a member; nil to skip it.
    /// - Returns: A sentence about each member that could not be extracted.
    @discardableResult
    private static func unpack(_ path: String, target: (String) -> String?) throws -> [String] {
        let name = LocalFiles.name(of: path)
        var problems: [String] = []
        do {
            let zip = try ZipReader(path)
            for member in zip.members where !member.isFolder && !member.isOfMacOS {
                let shown = member.name.prefix(300)
                guard !member.isSpecial, !BagPath.leavesBag(member.name) else {
                    problems.append(
                        "\(shown) in \(name) was not imported: it is a link, or leads out of the folder."
                    )
                    continue
                }
                guard let target = target(member.name) else { continue }
                do {
                    try LocalFiles.makeFolder(LocalFiles.folder(of: target))
                    try zip.unpack(member, to: target)
                } catch let fault as ZipError where !fault.isOfWriting {
                    // What precedes a damaged part is not the file.
                    if !fault.isOfName { try LocalFiles.remove(target) }
                    problems.append("\(shown) in \(name) \(fault.problem.prefix(600)).")
                } catch let error as FileError where error.isOfName {
                    problems.append("\(shown) in \(name) has no place: \(error.reason).")
                }
            }
        } catch let fault as ZipError {
            throw UserError("\(path) \(fault.problem).")
        }
        return problems
    }
}
