import Hashing
import NoteModel

/// A manifest of a bag, with the checksum and the path of a file on each line.
struct BagManifest: Sendable {
    let name: String
    let algorithm: ChecksumAlgorithm
    /// The checksums in hexadecimal digits, lower case, and the paths as the manifest spells them,
    /// before ``BagPath/decoded(_:)``.
    let lines: [(sum: String, path: String)]

    /// Parses a manifest.
    ///
    /// - Parameter bytes: UTF-8 with line breaks of any kind.
    /// - Throws: ``UserError`` if the bytes are not UTF-8 or a line is invalid; it names the line.
    init(_ name: String, algorithm: ChecksumAlgorithm, bytes: [UInt8]) throws {
        (self.name, self.algorithm) = (name, algorithm)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw UserError("\(name) is not UTF-8.")
        }
        var lines: [(sum: String, path: String)] = []
        var (start, number) = (0, 0)
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            let line = bytes[start..<end]
            (start, number) = (end + 1, number + 1)
            if line.isEmpty { continue }
            let sum = line.prefix { $0 != 0x20 && $0 != 0x09 }
            var path = line[sum.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
            // `sha256sum --binary` writes an asterisk before the path.
            if path.first == UInt8(ascii: "*") { path = path.dropFirst() }
            let text = String(decoding: sum, as: UTF8.self).lowercased()
            guard text.utf8.count == algorithm.digits, text.allSatisfy(\.isHexDigit), !path.isEmpty
            else {
                throw UserError(
                    "\(name), line \(number), is not a checksum followed by a path.")
            }
            lines.append((text, String(decoding: path, as: UTF8.self)))
        }
        self.lines = lines
    }

    /// Returns the checksum algorithm that the name of a manifest contains, in lower case, and
    /// whether the manifest lists the payload; nil if the file is not a manifest.
    static func kind(of name: String) -> (algorithm: String, isOfPayload: Bool)? {
        guard name.hasSuffix(".txt") else { return nil }
        for (prefix, isOfPayload) in [("manifest-", true), ("tagmanifest-", false)]
        where name.hasPrefix(prefix) {
            return (
                String(name.dropFirst(prefix.count).dropLast(4)).lowercased(), isOfPayload
            )
        }
        return nil
    }
}

/// The labels and values of `bagit.txt` or `bag-info.txt`. Labels ignore case.
struct BagLabels: Sendable {
    private let values: [(label: String, value: String)]

    init(_ bytes: [UInt8]) {
        var values: [(label: String, value: String)] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            // A line that begins with white space continues the value of the line before.
            if line.first == 0x20 || line.first == 0x09, let last = values.indices.last {
                let more = String(decoding: line.drop { $0 <= 0x20 }, as: UTF8.self)
                values[last].value += (values[last].value.isEmpty ? "" : " ") + more
                continue
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            func text(_ bytes: ArraySlice<UInt8>) -> String {
                let trimmed = bytes.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
                return String(decoding: trimmed, as: UTF8.self)
            }
            values.append((text(line[..<colon]).lowercased(), text(line[(colon + 1)...])))
        }
        self.values = values
    }

    subscript(label: String) -> String? {
        values.first { $0.label == label.lowercased() }?.value
    }
}
