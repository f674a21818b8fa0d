import KeyedArchives
import NoteArchives
import NoteModel

/// The forms in which notes store their photos.
package enum PhotoForm: String, Sendable {
    case data
    /// The names of files in the folder Photos.
    case names
    /// Images in PNG.
    case images
}

extension NoteDraft {
    /// Returns the form of the photos of the note; without any, that of its neighbours. If these
    /// have none either, it is `.data` for a `NoteObj`, `.names` for a lecture note, which may have
    /// many, and `.images` for a napkin.
    ///
    /// - Throws: ``UserError`` if the form is unknown, or photos cannot be added to it.
    package func photoForm() throws -> PhotoForm {
        guard
            let model = try photoList()?.members.last(where: { !$0.isNull }) ?? singlePhoto()
                ?? neighboursPhoto
        else {
            guard isOfThisProjectsClass else {
                if note.kind == .napkin, !keys.photos.isEmpty { return .images }
                throw UserError(
                    "“\(note.title)” has no photo yet, so it is not known how its app stores photos."
                )
            }
            return isLecture ? .names : .data
        }
        // A photo may be in a dictionary of its own, with its caption.
        let captioned = editor.place(of: model).flatMap {
            editor.field(NotebinderKey.photo, of: $0)
        }
        let photo = captioned ?? model
        if editor.isData(photo) { return .data }
        if editor.text(of: photo) != nil { return .names }
        guard editor.className(of: photo) == "UIImage" else {
            throw UserError(
                "No photo can be added to “\(note.title)”, because of the way in which its photos are stored."
            )
        }
        return .images
    }

    /// True if the app stores one photo for each note, which can only be replaced.
    package var holdsOnePhoto: Bool { keys.photos.count == 1 && list(under: photoKey) == nil }

    /// True if the app stores the photos under names, which determine their order.
    package var ordersPhotosByNames: Bool { (try? photoList())?.isDictionary ?? false }

