import NoteAddresses
import NoteModel
import OutputPlan
import SitePages
import StoredValues

import struct Foundation.Date

/// What later stations know a note by, made once when it is read: of the note alone.
///
/// Shared: it goes with its note from station to station.
final class NoteDigest: Sendable, StoredValue {
    let signature: NoteSignature
    /// Of all by which it is given its address and its place in lists.
    let outline: ContentKey
    /// Of its texts.
    let texts: ContentKey
    /// Of all of it but the bytes of its photos and recordings.
    let whole: ContentKey

    init(_ note: Note) {
        signature = NoteSignature(note)
        var parts = KeyParts("outline")
        parts.add(note.id)
        parts.add(note.title)
        parts.add(note.date?.timeIntervalSinceReferenceDate)
        parts.add(note.identifier)
        parts.add(note.deck != nil)
        parts.add(signature.name)
        parts.add(signature.beginning)
        outline = parts.key
        texts = ContentKey(ofInputs: note.texts)
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
