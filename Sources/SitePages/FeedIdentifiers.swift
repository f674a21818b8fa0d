package import NoteModel
import OutputPlan

import struct Foundation.Date

/// A name for each note that stays when its title, its address, its place in a file or the site's
/// address changes. To be made of all notes, also those that are not published.
package struct FeedIdentifiers: Sendable {
    private let identifiers: [NoteID: String]

    package init(_ notes: [Note]) {
        var known: [[String]: Int] = [:]
        for note in notes { known[Self.inputs(of: note), default: 0] += 1 }
        var identifiers: [NoteID: String] = [:]
        for note in notes {
            var inputs = Self.inputs(of: note)
            // What several have in common tells none of them from the others.
            if known[inputs] != 1 { inputs += [note.title, note.id.numberedText] }
            identifiers[note.id] = Self.identifier(of: inputs)
        }
        self.identifiers = identifiers
    }

    subscript(note: NoteID) -> String {
        identifiers[note] ?? Self.identifier(of: ["place", note.numberedText])
    }

    /// What the app knew the note by, or else its file and when it was written.
    private static func inputs(of note: Note) -> [String] {
        if let identifier = note.identifier { return ["identifier", identifier] }
        guard let created = note.created else { return ["place", note.id.numberedText] }
        return ["source", note.id.source, CivilTime(created).rfc3339]
    }

    private static func identifier(of inputs: [String]) -> String {
        var digits = Array(ContentKey(ofInputs: ["note"] + inputs).text.prefix(32))
        // RFC 9562: version 8, of a maker's own; the variant of these UUIDs.
        digits[12] = "8"
        digits[16] = "a"
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return "urn:uuid:" + parts.joined(separator: "-")
    }
}
