import Hashing

extension Note {
    /// An identifier of the note that does not reveal the path of its source: 20 hexadecimal
    /// digits. It is derived from ``Note/identity``, or if that is nil from the note's source and
    /// its position in it.
    package var studyIdentifier: String {
        identity.map { ContentDigest(ofLines: ["deck", $0]).short } ?? id.studyIdentifier
    }
}

extension NoteID {
    /// An identifier of the note, derived from its source and its position in it: 20 hexadecimal
    /// digits.
    package var studyIdentifier: String {
        ContentDigest(ofLines: ["deck", source, String(index)]).short
    }
}
