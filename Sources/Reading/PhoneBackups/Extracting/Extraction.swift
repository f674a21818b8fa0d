import Hashing
import LocalFiles
import Platform

/// Copies the notes of an app out of a backup, with everything that they refer to.
///
/// The folder has the files of the backup's `MyNotes`; files from elsewhere keep their paths in the
/// container. A hidden folder in it has the lock, the record of the last extraction, and files that
/// are being written. A file is replaced only when its copy is complete; one that its owner has
/// changed is left alone and reported.
package struct Extraction {
    private let options: ExtractionOptions
    /// Returns the password of the backup; called at most once.
    private let password: () throws -> String
    /// Receives the numbers of files that were handled, and of all.
    private let progress: (Int, Int) -> Void
    /// The absolute path of the folder.
    private let folder: String

    /// The name of the hidden folder.
    private static let ownName = ".notebinder"

    package init(
        _ options: ExtractionOptions, password: @escaping () throws -> String,
        progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) {
        (self.options, self.password, self.progress) = (options, password, progress)
        folder = LocalFiles.absolute(options.folder)
    }

    private var own: String { folder + "/" + Self.ownName }
    /// Returns the path of the record and the journal, without their extensions. A folder may have
    /// the notes of several apps and devices.
    private func recordPath(_ backup: PhoneBackup) -> String {
        let digest = ContentDigest(ofLines: [options.app, backup.device])
        return "\(own)/backup-\(digest.short.prefix(8))"
    }
    private var scratch: String { own + "/backup-scratch" }

    /// True if the folder has files of earlier extractions or others.
    package var hasEarlierFiles: Bool {
        ((try? LocalFiles.entries(of: folder)) ?? []).contains { !$0.name.hasPrefix(".") }
    }

    /// Extracts the files.
    ///
    /// - Throws: ``BackupError``; ``FileError`` if the folder cannot be written; the error of
    ///   `password`. Files that cannot be copied are named in the report instead.
    package func run() throws -> ExtractionReport {
        let backup = try PhoneBackup(PhoneBackup.only(at: options.backup))
        guard !LocalFiles.isBelow(LocalFiles.resolved(folder) ?? folder, backup.folder) else {
            throw BackupError.withinBackup(folder: folder)
        }
        let source = source(of: backup)
        if let report = unchangedReport(of: backup, source: source) { return report }
        // A wrong password leaves nothing behind, not even a folder.
        let keys = try backup.unlock(password: password)
        let lock = try makeFolders()
        guard let isLocked = try? lock.lockExclusively(), isLocked else {
            throw BackupError.busy(folder: folder)
        }
        try LocalFiles.remove(scratch)
        try LocalFiles.makePrivateFolder(scratch)
        defer { try? LocalFiles.remove(scratch) }
        var record = ExtractionRecord(at: recordPath(backup) + ".json")
        record.replay(journal: recordPath(backup) + ".journal") { stamp($0.path) == $0.file.copy }
        let manifest = try BackupManifest(of: backup, keys: keys, scratch: scratch)
        var report = ExtractionReport(folder: folder, app: options.app)
        report.isFinished = backup.isFinished
        try LocalFiles.remove(recordPath(backup) + ".journal")
        try record.write(to: recordPath(backup) + ".json")
        _ = try OpenFile(recordPath(backup) + ".journal", access: .createPrivate).path
        try copyFiles(from: manifest, of: backup, record: &record, report: &report)
        removeFiles(of: &record, report: &report)
        report.deleted = record.files.count { $1.isCurrent && stamp($0) == nil }
        record.source = source
        // A run that finds nothing to do does not look for what one that was killed has left.
        try LocalFiles.remove(scratch)
        // The record must not be on the disk before the files that it names.
        try OpenFile(folder).synchronizeFileSystem()
        try record.write(to: recordPath(backup) + ".json")
        try LocalFiles.remove(recordPath(backup) + ".journal")
        return report
    }

    /// Returns the report of a run that has nothing to do; nil if something may have changed.
    private func unchangedReport(of backup: PhoneBackup, source: String) -> ExtractionReport? {
        let record = ExtractionRecord(at: recordPath(backup) + ".json")
        let current = record.files.filter(\.value.isCurrent)
        guard record.source == source,
            record.failed.allSatisfy({ failed in
                failed.isOfSystem == nil
                    && failed.contentPath.map { ExtractionRecord.Stamp($0) == failed.content }
                        ?? true
                    && failed.place.map { stamp($0) == failed.present } ?? true
            })
        else { return nil }
        var report = ExtractionReport(folder: folder, app: options.app)
        report.isFinished = backup.isFinished
        report.unchanged = current.count
        report.deleted = current.keys.count { stamp($0) == nil }
        report.failed = record.failed.map(\.failure)
        report.files = report.unchanged + report.failed.count
        return report
    }

    private func copyFiles(
        from manifest: BackupManifest, of backup: PhoneBackup, record: inout ExtractionRecord,
        report: inout ExtractionReport
    ) throws {
        let (files, details) = try selection(from: manifest, of: backup)
        let copier = FileCopier(
            manifest: manifest, folder: folder, scratch: scratch,
            willPlace: { try note($0, $1, in: recordPath(backup) + ".journal") })
        let notesFolder = BackupSelection.mainNotesFolder(of: files, app: options.app)
        report.files = files.count
        var kept: [String: ExtractionRecord.File] = [:]
        var failed: [ExtractionRecord.Failed] = []
        var contents: Set<String> = []
        for (index, entry) in files.enumerated() {
            progress(index, files.count)
            var target: ItemPath?
            do {
                // The identifier is made from the path, so that no two files have the same.
                guard contents.insert(entry.identifier).inserted else {
                    throw CopyError(reason: "has the content of another file, which is copied")
                }
                let place = try place(of: entry, notesFolder: notesFolder, besides: kept)
                target = place
                let copied = try copier.copy(
                    entry, details[entry.identifier], to: place, known: record.files[place.text])
                kept[place.text] = copied.file
                if copied.isNew { report.copied += 1 } else { report.unchanged += 1 }
            } catch {
                let error = CopyError(error)
                var failure = ExtractionRecord.Failed(
                    failure: .init(name: entry.name, reason: error.reason))
                if BackupItem.isIdentifier(entry.identifier) {
                    let content = backup.path(ofContent: entry.identifier)
                    failure.contentPath = content
                    failure.content = ExtractionRecord.Stamp(content)
                }
                failure.isOfSystem = error.isOfSystem ? true : nil
                if let place = target?.text {
                    failure.place = place
                    failure.present = stamp(place)
                    // The copy of an earlier run stays, and stays known.
                    if var known = record.files[place] {
                        known.isCurrent = false
                        kept[place] = known
                    }
                }
                failed.append(failure)
            }
        }
        for (path, file) in record.files where kept[path] == nil {
            var file = file
            file.isCurrent = false
            kept[path] = file
        }
        record.files = kept
        record.failed = failed
        report.failed = failed.map(\.failure)
    }

    /// Forgets files that are gone from the folder and, for a mirror of a whole backup, removes
    /// those that are gone from the backup.
    private func removeFiles(of record: inout ExtractionRecord, report: inout ExtractionReport) {
        let failed = Set(record.failed.compactMap(\.place))
        for (path, file) in record.files where !file.isCurrent && !failed.contains(path) {
            let present = stamp(path)
            guard present != nil else {
                record.files[path] = nil
                continue
            }
            guard options.isMirror, report.isFinished, file.isOwn, present == file.copy,
                (try? LocalFiles.remove(folder + "/" + path)) != nil
            else { continue }
            record.files[path] = nil
            report.removed += 1
        }
    }

    /// Adds a file that is about to be placed to the journal.
    private func note(
        _ path: ItemPath, _ file: ExtractionRecord.File, in journal: String
    ) throws {
        let placed = ExtractionRecord.Placed(path: path.text, file: file)
        guard let line = try? JSONEncoder().encode(placed) else { return }
        try OpenFile(journal, access: .append)
            .writeAll(Array(line) + [0x0A], synchronizing: false)
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

    /// Creates the folders, and returns the lock's file.
    private func makeFolders() throws -> OpenFile {
        if try LocalFiles.status(folder) == nil {
            try LocalFiles.makeFolder(LocalFiles.folder(of: folder))
            try LocalFiles.makePrivateFolder(folder)
        }
        if try LocalFiles.status(own) == nil { try LocalFiles.makePrivateFolder(own) }
        return try OpenFile(own + "/backup.lock", access: .update)
    }

    // MARK: - Selection

    /// Returns the files to copy, and the metadata of the app's files by their identifiers.
    private func selection(
        from manifest: BackupManifest, of backup: PhoneBackup
    ) throws -> (
        files: [BackupManifest.Entry], details: [String: BackupItem.Details]
    ) {
        let (all, apps) = try entries(of: manifest)
        guard !all.isEmpty else {
            throw BackupError.noSuchApp(app: options.app, path: backup.folder, apps: apps)
        }
        let details = try manifest.details(of: Set(all.map(\.identifier)))
        guard !options.isAll else { return (all, details) }
        return (BackupSelection(manifest: manifest, details: details).selected(among: all), details)
    }

    /// Returns the files and links of the app, and the apps that have a folder `MyNotes`.
    private func entries(
        of manifest: BackupManifest
    ) throws -> (own: [BackupManifest.Entry], apps: [String]) {
        var own: [BackupManifest.Entry] = []
        var apps: Set<String> = []
        try manifest.forEachEntry { entry in
            guard let app = entry.app else { return }
            let isOwn =
                app == options.app || entry.domain == options.app
                || app == BackupManifest.appleNotes && options.app == "com.apple.mobilenotes"
                || app == "group." + options.app || app.hasPrefix("group." + options.app + ".")
            if isOwn {
                own.append(entry)
            } else if app == BackupManifest.appleNotes
                || BackupSelection.placeOfNotesFolder(in: entry.path?.components ?? []) != nil
            {
                apps.insert(app)
            }
        }
        // The order decides which of two files with one place gets it.
        own.sort { ($0.identifier, $0.name) < ($1.identifier, $1.name) }
        return (own, apps.sorted())
    }

    // MARK: - Destinations

    /// Returns the path of a file in the folder: below `MyNotes` for the files of the app's folder
    /// of that name, and the path in the container for all others.
    private func destination(
        of entry: BackupManifest.Entry, _ path: ItemPath, notesFolder: [String]?
    ) -> ItemPath {
        let whole = [entry.domain] + path.components
        if let notesFolder, whole.starts(with: notesFolder) {
            return ItemPath(components: Array(whole.dropFirst(notesFolder.count)))
        }
        // A group of apps may have a file of the same path as the app.
        let app = entry.app ?? ""
        let isOther = entry.domain.hasPrefix("AppDomainGroup-") && app != options.app
        return ItemPath(components: (isOther ? [app] : []) + path.components)
    }

    /// Returns the path of a file in the folder, if it may be created.
    private func place(
        of entry: BackupManifest.Entry, notesFolder: [String]?,
        besides kept: [String: ExtractionRecord.File]
    ) throws -> ItemPath {
        guard !entry.isLink else { throw CopyError(reason: "is a link, which is not copied") }
        guard let path = entry.path else {
            throw CopyError(reason: "has a path that is invalid or leads out of the app")
        }
        guard BackupItem.isIdentifier(entry.identifier) else {
            throw CopyError(reason: "has an invalid identifier")
        }
        // Of two files with one place, the second keeps its whole path.
        let whole = ItemPath(components: [entry.domain] + path.components)
        let own = destination(of: entry, path, notesFolder: notesFolder)
        for target in [own, whole] where kept[target.text] == nil {
            // The name of a domain is as untrusted as a path.
            guard ItemPath(target.text)?.components == target.components,
                target.components.first?.lowercased() != Self.ownName
            else { throw CopyError(reason: "has a path that Notebinder does not create") }
            return target
        }
        throw CopyError(reason: "has the place of another file, \(whole.text)")
    }
}

/// The reason why a file was not copied, as the end of a sentence after its name.
struct CopyError: Error, Hashable {
    let reason: String
    /// True for a fault that may pass without a change to the backup or the folder, such as a
    /// missing permission.
    var isOfSystem = false

    static let missing = CopyError(
        reason: "is missing in the backup, which may be an incomplete copy")
}

extension CopyError {
    /// Creates the error for any error, which is one of writing the copy unless it says otherwise.
    init(_ error: any Error) {
        let reason = (error as? FileError)?.reason ?? "\(error)"
        self =
            error as? CopyError
            ?? CopyError(reason: "cannot be written: \(reason)", isOfSystem: true)
    }
}
