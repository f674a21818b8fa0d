import ContentHashing
import LocalFiles

/// Copies the notes of an app out of a backup, with everything that they refer to.
///
/// The folder has the files of the backup's `MyNotes`; files from elsewhere keep their paths in the
/// container. A hidden folder in it has the lock, the record of the last extraction, and files that
/// are being written. A file is replaced only when it is complete; one that its owner has changed
/// since is left alone and named.
package struct Extraction {
    private let options: ExtractionOptions
    /// Returns the password of the backup; called at most once.
    private let password: () throws(BackupError) -> String
    /// Receives the numbers of files that were handled, and of all.
    private let progress: (Int, Int) -> Void
    /// The absolute path of the folder.
    private let folder: String

    /// The hidden folder, and the names in it.
    private enum Name {
        static let own = ".notebinder"
        static let lock = "backup.lock"
        static let scratch = "backup-scratch"
    }

    package init(
        _ options: ExtractionOptions, password: @escaping () throws(BackupError) -> String,
        progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) {
        self.options = options
        self.password = password
        self.progress = progress
        folder = LocalFiles.absolute(options.folder)
    }

    private var own: String { folder + "/" + Name.own }
    /// The path of the record of the app, since a folder may have the notes of several.
    private var recordPath: String {
        "\(own)/backup-\(ContentDigest(of: Array(options.app.utf8)).short.prefix(8)).json"
    }
    private var scratch: String { own + "/" + Name.scratch }

    /// True if the folder exists, with the files of earlier extractions or others.
    package var hasEarlierFiles: Bool { AppContainer.isFolder(folder) }

    /// Extracts the files.
    ///
    /// - Throws: ``BackupError``; files that cannot be copied are named in the report instead.
    package func run() throws(BackupError) -> ExtractionReport {
        let backup = try PhoneBackup(PhoneBackup.only(at: options.backup))
        var record = ExtractionRecord(at: recordPath)
        var report = ExtractionReport(folder: folder, app: options.app)
        report.isFinished = backup.isFinished
        let source = source(of: backup)
        if record.source == source, record.files.keys.allSatisfy({ stamp($0) != nil }) {
            report.unchanged = record.files.count
            report.failed = record.failed
            report.files = report.unchanged + report.failed.count
            return report
        }
        // A wrong password leaves nothing behind, not even a folder.
        let keys = try backup.unlock(password: password)
        let lock = try BackupError.reporting { () throws(FileError) in try prepareFolder() }
        guard let isLocked = try? lock.lockExclusively(), isLocked else {
            throw .busy(folder: folder)
        }
        defer { try? LocalFiles.remove(scratch) }
        let manifest = try BackupManifest(of: backup, keys: keys, scratch: scratch)
        let files = try selection(from: manifest, of: backup)
        report.files = files.count
        var kept: [String: ExtractionRecord.File] = [:]
        let details = try manifest.details(of: Set(files.map(\.identifier)))
        for (index, entry) in files.enumerated() {
            progress(index, files.count)
            let known = entry.path.map { record.files[destination(of: entry, $0).text] } ?? nil
            do throws(CopyError) {
                let copier = FileCopier(
                    manifest: manifest, backup: backup, folder: folder, scratch: scratch)
                let target = try place(of: entry, besides: kept)
                let copied = try copier.copy(
                    entry, details[entry.identifier], to: target, known: known)
                kept[target.text] = copied.file
                if copied.isNew { report.copied += 1 } else { report.unchanged += 1 }
            } catch {
                report.failed.append(.init(name: entry.name, reason: error.reason))
                if let known, let path = entry.path {
                    kept[destination(of: entry, path).text] = known
                }
            }
        }
        for (path, file) in record.files where kept[path] == nil {
            if options.isMirror, stamp(path) == file.copy,
                (try? LocalFiles.remove(folder + "/" + path)) != nil
            {
                report.removed += 1
            } else {
                kept[path] = options.isMirror ? nil : file
            }
        }
        record.files = kept
        record.failed = report.failed
        record.source = source
        try BackupError.reporting { () throws(FileError) in
            try record.write(to: recordPath)
        }
        return report
    }

    /// A text that changes with the backup and with the selection from it.
    private func source(of backup: PhoneBackup) -> String {
        let manifest = ExtractionRecord.Stamp(backup.folder + "/Manifest.db")
        return [
            backup.folder, backup.state, "\(manifest?.size ?? 0) \(manifest?.modified ?? 0)",
            options.app, options.isAll ? "all" : "notes", options.isMirror ? "mirror" : "keep",
        ].joined(separator: "\n")
    }

    private func stamp(_ path: String) -> ExtractionRecord.Stamp? {
        ExtractionRecord.Stamp(folder + "/" + path)
    }

    /// Creates the folders, removes what a killed run has left, and returns the lock's file.
    private func prepareFolder() throws(FileError) -> OpenFile {
        if try LocalFiles.status(folder) == nil {
            try LocalFiles.makeFolder(LocalFiles.folder(of: folder))
            try LocalFiles.makePrivateFolder(folder)
        }
        if try LocalFiles.status(own) == nil { try LocalFiles.makePrivateFolder(own) }
        let lock = try OpenFile(own + "/" + Name.lock, access: .lock)
        try LocalFiles.remove(scratch)
        try LocalFiles.makePrivateFolder(scratch)
        return lock
    }

    // MARK: - Selection

    private func selection(
        from manifest: BackupManifest, of backup: PhoneBackup
    ) throws(BackupError) -> [BackupManifest.Entry] {
        let (all, apps) = try entries(of: manifest)
        guard !all.isEmpty else {
            throw .noSuchApp(app: options.app, path: backup.folder, apps: apps)
        }
        guard !options.isAll else { return all }
        return NoteSelection(manifest: manifest).selected(among: all)
    }

    /// Returns the files and links of the app, and the apps that have a folder `MyNotes`.
    private func entries(
        of manifest: BackupManifest
    ) throws(BackupError) -> (own: [BackupManifest.Entry], apps: [String]) {
        var own: [BackupManifest.Entry] = []
        var apps: Set<String> = []
        try manifest.forEachEntry { entry in
            guard let app = BackupManifest.app(ofDomain: entry.domain) else { return }
            let isOwn =
                app == options.app || entry.domain == options.app
                || app == "group." + options.app || app.hasPrefix("group." + options.app + ".")
            if isOwn {
                own.append(entry)
            } else if NoteSelection.placeOfNotesFolder(in: entry.path?.components ?? []) != nil {
                apps.insert(app)
            }
        }
        return (own, apps.sorted())
    }

    // MARK: - Destinations

    /// Returns the path of a file in the folder, which depends on nothing but the file.
    private func destination(of entry: BackupManifest.Entry, _ path: ItemPath) -> ItemPath {
        var components = path.components
        if let place = NoteSelection.placeOfNotesFolder(in: components),
            place + 1 < components.count
        {
            components.removeFirst(place + 1)
        }
        // A group of apps may have a file of the same path as the app.
        let app = BackupManifest.app(ofDomain: entry.domain) ?? ""
        if entry.domain.hasPrefix("AppDomainGroup-"), app != options.app {
            components.insert(app, at: 0)
        }
        return ItemPath(components: components)
    }

    /// Returns the path of a file in the folder, if it may be created.
    private func place(
        of entry: BackupManifest.Entry, besides kept: [String: ExtractionRecord.File]
    ) throws(CopyError) -> ItemPath {
        guard !entry.isLink else { throw CopyError(reason: "is a link, which is not copied") }
        guard let path = entry.path else {
            throw CopyError(reason: "has a path that leads out of the app or that no file can have")
        }
        guard BackupItem.isIdentifier(entry.identifier) else {
            throw CopyError(reason: "has an invalid identifier")
        }
        let target = destination(of: entry, path)
        guard target.components.first != Name.own else {
            throw CopyError(reason: "has the name of Notebinder's own folder")
        }
        guard kept[target.text] == nil else {
            throw CopyError(reason: "has the place of another file, \(target.text)")
        }
        return target
    }
}

/// The reason why a file was not copied, as the end of a sentence after its name.
struct CopyError: Error, Hashable {
    let reason: String
}
