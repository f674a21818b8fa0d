import FileFormats
import KeyedArchives
import LocalFiles
import NoteModel

/// A package of the app Notability (`.note`): keyed archives and the files that they name, in a ZIP
/// file of one folder, or in a folder to which it was unpacked.
package struct NotabilityPackage {
    private let storage: Storage
    private let use = UseOfFiles()

    private enum Storage {
        /// A ZIP file with its members by their names in the package, and a closure that returns a
        /// new folder for compressed ones.
        case zip(ZipReader, [String: ZipReader.Member], scratch: () throws -> String)
        /// The path of the folder.
        case folder(String)
    }

    /// The files that were asked for so far.
    private final class UseOfFiles {
        /// Their names.
        var names: Set<String> = []
        /// The folder of those that were unpacked; nil before the first one.
        var unpackedFolder: String?
        var unpackedCount = 0
    }

    /// The name of the archive of the note itself, by which packages are known.
    static let session = "Session.plist"
    /// The maximum size in bytes of an archive in a package; real ones have a few megabytes.
    private static let maximumArchiveSize = 32 << 20
    /// The maximum ratio of the size of a picture or a recording to the bytes that it takes in the
    /// ZIP file, beyond a megabyte: their formats are compressed already.
    private static let maximumRatio = 100

    /// Opens a package that is a ZIP file; nil for a ZIP file that is none.
    ///
    /// - Parameter scratch: Returns the path of a new folder for files of the package, which must
    ///   exist as long as the note is used. It is called if the package has compressed files.
    /// - Throws: ``ZipError`` if the file is damaged.
    init?(_ path: String, scratch: @escaping () throws -> String) throws {
        let zip = try ZipReader(path, isStrict: false)
        guard let session = Self.session(in: zip) else { return nil }
        let root = session.name.dropLast(Self.session.count)
        let members = Dictionary(
            zip.members.lazy.filter { $0.name.hasPrefix(root) && !$0.isFolder && !$0.isSpecial }
                .map { (String($0.name.dropFirst(root.count)), $0) },
            uniquingKeysWith: { first, _ in first })
        storage = .zip(zip, members, scratch: scratch)
    }

    /// Opens a package that was unpacked to a folder.
    init(folder: String) {
        storage = .folder(folder)
    }

    /// True if a file is a package.
    package static func isPackage(_ path: String) -> Bool {
        (try? ZipReader(path, isStrict: false)).flatMap { session(in: $0) } != nil
    }

    /// True if a folder is a package that was unpacked.
    static func isFolder(_ path: String) -> Bool {
        (try? LocalFiles.status(path + "/" + session)).flatMap(\.self)?.isFile == true
    }

    /// Returns the source for a package that is a folder.
    static func source(ofFolder path: String, named name: String) -> NotesFolder.SourceFile {
        NotesFolder.SourceFile(name: name, path: path + "/" + session, isPackageFolder: true)
    }

    /// True if notes of the package refer to files that exist for one run only, or if changes of it
    /// cannot be seen by a change of the archive of the note.
    var isTransient: Bool {
        if case .folder = storage { true } else { use.unpackedCount > 0 }
    }

    /// Returns the archive of the note, whose folder may have any name.
    private static func session(in zip: ZipReader) -> ZipReader.Member? {
        zip.members.first { member in
            !member.isOfMacOS && (member.name == session || member.name.hasSuffix("/" + session))
        }
    }

    /// True if the package has a file of that name.
    func has(_ name: String) -> Bool {
        switch storage {
        case .zip(_, let members, _): members[name] != nil
        case .folder: content(of: name).stored != nil
        }
    }

    /// The names of the files that were not asked for, in order, without those that the app keeps
    /// for itself and empty ones.
    ///
    /// - Throws: ``FileError`` if the folder of the package cannot be listed.
    func unusedFiles() throws -> [String] {
        var names: [String] = []
        switch storage {
        case .zip(_, let members, _):
            names = members.lazy.filter { $0.value.size > 0 }.map(\.key)
        case .folder(let folder):
            _ = try ListedTree(folder).forEach { entry in
                guard entry.status.isFile, entry.status.size > 0 else { return }
                names.append(String(decoding: entry.path, as: UTF8.self))
            }
        }
        return names.filter { !use.names.contains($0) && !Self.isOfTheApp($0) }.sorted()
    }

    /// Returns true for an index, a thumbnail, or the app's picture of the shown part of another
    /// picture, which has no number.
    private static func isOfTheApp(_ name: String) -> Bool {
        name == session || name.hasPrefix("HandwritingIndex/") || name.hasPrefix("NBPDFIndex/")
            || name.hasPrefix("Images/Image .") || NotabilityThumbnail.isThumbnail(name)
            || LocalFiles.name(of: name).hasPrefix(".")
    }

    /// Notes that a file is not needed, since another one stands for it.
    func passOver(_ name: String) { use.names.insert(name) }

    /// Returns an archive of the package; nil if it has none of that name.
    ///
    /// - Throws: ``ArchiveError`` if it is damaged or too large.
    func archive(named name: String) throws -> KeyedArchive? {
        guard let bytes = try bytes(of: name) else { return nil }
        return try KeyedArchive(ArchiveBytes(bytes))
    }

    /// Returns the bytes of a file of the package; nil if it has none of that name.
    ///
    /// - Throws: ``ArchiveError`` if it is damaged or larger than an archive may be.
    func bytes(of name: String) throws -> [UInt8]? {
        use.names.insert(name)
        switch storage {
        case .zip(let zip, let members, _):
            guard let member = members[name] else { return nil }
            guard member.size <= Self.maximumArchiveSize else { throw ArchiveError(.tooMuch) }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(member.size)
            do {
                try zip.read(member) { bytes += $0 }
            } catch {
                throw ArchiveError(.badObject("the package \(error.problem)"))
            }
            return bytes
        case .folder:
            guard let stored = content(of: name).stored else { return nil }
            guard stored.count <= Self.maximumArchiveSize else { throw ArchiveError(.tooMuch) }
            do {
                return try LocalFiles.read(stored.file)
            } catch {
                throw ArchiveError(.badObject("\(name) cannot be read: \(error.reason)"))
            }
        }
    }

    /// Returns the content of a file of the package. One that is compressed is unpacked.
    func content(of name: String) -> MediaContent {
        use.names.insert(name)
        switch storage {
        case .zip(let zip, let members, let scratch):
            guard let member = members[name] else { return .missing }
            if let range = try? zip.intactRange(of: member) {
                return .stored(StoredBytes(file: zip.path, range: range))
            }
            return unpack(member, of: zip, scratch: scratch)
        case .folder(let folder):
            // Nothing outside of the package can be named.
            let path = folder + "/" + name
            guard let resolved = LocalFiles.resolved(path), LocalFiles.isBelow(resolved, folder),
                let status = try? LocalFiles.status(resolved), status.isFile
            else { return .missing }
            return .stored(StoredBytes(file: resolved, range: 0..<status.size))
        }
    }

    private func unpack(
        _ member: ZipReader.Member, of zip: ZipReader, scratch: () throws -> String
    ) -> MediaContent {
        guard member.size <= (1 << 20) + Self.maximumRatio * member.packedSize,
            let folder = try? use.unpackedFolder ?? scratch()
        else { return .damaged }
        use.unpackedFolder = folder
        use.unpackedCount += 1
        let path = "\(folder)/\(use.unpackedCount)"
        guard (try? zip.unpack(member, to: path)) != nil else { return .damaged }
        return .stored(StoredBytes(file: path, range: 0..<member.size))
    }
}
