import ContentHashing
package import NoteModel

extension Note {
    /// A name for the note that tells nothing of where it is kept; 20 hexadecimal digits.
    package var studyIdentifier: String {
        identity.map { ContentDigest(ofLines: ["deck", $0]).short } ?? id.studyIdentifier
    }
}

extension NoteID {
    /// The same, of a note by its place alone.
    package var studyIdentifier: String {
        ContentDigest(ofLines: ["deck", source, String(index)]).short
    }
}
