import KeyedArchives
import LocalFiles

/// A property list of a backup or container, in the binary or the XML form.
struct PropertyListFile {
    private let list: KeyedArchive

    /// The maximum size in bytes. Lists of apps with their icons have some megabytes.
    private static let maximumSize = 32 << 20

    /// - Throws: ``BackupError/damaged(file:reason:)`` if it is missing or damaged.
    init(_ path: String) throws {
        func damaged(_ reason: String) -> BackupError { .damaged(file: path, reason: reason) }
        do {
            let file = try OpenFile(path, access: .readWithoutFollowing)
            let size = try file.status().size
            guard size <= Self.maximumSize else { throw damaged("it is too large") }
            list = try KeyedArchive(
                ArchiveBytes(count: size) { buffer in try file.read(at: 0, into: buffer) })
        } catch let error as FileError {
            throw damaged(error.isMissing ? "it is missing" : error.reason)
        } catch let error as ArchiveError {
            let reason = error.description
            throw damaged(reason.hasPrefix("is ") ? "it " + reason : reason)
        }
        guard list.isPlain, !list.isJSON, case .dictionary? = list.root else {
            throw damaged("it is not a dictionary")
        }
    }

    subscript(key: String) -> PropertyListValue? { list.root?[key] }

    func text(_ key: String) -> String? { self[key]?.text }

    /// Returns the bytes of a data value; nil for a missing key and for other values.
    func data(_ key: String) -> [UInt8]? {
        guard case .data(let reference)? = self[key] else { return nil }
        return list.contents(of: reference)
    }

    /// Returns a date in seconds since 1970; nil for a missing key and for other values.
    func date(_ key: String) -> Double? {
        // Times of other centuries are damage, and beyond what calendars can show.
        guard case .date(let seconds)? = self[key], abs(seconds) < 1e10 else { return nil }
        return seconds + Self.secondsTo2001
    }

    /// The seconds from 1970 to 2001, the epoch of property lists.
    private static let secondsTo2001 = 978_307_200.0
}
