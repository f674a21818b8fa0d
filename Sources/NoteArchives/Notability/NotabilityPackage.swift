import KeyedArchives
import LocalFiles
import NoteModel
import ZipFiles

/// A package of the app Notability (`.note`): a ZIP file of one folder with keyed archives and the
/// files that they name.
package struct NotabilityPackage {
    private let zip: ZipReader
    private let members: [String: ZipReader.Member]
    private let scratch: String
    private let numbers = Numbers()

    private final class Numbers {
        var last = 0
    }

    /// The name of the archive of the note itself.
    static let session = "Session.plist"
    /// The maximum size in bytes of an archive in a package; real ones have a few megabytes.
    private static let maximumArchiveSize = 32 << 20
    /// The maximum ratio of the size of a picture or a recording to the bytes that it takes in the
    /// ZIP file, beyond a megabyte: their formats are compressed already.
    private static let maximumRatio = 100

    /// Opens a package; nil for a ZIP file that is none.
    ///
    /// - Parameter scratch: The path of a folder for files of the package, which must exist as long
    ///   as the note is used.
    /// - Throws: ``ZipError`` if the file is damaged.
    init?(_ path: String, scratch: () throws(FileError) -> String) throws(ZipError) {
        zip = try ZipReader(path, isStrict: false)
        guard let session = Self.session(in: zip) else { return nil }
        let root = session.name.dropLast(Self.session.count)
        members = Dictionary(
            zip.members.lazy.filter { $0.name.hasPrefix(root) && !$0.isFolder && !$0.isSpecial }
                .map { (String($0.name.dropFirst(root.count)), $0) },
            uniquingKeysWith: { first, _ in first })
        do throws(FileError) {
            self.scratch = try scratch()
        } catch {
            throw ZipError(writing: error)
        }
    }

    /// True if a file is a package.
    package static func isPackage(_ path: String) -> Bool {
        (try? ZipReader(path, isStrict: false)).flatMap { session(in: $0) } != nil
    }

    /// Returns the archive of the note, whose folder may have any name.
    private static func session(in zip: ZipReader) -> ZipReader.Member? {
        zip.members.first { member in
            !member.isOfMacOS && (member.name == session || member.name.hasSuffix("/" + session))
        }
    }

    /// Returns an archive of the package; nil if it has none of that name.
    ///
    /// - Throws: ``ArchiveError`` if it is damaged or too large.
    func archive(named name: String) throws(ArchiveError) -> KeyedArchive? {
        guard let member = members[name] else { return nil }
        guard member.size <= Self.maximumArchiveSize else { throw ArchiveError(.tooMuch) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(member.size)
        do throws(ZipError) {
            try zip.read(member) { bytes += $0 }
        } catch {
            throw ArchiveError(.badObject("the package \(error.problem)"))
        }
        return try KeyedArchive(ArchiveBytes(bytes))
    }

    /// Returns the content of a file of the package, which is unpacked.
    func content(of name: String) -> MediaContent {
        guard let member = members[name] else { return .missing }
        numbers.last += 1
        let path = "\(scratch)/\(numbers.last)"
        guard member.size <= (1 << 20) + Self.maximumRatio * member.packedSize,
            (try? zip.unpack(member, to: path)) != nil
        else {
            return .damaged
        }
        return .stored(StoredBytes(file: path, range: 0..<member.size))
    }
}
