import ContentHashing
import Diagnostics
import Foundation
import LocalFiles
import NoteArchives
import ZipFiles

/// The files of a ZIP file, unpacked into a folder of the user's cache that only its owner may
/// access.
///
/// The folder is kept for later runs. As long as the ZIP file is unchanged, nothing is read; after a
/// change, members with the same checksum and size are kept. A member that cannot be unpacked is
/// named by a placeholder, which the notes folder reports as a source that cannot be read.
struct UnpackedZip {
    /// The absolute path of the folder with the files.
    let folder: String

    /// The maximum sizes of a member and of all members in bytes, and the maximum number of them.
    private static let (maximumMemberSize, maximumSize) = (2 << 30, 64 << 30)
    private static let maximumCount = 1_000_000

    /// The ZIP file and the members that were unpacked.
    private struct Record: Codable {
        var zip: ExtractionRecord.Stamp?
        /// The checksum and the size of each member, by its path.
        var members: [String: String] = [:]
    }

    static func isZip(_ path: String) -> Bool {
        guard let file = try? OpenFile(path), let start = try? LocalFiles.read(file, count: 4)
        else { return false }
        return start == [0x50, 0x4B, 0x03, 0x04] || start == [0x50, 0x4B, 0x05, 0x06]
    }

    /// Unpacks a ZIP file, or as much of it as has changed.
    init(_ path: String) throws(BackupError) {
        let name = LocalFiles.name(of: path)
        let own = try PrivateScratch.cacheFolder(
            "notebinder-unpacked", ContentDigest(of: Array(path.utf8)).short)
        folder = own + "/files"
        let stamp = ExtractionRecord.Stamp(path)
        var record = Self.record(at: own)
        guard record.zip != stamp || !AppContainer.isFolder(folder) else { return }
        let reader: ZipReader
        do throws(ZipError) { reader = try ZipReader(path) } catch {
            throw .damagedZip(path: path, reason: error.problem)
        }
        let files = try Self.files(of: reader, at: path, folder: own)
        let folder = folder
        try BackupError.reporting { () throws(FileError) in
            // A run that is killed leaves no record, so that the next one looks at every file.
            try LocalFiles.remove(own + "/record.json")
            try LocalFiles.makePrivateFolders(folder)
            try Self.removePlaceholders(in: folder)
            for known in record.members.keys where files[known] == nil {
                try LocalFiles.remove(folder + "/" + known)
            }
            for (target, file) in files {
                let state = "\(file.member.sum) \(file.member.size)"
                let present = ExtractionRecord.Stamp(folder + "/" + target)
                if record.members[target] == state, present?.size == file.member.size { continue }
                record.members[target] = nil
                try LocalFiles.makePrivateFolders(LocalFiles.folder(of: folder + "/" + target))
                do throws(ZipError) {
                    if let refusal = file.refusal { throw ZipError(refusal) }
                    let temporary = own + "/member"
                    try? LocalFiles.remove(temporary)
                    try reader.unpack(file.member, to: temporary)
                    do throws(FileError) {
                        try LocalFiles.rename(temporary, to: folder + "/" + target)
                    } catch { throw ZipError("cannot be unpacked: \(error.reason)") }
                    record.members[target] = state
                } catch {
                    try LocalFiles.remove(folder + "/" + target)
                    try UnreadablePlaceholder(
                        name: target, reason: "unreadable: \(name) \(error.problem)"
                    ).write(into: LocalFiles.folder(of: folder + "/" + target))
                }
            }
            record.members = record.members.filter { files[$0.key] != nil }
            record.zip = stamp
            let data = (try? JSONEncoder().encode(record)) ?? Data()
            try LocalFiles.replaceDurably(own + "/record.json", bytes: Array(data))
        }
    }

    private static func record(at own: String) -> Record {
        (try? LocalFiles.read(own + "/record.json")).flatMap {
            try? JSONDecoder().decode(Record.self, from: Data($0))
        } ?? Record()
    }

    private static func removePlaceholders(in folder: String) throws(FileError) {
        for file in try LocalFiles.files(below: folder)
        where UnreadablePlaceholder.isName(LocalFiles.name(of: file)) {
            try LocalFiles.remove(folder + "/" + file)
        }
    }

    /// A member, and the reason why it is not unpacked, which follows the name of the ZIP file.
    private typealias File = (member: ZipReader.Member, refusal: String?)

    /// Returns the members to unpack by their paths, with those that are refused.
    private static func files(
        of reader: ZipReader, at path: String, folder: String
    ) throws(BackupError) -> [String: File] {
        guard reader.members.count <= maximumCount else {
            throw .damagedZip(path: path, reason: "has more than a million members")
        }
        let free =
            (try? FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize]
                as? Int) ?? maximumSize
        var files: [String: File] = [:]
        var size = 0
        for (number, member) in reader.members.enumerated() where !isOfSystem(member.name) {
            guard !member.isFolder else { continue }
            guard let target = ItemPath(member.name), !member.name.utf8.contains(UInt8(ascii: "\\"))
            else {
                files["refused-\(number + 1)"] = (
                    member, "has “\(member.name)”, which leads out of it or is no path"
                )
                continue
            }
            let refusal: String? =
                if member.isSpecial {
                    "has a link of that name, which is not followed"
                } else if member
                    .size > maximumMemberSize
                { "has it with more than 2 GB" } else if files[target.text] != nil {
                    "has two files of that name"
                } else { nil }
            if refusal == nil { size += member.size }
            guard files[target.text] == nil || refusal == nil else { continue }
            files[target.text] = (member, refusal)
        }
        guard size <= min(maximumSize, free) else {
            throw .damagedZip(
                path: path,
                reason: "has \(sizeText(ofBytes: size)) unpacked, more than there is room for")
        }
        return files
    }

    /// Returns true for files that macOS adds: metadata of files, and of folders.
    private static func isOfSystem(_ name: String) -> Bool {
        let last = LocalFiles.name(of: name)
        return name.hasPrefix("__MACOSX/") || last.hasPrefix("._") || last == ".DS_Store"
    }
}
