package import Hashing

/// The checksums of a tree's files, in the format of `sha256sum`. Anyone can check a copy of the
/// tree with `sha256sum --check SHA256SUMS`.
package struct TreeChecksums: Sendable {
    /// The path of the file in its tree.
    package static let path = "SHA256SUMS"

    /// The files in the order of their lines.
    package private(set) var files: [(path: String, digest: ContentDigest)]

    package init(_ files: [(path: String, digest: ContentDigest)]) { self.files = files }

    /// Parses a file of checksums; nil for any other file.
    package init?(parsing bytes: [UInt8]) {
        files = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            // Two spaces, or a space and an asterisk, follow the 64 digits.
            let digits = String(decoding: line.prefix(64), as: UTF8.self).lowercased()
            guard line.count > 66, line.dropFirst(64).first == 0x20,
                let digest = ContentDigest(text: digits),
                let path = String(validating: line.dropFirst(66), as: UTF8.self)
            else { return nil }
            files.append((path.hasPrefix("./") ? String(path.dropFirst(2)) : path, digest))
        }
        guard !files.isEmpty else { return nil }
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(files.count * 128)
        for file in files {
            bytes += file.digest.text.utf8
            bytes += [0x20, 0x20]
            bytes += file.path.utf8
            bytes.append(0x0A)
        }
        return bytes
    }
}
