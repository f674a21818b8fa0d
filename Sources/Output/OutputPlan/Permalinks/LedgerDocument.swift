import Hashing
import NoteModel
import Orthography
import Platform

/// The JSON form of the ledger, with one line per note, so that people can read it and version
/// control can compare it.
extension PermalinkLedger {
    /// The error for a file that is not a valid ledger.
    package struct DocumentError: Error {
        /// The problem, in words that complete “NAME …”, such as “is not a ledger of permalinks”.
        package let problem: String
        /// The sentences that say what to do; nil for the usual ones.
        package var advice: String?
    }

    private struct Document: Decodable {
        let format: Int
        let notes: [Line]
        /// The SHA-256 of everything before this field; nil if a person has removed it after a
        /// change.
        let checksum: String?
    }

    private struct Line: Decodable {
        let id: String
        let path: String
        let former: [String]?
        let title: String
        let source: String
        let begins: String
        let gone: Bool?
    }

    private static let format = 1
    private static let checksumField = Array("\"checksum\": \"".utf8)

    /// Returns the checksum of a ledger file: that of everything before the field for it.
    private static func checksum(of document: [UInt8]) -> String {
        let field = checksumField
        let start = document.indices.reversed().first { document[$0...].starts(with: field) }
        return ContentDigest(of: document[..<(start ?? document.endIndex)]).text
    }

    /// Parses a ledger file.
    ///
    /// - Throws: ``DocumentError`` for invalid JSON, another format, a wrong checksum, an invalid
    ///   path, or a path that belongs to two notes.
    package init(document: [UInt8]) throws(DocumentError) {
        let read: Document
        do {
            read = try JSONDecoder().decode(Document.self, from: Data(document))
        } catch {
            let isMerged = document.split(separator: 0x0A).contains {
                $0.starts(with: "<<<<<<< ".utf8)
            }
            guard isMerged else { throw DocumentError(problem: "is not a ledger of permalinks") }
            throw DocumentError(
                problem: "has conflict markers of version control",
                advice:
                    "Keep the lines of both sides, and of a note that both have changed one line, with the path of the other one in “former”. Commas separate the lines; remove the last field, “checksum”."
            )
        }
        guard read.format == Self.format else {
            throw DocumentError(
                problem: read.format > Self.format
                    ? "was written by a newer Notebinder; update this program"
                    : "has the unknown format \(read.format)")
        }
        var known: Set<String> = []
        for line in read.notes {
            for path in [line.path] + (line.former ?? []) {
                guard Self.isPath(path) else {
                    throw DocumentError(problem: "has “\(path)”, which is not the path of a page")
                }
                guard known.insert(path).inserted else {
                    throw DocumentError(problem: "gives the path \(path) to two notes")
                }
            }
        }
        if let checksum = read.checksum, checksum != Self.checksum(of: document) {
            throw DocumentError(
                problem:
                    "does not match its checksum. If you changed it on purpose, remove its last field, “checksum”"
            )
        }
        self.init(
            read.notes.map { line in
                Entry(
                    identity: line.id, path: line.path, former: line.former ?? [],
                    title: line.title, source: line.source, beginning: line.begins,
                    isPresent: line.gone != true)
            })
    }

    /// Returns true if a file begins as a ledger does, damaged or not.
    package static func isLikely(_ document: [UInt8]) -> Bool {
        document.starts(with: "{\n\"format\": ".utf8)
    }

    /// Returns true if a path is that of a page: `notes/` or `decks/`, followed by a slug. The file
    /// may have been edited by hand.
    private static func isPath(_ path: String) -> Bool {
        [noteFolder, deckFolder].contains { path.utf8.starts(with: $0.utf8) }
            && slugText(of: path).flatMap(Slug.init(known:)) != nil
    }

    /// The bytes of the ledger file.
    package var document: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.count * 256)
        bytes += "{\n\"format\": \(Self.format),\n\"notes\": [".utf8
        for (index, entry) in entries.enumerated() {
            var fields: [(String, JSONValue)] = [
                ("id", .string(entry.identity)), ("path", .string(entry.path)),
            ]
            if !entry.former.isEmpty {
                fields.append(("former", .array(entry.former.map { .string($0) })))
            }
            fields += [
                ("title", .string(entry.title)), ("source", .string(entry.source)),
                ("begins", .string(entry.beginning)),
            ]
            if !entry.isPresent { fields.append(("gone", .bool(true))) }
            bytes += Array((index == 0 ? "\n" : ",\n").utf8)
            JSONValue.object(fields).append(to: &bytes)
        }
        bytes += "\n],\n".utf8
        let checksum = Self.checksum(of: bytes)
        bytes += Self.checksumField + "\(checksum)\"\n}\n".utf8
        return bytes
    }
}
