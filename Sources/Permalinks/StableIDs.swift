import ContentHashing
import Foundation
package import NoteModel
import OutputPlan

/// What a note is known by to later runs; of each note alone, so that those of many can be made at
/// once.
package struct NoteSignature: Sendable {
    /// The name of the note, unless another one has the same.
    package let name: String
    /// How it begins, in letters and digits that tell nothing of it.
    package let beginning: String

    package init(_ note: Note) {
        let text = StableIDs.beginning(of: note)
        name = StableIDs.name(
            StableIDs.key(of: StableIDs.inputs(of: note, beginning: text)))
        beginning = ContentDigest(of: Array(text.utf8)).short
    }

    /// A signature as it was made before of the same note.
    package init(name: String, beginning: String) {
        (self.name, self.beginning) = (name, beginning)
    }
}

/// A name for each note that stays when its title, its address, its place in a file or the site's
/// address changes. To be made of all notes, also those that are not published.
package enum StableIDs {
    /// The names of notes, in their order, each once: URNs of UUIDs.
    ///
    /// - Parameter signatures: Of the same notes.
    package static func names(of notes: [Note], signatures: [NoteSignature]) -> [String] {
        var known: Set<String> = []
        known.reserveCapacity(signatures.count)
        var shared: Set<String> = []
        for signature in signatures where !known.insert(signature.name).inserted {
            shared.insert(signature.name)
        }
        return notes.indices.map { index in
            guard shared.contains(signatures[index].name) else { return signatures[index].name }
            // What several have in common tells none of them from the others.
            return name(
                key(
                    of: inputs(
                        of: notes[index], beginning: beginning(of: notes[index]))
                        + [notes[index].title, notes[index].id.numberedText]))
        }
    }

    /// What the app knew the note by, or else its file and when it was written, or else how its
    /// text begins.
    fileprivate static func inputs(of note: Note, beginning: String) -> [String] {
        if let identifier = note.identifier { return ["identifier", identifier] }
        if let created = note.created {
            return ["source", note.id.source, CivilTime(created).rfc3339]
        }
        return ["text", beginning]
    }

    /// The title and the first words of a note, which tell it from others; a line of text.
    fileprivate static func beginning(of note: Note) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(maximumBeginning)
        for text in CollectionOfOne(note.title) + note.texts {
            // A line of words with one space between them, however they are set.
            for byte in text.utf8 where byte > 0x20 || bytes.last ?? 0x20 > 0x20 {
                guard bytes.count < maximumBeginning else { break }
                bytes.append(max(byte, 0x20))
            }
            if bytes.last ?? 0x20 > 0x20 { bytes.append(0x20) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// In bytes.
    private static let maximumBeginning = 200

    fileprivate static func key(of inputs: [String]) -> ContentDigest {
        ContentDigest(ofLines: ["note"] + inputs)
    }

    fileprivate static func name(_ key: ContentDigest) -> String {
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
