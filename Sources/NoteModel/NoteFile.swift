/// A file of a note, by its position among the files of its kind, from 0.
package enum NoteFile: Hashable, Sendable {
    case photo(Int)
    case recording(Int)
    case attachment(Int)
}

/// The files of a note by the names that its texts use. A text with many references needs it once:
/// a note may have thousands of both.
package struct NoteFiles: Sendable {
    private var photos: FileNames
    private var captions: FileNames
    private var recordings: FileNames
    private let attachments: FileNames

    package init(_ note: Note) {
        photos = FileNames(note.photos.map(\.name))
        captions = FileNames(note.photos.map(\.caption))
        recordings = FileNames(note.recordings.map(\.name))
        attachments = FileNames(note.attachments.map(\.name))
    }

    /// Adds a photo at the end.
    package mutating func append(_ photo: Photo) {
        photos.append(photo.name)
        captions.append(photo.caption)
    }

    /// Adds a recording at the end.
    package mutating func append(_ recording: Recording) { recordings.append(recording.name) }

    /// Returns the index of the photo that an address in the text refers to; nil if there is none.
    ///
    /// - Parameter address: A file name with or without folders, a number counted from 1, or a
    ///   caption.
    package func photoIndex(forAddress address: String) -> Int? {
        if let number = Int(address) {
            return number > 0 && number <= photos.names.count ? number - 1 : nil
        }
        guard let wanted = PhotoName(address) else { return nil }
        return FileAddress(address).position(in: photos) ?? captions.positions(of: wanted).first
            ?? Self.withoutPart(address).flatMap { FileAddress($0).position(in: photos) }
    }

    /// Returns the index of the recording that an address in the text refers to by its file name;
    /// nil if there is none.
    package func recordingIndex(forAddress address: String) -> Int? {
        guard !recordings.names.isEmpty, PhotoName(address) != nil else { return nil }
        return FileAddress(address).position(in: recordings)
            ?? Self.withoutPart(address).flatMap { FileAddress($0).position(in: recordings) }
    }

    /// Returns the index of the attachment that an address in the text refers to by its file name;
    /// nil if there is none.
    package func attachmentIndex(forAddress address: String) -> Int? {
        guard !attachments.names.isEmpty, PhotoName(address) != nil else { return nil }
        return FileAddress(address).position(in: attachments)
            ?? Self.withoutPart(address).flatMap { FileAddress($0).position(in: attachments) }
    }

    /// Returns an address without the query (`?…`) or the fragment (`#…`) that may follow the name of
    /// a file; nil if it has none.
    private static func withoutPart(_ address: String) -> String? {
        address.firstIndex { $0 == "#" || $0 == "?" }.map { String(address[..<$0]) }
    }

    /// Returns the file that a link or double brackets in a text of the note name; nil if there is
    /// none. A photo is named with an extension of photos or exactly.
    package func file(linkedAs name: String) -> NoteFile? {
        if let index = attachmentIndex(forAddress: name) { return .attachment(index) }
        if let index = recordingIndex(forAddress: name) { return .recording(index) }
        guard let index = photoIndex(forAddress: name),
            PhotoKind(name: Self.withoutPart(name) ?? name) != nil
                || photos.names[index].flatMap(PhotoName.init) == PhotoName(name)
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

/// Single lookups; see ``NoteFiles``.
extension Note {
    package func photoIndex(forAddress address: String) -> Int? {
        NoteFiles(self).photoIndex(forAddress: address)
    }

    package func recordingIndex(forAddress address: String) -> Int? {
        NoteFiles(self).recordingIndex(forAddress: address)
    }

    package func attachmentIndex(forAddress address: String) -> Int? {
        NoteFiles(self).attachmentIndex(forAddress: address)
    }
}

/// A list of names in which files are found by the last components of their paths.
package struct FileNames: Sendable {
    package private(set) var names: [String?]
    /// The positions of names by their last components; nil for a short list.
    private var positions: [PhotoName: [Int]]?

    /// The number of names above which searching them one by one takes longer.
    private static let maximumShortCount = 16

    package init(_ names: [String?]) {
        self.names = names
        if names.count > Self.maximumShortCount { index() }
    }

    private mutating func index() {
        var positions: [PhotoName: [Int]] = [:]
        for (position, name) in names.enumerated() {
            if let name = name.flatMap(PhotoName.init) {
                positions[name, default: []].append(position)
            }
        }
        self.positions = positions
    }

    mutating func append(_ name: String?) {
        names.append(name)
        if positions == nil {
            if names.count > Self.maximumShortCount { index() }
        } else if let name = name.flatMap(PhotoName.init) {
            positions?[name, default: []].append(names.count - 1)
        }
    }

    /// Returns the positions of the names with a last component, in order.
    func positions(of last: PhotoName) -> [Int] {
        positions.map { $0[last] ?? [] }
            ?? names.indices.filter { names[$0].flatMap(PhotoName.init) == last }
    }
}
