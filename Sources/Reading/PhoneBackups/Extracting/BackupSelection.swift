import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel

/// Chooses the files of an app that hold notes, and those to which notes may refer.
///
/// Everything in a folder `MyNotes` is chosen. Elsewhere a file holds notes if its name and its
/// first bytes say so; then photos and recordings below its folder belong to it, as do the parts of
/// a database.
struct BackupSelection {
    let manifest: BackupManifest
    /// The metadata of the entries that may be selected, by their identifiers.
    let details: [String: BackupItem.Details]

    /// Returns the first bytes of a file; nil if they cannot be read.
    private func prefix(of entry: BackupManifest.Entry, count: Int) -> [UInt8]? {
        guard BackupItem.isIdentifier(entry.identifier) else { return nil }
        return try? manifest.content(ofFile: entry.identifier, details[entry.identifier])
            .prefix(count)
    }

    private static let notesFolder = "mynotes"
    /// The folders in which apps keep what belongs to their user, in lower case. Groups of apps
    /// have others as well.
    private static let userFolders = [
        ["documents"], ["library", "application support"], ["library", "preferences"],
        ["library", "private documents"], ["library", "nocloud"], ["library", "notes"],
        ["systemdata"],
    ]
    private static let archiveExtensions: Set<String> = [
        "archive", "data", "plist", "sqlite", "sqlite3", "db", "note", "notes", "dat", "",
    ]
    private static let mediaExtensions: Set<String> = [
        "jpg", "jpeg", "png", "heic", "heif", "gif", "tif", "tiff", "webp", "avif", "svg", "bmp",
        "pdf", "m4a", "caf", "wav", "mp3", "aac", "aif", "aiff", "mov", "mp4", "m4v", "3gp", "amr",
        "vtt", "srt", "txt", "yml", "yaml",
    ]
    /// The endings of the files that SQLite keeps beside a database.
    private static let databaseEndings = ["-wal", "-shm", "-journal"]
    /// The number of bytes in which the first names of an archive are, and the tables of a
    /// database.
    private static let archivePrefix = 4_096
    private static let databasePrefix = 1 << 20
    /// The number of bytes of settings in which archives are looked for.
    private static let settingsPrefix = 4 << 20

    /// Returns true for a photo, a recording or what belongs to one, by its name.
    static func isMedium(_ name: String) -> Bool {
        mediaExtensions.contains(fileExtension(of: name.lowercased()))
    }

    /// Returns the entries to copy, in their order.
    func selected(among entries: [BackupManifest.Entry]) -> [BackupManifest.Entry] {
        var folders: Set<[String]> = []
        var chosen: Set<[String]> = []
        let logs = Set(
            entries.compactMap { $0.path?.components }.filter { $0.last?.hasSuffix("-wal") == true }
        )
        for entry in entries {
            guard let path = entry.path?.components else { continue }
            if Self.placeOfNotesFolder(in: path) != nil {
                chosen.insert(path)
            } else if Self.mayHoldNotes(path, of: entry), !entry.isLink,
                holdsNotes(
                    entry, hasLog: logs.contains(path.dropLast() + [(path.last ?? "") + "-wal"]))
            {
                chosen.insert(path)
                folders.insert(path.dropLast())
            }
        }
        return entries.filter { entry in
            guard let path = entry.path?.components else { return true }
            return chosen.contains(path) || isReferable(path, chosen: chosen, folders: folders)
                || Self.isBesideAppleNotes(entry)
        }
    }

    /// Returns the position of a folder, or a file, `MyNotes` in a path.
    static func placeOfNotesFolder(in path: [String]) -> Int? {
        path.firstIndex { $0.lowercased() == notesFolder }
    }

    /// Returns the folder `MyNotes` whose files are extracted without the folders above it: that in
    /// the app's `Documents`, or else the one with the shortest path; nil if there is none. The
    /// files of any other `MyNotes` keep their paths, so that the two do not mix.
    ///
    /// - Returns: The domain, and the components of the path in it.
    static func mainNotesFolder(
        of files: [BackupManifest.Entry], app: String
    ) -> [String]? {
        var folders: Set<[String]> = []
        for file in files {
            guard let path = file.path?.components, let place = placeOfNotesFolder(in: path),
                place + 1 < path.count
            else { continue }
            folders.insert([file.domain] + path[...place])
        }
        let usual = ["AppDomain-" + app, "Documents"]
        func rank(_ folder: [String]) -> (Int, Int, String) {
            let isUsual = folder.dropLast().elementsEqual(usual)
            return (isUsual ? 0 : 1, folder.count, folder.joined(separator: "/"))
        }
        return folders.min { rank($0) < rank($1) }
    }

