import NoteAddresses
import NoteModel
import OutputPlan
import SitePages
import StoredValues

import struct Foundation.Date

/// The fingerprints of a note as its archive holds it, without what its texts bring along: the input
/// of later stages.
///
/// A class: it accompanies its note from stage to stage.
final class SourceFingerprints: Sendable, StoredValue {
    let signature: NoteSignature
    /// Everything by which the note is given its address and its place in lists.
    let outline: ContentKey
    /// Its texts.
    let texts: ContentKey
    /// Everything but the bytes of its photos and recordings.
    let whole: ContentKey

    init(_ note: Note) {
        signature = NoteSignature(note)
        var outline = KeyParts("outline")
        outline.add(note.id)
        outline.add(note.title)
        outline.add(note.date?.timeIntervalSinceReferenceDate)
        outline.add(note.identifier)
        outline.add(note.deck != nil)
        outline.add(signature.name)
        outline.add(signature.beginning)
        self.outline = outline.key
        var texts = KeyParts("texts")
        texts.add(note.texts)
        self.texts = texts.key
        whole = ContentKey(ofNoteAlone: note)
    }

    func write(to writer: inout ByteWriter) {
        writer.write(signature.name)
        writer.write(signature.beginning)
        writer.write(outline)
        writer.write(texts)
        writer.write(whole)
    }

    init(from reader: inout ByteReader) throws(UnreadableValue) {
        signature = NoteSignature(name: try reader.string(), beginning: try reader.string())
        outline = try reader.value()
        texts = try reader.value()
        whole = try reader.value()
    }
}