    /// The sentence that says why no photo can be added to the note; nil if one can.
    package var photosProblem: String? {
        var draft = self
        let kept = holdsOnePhoto ? [] : note.listedPhotos.map { EditedMedium(kept: $0) }
        // The signature is enough of a picture.
        let picture = NewMedium(
            name: "photo.png", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        do {
            try draft.setPhotos(kept + [EditedMedium(picture)]) { name, _ in name }
            return nil
        } catch {
            return error.message
        }
    }

    /// Gives the note a list of photos: some that it has, in another order or with other captions,
    /// and new ones in the form of the others.
    ///
    /// - Parameter file: Stores a photo in the folder Photos and returns its name, for the form
    ///   that stores names.
    /// - Throws: ``UserError`` if the app stores photos in a form that does not allow the
    ///   change; an error of `file`.
    mutating func setPhotos(_ photos: [EditedMedium], file: NewFile) throws {
        guard let list = try photoList() else {
            return try setPhotosWithoutList(photos, file: file)
        }
        let shown = try shownMembers(list)
        guard !list.isDictionary else { return try setNamed(photos, of: list, file: file) }
        let kept = photos.compactMap(\.keptPosition)
        guard Set(kept).count == kept.count, kept.allSatisfy(shown.indices.contains) else {
            throw scattered
        }
        var values = try storing(photos, members: shown.map { list.members[$0] }, file: file)
        if let small = thumbnails(of: list) {
            var order: [ArchiveEditor.Value] = []
            for (photo, value) in zip(photos, values) {
                order.append(
                    photo.keptPosition.map { small.members[shown[$0]] }
                        ?? photo.new?.thumbnail.map { editor.data($0) } ?? value)
            }
            set(order, of: small)
        }
        // Members that are not shown stay, unless the order changes.
        let hidden = Set(list.members.indices).subtracting(shown)
        if kept == kept.sorted(), photos.prefix(kept.count).allSatisfy({ $0.new == nil }) {
            let stays = hidden.union(kept.map { shown[$0] })
            let gone = Set(shown.filter { !stays.contains($0) }.map { list.members[$0] })
            let old = list.members.indices.filter {
                stays.contains($0) && !gone.contains(list.members[$0])
            }
            values = old.map { list.members[$0] } + values.dropFirst(kept.count)
        }
        set(values, of: list)
    }

    /// Stores the names and captions of photos, and returns the photos as members of a list.
    ///
    /// - Parameter members: The member of the present list for each photo of the note.
    private mutating func storing(
        _ photos: [EditedMedium], members: [ArchiveEditor.Value],
        file: NewFile
    ) throws -> [ArchiveEditor.Value] {
        var values: [ArchiveEditor.Value] = []
        var names: [String?] = []
        for photo in photos {
            if let position = photo.keptPosition {
                values.append(members[position])
                names.append(storedPhotoNames[position])
            } else if let new = photo.new {
                let (value, name) = try value(of: new, file: file)
                values.append(value)
                names.append(name)
            }
        }
        storeList(NotebinderKey.photoNames, texts: names)
        storedPhotoNames = names
        storeCaptions(photos)
        return values
    }

    /// Sets the photos of a note that has none, or stores its only photo without a list.
    private mutating func setPhotosWithoutList(_ photos: [EditedMedium], file: NewFile) throws {
        guard let single = keys.photos.first else {
            guard !photos.isEmpty else { return }
            guard photos.allSatisfy({ $0.new != nil }) else { throw scattered }
            let values = try storing(photos, members: [], file: file)
            return editor.setField(photoKey, new: editor.array(values), of: mediaPlace)
        }
        guard photos.count <= 1 else {
            throw UserError(
                "The app of “\(note.title)” stores one photo for each note.",
                "Remove that one first.")
        }
        guard ownPhotoCount <= 1 else { throw scattered }
        if let new = photos.first?.new {
            let (value, name) = try value(of: new, file: file)
            editor.setField(single, new: value, of: mediaPlace)
            try setThumbnail(of: new)
            storeList(NotebinderKey.photoNames, texts: [name])
        } else if photos.isEmpty {
            editor.setField(single, new: editor.isPlain ? nil : .null, of: mediaPlace)
            try setThumbnail(of: nil)
            storeList(NotebinderKey.photoNames, texts: [])
        }
        storeCaptions(photos)
    }

    /// Sets the photos of a dictionary, whose keys are captions and determine the order.
    private mutating func setNamed(
        _ photos: [EditedMedium], of list: PhotoList,
        file: NewFile
    ) throws {
        let kept = photos.compactMap(\.keptPosition)
        guard kept == kept.sorted(), Set(kept).count == kept.count,
            photos.prefix(kept.count).allSatisfy({ $0.new == nil })
        else {
            throw UserError(
                "The photos of “\(note.title)” are stored under names, which determine their order."
            )
        }
        let own = ownPlace(of: list)
        for (position, photo) in note.photos.prefix(ownPhotoCount).enumerated() {
            guard let old = photo.caption else { throw scattered }
            guard kept.contains(position) else {
                editor.setField(old, new: nil, of: own)
                continue
            }
            guard let caption = photos.first(where: { $0.keptPosition == position })?.caption,
                caption != old, !caption.isEmpty, let value = editor.field(old, of: own)
            else { continue }
            editor.setField(old, new: nil, of: own)
            editor.setField(freeCaption(caption, in: own), new: value, of: own)
        }
        for photo in photos {
            guard let new = photo.new else { continue }
            let caption = photo.caption.flatMap { $0.isEmpty ? nil : $0 } ?? new.name
            let (value, _) = try value(of: new, file: file)
            editor.setField(freeCaption(caption, in: own), new: value, of: own)
        }
    }

    private func freeCaption(_ wanted: String, in list: ArchiveEditor.Place) -> String {
        var caption = wanted
        var number = 1
        while editor.field(caption, of: list) != nil {
            number += 1
            caption = "\(wanted) \(number)"
        }
        return caption
    }

    /// Returns a new photo in the form of the others, and the name by which texts refer to it if
    /// that is not the name of a file.
    private mutating func value(
        of photo: NewMedium, file: NewFile
    ) throws -> (ArchiveEditor.Value, name: String?) {
        switch try photoForm() {
        case .names:
            let stored = try file(photo.name, photo.bytes)
            return (editor.string(stored), stored == photo.name ? nil : photo.name)
        case .data: return (editor.data(photo.bytes), photo.name)
        case .images: return (try image(photo), photo.name)
        }
    }

    /// Replaces the small copy that the app keeps of the only photo, if it keeps one; removes it if
    /// there is no photo any more.
    private mutating func setThumbnail(of photo: NewMedium?) throws {
        guard let key = firstKey(of: .thumbnails, at: mediaPlace), !keys.photos.contains(key),
            let old = editor.field(key, of: mediaPlace)
        else { return }
        guard let photo else {
            return editor.setField(key, new: editor.isPlain ? nil : .null, of: mediaPlace)
        }
        let small = NewMedium(name: photo.name, bytes: photo.thumbnail ?? photo.bytes)
        let form = old.isNull ? try? photoForm() : nil
        // It is not known how an app that has none stores one beside names of files.
        guard !old.isNull || photo.thumbnail != nil && form != .names else { return }
        let isData = old.isNull ? form == .data : editor.isData(old)
        let new = isData ? editor.data(small.bytes) : try image(small)
        editor.setField(key, new: new, of: mediaPlace)
    }

    mutating func image(_ photo: NewMedium) throws -> ArchiveEditor.Value {
        guard PhotoKind(prefix: Array(photo.bytes.prefix(32))) == .png else {
            throw UserError(
                "“\(note.title)” stores its photos as images, which have to be in PNG.",
                "Convert \(photo.name) to PNG first.")
        }
        let data = editor.data(photo.bytes)
        return editor.object(
            "UIImage", superclasses: ["NSObject"],
            fields: [
                ("UIImageData", data), ("UIScale", .real(1)), ("UIImageOrientation", .integer(0)),
            ])
    }
}

// MARK: - Reading and writing the list

extension NoteDraft {
    /// Stores a text for each photo in a list, nil as an empty one; or no list if all are nil.
    private mutating func storeList(_ key: String, texts: [String?]) {
        let isNeeded = texts.contains { $0 != nil }
        guard isNeeded || editor.field(key, of: mediaPlace) != nil else { return }
        let values = texts.map { editor.string($0 ?? "") }
        editor.setField(key, new: isNeeded ? editor.array(values) : nil, of: mediaPlace)
    }

