import KeyedArchives
import LocalFiles
import NoteModel
import Orthography

/// Finds the photos that an object of an archive refers to, in all the forms that apps use: data,
/// images, file names, and nested archives of these.
struct ArchivedPhotoDecoder: DiagnosticReporter {
    let opened: OpenedArchive
    let folder: NotesFolder
    var diagnostics: [Diagnostic] = []
    /// The photos found in each object, by its number, since notes may share one.
    private var found: [Int: [Medium]] = [:]
    /// The formats of the data that was found in the archive, by its first bytes; nil for unknown
    /// ones.
    private var formats: [StoredBytes: MediaFormat?] = [:]

    private var hasTooManyPhotos = false
    /// The keys of the values beside pictures that have been reported.
    private var reportedKeys: Set<String> = []

    private var archive: KeyedArchive { opened.archive }
    var source: NotesFolder.SourceFile { opened.source }
    /// The maximum number of objects within an image object that are searched for its data.
    private static let maximumObjectsOfAnImage = 200

    init(_ opened: OpenedArchive, folder: NotesFolder) {
        (self.opened, self.folder) = (opened, folder)
    }

    /// Returns the format of content that this decoder has found, by its first bytes; nil for an
    /// unknown one.
    func format(of content: MediaContent) -> MediaFormat? {
        content.stored.flatMap { formats[$0] ?? $0.format }
    }

    /// Returns a photo that this decoder has found as what its file is: a photo or a recording.
    func medium(_ photo: Medium) -> Medium {
        photo.identified(by: format(of: photo.content))
    }

    /// Returns the photos of a field: a single one, an array in its order, or a dictionary in the
    /// natural order of its keys, which are captions. A damaged photo is reported and returned with
    /// the content `.damaged`; a damaged list is reported and left out.
    mutating func photos(of value: PropertyListValue, place: String) -> [Medium] {
        do {
            guard case .uid(let uid) = value, uid != 0 else {
                return try readPhotos(of: value, place: place)
            }
            if let known = found[uid] {
                try opened.budget.spend(known.count, on: .photos)
                return known
            }
            let photos = try readPhotos(of: value, place: place)
            found[uid] = photos
            return photos
        } catch {
            // Once there are too many photos, that is the case for all further notes.
            if !error.isTooMuch || !hasTooManyPhotos {
                report(
                    .damagedObject, place: place,
                    summary:
                        "\(source.name): the photos of a note cannot be read: the list \(error).")
            }
            hasTooManyPhotos = hasTooManyPhotos || error.isTooMuch
            return []
        }
    }

    private mutating func readPhotos(
        of value: PropertyListValue, place: String
    ) throws -> [Medium] {
        if try archive.object(value) == .null { return [] }
        if let members = try archive.array(value) {
            // An object that is listed twice is one photo.
            var seen: Set<PropertyListValue> = []
            let distinct = members.filter { seen.insert($0).inserted }
            try opened.budget.spend(distinct.count, on: .photos)
            return distinct.enumerated().flatMap { index, member in
                photo(member, caption: nil, place: "\(place)[\(index)]")
            }
        }
        guard let pairs = try archive.dictionary(value) else {
            try opened.budget.spend(1, on: .photos)
            return photo(value, caption: nil, place: place)
        }
        try opened.budget.spend(pairs.count, on: .photos)
        var named: [(caption: String, value: PropertyListValue)] = []
        for pair in pairs { named.append((try archive.name(pair.key), pair.value)) }
        return named.map { (key: SortKey($0.caption), $0.caption, $0.value) }
            .sorted { ($0.key, $0.1) < ($1.key, $1.1) }
            .flatMap { photo($0.2, caption: $0.1, place: "\(place)[\($0.1)]") }
    }

    /// True if a value is a picture or a collection of pictures; file names do not count.
    func isPicture(_ value: PropertyListValue) -> Bool {
        guard let members = try? archive.array(value) ?? archive.dictionary(value)?.map(\.value)
        else { return isOnePicture(value) }
        return !members.isEmpty && members.prefix(16).allSatisfy { isOnePicture($0) }
    }

    private func isOnePicture(_ value: PropertyListValue) -> Bool {
        if let reference = try? archive.data(value) { return isPictureData(reference) }
        guard case .instance(let instance) = try? archive.object(value) else { return false }
        return instance.isKind(of: "UIImage", "NSImage")
    }

    private func isPictureData(_ reference: PropertyListValue.DataReference) -> Bool {
        let prefix = opened.prefix(of: reference)
        // The signature of an MP3 without a tag is too short to be reliable.
        return PhotoKind(prefix: prefix) != nil
            || RecordingKind(prefix: prefix).map { $0 != .mp3 } ?? false
    }