    /// Returns true for an entry that may be selected: in a folder `MyNotes`, or where apps keep
    /// what belongs to their user.
    static func mayBeSelected(_ entry: BackupManifest.Entry) -> Bool {
        guard let path = entry.path?.components else { return false }
        return placeOfNotesFolder(in: path) != nil || isInUserFolder(path, of: entry)
    }

    private static func isInUserFolder(_ path: [String], of entry: BackupManifest.Entry) -> Bool {
        let lower = path.prefix(2).map { $0.lowercased() }
        return entry.domain.hasPrefix("AppDomainGroup-") && lower.first != "library"
            || path.count == 2 && lower.first == "library"
            || userFolders.contains { lower.starts(with: $0) }
    }

    private static func mayHoldNotes(_ path: [String], of entry: BackupManifest.Entry) -> Bool {
        let ending = fileExtension(of: path.last?.lowercased() ?? "")
        // Elsewhere, JSON is settings and caches.
        return isInUserFolder(path, of: entry) && archiveExtensions.contains(ending)
            || ending == "json" && path.first?.lowercased() == "documents"
    }

    private static func fileExtension(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    /// Returns true for a file with notes, and for one that cannot be read, so that it is named.
    ///
    /// - Parameter hasLog: True for a database with a write-ahead log, which may hold its tables.
    private func holdsNotes(_ entry: BackupManifest.Entry, hasLog: Bool) -> Bool {
        guard let start = prefix(of: entry, count: Self.archivePrefix) else { return true }
        if hasLog, start.isEmpty || start.starts(with: Self.databaseSignature) { return true }
        if entry.path?.components.dropLast().last?.lowercased() == "preferences" {
            return Self.mayBeSettingsWithNotes(
                prefix(of: entry, count: Self.settingsPrefix) ?? [])
        }
        return Self.holdsNotes(start) { prefix(of: entry, count: Self.databasePrefix) ?? [] }
    }

    /// True for settings with an archive or JSON among their values.
    private static func mayBeSettingsWithNotes(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            ["$archiver", "[{\""].contains { words in
                Array(words.utf8).withUnsafeBufferPointer { bytes.contains(bytes: $0) }
            }
        }
    }

    private static let databaseSignature = Array("SQLite format 3".utf8)

    /// Returns true for a file that begins as a keyed archive or a Core Data store does.
    static func holdsNotes(inFileAt path: String) -> Bool {
        guard let file = try? OpenFile(path),
            let start = try? LocalFiles.read(file, count: archivePrefix)
        else { return false }
        return holdsNotes(start) { (try? LocalFiles.read(file, count: databasePrefix)) ?? [] }
    }

    /// - Parameter more: Returns more of the start, in which the tables of a database are.
    private static func holdsNotes(_ start: [UInt8], more: () -> [UInt8]) -> Bool {
        if start.starts(with: Array("bplist".utf8)) || start.starts(with: Array("<?xml".utf8)) {
            return start.contains(Array("$archiver".utf8)) || namesTitleAndText(start)
        }
        if JSONDocument.isLikely(prefix: start) { return namesTitleAndText(start) }
        return start.starts(with: databaseSignature) && more().contains(Array("Z_PRIMARYKEY".utf8))
    }

    /// True for the start of a plain property list or of JSON with the keys of notes.
    private static func namesTitleAndText(_ start: [UInt8]) -> Bool {
        [["title", "name", "subject"], ["text", "body", "content", "note"]].allSatisfy { keys in
            keys.contains { start.contains(Array($0.utf8)) }
        }
    }

    /// Returns true for a file of any kind in the folders for files that Apple Notes keeps beside
    /// its store.
    static func isBesideAppleNotes(_ entry: BackupManifest.Entry) -> Bool {
        entry.app == BackupManifest.appleNotes && !entry.isLink
            && entry.path?.components.first.map(AppleNotesFiles.folders.contains) == true
    }

    /// Returns true for a photo or recording below a folder with notes, and for a part of a chosen
    /// database.
    private func isReferable(
        _ path: [String], chosen: Set<[String]>, folders: Set<[String]>
    ) -> Bool {
        guard let name = path.last else { return false }
        let folder = Array(path.dropLast())
        if let ending = Self.databaseEndings.first(where: { name.hasSuffix($0) }) {
            return chosen.contains(folder + [String(name.dropLast(ending.count))])
        }
        // Core Data keeps large values of `a.sqlite` in `.a_SUPPORT`.
        let isSupport = folder.indices.contains { place in
            folder[place].hasPrefix(".") && folder[place].hasSuffix("_SUPPORT")
                && folders.contains(Array(folder[..<place]))
        }
        return isSupport
            || Self.isMedium(name)
                && (0...folder.count).contains { folders.contains(Array(folder.prefix($0))) }
    }
}
