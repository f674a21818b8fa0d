import Hashing
import LocalFiles

/// A hidden file in place of one that could not be copied into a notes folder, such as a damaged
/// member of a ZIP file. It makes the notes folder name that file as one that cannot be read.
package struct UnreadablePlaceholder {
    /// The name of the file.
    package let name: String
    /// The reason, as a phrase that completes "NAME is …".
    package let reason: String

    private static let ending = ".unreadable"
    private static let maximumSize = 64 << 10

    package init(name: String, reason: String) {
        self.name = LocalFiles.name(of: name)
        self.reason = reason
    }

    /// Returns true if a file has the name of a placeholder.
    package static func isName(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(ending)
    }

    /// Reads a placeholder; nil for a hidden file of another program.
    init?(at path: String) {
        guard let status = try? LocalFiles.status(path), status.size <= Self.maximumSize,
            let bytes = try? LocalFiles.read(path)
        else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 2)
        guard lines.count == 3, lines[0] == Self.signature else { return nil }
        self.init(name: String(lines[1]), reason: String(lines[2]))
    }

    private static let signature = "Notebinder could not copy a file:"

    /// Writes the placeholder into a folder.
    ///
    /// - Throws: ``FileError`` if the file cannot be written.
    package func write(into folder: String) throws {
        // A file system takes names of 255 bytes, and names may differ at their ends only.
        let digest = ContentDigest(of: Array(name.utf8)).short.prefix(8)
        let short = String(name.unicodeScalars.prefix(40)).replacing("/", with: "-")
        let line = name.replacing("\n", with: " ")
        let path = "\(folder)/.\(short).\(digest)\(Self.ending)"
        let bytes = Array("\(Self.signature)\n\(line)\n\(reason)".utf8)
        // A file that is written again looks changed.
        if (try? LocalFiles.read(path)) == bytes { return }
        try LocalFiles.replace(path, bytes: bytes)
    }
}
