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
        /// True if the ledger is not damaged, so that no new one may take its place.
        package var isSound = false
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
            guard isMerged || Self.checksumCount(in: document) > 1 else {
                throw DocumentError(problem: "is not a ledger of permalinks")
            }
            throw DocumentError(
                problem: isMerged
                    ? "has conflict markers of version control"
                    : "has been merged by version control",
                advice: Self.mergeAdvice)
        }
        guard read.format == Self.format else {
            guard read.format > Self.format else {
                throw DocumentError(problem: "has the unknown format \(read.format)")
            }
            throw DocumentError(
                problem: "was written by a newer Notebinder",
                advice: "Update this program to that version.", isSound: true)
        }
        try Self.requireDistinct(read.notes)
        if let checksum = read.checksum, checksum != Self.checksum(of: document) {
            let ends = document.contains(0x0D) ? "Its line ends may have been converted; a" : "A"
            throw DocumentError(
                problem: "does not match its checksum",
                advice:
                    "\(ends)fter a change on purpose, remove its last field, “checksum”; otherwise restore it."
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

    /// Requires that every note has one line, and every path is that of a page and of one note.
    private static func requireDistinct(_ lines: [Line]) throws(DocumentError) {
        var known: Set<String> = []
        var identities: Set<String> = []
        for line in lines {
            guard identities.insert(line.id).inserted else {
                throw DocumentError(
                    problem:
                        "has two lines for the same note, which is at \(line.path) according to one",
                    advice: mergeAdvice)
            }
            for path in [line.path] + (line.former ?? []) {
                guard isPath(path) else {
                    throw DocumentError(problem: "has “\(path)”, which is not the path of a page")
                }
                guard known.insert(path).inserted else {
                    throw DocumentError(
                        problem: "gives the path \(path) to two notes",
                        advice:
                            "Give the note that was published later another path, such as \(path)-2, and remove the last field, “checksum”."
                    )
                }
            }
        }
    }

    private static let mergeAdvice =
        "Keep the lines of both sides, and of a note that both have changed one line, with the path of the other one in “former”. Commas separate the lines; remove the last field, “checksum”."

    private static func checksumCount(in document: [UInt8]) -> Int {
        document.split(separator: 0x0A).count { $0.starts(with: checksumField) }
    }

    /// Returns true if a file begins as a ledger does, damaged or not, whatever its line ends.
    package static func isLikely(_ document: [UInt8]) -> Bool {
        let start = document.prefix(64).filter { !" \r\n\u{FEFF}".utf8.contains($0) }
        return start.starts(with: "{\"format\":".utf8)
    }

    /// Returns true if a file of the site is the page of an address.
    package static func isPage(_ path: String) -> Bool {
        path.utf8.count { $0 == UInt8(ascii: "/") } == 1 && path.hasSuffix(".html")
            && [noteFolder, deckFolder].contains { path.utf8.starts(with: $0.utf8) }
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
