import NoteModel

/// The reason why a request of the editor's pages did nothing.
enum EditorError: UserFacingError {
    /// The note, card or entry of the trash no longer exists.
    case gone(String)
    /// A file that was added to a note is not there any more.
    case lostUpload
    /// The file that held the note cannot be read in full at the moment, perhaps because it is
    /// being copied.
    case unreadable(source: String)
    /// The note was changed since the page loaded it; the value is the present note.
    case conflict(JSONValue)
    /// The request is not one that the editor's pages send.
    case malformed(String)
    /// The uploaded file is neither a photo nor a recording of a known format.
    case unknownFile(String)

    var message: String {
        switch self {
        case .gone(let name): "\(name) no longer exists."
        case .lostUpload:
            "A photo or a recording that was added here is not there any more. Add it again."
        case .unreadable(let source):
            "\(source) cannot be read at the moment, so nothing is saved. Your text is kept here; save again when the file can be read."
        case .conflict: "The note was changed by another program or in another window."
        case .malformed(let problem): "The request is malformed: \(problem)."
        case .unknownFile(let name):
            "“\(name)” is neither a photo nor a recording of a known format."
        }
    }

    /// The HTTP status of the reply (RFC 9110, section 15).
    var status: Int {
        switch self {
        case .gone: 404
        case .lostUpload: 422
        case .unreadable: 503
        case .conflict: 412
        case .malformed: 400
        case .unknownFile: 415
        }
    }
}
