import FileFormats
import LocalFiles
import NoteArchives
import NoteModel
import Platform

/// Looks for notes in whatever a person has: a backup, a folder of backups, a container of an app,
/// or a folder of notes. Kinds are detected by content.
package struct NotesFinder {
    /// Returns the password of a backup; nil if none was given, so that encrypted backups are not
    /// searched.
    private let password: ((_ backup: String) throws -> String)?

    package init(password: ((_ backup: String) throws -> String)?) {
        self.password = password
    }

    /// Returns what is at a path, the apps with most notes first.
    ///
    /// - Throws: ``FileError`` if there is nothing at the path or a folder cannot be listed; for a
    ///   single backup, ``BackupError`` if it is damaged or the password is wrong, and the error of
    ///   `password`.
    package func findings(at path: String) throws -> [Finding] {
        guard let resolved = LocalFiles.resolved(path) else {
            throw FileError(action: "open", path: path, code: FileError.noSuchFile)
        }
        guard AppContainer.isFolder(resolved) else {
            guard UnpackedZip.isZip(resolved), !NotabilityPackage.isPackage(resolved) else {
                return [try finding(inFolder: resolved)]
            }
            return [try finding(inZip: resolved)]
        }
        let backups = try PhoneBackup.backups(at: resolved)
        if !backups.isEmpty {
            var findings: [Finding] = []
            for backup in backups {
                do {
                    findings += try self.findings(inBackup: backup)
                } catch {
                    // The others may be sound, or have another password.
                    guard backups.count > 1 else { throw error }
                    findings.append(Finding(path: backup, kind: "backup", remark: error.message))
                }
            }
            return findings
        }
        let containers = Self.containers(at: resolved)
        guard containers.isEmpty else {
            return try containers.map { try finding(in: $0.container, at: $0.path) }
        }
        return [try finding(inFolder: resolved)]
    }

    /// Returns the container at a path, or those directly in it.
    private static func containers(at path: String) -> [(path: String, container: AppContainer)] {
        if let container = AppContainer(path) { return [(path, container)] }
        let entries = (try? LocalFiles.entries(of: path)) ?? []
        return entries.filter { $0.kind == .folder }.compactMap { entry in
            let path = path + "/" + entry.name
            return AppContainer(path).map { (path, $0) }
        }
    }

    private func finding(inFolder path: String) throws -> Finding {
        var finding = Finding(path: path, kind: AppContainer.isFolder(path) ? "folder" : "file")
        try NoteCounter.count(path, into: &finding)
        if finding.counts.files > 0 { finding.command = ["build", path] }
        return finding
    }

    /// Counts the notes of a ZIP file. Photos and large members are not unpacked for that.
    private func finding(inZip path: String) throws -> Finding {
        var finding = Finding(path: path, kind: "ZIP file")
        do {
            let scratch = ScratchFolder(in: .cache)
            let (reader, files, refused) = try UnpackedZip.files(
                ofZip: path, folder: try scratch.path())
            let folder = try scratch.makeFolder()
            finding.counts.uncounted = refused.count
            for (target, member) in files {
                let isMedium = BackupSelection.isMedium(LocalFiles.name(of: target))
                guard !isMedium, member.size <= Self.maximumCountedSize else {
                    if isMedium {
                        finding.size += member.size
                    } else {
                        finding.counts.uncounted += 1
                    }
                    continue
                }
                let path = folder + "/" + target
                try? LocalFiles.makePrivateFolders(LocalFiles.folder(of: path))
                if (try? reader.unpack(member, to: path)) == nil { finding.counts.uncounted += 1 }
            }
            finding.app = Self.containers(at: folder).first?.container.app
            let notes = try NotesLocation.folder(inUnpacked: folder, named: path)
            try NoteCounter.count(notes, into: &finding)
        } catch {
            finding.remark = error.message
            return finding
        }
        if finding.counts.files > 0 { finding.command = ["build", path] }
        return finding
    }

    private func finding(in container: AppContainer, at path: String) throws -> Finding {
        var finding = Finding(
            path: path, kind: container.kind, app: container.app ?? container.appName)
        let folders = container.notesFolders
        for folder in folders {
            try NoteCounter.count(folder, into: &finding)
        }
        if finding.counts.files > 0 {
            finding.command = ["build", folders.count == 1 ? folders[0] : path]
        }
        return finding
    }

    // MARK: - Backups

    private func findings(inBackup path: String) throws -> [Finding] {
        let backup: PhoneBackup
        do { backup = try PhoneBackup(path) } catch {
            return [Finding(path: path, kind: "backup", remark: error.message)]
        }
        var template = Finding(path: path, kind: backup.isEncrypted ? "encrypted backup" : "backup")
        template.device = backup.deviceName
        template.date = backup.date
        if backup.isEncrypted, password == nil {
            template.needsPassword = true
            template.remark =
                "It is encrypted. To see its notes, give the password with --password-file FILE or NOTEBINDER_BACKUP_PASSWORD."
            return [template]
        }
        let keys = try backup.unlock {
            guard let password else { throw BackupError.passwordNeeded(path: path) }
            return try password(path)
        }
        let scratch = ScratchFolder(in: .cache)
        let disk = try scratch.path()
        let manifest = try BackupManifest(of: backup, keys: keys, scratch: disk)
        var byDomain: [String: [BackupManifest.Entry]] = [:]
        var identifiers: Set<String> = []
        try manifest.forEachEntry { entry in
            // No two files of a phone have the same; each would be copied again.
            guard identifiers.insert(entry.identifier).inserted else { return }
            let domain =
                entry.app == BackupManifest.appleNotes
                ? BackupManifest.appleNotesDomain : entry.domain
            byDomain[domain, default: []].append(entry)
        }
        // One pass over the manifest is enough for all apps.
        let wanted = byDomain.values.joined().filter(BackupSelection.mayBeSelected)
        let details = try manifest.details(of: Set(wanted.map(\.identifier)))
        var findings: [Finding] = []
        for (domain, entries) in byDomain.sorted(by: { $0.key < $1.key }) {
            guard let app = BackupManifest.app(ofDomain: domain) else { continue }
            var finding = template
            finding.app = app
            finding.remark = Self.remark(onApp: app, entries)
            if app == BackupManifest.appleNotes
                || !["com.apple.", "group.com.apple."].contains(where: { app.hasPrefix($0) })
            {
                try count(
                    entries, of: manifest, details: details, backup: backup, scratch: scratch,
                    into: &finding)
            }
            guard finding.counts.files + finding.counts.uncounted > 0 else {
                if finding.remark != nil { findings.append(finding) }
                continue
            }
            finding.command = ["extract", path, "--app", app]
            findings.append(finding)
        }
        if findings.isEmpty {
            template.remark = "No app in it has notes that Notebinder can read."
            return [template]
        }
        return findings.sorted { $0.counts.all > $1.counts.all }
    }

    /// Copies what holds notes, but not their photos, and counts it.
    private func count(
        _ entries: [BackupManifest.Entry], of manifest: BackupManifest,
        details: [String: BackupItem.Details], backup: PhoneBackup, scratch: ScratchFolder,
        into finding: inout Finding
    ) throws {
        let selected = BackupSelection(manifest: manifest, details: details).selected(
            among: entries)
        guard !selected.isEmpty else { return }
        let folder = try scratch.makeFolder()
        defer { try? LocalFiles.remove(folder) }
        let copier = FileCopier(
            manifest: manifest, folder: folder, scratch: try scratch.path(),
            willPlace: { _, _ in })
        for entry in selected where !entry.isLink {
            guard let path = entry.path, BackupItem.isIdentifier(entry.identifier) else { continue }
            let stored = ExtractionRecord.Stamp(backup.path(ofContent: entry.identifier))
            guard !BackupSelection.isMedium(path.name), !BackupSelection.isBesideAppleNotes(entry)
            else {
                finding.size += stored?.size ?? 0
                continue
            }
            guard let stored, stored.size <= Self.maximumCountedSize else {
                finding.counts.uncounted += 1
                continue
            }
            if (try? copier.copy(entry, details[entry.identifier], to: path, known: nil)) == nil {
                finding.counts.uncounted += 1
            }
        }
        try NoteCounter.count(folder, into: &finding)
    }

    /// The size in bytes from which a file of a backup is not copied for counting.
    private static let maximumCountedSize = 256 << 20

    /// Returns a sentence about an app whose notes other programs read; nil for all others.
    private static func remark(onApp app: String, _ entries: [BackupManifest.Entry]) -> String? {
        func has(_ ending: String) -> Bool {
            entries.contains { $0.path?.name.lowercased().hasSuffix(ending) == true }
        }
        if app.lowercased().contains("goodnotes"), !app.hasPrefix("com.apple.") {
            return "GoodNotes are not supported. Export them as PDF in the app."
        }
        if has(".realm") {
            return "Its Realm database is not supported. Export the notes in the app."
        }
        return nil
    }
}
