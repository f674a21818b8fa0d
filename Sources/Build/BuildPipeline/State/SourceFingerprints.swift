package import Hashing
import NoteModel
import Orthography
import OutputPlan
import SitePages

/// The fingerprints of a note as its archive holds it, without what its texts refer to: the input
/// of later stages.
///
/// A class: it accompanies its note from stage to stage.
package final class SourceFingerprints: Sendable, BinaryCodable {
    let signature: NoteSignature
    /// The fingerprint of everything that determines the note's address and its place in lists,
    /// such as title, date and file.
    let outline: Fingerprint
    /// The fingerprint of the note's texts: the body and the sides of flash cards, without the
    /// title.
    let texts: Fingerprint
    /// The fingerprint of everything but the note's identity and the bytes of its photos,
    /// recordings and attachments, wherever these are stored.
    package let whole: Fingerprint

    init(_ note: Note) {
        signature = NoteSignature(note)
        outline =
            Fingerprinter(
                "outline", note.id, note.title, note.date, note.identifier, note.deck != nil,
                signature.name, signature.beginning
            ).fingerprint
        texts = Fingerprinter("texts", note.texts).fingerprint
        whole = Fingerprint(ofNoteAlone: note)
    }

    package func write(to writer: inout ByteWriter) {
        writer.write(
            signature.name, signature.beginning, signature.slug.text, outline, texts, whole)
    }

    package init(from reader: inout ByteReader) throws {
        let (name, beginning): (String, String) = (try reader.value(), try reader.value())
        guard let slug = Slug(kept: try reader.value()) else { throw BinaryDecodingError() }
        signature = NoteSignature(name: name, beginning: beginning, slug: slug)
        outline = try reader.value()
        texts = try reader.value()
        whole = try reader.value()
    }
}
