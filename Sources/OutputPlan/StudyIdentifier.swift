package import NoteModel

extension NoteID {
    /// A name for a deck that tells nothing of where it is kept; 20 hexadecimal digits.
    package var studyIdentifier: String {
        ContentKey(ofInputs: ["deck", source, String(index)]).short
    }
}
