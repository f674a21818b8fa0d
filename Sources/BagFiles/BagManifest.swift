import ContentHashing
import OutputPlan

/// A manifest of a bag: a line a file, its sum and its path.
struct BagManifest: Sendable {
    let name: String
    let algorithm: ChecksumAlgorithm
    let lines: [Line]

    struct Line: Sendable {
        /// Lower case.
        let sum: String
        /// As the manifest spells it.
        let path: String
    }

    /// - Parameter bytes: UTF-8; lines end in any way.
    /// - Throws: ``BagError`` for a line that is none, naming it.
    init(
        _ name: String, _ algorithm: ChecksumAlgorithm, _ bytes: [UInt8]
    ) throws(BagError) {
        self.name = name
        self.algorithm = algorithm
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw BagError("\(name) is no UTF-8.")
        }
        var lines: [Line] = []
        let all = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
        for (index, line) in all.enumerated() where !line.isEmpty {
            let sum = line.prefix { $0 != 0x20 && $0 != 0x09 }
            var path = line[sum.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
            // The mark that `sha256sum --binary` writes.
            if path.first == UInt8(ascii: "*") { path = path.dropFirst() }
            let text = String(decoding: sum, as: UTF8.self).lowercased()
            guard text.utf8.count == algorithm.digits, text.allSatisfy(\.isHexDigit), !path.isEmpty
            else {
                throw BagError(
                    "\(name), line \(index + 1), is not a check sum and the path of a file.")
            }
            lines.append(Line(sum: text, path: String(decoding: path, as: UTF8.self)))
        }
        self.lines = lines
    }

    /// The algorithm of a file by its name, and whether it sums up the payload; nil for what is
    /// no manifest.
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

/// The labels and values of `bagit.txt` and `bag-info.txt`.
struct BagLabels: Sendable {
    private let values: [(label: String, value: String)]

    init(_ bytes: [UInt8]) {
        var values: [(label: String, value: String)] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            // A value may go on in the next line, which begins with a space then.
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
