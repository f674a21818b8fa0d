import BuildPipeline
import Foundation
import LocalFiles
import NoteExchange
import OutputTree
import ParallelWork
import ZipFiles

/// An export that is read: a JSON tree, alone or in a notebook or a bag, or a folder or file of
/// Markdown.
final class ExportSource {
    private enum Form {
        case json(String)
        case markdown(String)
    }

    private let path: String
    private let form: Form
    /// True if the files of photos, recordings and attachments are needed.
    private let hasFiles: Bool
    private var scratch: String?

    /// - Throws: ``BuildError`` if nothing is at the path, or no export.
    init(_ path: String, hasFiles: Bool = true) throws {
        self.path = path
        self.hasFiles = hasFiles
        guard let status = try LocalFiles.status(path) else {
            throw ExportError.missing(path: path)
        }
        guard !status.isFolder else {
            let candidates = ["", "/json", "/data/json"].map { path + $0 }
            let tree = try candidates.first {
                try LocalFiles.status($0 + "/notebook.json")?.isFile == true
            }
            form = tree.map { .json($0) } ?? .markdown(path)
            return
        }
        if path.hasSuffix(".json") || path.hasSuffix(".ndjson") {
            form = .json(path)
        } else if MarkdownFolder.isMarkdown(path) {
            form = .markdown(path)
        } else if path.lowercased().hasSuffix(".zip") {
            let folder = try LocalFiles.makeTemporaryFolder()
            scratch = folder
            form = .json(folder + "/json")
            try Self.unpack(path, to: folder, hasFiles: hasFiles)
        } else {
            throw ExportError.notAnExport(path: path)
        }
    }

    deinit {
        if let scratch { try? LocalFiles.remove(scratch) }
    }

    /// True if the export is a JSON tree.
    var isJSON: Bool {
        if case .json = form { true } else { false }
    }

    /// - Parameter usesFileDates: True if a Markdown file without dates has those of its file.
    func read(zone: TimeZone, usesFileDates: Bool = false, _ width: Int) throws -> ReadExport {
        switch form {
        case .json(let tree): return try JSONTree.read(tree, named: path, hasFiles: hasFiles)
        case .markdown(let path):
            let folder = try MarkdownFolder(path, zone: zone, usesFileDates: usesFileDates)
            var export = ReadExport()
            export.problems = folder.problems
            export.files = folder.found
            export.hidden = folder.hidden
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
            return export
        }
    }

    /// Extracts the JSON tree from a bag that is a ZIP file.
    private static func unpack(_ path: String, to folder: String, hasFiles: Bool) throws {
        let zip: ZipReader
        do {
            zip = try ZipReader(path)
            for member in zip.members where !member.isFolder {
                let parts = member.name.utf8.split(separator: UInt8(ascii: "/"))
                    .map { String(Substring($0)) }
                guard parts.count > 3, parts[1] == "data", parts[2] == "json",
                    !BagCheck.leavesBag(member.name),
                    hasFiles || parts.dropFirst(3).elementsEqual(["notebook.json"])
                else { continue }
                let target = "\(folder)/json/\(parts.dropFirst(3).joined(separator: "/"))"
                try LocalFiles.makeFolder(LocalFiles.folder(of: target))
                try zip.unpack(member, to: target)
            }
        } catch let fault as ZipError {
            throw ExportError.damagedBag(path: path, problem: fault.problem)
        }
        guard try LocalFiles.status(folder + "/json/notebook.json") != nil else {
            throw ExportError.noJSONTree(path: path)
        }
    }
}
