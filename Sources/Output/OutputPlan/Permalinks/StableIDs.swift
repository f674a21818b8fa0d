import Hashing
package import NoteModel
package import Orthography
import Platform

/// The values by which later runs recognize a note. They depend on that note alone, so that many
/// signatures can be computed concurrently.
package struct NoteSignature: Sendable {
    /// The stable identifier of the note, unless another note has the same one.
    package let name: String
    /// A short hash of the beginning of the text, which does not reveal it. A short text counts
    /// together with the title.
    package let beginning: String
    /// The slug of the title.
    package let slug: Slug

    package init(_ note: Note) {
        let text = StableIDs.beginning(of: note)
        name = StableIDs.name(of: ["note"] + StableIDs.inputs(of: note, beginning: text))
        beginning = ContentDigest(of: Array(StableIDs.beginningOfTexts(of: note, text).utf8)).short
        slug = Slug(title: note.title)
    }

    /// Creates a signature from values that were computed for the same note before.
    package init(name: String, beginning: String, slug: Slug) {
        (self.name, self.beginning, self.slug) = (name, beginning, slug)
    }
}

/// A note to which the ledger assigns an address.
package struct LedgerNote: Sendable {
    let note: Note
    let signature: NoteSignature
    let isPublished: Bool

    package init(_ note: Note, signature: NoteSignature, isPublished: Bool = true) {
        (self.note, self.signature, self.isPublished) = (note, signature, isPublished)
    }
}

/// The lasting address of a note.
package struct Permalink: Hashable, Sendable {
    /// The name of the page and of exported files.
    package let slug: Slug
    /// The stable identifier, a URN of a UUID.
    package let identity: String

    package init(slug: Slug, identity: String) {
        (self.slug, self.identity) = (slug, identity)
    }
}

/// The identifiers of notes that stay the same when the title, the address, the place in a file or
/// the site's address changes. They are computed for all notes together, including those that are
/// not published.
///
/// A note without an identifier of its app and without a creation date is recognized by its
/// beginning, and gets another identifier when that changes.
package enum StableIDs {
    /// Returns the identifiers of notes, in their order: distinct URNs of UUIDs. If several notes
    /// have the same name in their signatures, their titles and places are taken into account.
    package static func names(of notes: [Note]) -> [String] {
        names(of: notes.map { LedgerNote($0, signature: NoteSignature($0)) }, sources: [:])
    }

    /// - Parameter sources: The sources of the notes that were published, by their identifiers. Of
    ///   several notes with a name that was published, such as a note and its copy, one keeps it: that
    ///   of the same source, or else the first.
    static func names(of notes: [LedgerNote], sources: [String: String]) -> [String] {
        var first: [String: Int] = [:]
        first.reserveCapacity(notes.count)
        var shared: Set<String> = []
        for (index, row) in notes.enumerated() {
            let name = row.signature.name
            guard let other = first.updateValue(index, forKey: name) else { continue }
            shared.insert(name)
            if sources[name] != row.note.id.numberedText { first[name] = other }
        }
        return notes.enumerated().map { index, row in
            let name = row.signature.name
            let isKnown = sources[name] != nil
            if isKnown ? first[name] == index : !shared.contains(name) && sources.isEmpty {
                return name
            }
            // A name that several notes have in common does not identify them.
            let own = distinctName(of: row.note)
            return shared.contains(name) || sources[own] != nil ? own : name
        }
    }

    /// Returns the identifier of a note whose name another note has, too, or had once.
    private static func distinctName(of note: Note) -> String {
        name(
            of: ["note"] + inputs(of: note, beginning: beginning(of: note))
                + [note.title, note.id.numberedText])
    }

    /// Returns the values that identify a note: the identifier that its app gave it, otherwise its
    /// source and creation date, otherwise the beginning of its text.
    fileprivate static func inputs(of note: Note, beginning: String) -> [String] {
        if let identifier = note.identifier { return ["identifier", identifier] }
        if let created = note.created {
            return ["source", note.id.source, CivilTime(created).rfc3339]
        }
        return ["text", beginning]
    }

    /// Returns the title and the first words of a note as one line of about 200 bytes.
    fileprivate static func beginning(of note: Note) -> String {
        beginning(of: CollectionOfOne(note.title) + note.texts)
    }

    /// Returns the first words of a note without its title, by which it is recognised under another
    /// one.
    ///
    /// - Parameter whole: The title and the first words, which count if there are few words.
    fileprivate static func beginningOfTexts(of note: Note, _ whole: String) -> String {
        let texts = beginning(of: note.texts)
        return texts.utf8.count < minimumBeginning ? whole : texts
    }

    private static func beginning(of texts: some Sequence<String>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(maximumBeginning)
        for text in texts {
            // White space and control characters collapse to one space.
            for byte in text.utf8 where byte > 0x20 || bytes.last ?? 0x20 > 0x20 {
                guard bytes.count < maximumBeginning else { break }
                bytes.append(max(byte, 0x20))
            }
            if bytes.last ?? 0x20 > 0x20 { bytes.append(0x20) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The number of bytes after which the beginning of a note is cut off.
    private static let maximumBeginning = 200
    /// The number of bytes of text that are rarely the same in two notes by chance.
    private static let minimumBeginning = 24

    /// Returns the URN of a UUID that is made of lines of text.
    package static func name(of lines: [String]) -> String {
        var digits = Array(ContentDigest(ofLines: lines).text.utf8.prefix(32))
        // RFC 9562: version 8, for vendor-specific UUIDs, and the variant of that RFC.
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