    /// Returns one photo, or several if a nested archive holds a list of them; none for nil and for
    /// empty text. A damaged photo is reported.
    private mutating func photo(
        _ value: PropertyListValue, caption: String?, place: String
    ) -> [Medium] {
        do {
            switch try archive.object(value) {
            case .null, .value(.string("$null")), .value(.string("")): return []
            // A point or a rectangle: some apps use the same key for the strokes of a drawing.
            case .value(.string(let text)) where text.hasPrefix("{"): return []
            case .value(.string(let name)): return [folder.photo(named: name, caption: caption)]
            default: break
            }
            if let reference = try archive.data(value) {
                return try photos(in: reference, caption: caption, place: place)
            }
            if let name = try archive.url(value) ?? archive.string(value) {
                return [folder.photo(named: name, caption: caption)]
            }
            if let entry = try entry(value) {
                return photo(entry.photo, caption: entry.caption ?? caption, place: place)
                    .map { photo in entry.name.map(photo.named) ?? photo }
            }
            if case .instance(let instance) = try archive.object(value) {
                let pairs = try archive.dictionary(value)
                let picture = pairs?.first { isOnePicture($0.value) }
                let photos =
                    if let picture {
                        photo(picture.value, caption: caption, place: place)
                    } else {
                        try image(instance, caption: caption, place: place)
                    }
                let fields =
                    try pairs?.map { PropertyListValue.Field(try archive.name($0.key), $0.value) }
                    ?? (ArchivedRecord.isSystemClass(instance.classNames) ? [] : instance.fields)
                return photos.map { described($0, by: fields, place: place) }
            }
            throw ArchiveError(.badObject("it is \(archive.kindName(of: value))"))
        } catch {
            reportDamage(of: "a photo", place: place, error: error)
            return [Medium(.photo, caption: caption, content: .damaged)]
        }
    }

    /// Returns the photo, caption and name of a dictionary that an import wrote; nil for any other
    /// value.
    private func entry(
        _ value: PropertyListValue
    ) throws -> (photo: PropertyListValue, caption: String?, name: String?)? {
        var photo: PropertyListValue?
        var caption: String?
        var name: String?
        for pair in try archive.dictionary(value) ?? [] {
            switch try archive.name(pair.key) {
            case NotebinderKey.photo: photo = pair.value
            case NotebinderKey.caption: caption = try archive.string(pair.value)
            case NotebinderKey.name: name = try archive.string(pair.value)
            default: break
            }
        }
        // Nested entries could form a cycle.
        guard let photo, photo != value, try archive.dictionary(photo) == nil else { return nil }
        return (photo, caption, name)
    }

    /// Returns the attachments that an import archived, each in a dictionary like a photo with its
    /// name.
    mutating func attachments(of value: PropertyListValue, place: String) -> [Medium] {
        photos(of: value, place: place).enumerated().map { index, photo in
            var attachment = photo.classified(as: .attachment)
            attachment.name = photo.name ?? "attachment-\(index + 1)"
            return attachment
        }
    }

    private mutating func photos(
        in reference: PropertyListValue.DataReference, caption: String?, place: String
    ) throws -> [Medium] {
        guard opened.isArchive(reference) else {
            return [try stored(reference, caption: caption, orientation: nil)]
        }
        let nested = try opened.nested(reference)
        guard let root = nested.archive.root else {
            throw ArchiveError(.badObject("it is an archive of no one thing"))
        }
        var decoder = ArchivedPhotoDecoder(nested, folder: folder)
        decoder.reportedKeys = reportedKeys
        let photos = decoder.photos(of: root, place: place)
        reportedKeys = decoder.reportedKeys
        diagnostics += decoder.diagnostics
        formats.merge(decoder.formats) { $1 }
        guard let caption else { return photos }
        return photos.map { $0.caption == nil ? $0.captioned(caption) : $0 }
    }

    /// Returns the photo of an image object: its data with its orientation, or the picture that it
    /// names.
    private mutating func image(
        _ instance: ArchivedInstance, caption: String?, place: String
    ) throws -> [Medium] {
        var orientation = Medium.Orientation.up
        if case .integer(let value) = instance["UIImageOrientation"],
            let known = Medium.Orientation(uiImageOrientation: Int(clamping: value))
        {
            orientation = known
        }
        // Some early apps encoded images under keys of their own, and images of macOS keep their
        // data in nested objects: take the nearest value that is a picture.
        let data = try instance["UIImageData"].flatMap { try archive.data($0) }
        if let reference = data ?? pictureData(within: instance) {
            return [try stored(reference, caption: caption, orientation: orientation)]
        }
        if let name = instance["UIImageName"] ?? instance["NSName"],
            let text = try archive.string(name)
        {
            return picture(ofTheApp: text, caption: caption, place: place)
        }
        let kind = instance.classNames.first ?? "an unnamed class"
        throw ArchiveError(.badObject("it is an object of \(kind) without picture data"))
    }

