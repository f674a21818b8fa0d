import Foundation
package import NoteModel
import OutputPlan

/// A name for each note that stays when its title, its address, its place in a file or the site's
/// address changes. To be made of all notes, also those that are not published.
package enum NoteIdentities {
    /// The names of notes, in their order, each once: URNs of UUIDs.
    package static func names(of notes: [Note]) -> [String] {
        // Notes are looked at in their places: copying one costs more than naming it.
        let keys = notes.indices.map { key(of: inputs(of: notes[$0])) }
        var known: [ContentKey: Int] = [:]
        known.reserveCapacity(keys.count)
        for key in keys { known[key, default: 0] += 1 }
        return notes.indices.map { index in
            guard known[keys[index]] != 1 else { return name(keys[index]) }
            // What several have in common tells none of them from the others.
            return name(
                key(
                    of: inputs(of: notes[index])
                        + [notes[index].title, notes[index].id.numberedText]))
        }
    }

    /// What the app knew the note by, or else its file and when it was written, or else how its
    /// text begins.
    private static func inputs(of note: Note) -> [String] {
        if let identifier = note.identifier { return ["identifier", identifier] }
        if let created = note.created {
            return ["source", note.id.source, CivilTime(created).rfc3339]
        }
        return ["text", beginning(of: note)]
    }

    /// The title and the first words of a note, which tell it from others; a line of text.
    package static func beginning(of note: Note) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(longestBeginning)
        for text in CollectionOfOne(note.title) + note.texts {
            // A line of words with one space between them, however they are set.
            for byte in text.utf8 where byte > 0x20 || bytes.last ?? 0x20 > 0x20 {
                guard bytes.count < longestBeginning else { break }
                bytes.append(max(byte, 0x20))
            }
            if bytes.last ?? 0x20 > 0x20 { bytes.append(0x20) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// In bytes.
    private static let longestBeginning = 200

    private static func key(of inputs: [String]) -> ContentKey {
        ContentKey(ofInputs: ["note"] + inputs)
    }

    private static func name(_ key: ContentKey) -> String {
        var digits = Array(key.text.utf8.prefix(32))
        // RFC 9562: version 8, of a maker's own; the variant of these UUIDs.
        digits[12] = UInt8(ascii: "8")
        digits[16] = UInt8(ascii: "a")
        var name = Array("urn:uuid:".utf8)
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { name.append(UInt8(ascii: "-")) }
            name.append(digit)
        }
        return String(decoding: name, as: UTF8.self)
    }
}
