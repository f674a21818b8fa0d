import KeyedArchives
import LocalFiles

/// A property list of a backup or container, in the binary or the XML form.
struct PropertyListFile {
    private let list: KeyedArchive

    /// The maximum size in bytes. Lists of apps with their icons have some megabytes.
    private static let maximumSize = 32 << 20

    /// The reasons why a property list cannot be read.
    enum PropertyListError: Error {
        case missing
        /// The reason, as the end of a sentence after a colon.
        case damaged(reason: String)
    }

    init(_ path: String) throws(PropertyListError) {
        do {
            let file = try OpenFile(path, access: .readWithoutFollowing)
            let size = try file.status().size
            guard size <= Self.maximumSize else {
                throw PropertyListError.damaged(reason: "it is too large")
            }
            list = try KeyedArchive(
                ArchiveBytes(count: size) { buffer throws(FileError) in
                    try file.read(at: 0, into: buffer)
                })
        } catch let error as FileError {
            throw error.isMissing ? .missing : .damaged(reason: error.reason)
        } catch let error as PropertyListError {
            throw error
        } catch {
            let reason = (error as? ArchiveError)?.description ?? "is no property list"
            throw .damaged(reason: reason.hasPrefix("is ") ? "it " + reason : reason)
        }
        guard list.isPlain, !list.isJSON, case .dictionary? = list.root else {
            throw .damaged(reason: "it is not a dictionary")
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
