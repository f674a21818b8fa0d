import LocalFiles
package import NoteModel
import Platform

/// The report of a run: what it read, wrote and skipped, and what it could not read.
package struct Report: Sendable, Encodable {
    package var sources = Sources()
    /// The number of notes that were read, including those that are excluded afterwards.
    package var notes = 0
    /// The numbers of notes by kind, whose sum is ``notes``, and the number of flash cards.
    package var kinds = Kinds()
    /// The identifiers of the notes that were read but are excluded from everything that is
    /// published.
    package var leftOut: [String] = []
    /// The numbers of those whose app keeps them as drafts, archived, hidden, in conflict or in the
    /// trash, by the names of these states.
    package private(set) var unpublished: [String: Int] = [:]
    /// The number of other notes that the options of the command do not choose.
    package var unselected = 0
    /// The number of notes that a command exports.
    package var chosen: Int { notes - leftOut.count - unselected }
    package var photos = Media()
    package var recordings = Media()
    package var attachments = Media()
    package var media: MediaByKind<Media> {
        get { .init(photos: photos, recordings: recordings, attachments: attachments) }
        set {
            (photos, recordings, attachments) = (
                newValue.photos, newValue.recordings, newValue.attachments
            )
        }
    }
    package var locations = Locations()
    package var trees: [Tree] = []
    package var diagnostics: [Diagnostic] = []

    package init() {}

    /// Adds a report on reading, by a stage that other editions share.
    mutating func add(_ reading: Report) {
        (sources, notes, kinds) = (reading.sources, reading.notes, reading.kinds)
        diagnostics += reading.diagnostics
    }

    mutating func countStates(of excluded: [Note]) {
        for note in excluded where note.state != .published {
            unpublished[note.state.rawValue, default: 0] += 1
        }
    }

    /// The source files that were found: `found` = `read` + `skipped` + `failed`. Excluded sources
    /// count as skipped if they could not be read.
    package struct Sources: Sendable, Encodable {
        package var found = 0
        package var read = 0
        package var skipped: [Named] = []
        package var failed: [Named] = []
        /// The names of the sources among ``failed`` whose notes stay as they were last read.
        package var kept: [String] = []

        /// Adds what a chunk of the sources that were found contributes.
        mutating func add(_ chunk: Sources) {
            read += chunk.read
            skipped += chunk.skipped
            failed += chunk.failed
            kept += chunk.kept
        }

        /// The sources among ``failed`` whose notes are not known from an earlier run.
        var lost: [Named] {
            let kept = Set(kept)
            return failed.filter { !kept.contains($0.name) }
        }
    }

    /// The number of notes of each kind, and the number of cards in all decks.
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

    /// The photos, recordings or attachments that notes refer to: `referenced` = `published` +
    /// `missing` + `unreadable`.
    package struct Media: Sendable, Encodable {
        package var referenced = 0
        package var published = 0
        package var missing: [Named] = []
        package var unreadable: [Named] = []
        /// The number of published media whose originals say where they were made.
        package var carryingPosition = 0

        fileprivate var addsUp: Bool {
            referenced == published + missing.count + unreadable.count
        }

        fileprivate var isComplete: Bool { missing.isEmpty && unreadable.isEmpty }
    }

    /// The names of the trees or files with photos and recordings: those whose copies omit where
    /// they were made, and those that contain the originals. Both are empty if nothing was
    /// published.
    package struct Locations: Sendable, Encodable {
        package var omitting: [String] = []
        package var containing: [String] = []

        package init(_ outputs: [(name: String, photos: OutputPhotos?)] = []) {
            for output in outputs {
                switch output.photos {
                case .original: containing.append(output.name)
                case .withoutLocation: omitting.append(output.name)
                case nil: continue
                }
            }
        }
    }

    /// The name of a file or medium as messages show it, and the reason why it is listed, as a
    /// phrase.
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

    /// True if everything that was found could be read. Otherwise, the exit status of a build is 2.
    package var isComplete: Bool {
        sources.failed.isEmpty && Medium.Kind.allCases.allSatisfy { media[$0].isComplete }
            && !diagnostics.contains { $0.severity == .error }
    }

    /// True if every source, note, photo, recording and attachment is accounted for. Only a defect
    /// of the program makes it false.
    package var addsUp: Bool {
        sources.found == sources.read + sources.skipped.count + sources.failed.count
            && kinds.all == notes && Medium.Kind.allCases.allSatisfy { media[$0].addsUp }
    }
}

extension Diagnostic: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try [
            "identifier": identifier.rawValue, "severity": severity.rawValue,
            "source": origin.source, "place": origin.place,
            "summary": summary, "suggestion": suggestion,
        ].encode(to: encoder)
    }
}

extension [Diagnostic] {
    /// Adds a diagnostic about a source or a file; about the whole run if none is named.
    mutating func add(
        _ identifier: Diagnostic.Identifier, source: String = "", summary: String,
        suggestion: String = ""
    ) {
        append(
            Diagnostic(
                identifier, origin: .init(source: source), summary: summary, suggestion: suggestion)
        )
    }
}

extension Report {
    /// Writes the report to a file, unless the run changed nothing and the file has the same
    /// content already, apart from the numbers of written and removed files.
    func write(to path: String) throws {
        let bytes = try json()
        if isUnchanged, let old = try? LocalFiles.read(path),
            Self.withoutCounts(old) == Self.withoutCounts(bytes)
        {
            return
        }
        try LocalFiles.replace(path, bytes: bytes)
    }

    /// Returns the report as indented JSON with sorted keys, ending with a line feed.
    ///
    /// - Throws: `EncodingError` for a value that JSON cannot hold.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [0x0A]
    }

    /// Returns the lines of a report without the numbers of written and removed files, by which two
    /// runs without changes may differ.
    private static func withoutCounts(_ json: [UInt8]) -> [Substring] {
        String(decoding: json, as: UTF8.self).split(separator: "\n").filter { line in
            !line.contains("\"written\" : ") && !line.contains("\"removed\" : ")
        }
    }

    /// Returns the diagnostics of an earlier report; empty if there is none that can be read.
    static func diagnostics(ofReportAt path: String) -> [Diagnostic] {
        struct Earlier: Decodable { let diagnostics: [[String: String]] }
        guard let bytes = try? LocalFiles.read(path),
            let earlier = try? JSONDecoder().decode(Earlier.self, from: Data(bytes))
        else { return [] }
        return earlier.diagnostics.compactMap { member in
            guard let name = member["identifier"], let source = member["source"],
                let place = member["place"], let summary = member["summary"],
                let suggestion = member["suggestion"],
                let identifier = Diagnostic.Identifier(rawValue: name)
            else { return nil }
            return Diagnostic(
                identifier, origin: .init(source: source, place: place), summary: summary,
                suggestion: suggestion)
        }
    }
}
