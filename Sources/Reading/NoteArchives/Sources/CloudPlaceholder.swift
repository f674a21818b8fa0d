import KeyedArchives
import LocalFiles

/// The small file that iCloud Drive leaves in place of one that was not downloaded. For `a.data`,
/// it is `.a.data.icloud`.
///
/// The content is a property list with the name of the file (`NSURLNameKey`), its size in bytes
/// (`NSURLFileSizeKey`), and whether it is a folder (`NSURLFileResourceTypeKey`). Nothing of the
/// file itself is in it.
struct CloudPlaceholder {
    /// The name of the file that was not downloaded.
    let name: String
    /// The size of the file in bytes; nil if the placeholder does not state it.
    let size: Int?
    let isFolder: Bool

    /// The extension of placeholders, with its full stop.
    private static let ending = ".icloud"
    /// The maximum size of a placeholder in bytes; real ones have about 200.
    private static let maximumSize = 64 << 10

    /// Returns true if a file has the name of a placeholder.
    static func isName(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(ending) && name.utf8.count > ending.utf8.count + 1
    }

    /// Reads a placeholder.
    ///
    /// - Parameters:
    ///   - fileName: The name of the placeholder, from which the name of the file is taken if the
    ///     content is damaged; see ``isName(_:)``.
    ///   - path: The absolute path of the placeholder.
    init(named fileName: String, at path: String) {
        let own = String(fileName.dropFirst().dropLast(Self.ending.count))
        let root = Self.root(of: path)
        let stated = root?["NSURLNameKey"]?.text
        name = stated.flatMap { $0.isEmpty || $0.contains("/") ? nil : $0 } ?? own
        isFolder = root?["NSURLFileResourceTypeKey"]?.text == "NSURLFileResourceTypeDirectory"
        size =
            if case .integer(let size) = root?["NSURLFileSizeKey"], size >= 0 { Int(size) } else {
                nil
            }
    }

    private static func root(of path: String) -> PropertyListValue? {
        guard let status = try? LocalFiles.status(path), status.size <= maximumSize,
            let bytes = try? ArchiveBytes.ofFile(at: path), let list = try? KeyedArchive(bytes)
        else { return nil }
        return list.isPlain ? list.root : nil
    }
}
