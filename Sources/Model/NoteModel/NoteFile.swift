/// A file of a note, by its kind and its position among the files of that kind, from 0.
package struct NoteFile: Hashable, Sendable {
    package let kind: Medium.Kind
    package let position: Int

    package init(_ kind: Medium.Kind, _ position: Int) {
        (self.kind, self.position) = (kind, position)
    }
}

/// An index of the files of a note by the names that its texts use. It is built once for all
/// references of a text: a note may have thousands of both.
package struct NoteFiles: Sendable {
    private var names: MediaByKind<FileNames>
    private var captions: FileNames

    package init(_ note: Note) {
        names = MediaByKind { FileNames(note.media[$0].map(\.name)) }
        captions = FileNames(note.photos.map(\.caption))
    }

    /// Adds a medium at the end of the list of its kind.
    package mutating func append(_ medium: Medium) {
        names[medium.kind].append(medium.name)
        if medium.kind == .photo { captions.append(medium.caption) }
    }

    /// Returns the position of the medium of a kind that an address in the text refers to; nil if
    /// there is none.
    ///
    /// - Parameter address: A file name with or without folders; for a photo also a number counted
    ///   from 1, or a caption.
    package func position(of kind: Medium.Kind, forAddress address: String) -> Int? {
        let names = names[kind]
        if kind == .photo, let number = Int(address) {
            return number > 0 && number <= names.names.count ? number - 1 : nil
        }
        guard !names.names.isEmpty, let wanted = PhotoName(address) else { return nil }
        return FileAddress(address).position(in: names)
            ?? (kind == .photo ? captions.positions(of: wanted).first : nil)
            ?? Self.withoutPart(address).flatMap { FileAddress($0).position(in: names) }
    }

    /// Returns an address without the query (`?…`) or the fragment (`#…`) that may follow the name
    /// of a file; nil if it has none.
    private static func withoutPart(_ address: String) -> String? {
        address.firstIndex { $0 == "#" || $0 == "?" }.map { String(address[..<$0]) }
    }

    /// Returns the file that a link or double brackets in a text of the note refer to; nil if there
    /// is none. The name of a photo has to be exact, or to have the extension of a photo.
    package func file(linkedAs name: String) -> NoteFile? {
        if let file = file([.attachment, .recording], forAddress: name) { return file }
        guard let index = position(of: .photo, forAddress: name),
            PhotoKind(name: Self.withoutPart(name) ?? name) != nil
                || names.photos.names[index].flatMap(PhotoName.init) == PhotoName(name)
        else { return nil }
        return NoteFile(.photo, index)
    }

    /// Returns the photo or the recording that a text of the note shows by an address; nil if there
    /// is none.
    package func file(shownAs address: String) -> NoteFile? {
        file([.photo, .recording], forAddress: address)
    }

    /// Returns the file that an address in the text refers to, of the first kind in the list that
    /// has one; nil if there is none.
    package func file(_ kinds: [Medium.Kind], forAddress address: String) -> NoteFile? {
        for kind in kinds {
            if let found = position(of: kind, forAddress: address) { return NoteFile(kind, found) }
        }
        return nil
    }
}

extension Note {
    /// Returns the position of the medium that an address in the text refers to; see ``NoteFiles``.
    package func position(of kind: Medium.Kind, forAddress address: String) -> Int? {
        NoteFiles(self).position(of: kind, forAddress: address)
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

    /// Returns the positions of the names that end in a component, in order.
    func positions(of last: PhotoName) -> [Int] {
        positions.map { $0[last] ?? [] }
            ?? names.indices.filter { names[$0].flatMap(PhotoName.init) == last }
    }
}
