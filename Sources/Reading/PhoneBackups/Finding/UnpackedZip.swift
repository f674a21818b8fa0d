import FileFormats
import Hashing
import LocalFiles
import NoteArchives
import NoteModel
import Platform

/// The files of a ZIP file, unpacked into a folder of the user's cache that only its owner may
/// access.
///
/// The folder is kept for later runs. As long as the ZIP file is unchanged, nothing is read; after
/// a change, members with the same checksum and size are kept. A member that cannot be unpacked is
/// named by a placeholder, which the notes folder reports as a source that cannot be read.
struct UnpackedZip {
    /// The absolute path of the folder with the files.
    let folder: String

    /// The maximum sizes of a member and of all members in bytes.
    private static let (maximumMemberSize, maximumSize) = (2 << 30, 64 << 30)

    /// The maximum number of members that are named because they have no place.
    private static let maximumRefused = 100

    /// The ZIP file and the members that were unpacked.
    private struct Record: Codable {
        /// The state of the file; nil until everything has been tried.
        var zip: ExtractionRecord.Stamp?
        /// The checksum and the size of each member, by its path.
        var members: [String: String] = [:]
        /// The members that have no place among the files, with the reasons.
        var refused: [Refusal] = []
    }

    /// A member that is not unpacked.
    struct Refusal: Codable {
        let name: String
        /// The reason, which follows the name of the ZIP file.
        let reason: String
    }

    /// The members that have no place among the files, such as those whose paths lead elsewhere.
    let refused: [Refusal]

    static func isZip(_ path: String) -> Bool {
        guard let file = try? OpenFile(path), let start = try? LocalFiles.read(file, count: 4)
        else { return false }
        return start == [0x50, 0x4B, 0x03, 0x04] || start == [0x50, 0x4B, 0x05, 0x06]
    }

    /// Unpacks a ZIP file, or as much of it as has changed.
    init(_ path: String) throws {
        let own = try LocalFiles.makePrivateCacheFolder(
            "notebinder-unpacked", ContentDigest(of: Array(path.utf8)).short)
        folder = own + "/files"
        let lock = try OpenFile(own + "/lock", access: .update)
        guard let isLocked = try? lock.lockExclusively(waiting: 600), isLocked else {
            throw BackupError.busy(folder: own)
        }
        let stamp = ExtractionRecord.Stamp(path)
        var record = Self.record(at: own)
        guard record.zip != stamp || !AppContainer.isFolder(folder) else {
            refused = record.refused
            return
        }
        let zip = try Self.files(ofZip: path, folder: own)
        record.refused = zip.refused
        refused = zip.refused
        let folder = folder
        // A run that is killed leaves no record, so that the next one looks at every file.
        try LocalFiles.remove(own + "/record.json")
        try LocalFiles.makePrivateFolders(folder)
        try Self.removeOthers(than: Set(zip.files.keys), in: folder)
        record.zip = stamp
        for (target, member) in zip.files {
            let state = "\(member.sum) \(member.size)"
            let present = ExtractionRecord.Stamp(folder + "/" + target)
            if record.members[target] == state, present?.size == member.size { continue }
            record.members[target] = nil
            do {
                try Self.unpack(member, of: zip.reader, to: folder + "/" + target, own: own)
                record.members[target] = state
            } catch let error as ZipError {
                if error.isOfWriting { record.zip = nil }
                try? LocalFiles.remove(folder + "/" + target)
                try UnreadablePlaceholder(
                    name: target,
                    reason: "unreadable: \(LocalFiles.name(of: path)) \(error.problem)"
                ).write(into: LocalFiles.folder(of: folder + "/" + target))
            }
        }
        record.members = record.members.filter { zip.files[$0.key] != nil }
        let data = (try? JSONEncoder().encode(record)) ?? Data()
        try LocalFiles.replaceDurably(own + "/record.json", bytes: Array(data))
    }

    /// Unpacks a member and puts it in its place once it is complete.
    private static func unpack(
        _ member: ZipReader.Member, of reader: ZipReader, to path: String, own: String
    ) throws {
        let temporary = own + "/member"
        do {
            try LocalFiles.makePrivateFolders(LocalFiles.folder(of: path))
            try LocalFiles.remove(temporary)
            try reader.unpack(member, to: temporary)
            try LocalFiles.rename(temporary, to: path)
        } catch let error as FileError { throw ZipError(writing: error) }
    }

    private static func record(at own: String) -> Record {
        (try? LocalFiles.read(own + "/record.json")).flatMap {
            try? JSONDecoder().decode(Record.self, from: Data($0))
        } ?? Record()
    }

    /// Removes the files of an earlier state of the ZIP file, and all placeholders. Empty folders
    /// remain, unless a file takes the place of one.
    private static func removeOthers(than kept: Set<String>, in folder: String) throws {
        for file in try LocalFiles.files(below: folder) where !kept.contains(file) {
            try LocalFiles.remove(folder + "/" + file)
        }
        for file in kept where AppContainer.isFolder(folder + "/" + file) {
            try LocalFiles.remove(folder + "/" + file)
        }
    }

    /// Opens a ZIP file, and returns the members to unpack by their paths, and those that are
    /// refused.
    static func files(
        ofZip path: String, folder: String
    ) throws -> (reader: ZipReader, files: [String: ZipReader.Member], refused: [Refusal]) {
        let reader: ZipReader
        do { reader = try ZipReader(path, isStrict: false) } catch {
            throw BackupError.damagedZip(path: path, reason: error.problem)
        }
        let free =
            (try? FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize]
                as? Int) ?? maximumSize
        var files: [String: ZipReader.Member] = [:]
        var refused: [Refusal] = []
        var folders: Set<String> = []
        // Paths in lower case, since many file systems ignore case.
        var taken: Set<String> = []
        var size = 0
        var others = 0
        for member in reader.members where !member.isOfMacOS && !member.isFolder {
            func refuse(_ reason: String) {
                guard refused.count < maximumRefused else { return others += 1 }
                let name = String(member.name.prefix(300))
                refused.append(Refusal(name: name, reason: "has “\(name)”, \(reason)"))
            }
            guard let target = ItemPath(member.name), !member.name.utf8.contains(UInt8(ascii: "\\"))
            else {
                refuse("whose path is invalid or leads out of it")
                continue
            }
            let above = (1..<target.components.count).map {
                target.components.prefix($0).joined(separator: "/").lowercased()
            }
            let key = target.text.lowercased()
            if member.isSpecial {
                refuse("a link, which is not followed")
            } else if member.size > maximumMemberSize {
                refuse("which has more than 2 GB")
            } else if taken.contains(key) || folders.contains(key)
                || above.contains(where: taken.contains)
            {
                refuse("whose path another member already has")
            } else {
                files[target.text] = member
                taken.insert(key)
                folders.formUnion(above)
                size += member.size
            }
        }
        if others > 0 {
            refused.append(
                Refusal(
                    name: "others", reason: "has \(others) more such members, which are not read"))
        }
        guard size <= min(maximumSize, free) else {
            throw BackupError.damagedZip(
                path: path,
                reason: "has \(sizeText(ofBytes: size)) unpacked, more than there is room for")
        }
        return (reader, files, refused)
    }
}
