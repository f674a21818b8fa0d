import KeyedArchives
import NoteArchives
import NoteModel

/// A photo to be added to a note.
package struct NewPhoto: Sendable {
    /// The file name, by which a note refers to it and which serves as its caption.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension NoteDraft {
    /// The form in which a note stores its photos.
    enum PhotoForm: Equatable {
        case data
        /// The names of files in the folder Photos.
        case names
        case images
    }

    /// Returns the form of the photos of the note; `.data` for a `NoteObj` without any.
    ///
    /// - Throws: ``EditingError`` if the form is unknown, or photos cannot be added to it.
    func photoForm() throws(EditingError) -> PhotoForm {
        guard let list = try photoList(), let last = list.members.last(where: { !$0.isNull })
        else {
            guard keys.photos.isEmpty else {
                throw EditingError.onePhotoOnly(note: note.title)
            }
            guard isOfThisProjectsClass else {
                throw EditingError.unknownPhotoForm(note: note.title)
            }
            return .data
        }
        // A photo may be in a dictionary of its own, with its caption.
        let captioned = editor.place(of: last).flatMap { editor.field(NotebinderKey.photo, of: $0) }
        let photo = captioned ?? last
        if editor.isData(photo) { return .data }
        if editor.text(of: photo) != nil { return .names }
        guard editor.className(of: photo) == "UIImage" else {
            throw EditingError.unextendablePhotos(note: note.title)
        }
        return .images
    }

    /// Appends a photo, in the form of the existing ones.
    ///
    /// - Parameter name: The name of the file in the folder Photos, for the form that stores names.
    mutating func add(_ photo: NewPhoto, named name: String?) throws(EditingError) {
        let value: ArchiveEditor.Value
        let form = try photoForm()
        switch form {
        case .names: value = editor.string(name ?? photo.name)
        case .data: value = editor.data(photo.bytes)
        case .images:
            guard PhotoKind(prefix: Array(photo.bytes.prefix(32))) == .png else {
                throw EditingError.imagesOnly(note: note.title, photo: photo.name)
            }
            let data = editor.data(photo.bytes)
            value = editor.object(
                "UIImage", superclasses: ["NSObject"],
                fields: [
                    ("UIImageData", data), ("UIScale", .real(1)),
                    ("UIImageOrientation", .integer(0)),
                ])
        }
        guard let list = try photoList() else {
            storePhotoNames([photo.name])
            return editor.setField(photoKey, new: editor.array([value]), of: place)
        }
        guard list.isDictionary else {
            storePhotoNames(storedPhotoNames + [form == .names ? nil : photo.name])
            if let small = thumbnails(of: list) { try set(small.members + [value], of: small) }
            return try set(list.members + [value], of: list)
        }
        let own = ownPlace(of: list)
        var caption = photo.name
        var number = 1
        while editor.field(caption, of: own) != nil {
            number += 1
            caption = "\(photo.name) \(number)"
        }
        editor.setField(caption, new: value, of: own)
    }

    /// Removes photos by their positions among the photos of the note, from 0.
    mutating func removePhotos(at positions: Set<Int>) throws(EditingError) {
        guard let list = try photoList() else {
            guard keys.photos.count == 1, note.photos.count == 1 else { throw scattered }
            return editor.setField(keys.photos[0], new: editor.isPlain ? nil : .null, of: place)
        }
        let shown = try shownMembers(list)
        guard list.isDictionary else {
            let gone = Set(positions.map { list.members[shown[$0]] })
            let kept = list.members.filter { !gone.contains($0) }
            storePhotoNames(
                storedPhotoNames.indices.filter { !positions.contains($0) }
                    .map { storedPhotoNames[$0] })
            try orderThumbnails(
                like: list, shown.indices.filter { !positions.contains($0) }.map { shown[$0] })
            return try set(kept, of: list)
        }
        let own = ownPlace(of: list)
        for position in positions {
            guard let caption = note.photos[position].caption else { throw scattered }
            editor.setField(caption, new: nil, of: own)
        }
    }

    /// Reorders the photos.
    ///
    /// - Parameter positions: The present positions of the photos in their new order, from 0.
    /// - Throws: ``EditingError`` if the order of the photos is given by their captions.
    package mutating func orderPhotos(_ positions: [Int]) throws(EditingError) {
        guard let list = try photoList() else { throw scattered }
        guard !list.isDictionary else {
            throw EditingError.photosOrderedByName(note: note.title)
        }
        let shown = try shownMembers(list)
        let order = positions.map { shown[$0] }
        storePhotoNames(positions.map { storedPhotoNames[$0] })
        try orderThumbnails(like: list, order)
        try set(order.map { list.members[$0] }, of: list)
    }

    /// Stores the file names of photos in the archive, parallel to the photos; nil for photos that
    /// are separate files.
    private mutating func storePhotoNames(_ names: [String?]) {
        storedPhotoNames = names
        let isNamed = names.contains { $0 != nil }
        guard isNamed || editor.field(NotebinderKey.photoNames, of: place) != nil else { return }
        let texts = names.map { editor.string($0 ?? "") }
        editor.setField(
            NotebinderKey.photoNames, new: isNamed ? editor.array(texts) : nil, of: place)
    }

    private struct PhotoList {
        let key: String
        let place: ArchiveEditor.Place
        let members: [ArchiveEditor.Value]
        let isDictionary: Bool
    }

    private var photoKey: String { keys.photos.first ?? firstKey(of: .photos) ?? "photos" }

    /// Returns the list or dictionary that holds the photos; nil if there is none, or if a single
    /// photo is stored without a list.
    private func photoList() throws(EditingError) -> PhotoList? {
        guard keys.photos.count <= 1 else { throw scattered }
        return list(under: photoKey)
    }

    private func list(under key: String) -> PhotoList? {
        guard let value = editor.field(key, of: place), !value.isNull,
            let list = editor.place(.key(key), from: place)
        else { return nil }
        if let members = editor.members(of: list) {
            return PhotoList(key: key, place: list, members: members, isDictionary: false)
        }
        guard editor.isPlain || editor.className(of: value)?.hasSuffix("Dictionary") == true else {
            return nil
        }
        let keys = editor.keys(of: list)
        guard !keys.isEmpty else { return nil }
        return PhotoList(
            key: key, place: list, members: keys.compactMap { editor.field($0, of: list) },
            isDictionary: true)
    }

    /// Replaces the list with a copy and returns the place of that, since another note may share
    /// the original.
    private mutating func ownPlace(of list: PhotoList) -> ArchiveEditor.Place {
        let copy = editor.copy(of: list.place)
        guard let own = editor.place(of: copy) else { return list.place }
        editor.setField(list.key, new: copy, of: place)
        return own
    }

    private mutating func set(
        _ members: [ArchiveEditor.Value], of list: PhotoList
    ) throws(EditingError) {
        editor.setMembers(members, of: ownPlace(of: list))
    }

    /// Returns the list of small copies that some apps keep, parallel to the photos; nil if there
    /// is none.
    private func thumbnails(of photos: PhotoList) -> PhotoList? {
        guard let key = firstKey(of: .thumbnails), !keys.photos.contains(key),
            let list = list(under: key), !list.isDictionary,
            list.members.count == photos.members.count
        else { return nil }
        return list
    }

    private mutating func orderThumbnails(
        like photos: PhotoList, _ order: [Int]
    ) throws(EditingError) {
        guard let small = thumbnails(of: photos) else { return }
        try set(order.map { small.members[$0] }, of: small)
    }

    /// Returns the indices of the list's members that are photos of the note, parallel to these.
    private func shownMembers(_ list: PhotoList) throws(EditingError) -> [Int] {
        var seen: Set<ArchiveEditor.Value> = []
        let shown = list.members.indices.filter { index in
            let member = list.members[index]
            return !member.isNull && editor.text(of: member) != "" && seen.insert(member).inserted
        }
        guard shown.count == note.photos.count else { throw scattered }
        return shown
    }

    private var scattered: EditingError {
        EditingError.inseparablePhotos(note: note.title)
    }
}
