import BuildPipeline
import Foundation
import LocalFiles
import TestSupport

/// The files of published trees, compared byte for byte.
struct OracleComparison {
    private var files: [String: [UInt8]] = [:]

    /// Reads all files of some trees.
    ///
    /// - Parameters:
    ///   - output: The output folder.
    ///   - trees: The names of the trees; one that is missing counts as empty.
    init(_ output: String, trees: [String]) throws {
        for tree in trees where try LocalFiles.status(output + "/" + tree) != nil {
            for name in try LocalFiles.files(below: output + "/" + tree) {
                files["\(tree)/\(name)"] = try LocalFiles.read("\(output)/\(tree)/\(name)")
            }
        }
    }

    /// Returns the files of some of the trees.
    func limited(to trees: [String]) -> OracleComparison {
        var limited = self
        limited.files = files.filter { file in trees.contains { file.key.hasPrefix($0 + "/") } }
        return limited
    }

    /// Returns the first path that differs, with the place of the difference; nil if all files are
    /// equal.
    ///
    /// - Parameter foreign: Paths that this value has to have, and that are not compared.
    func difference(from other: OracleComparison, foreign: Set<String> = []) -> String? {
        if let lost = foreign.sorted().first(where: { files[$0] == nil }) {
            return "\(lost) was not written by Notebinder, and is gone"
        }
        let paths = Set(files.keys).union(other.files.keys).subtracting(foreign)
        let different = paths.filter { !Self.isSame(files[$0], other: other.files[$0]) }.sorted()
        guard let path = different.first else { return nil }
        let more =
            different.count > 1 ? " (and \(different.count - 1) more: \(different.prefix(8)))" : ""
        switch (files[path], other.files[path]) {
        case (nil, _): return "\(path) is missing\(more)"
        case (_, nil): return "\(path) should not be there\(more)"
        case (let file?, let wanted?):
            return "\(path)\(more): \(Self.firstDifference(file, wanted: wanted))"
        }
    }

    private static func isSame(_ file: [UInt8]?, other: [UInt8]?) -> Bool {
        guard let file, let other, file.count == other.count else { return false }
        return file.withUnsafeBytes { left in
            other.withUnsafeBytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else {
                    return true
                }
                return memcmp(left, right, file.count) == 0
            }
        }
    }

    /// Returns the place where two texts begin to differ, with the text around it in both.
    static func firstDifference(_ text: [UInt8], wanted: [UInt8]) -> String {
        let place =
            zip(text, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(text.count, wanted.count)
        func excerpt(_ bytes: [UInt8]) -> String {
            let start = min(max(0, place - 120), bytes.count)
            let part = bytes[start..<min(place + 160, bytes.count)]
            // Pictures and recordings are not texts.
            return part.contains { $0 < 0x09 }
                ? part.map { String($0, radix: 16) }.joined(separator: " ")
                : String(decoding: part, as: UTF8.self)
        }
        return "differs at byte \(place)\n--- incremental\n\(excerpt(text))\n--- from nothing\n"
            + excerpt(wanted)
    }
}
