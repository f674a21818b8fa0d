import Foundation
import NoteModel
import OutputPlan

/// The ledger as a file that people read and version control compares: a line a note.
extension PermalinkLedger {
    /// Why a file is no ledger.
    package struct DocumentError: Error {
        /// In words that complete "NAME …".
        package let problem: String
    }

    private struct Document: Decodable {
        let format: Int
        let notes: [Line]
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

    /// - Throws: ``DocumentError``.
    package init(document: [UInt8]) throws(DocumentError) {
        let read: Document
        do {
            read = try JSONDecoder().decode(Document.self, from: Data(document))
        } catch {
            throw DocumentError(problem: "is no ledger of addresses")
        }
        guard read.format == Self.format else {
            throw DocumentError(problem: "is of another version of Notebinder (\(read.format))")
        }
        var known: Set<String> = []
        for line in read.notes {
            for path in [line.path] + (line.former ?? []) {
                guard Self.isPath(path) else {
                    throw DocumentError(problem: "has “\(path)”, which is no path of a page")
                }
                guard known.insert(path).inserted else {
                    throw DocumentError(problem: "gives the path \(path) to two notes")
                }
            }
        }
        self.init(
            read.notes.map { line in
                Entry(
                    identity: line.id, path: line.path, former: line.former ?? [],
                    title: line.title, source: line.source, beginning: line.begins,
                    isPresent: line.gone != true)
            })
    }

    /// Whether a path can be one of a page; the file may be edited by hand.
    private static func isPath(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, ["notes", "decks"].contains(String(Substring(parts[0]))) else {
            return false
        }
        return Slug(known: String(Substring(parts[1]))) != nil
    }

    /// The bytes of the file.
    package var document: [UInt8] {
        var bytes = Array("{\n\"format\": \(Self.format),\n\"notes\": [".utf8)
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
        return bytes + Array("\n]\n}\n".utf8)
    }
}
