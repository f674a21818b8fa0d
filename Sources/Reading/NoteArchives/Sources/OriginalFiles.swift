import LocalFiles

extension NotesFolder {
    /// Returns all files that belong to the notes, readable or not, sorted by path: archives,
    /// photos, and databases with their companion files. Hidden files and folders, such as the
    /// trash, are excluded, except for the hidden folders of databases.
    ///
    /// - Throws: ``FileError`` if a folder cannot be listed.
    package func originalFiles() throws -> [SourceFile] {
        var files: [SourceFile] = []
        if isSingleFile {
            let name = sources.first?.name ?? ""
            let beside = ["-wal", "-shm", "-journal"].map { name + $0 }
            let stem =
                name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) } ?? name
            for entry in try LocalFiles.entries(of: path) {
                let isOwn = entry.name.utf8.elementsEqual(name.utf8) || beside.contains(entry.name)
                let isSupport = entry.name == ".\(stem)_SUPPORT" || entry.name == "Photos"
                if isOwn || isSupport { try add(entry, in: "", to: &files) }
            }
        } else {
            for entry in try LocalFiles.entries(of: path) { try add(entry, in: "", to: &files) }
        }
        return files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private func add(_ entry: FolderEntry, in folder: String, to files: inout [SourceFile]) throws {
        let name = folder + entry.name
        let isHidden = entry.name.utf8.first == UInt8(ascii: ".")
        switch entry.kind {
        case .folder where isHidden && !entry.name.hasSuffix("_SUPPORT"): return
        case .folder:
            for inner in try LocalFiles.entries(of: "\(path)/\(name)") {
                try add(inner, in: name + "/", to: &files)
            }
        case .file where !isHidden: files.append(SourceFile(name: name, path: "\(path)/\(name)"))
        case .link where !isHidden:
            // As in reading, a link to a file within the folder counts as that file.
            guard let target = LocalFiles.resolved("\(path)/\(name)"),
                LocalFiles.isBelow(target, path), try LocalFiles.status(target)?.isFile == true
            else { return }
            files.append(SourceFile(name: name, path: target))
        case .file, .link, .special, .unnameable: return
        }
    }
}
