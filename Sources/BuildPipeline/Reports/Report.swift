package import Diagnostics
import Foundation
import LocalFiles
import NoteModel

/// What a run read, wrote, skipped and failed, by name.
package struct Report: Sendable, Encodable {
    package var sources = Sources()
    /// Notes that were read.
    package var notes = 0
    /// The same by what they are: together `notes`.
    package var kinds = Kinds()
    /// Notes that were read and are published nowhere, by their sources.
    package var leftOut: [String] = []
    package var photos = Media()
    package var recordings = Media()
    package var attachments = Media()
    package var trees: [Tree] = []
    package var diagnostics: [Diagnostic] = []

    package init() {}

    /// Files that were found: `found` = `read` + `skipped` + `failed`.
    package struct Sources: Sendable, Encodable {
        package var found = 0
        package var read = 0
        package var skipped: [Named] = []
        package var failed: [Named] = []
    }

    /// How many notes are of each kind, and the cards of all decks.
    package struct Kinds: Sendable, Encodable {
        package var note = 0
        package var napkin = 0
        package var lecture = 0
        package var deck = 0
        package var cards = 0

        mutating func count(_ read: Note) {
            switch read.kind {
            case .note: note += 1
            case .napkin: napkin += 1
            case .lecture: lecture += 1
            case .deck: deck += 1
            }
            cards += read.deck?.cards.count ?? 0
        }

        fileprivate var all: Int { note + napkin + lecture + deck }
    }

    /// Photos, recordings or attachments that notes refer to: `referenced` = `published` + `missing` +
    /// `unreadable`.
    package struct Media: Sendable, Encodable {
        package var referenced = 0
        package var published = 0
        package var missing: [Named] = []
        package var unreadable: [Named] = []
        /// Those whose originals say where they were made; what the site has of them does not.
        package var carryingPosition = 0

        fileprivate var addsUp: Bool {
            referenced == published + missing.count + unreadable.count
        }

        fileprivate var isComplete: Bool { missing.isEmpty && unreadable.isEmpty }
    }

    /// Something by its name, and why it is named.
    package struct Named: Hashable, Sendable, Encodable {
        package let name: String
        package let reason: String
    }

    package struct Tree: Sendable, Encodable {
        package let name: String
        package let files: Int
        package let written: Int
        package let removed: Int
        package let foreign: [String]
    }

    package var isUnchanged: Bool { trees.allSatisfy { $0.written == 0 && $0.removed == 0 } }

    /// Whether everything that was found could be read.
    package var isComplete: Bool {
        sources.failed.isEmpty && photos.isComplete && recordings.isComplete
            && attachments.isComplete
            && !diagnostics.contains { $0.severity == .error }
    }

    /// Whether every source, photo, recording and attachment is accounted for.
    package var addsUp: Bool {
        sources.found == sources.read + sources.skipped.count + sources.failed.count
            && kinds.all == notes && photos.addsUp && recordings.addsUp && attachments.addsUp
    }
}

extension Diagnostic: Encodable {
    private enum CodingKeys: String, CodingKey {
        case identifier, severity, source, place, summary, suggestion
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier.rawValue, forKey: .identifier)
        try container.encode(severity.rawValue, forKey: .severity)
        try container.encode(origin.source, forKey: .source)
        try container.encode(origin.place, forKey: .place)
        try container.encode(summary, forKey: .summary)
        try container.encode(suggestion, forKey: .suggestion)
    }
}

extension Report {
    /// Writes the report, unless the run changed nothing and the file tells of the same already.
    func write(to path: String) throws {
        let bytes = try json()
        if isUnchanged, let old = try? LocalFiles.read(path),
            Self.withoutCounts(old) == Self.withoutCounts(bytes)
        {
            return
        }
        try LocalFiles.replace(path, bytes)
    }

    /// The report as it is written.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [0x0A]
    }

    /// The lines of a report but those that count what a run wrote and removed.
    private static func withoutCounts(_ json: [UInt8]) -> [Substring] {
        String(decoding: json, as: UTF8.self).split(separator: "\n").filter { line in
            !line.contains("\"written\" : ") && !line.contains("\"removed\" : ")
        }
    }

    /// What the diagnostics of an earlier report said; empty where there is none.
    static func summaries(ofReportAt path: String) -> Set<String> {
        struct Earlier: Decodable {
            struct Diagnostic: Decodable {
                let summary: String
            }
            let diagnostics: [Diagnostic]
        }
        guard let bytes = try? LocalFiles.read(path),
            let earlier = try? JSONDecoder().decode(Earlier.self, from: Data(bytes))
        else { return [] }
        return Set(earlier.diagnostics.map(\.summary))
    }
}
