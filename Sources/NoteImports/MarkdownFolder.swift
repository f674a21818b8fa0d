package import Foundation
import LocalFiles
import NoteModel

/// Reads Markdown files with facts at their heads: the Markdown tree of an export, or a folder that
/// a person keeps with Obsidian, Hugo or a text editor.
package struct MarkdownFolder: Sendable {
    private let files: ExportFiles
    private let zone: TimeZone
    /// Pictures and recordings of the folder by their names, for texts that name nothing more.
    private let attachments: [PhotoName: String]
    /// Paths of Markdown files below the root.
    package let paths: [String]
    /// What could not be listed, a sentence each.
    package let problems: [String]

    /// - Parameters:
    ///   - path: Of the folder, or of one file.
    ///   - zone: Of dates that do not say theirs.
    /// - Throws: ``ImportFault`` for a folder that cannot be listed or has no such file.
    package init(_ path: String, zone: TimeZone) throws(ImportFault) {
        self.zone = zone
        let absolute = LocalFiles.absolute(path)
        do throws(FileError) {
            guard try LocalFiles.status(path)?.isFolder == true else {
                // What lies around a file is nobody's but its owner's.
                files = ExportFiles(LocalFiles.folder(of: absolute))
                attachments = [:]
                paths = [LocalFiles.name(of: absolute)]
                problems = []
                return
            }
            files = ExportFiles(absolute)
            var listing = Listing()
            try listing.visit(files.root, "")
            problems = listing.problems
            paths = listing.files.filter(Self.isMarkdown)
            var attachments: [PhotoName: String] = [:]
            for path in listing.files {
                guard PhotoKind(name: path) != nil || RecordingKind(name: path) != nil,
                    let name = PhotoName(path), attachments[name] == nil
                else { continue }
                attachments[name] = path
            }
            self.attachments = attachments
        } catch {
            throw ImportFault("\(path) cannot be read: \(error.reason).")
        }
        guard !paths.isEmpty else {
            throw ImportFault(
                "\(path) holds neither notebook.json nor a Markdown file. Name the folder json or markdown of a notebook that was built, a bag, or a folder of Markdown files."
            )
        }
    }

    package static func isMarkdown(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix(".md") || name.hasSuffix(".markdown")
    }

    /// The files of a folder that nobody hides: programs keep their settings in hidden ones.
    private struct Listing {
        var files: [String] = []
        var problems: [String] = []

        mutating func visit(_ root: String, _ folder: String, depth: Int = 0) throws(FileError) {
            for entry in try LocalFiles.entries(of: root + "/" + folder)
            where entry.name.utf8.first != UInt8(ascii: ".") {
                let path = folder + entry.name
                switch entry.kind {
                case .file, .link: files.append(path)
                case .folder where depth < 64:
                    do throws(FileError) {
                        try visit(root, path + "/", depth: depth + 1)
                    } catch {
                        problems.append("\(path) cannot be listed: \(error.reason).")
                    }
                case .folder: problems.append("\(path) is nested too deep, and was not read.")
                case .special: continue
                case .unnameable:
                    problems.append("\(path) has a name that is no text, and was not read.")
                }
            }
        }
    }

    /// Reads one of the files.
    ///
    /// - Throws: ``ImportFault`` for one that cannot be read, or whose head is broken.
    package func note(_ path: String) throws(ImportFault) -> (note: ReadNote, problems: [String]) {
        let bytes: [UInt8]
        do throws(FileError) {
            guard let stored = files.stored(path) else {
                throw FileError(action: "read", path: path, code: FileError.noSuchFile)
            }
            bytes = try LocalFiles.read(stored.file)
        } catch {
            throw ImportFault("\(path) cannot be read: \(error.reason).")
        }
        do throws(FrontMatter.Fault) {
            let head = try FrontMatter(bytes)
            var reader = MarkdownNote(path: path, head: head, zone: zone)
            let note = reader.note { resolve($0, from: path) }
            return (ReadNote(note), reader.problems)
        } catch {
            throw ImportFault("\(path), line \(error.line), \(error.problem); it was not imported.")
        }
    }

    /// A file by an address in a text: beside the text, from the root, or by its name alone.
    private func resolve(_ address: String, from path: String) -> StoredBytes? {
        let plain = address.removingPercentEncoding ?? address
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
        for candidate in [address, plain] {
            if let stored = files.stored(candidate, from: folder) { return stored }
            let fromRoot = String(candidate.drop { $0 == "/" })
            for root in ["", "static", "assets"] {
                if let stored = files.stored(fromRoot, from: root) { return stored }
            }
        }
        return PhotoName(address).flatMap { attachments[$0] }.flatMap { files.stored($0) }
    }
}
