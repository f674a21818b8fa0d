/// A file of a note, by its position among the files of its kind, from 0.
package enum NoteFile: Hashable, Sendable {
    case photo(Int)
    case recording(Int)
    case attachment(Int)
}

extension Note {
    /// Returns the file that a link or double brackets in a text of the note name; nil if there is
    /// none. A photo is named with an extension of photos or exactly.
    package func file(linkedAs name: String) -> NoteFile? {
        if let index = attachmentIndex(forAddress: name) { return .attachment(index) }
        if let index = recordingIndex(forAddress: name) { return .recording(index) }
        guard let index = photoIndex(forAddress: name),
            PhotoKind(name: name) != nil
                || photos[index].name.flatMap(PhotoName.init) == PhotoName(name)
        else { return nil }
        return .photo(index)
    }

    /// Returns the photo or the recording that a text of the note shows by an address; nil if there
    /// is none.
    package func file(shownAs address: String) -> NoteFile? {
        photoIndex(forAddress: address).map { .photo($0) }
            ?? recordingIndex(forAddress: address).map { .recording($0) }
    }
}
