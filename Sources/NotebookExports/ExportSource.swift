import BuildPipeline
import Foundation
import LocalFiles
import NoteExchange
import OutputTree
import ParallelWork
import ZipFiles

/// An export that is read: a JSON tree, alone or in a notebook or a bag, a folder or file of
/// Markdown, or what other programs export.
final class ExportSource {
    private enum Form {
        case json(String)
        /// Folders or files of Markdown, which are read as one.
        case markdown([String])
        case enex([String])
        case joplin(String)
    }

    private let path: String
    private var form: Form
    /// True if the files of photos, recordings and attachments are needed.
    private let hasFiles: Bool
    private var scratch: String?
    /// The names of ZIP files in the folder that were unpacked.
    private var unpacked: Set<String> = []

    /// - Throws: ``BuildError`` if nothing is at the path, or no export.
    init(_ path: String, hasFiles: Bool = true) throws {
        (self.path, self.hasFiles) = (path, hasFiles)
        form = .json(path)
        guard let status = try LocalFiles.status(path) else {
            throw ExportError.missing(path: path)
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
        if JoplinFolder.isJoplin(path) { return .joplin(path) }
        let entries = try LocalFiles.entries(of: path)
        let names = entries.filter { $0.kind == .file }.map(\.name)
        let enex = names.filter(ENEXImport.isENEX)
        if !enex.isEmpty, !names.contains(where: MarkdownFolder.isMarkdown) {
            return .enex(enex.map { "\(path)/\($0)" })
        }
        let packs = names.filter(Self.isTextPack)
        for pack in packs { try unpackTextPack("\(path)/\(pack)") }
        unpacked = Set(packs)
        let others = packs.count == entries.count && !packs.isEmpty ? [] : [path]
        return .markdown(others + (packs.isEmpty ? [] : [try scratchFolder() + "/packs"]))
    }

    private func form(ofFile path: String) throws -> Form {
        if path.hasSuffix(".json") || path.hasSuffix(".ndjson") { return .json(path) }
        if MarkdownFolder.isMarkdown(path) { return .markdown([path]) }
        if ENEXImport.isENEX(path) { return .enex([path]) }
        if Self.isTextPack(path) {
            try unpackTextPack(path)
            return .markdown([try scratchFolder() + "/packs"])
        }
        guard path.lowercased().hasSuffix(".zip") else {
            throw ExportError.notAnExport(path: path)
        }
        let folder = try scratchFolder()
        if try Self.unpackTree(path, to: folder, hasFiles: hasFiles) {
            return .json(folder + "/json")
        }
        try Self.unpack(path, to: folder)
        let entries = try LocalFiles.entries(of: folder)
        let only = entries.count == 1 && entries[0].kind == .folder ? entries[0].name : nil
        return try form(ofFolder: only.map { "\(folder)/\($0)" } ?? folder)
    }

    /// True for a text bundle that is a ZIP file.
    private static func isTextPack(_ path: String) -> Bool {
        path.lowercased().hasSuffix(".textpack")
    }

    private func unpackTextPack(_ path: String) throws {
        let name = LocalFiles.name(of: path).dropLast(".textpack".count)
        let folder = try scratchFolder() + "/packs"
        let bundle = "\(folder)/\(name).textbundle"
        try Self.unpack(path, to: bundle)
        // Most contain the folder of the bundle, some the files in it.
        let entries = try LocalFiles.entries(of: bundle)
        if entries.count == 1, entries[0].kind == .folder {
            try LocalFiles.rename("\(bundle)/\(entries[0].name)", to: bundle + ".new")
            try LocalFiles.remove(bundle)
            try LocalFiles.rename(bundle + ".new", to: bundle)
        }
    }

    /// Returns the path of a folder for files that are unpacked, which is removed with this object.
    private func scratchFolder() throws -> String {
        if let scratch { return scratch }
        let folder = try LocalFiles.makeTemporaryFolder()
        scratch = folder
        return folder
    }

    deinit {
        if let scratch { try? LocalFiles.remove(scratch) }
    }

    /// True if the export is a JSON tree.
    var isJSON: Bool {
        if case .json = form { true } else { false }
    }

    /// - Parameter usesFileDates: True if a Markdown file without dates has those of its file.
    func read(zone: TimeZone, usesFileDates: Bool = false, width: Int) throws -> ReadExport {
        switch form {
        case .json(let tree): return try JSONTree.read(tree, named: path, hasFiles: hasFiles)
        case .enex(let paths):
            return try ENEXImport.read(paths, scratch: try scratchFolder())
        case .joplin(let path): return try JoplinFolder.read(path)
        case .markdown(let paths):
            var export = ReadExport()
            for folder in paths {
                do {
                    try Self.read(
                        MarkdownFolder(folder, zone: zone, usesFileDates: usesFileDates),
                        width: width, into: &export)
                } catch ImportError.noExport {
                    // The folder may be one of unpacked files.
                    throw ImportError.noExport(path: path)
                }
            }
            export.files.removeAll { unpacked.contains($0.name) }
            return export
        }
    }

    private static func read(
        _ folder: MarkdownFolder, width: Int, into export: inout ReadExport
    ) throws {
        export.problems += folder.problems
        export.files += folder.found
        export.hidden += folder.hidden
        let read = try folder.paths.concurrentMap(width: width) { path in
            do throws(ImportError) {
                let (note, problems) = try folder.note(path)
                return (note as ReadNote?, problems)
            } catch {
                return (nil, [error.message])
            }
        }
        for (note, problems) in read {
            if let note { export.notes.append(note) }
            export.problems += problems
        }
    }

    /// Extracts the JSON tree from a bag that is a ZIP file, and returns false if it has none.
    private static func unpackTree(
        _ path: String, to folder: String, hasFiles: Bool
    ) throws -> Bool {
        try unpack(path) { member in
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

    /// Extracts all files of a ZIP file.
    private static func unpack(_ path: String, to folder: String) throws {
        try LocalFiles.makeFolder(folder)
        try unpack(path) { "\(folder)/\($0)" }
    }

    /// Extracts members of a ZIP file.
    ///
    /// - Parameter target: Returns the path for a member; nil to skip it.
    private static func unpack(_ path: String, target: (String) -> String?) throws {
        do {
            let zip = try ZipReader(path)
            for member in zip.members
            where !member.isFolder && !member.isSpecial && !BagCheck.leavesBag(member.name) {
                guard let target = target(member.name) else { continue }
                try LocalFiles.makeFolder(LocalFiles.folder(of: target))
                try zip.unpack(member, to: target)
            }
        } catch let fault as ZipError {
            throw ExportError.damagedArchive(path: path, problem: fault.problem)
        }
    }
}
