import Hashing
import LocalFiles
import NoteModel
import Platform

/// Storage of the archives of entries. An earlier version of a large note is stored as its
/// difference from another earlier version, so that each change of a word does not add all photos.
extension NotesTrash {
    /// The difference of the archive of one entry from that of another, whose archive is stored
    /// whole.
    struct StoredDifference {
        let baseName: String
        let difference: ArchiveDifference

        static let fileName = "note.difference"
        /// The version of the form of the file.
        private static let version = 1

        var bytes: [UInt8] {
            var writer = ByteWriter()
            writer.write(Self.version, baseName, difference)
            return writer.bytes
        }

        init(baseName: String, difference: ArchiveDifference) {
            (self.baseName, self.difference) = (baseName, difference)
        }

        /// Reads the file of an entry; nil if there is none that can be read.
        init?(inFolder folder: String) {
            guard let bytes = try? LocalFiles.read(folder + "/" + Self.fileName) else { return nil }
            self.init(bytes)
        }

        /// Decodes the content of a file; nil if it is damaged.
        init?(_ bytes: [UInt8]) {
            var reader = ByteReader(bytes)
            guard let version = try? Int(from: &reader), version == Self.version,
                let name = try? String(from: &reader), !name.contains("/"),
                let difference = try? ArchiveDifference(from: &reader), reader.isAtEnd
            else { return nil }
            self.init(baseName: name, difference: difference)
        }
    }

    /// The size in bytes from which archives are compared.
    private static let leastCompared = 1 << 18

    private func folder(of name: String) -> String { path + "/" + name }

    func isDifference(_ entry: Entry) -> Bool {
        (try? LocalFiles.status(folder(of: entry.name) + "/" + Self.archiveName)) == .some(nil)
    }

    /// Returns the newest earlier version of the same file that is stored whole; nil for a small
    /// archive, and for one that replaces nothing.
    func base(of entry: Entry, archive: [UInt8]) throws -> Entry? {
        guard entry.isEarlierVersion, archive.count >= Self.leastCompared else { return nil }
        return try entries().filter { other in
            other.name != entry.name && other.isEarlierVersion
                && other.sourceName == entry.sourceName && !isDifference(other)
        }.max { ($0.date ?? .distantPast) < ($1.date ?? .distantPast) }
    }

    /// Writes an archive to the folder of its entry, as a difference if that is much smaller.
    func write(_ archive: [UInt8], to folder: String, base: Entry?) throws {
        if let base,
            let bytes = try? LocalFiles.read(self.folder(of: base.name) + "/" + Self.archiveName)
        {
            let difference = ArchiveDifference(of: archive, from: bytes)
            if difference.ownCount < archive.count / 2 {
                let stored = StoredDifference(baseName: base.name, difference: difference)
                return try LocalFiles.replaceDurably(
                    folder + "/" + StoredDifference.fileName, bytes: stored.bytes)
            }
        }
        try LocalFiles.replaceDurably(folder + "/" + Self.archiveName, bytes: archive)
    }

    /// Returns the archive of an entry; nil for photos alone.
    ///
    /// - Throws: ``FileError`` if it cannot be read; ``UserError`` if the version is missing on
    ///   which it builds.
    func archive(of entry: Entry) throws -> [UInt8]? {
        let folder = folder(of: entry.name)
        guard isDifference(entry) else {
            return try LocalFiles.read(folder + "/" + Self.archiveName)
        }
        guard try LocalFiles.status(folder + "/" + StoredDifference.fileName) != nil else {
            return nil
        }
        guard let stored = StoredDifference(inFolder: folder),
            let base = try? LocalFiles.read(
                self.folder(of: stored.baseName) + "/" + Self.archiveName),
            let archive = stored.difference.archive(from: base)
        else {
            throw UserError(
                "“\(entry.name)” in the trash cannot be restored: the version is missing or damaged from which it differs.",
                "Put back what was removed from \(path).")
        }
        return archive
    }

    /// Returns the place of a part of an entry's archive in a file; nil if no file has all of it.
    ///
    /// - Parameters:
    ///   - part: A range of the archive.
    ///   - unpacks: True to store the archive whole in that case.
    func place(
        of part: Range<Int>, in entry: Entry, unpacks: Bool
    ) -> (file: String, range: Range<Int>)? {
        let folder = folder(of: entry.name)
        guard isDifference(entry) else { return (folder + "/" + Self.archiveName, part) }
        if let stored = StoredDifference(inFolder: folder),
            let range = stored.difference.place(of: part)
        {
            return (self.folder(of: stored.baseName) + "/" + Self.archiveName, range)
        }
        guard unpacks, let archive = try? archive(of: entry),
            (try? write(archive, to: folder, base: nil)) != nil
        else { return nil }
        return (folder + "/" + Self.archiveName, part)
    }

    /// Returns the entries that are stored as differences, by the names of those from which they
    /// differ.
    ///
    /// - Throws: ``FileError`` if one cannot be read.
    func versionsByBase() throws -> [String: [Entry]] {
        var versions: [String: [Entry]] = [:]
        for entry in try entries() where isDifference(entry) {
            let file = folder(of: entry.name) + "/" + StoredDifference.fileName
            guard try LocalFiles.status(file) != nil else { continue }
            // One that is damaged cannot be rebuilt anyway.
            guard let stored = StoredDifference(try LocalFiles.read(file)) else { continue }
            versions[stored.baseName, default: []].append(entry)
        }
        return versions
    }

    /// Removes an entry. The versions that differ from it are stored without it before: one whole,
    /// the others as differences from that one.
    func remove(_ entry: Entry, versions: [Entry]) throws {
        var base: Entry?
        for other in versions {
            let folder = folder(of: other.name)
            // An archive that is damaged, or another one by now, is of no use to it.
            guard let archive = try? archive(of: other) else { continue }
            try write(archive, to: folder, base: base)
            guard !isDifference(other) else { continue }
            try LocalFiles.remove(folder + "/" + StoredDifference.fileName)
            base = base ?? other
        }
        try LocalFiles.remove(folder(of: entry.name))
    }
}