    /// Returns a picture with the caption and the name from an object or a dictionary of the app.
    /// The other values of the object are reported, once for each key.
    private mutating func described(
        _ photo: Medium, by fields: [PropertyListValue.Field], place: String
    ) -> Medium {
        guard !fields.isEmpty else { return photo }
        var described = photo
        var caption: String?
        var others: [String] = []
        for field in fields where !Self.sizes.contains(field.key.lowercased()) {
            guard let text = (try? archive.string(field.value)).flatMap(\.self) else {
                let isNumber = (try? archive.number(field.value)).flatMap(\.self) != nil
                let isDate = (try? archive.date(field.value)).flatMap(\.self) != nil
                let list = (try? archive.array(field.value)).flatMap(\.self) ?? []
                let isList = list.contains { archive.isText($0) }
                if isNumber || isDate || isList { others.append(field.key) }
                continue
            }
            let key = field.key.lowercased()
            if text.isBlank || text == "$null" { continue }
            if described.name == nil, MediaFormat(name: text) != nil {
                described.name = LocalFiles.name(of: text)
            } else if caption == nil, Self.isCaption(key) {
                caption = text
            } else {
                others.append(field.key)
            }
        }
        let unreported = others.filter { reportedKeys.insert($0).inserted }
        if !unreported.isEmpty {
            report(
                .unreadAttachment, place: place,
                summary:
                    "\(source.name): pictures and recordings have values that do not fit into a note: \(unreported.joined(separator: ", ")). `notebinder inspect` shows them."
            )
        }
        described.caption = caption ?? photo.caption
        return described
    }

    /// Returns true for the key of a caption, in lower case.
    private static func isCaption(_ key: String) -> Bool {
        ["name", "label", "text", "note"].contains(key)
            || ["caption", "title", "description", "comment"].contains { key.hasSuffix($0) }
    }

    /// The keys, in lower case, of values that the bytes of a picture contain as well.
    private static let sizes: Set = [
        "width", "height", "scale", "size", "orientation", "length", "imageorientation",
    ]

    /// Returns the picture data nearest to an object: its own, or that of an object that it holds;
    /// nil if there is none.
    func pictureData(within instance: ArchivedInstance) -> PropertyListValue.DataReference? {
        var seen: Set<PropertyListValue> = []
        var next = [instance]
        while let object = next.first, seen.count < Self.maximumObjectsOfAnImage {
            next.removeFirst()
            for field in object.fields.prefix(64) {
                guard let reference = try? archive.data(field.value) else { continue }
                if isPictureData(reference) { return reference }
                if field.key.hasPrefix("NSFileWrapper"), let picture = picture(within: reference) {
                    return picture
                }
            }
            for field in object.fields.prefix(64) {
                let members = (try? archive.array(field.value))?.prefix(8) ?? [field.value]
                for member in members where seen.insert(member).inserted {
                    if case .uid = member, case .instance(let inner) = try? archive.object(member) {
                        next.append(inner)
                    }
                }
            }
        }
        return nil
    }

    /// Returns the first picture among the files that a value holds.
    private func picture(
        within reference: PropertyListValue.DataReference
    ) -> PropertyListValue.DataReference? {
        guard (try? opened.budget.spend(reference.count, on: .data)) != nil,
            let bytes = archive.contents(of: reference)
        else { return nil }
        return FlatFileWrapper(bytes).files.lazy.compactMap { reference.part($0) }
            .first { isPictureData($0) }
    }

    /// Returns the location of data that is a picture; nil for other data.
    func storedPicture(_ reference: PropertyListValue.DataReference) -> StoredBytes? {
        isPictureData(reference) ? opened.stored(reference) : nil
    }

    /// Returns the picture with a name. Pictures that were part of the app are archived by name
    /// only; if the folder Photos does not have one of that name, this is reported.
    private mutating func picture(
        ofTheApp name: String, caption: String?, place: String
    ) -> [Medium] {
        let photo = folder.photo(named: name, caption: caption)
        guard photo.content == .missing else { return [photo] }
        report(
            .pictureOfTheApp, place: place,
            summary:
                "\(source.name): a picture is stored by its name only, “\(name)”; it was part of the app.",
            suggestion: "Copy a picture of that name into the folder Photos to show it.")
        return []
    }

    private mutating func stored(
        _ reference: PropertyListValue.DataReference, caption: String?,
        orientation: Medium.Orientation?
    ) throws -> Medium {
        guard let stored = opened.stored(reference) else {
            throw ArchiveError(.badObject("it is in an archive that is nested too deeply"))
        }
        formats[stored] = .some(
            MediaFormat(prefix: opened.prefix(of: reference, count: MediaFormat.prefixLength)))
        return Medium(.photo, caption: caption, orientation: orientation, content: .stored(stored))
    }
}
