import FileFormats
import LocalFiles

/// The cards of the packages that were exported into a folder before.
///
/// Anki updates a note if the package gives it a later modification time than it has. Archives do
/// not contain the time when a card was changed, so a card that is exported unchanged keeps the
/// time of its last export.
struct EarlierPackages: Sendable {
    /// The latest export of each card, by its identifier.
    private var exports: [String: (fields: String, tags: String, time: Int64)] = [:]

    /// The maximum size of a database in bytes; larger ones are not opened.
    private static let maximumDatabaseSize = 256 << 20

    /// Reads the packages of a folder. Files that are not packages of this program are ignored.
    ///
    /// - Parameters:
    ///   - folder: Absolute path.
    ///   - scratch: A folder for copies of their databases.
    init(in folder: String, scratch: String) {
        for entry in (try? LocalFiles.entries(of: folder)) ?? []
        where entry.name.lowercased().hasSuffix(".apkg") {
            read(folder + "/" + entry.name, copy: scratch + "/earlier.anki2")
        }
    }

    /// Returns when a card was changed, in seconds since 1970.
    ///
    /// - Parameter now: The time of this export, for cards that are new or changed.
    func time(of identifier: String, fields: String, tags: String, now: Int64) -> Int64 {
        guard let export = exports[identifier] else { return now }
        let isSame =
            export.fields.utf8.elementsEqual(fields.utf8)
            && export.tags.utf8.elementsEqual(tags.utf8)
        return isSame ? export.time : max(now, export.time + 1)
    }

    private mutating func read(_ package: String, copy: String) {
        defer { try? LocalFiles.remove(copy) }
        let wanted = ["guid", "mid", "mod", "tags", "flds"]
        guard let zip = try? ZipReader(package),
            let database = zip.members.first(where: { $0.name == AnkiCollection.fileName }),
            database.size <= Self.maximumDatabaseSize,
            (try? zip.unpack(database, to: copy)) != nil,
            let file = try? SQLiteFile(ownCopy: copy),
            Set(wanted).isSubset(of: file.columns["notes"] ?? [])
        else { return }
        try? file.forEachRow(of: "notes", columns: wanted, by: "guid") { row in
            guard case .text(let identifier) = row[0], row[1] == .integer(AnkiCollection.model),
                case .integer(let time) = row[2], case .text(let tags) = row[3],
                case .text(let fields) = row[4], time > exports[identifier]?.time ?? .min,
                time < .max
            else { return }
            exports[identifier] = (fields, tags, time)
        }
    }
}