    /// Stores the captions of photos that the app has no place for.
    private mutating func storeCaptions(_ photos: [EditedMedium]) {
        let isStored = editor.field(NotebinderKey.photoCaptions, of: mediaPlace) != nil
        guard isStored || photos.contains(where: { $0.caption != nil }) else { return }
        let captions = photos.map { photo in
            let old = photo.keptPosition.flatMap { note.photos[$0].caption }
            let caption = photo.caption ?? old ?? ""
            return caption.isEmpty ? nil : caption
        }
        storeList(NotebinderKey.photoCaptions, texts: captions)
    }

    private struct PhotoList {
        let key: String
        let place: ArchiveEditor.Place
        let members: [ArchiveEditor.Value]
        let isDictionary: Bool
    }

    private var photoKey: String {
        keys.photos.first ?? firstKey(of: .photos, at: mediaPlace) ?? "photos"
    }

    /// The number of photos in the list: those on pages, but not those that are drawings or
    /// thumbnails.
    private var ownPhotoCount: Int {
        isLecture ? note.photos.count : note.photos.count - note.placedPhotos.count
    }

    /// Returns the list or dictionary that holds the photos; nil if there is none, or if a single
    /// photo is stored without a list.
    private func photoList() throws -> PhotoList? {
        guard keys.photos.count <= 1 else { throw scattered }
        return list(under: photoKey)
    }

    /// The photo that is stored without a list; nil if there is none.
    private func singlePhoto() -> ArchiveEditor.Value? {
        keys.photos.first.flatMap { editor.field($0, of: mediaPlace) }.flatMap {
            $0.isNull ? nil : $0
        }
    }

    private func list(under key: String) -> PhotoList? {
        guard let value = editor.field(key, of: mediaPlace), !value.isNull,
            let list = editor.place(.key(key), from: mediaPlace)
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
        editor.setField(list.key, new: copy, of: mediaPlace)
        return own
    }

    private mutating func set(_ members: [ArchiveEditor.Value], of list: PhotoList) {
        editor.setMembers(members, of: ownPlace(of: list))
    }

    /// Returns the list of small copies of all photos that some apps keep; nil if there is none.
    private func thumbnails(of photos: PhotoList) -> PhotoList? {
        guard let key = firstKey(of: .thumbnails, at: mediaPlace), !keys.photos.contains(key),
            let list = list(under: key), !list.isDictionary,
            list.members.count == photos.members.count
        else { return nil }
        return list
    }

    /// Returns the index of the list's member for each photo of the note.
    private func shownMembers(_ list: PhotoList) throws -> [Int] {
        var seen: Set<ArchiveEditor.Value> = []
        let shown = list.members.indices.filter { index in
            let member = list.members[index]
            return !member.isNull && editor.text(of: member) != "" && seen.insert(member).inserted
        }
        guard shown.count == ownPhotoCount else { throw scattered }
        return shown
    }

    var scattered: UserError {
        UserError(
            "The photos of “\(note.title)” can't be changed one at a time because of how the app stores them."
        )
    }
}
