package import ContentHashing
import NoteModel
import OutputPlan
import Permalinks
import SitePages

import struct Foundation.Date

/// The fingerprints of a note as its archive holds it, before anything is added to which its texts
/// refer: the input of later stages.
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
        var outline = Fingerprinter("outline")
        outline.add(note.id)
        outline.add(note.title)
        outline.add(note.date?.timeIntervalSinceReferenceDate)
        outline.add(note.identifier)
        outline.add(note.deck != nil)
        outline.add(signature.name)
        outline.add(signature.beginning)
        self.outline = outline.fingerprint
        var texts = Fingerprinter("texts")
        texts.add(note.texts)
        self.texts = texts.fingerprint
        whole = Fingerprint(ofNoteAlone: note)
    }

    package func write(to writer: inout ByteWriter) {
        writer.write(signature.name)
        writer.write(signature.beginning)
        writer.write(outline)
        writer.write(texts)
        writer.write(whole)
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        signature = NoteSignature(name: try reader.string(), beginning: try reader.string())
        outline = try reader.value()
        texts = try reader.value()
        whole = try reader.value()
    }
}
