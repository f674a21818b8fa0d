import Diagnostics
import KeyedArchives
import NoteModel

/// Finds the photos that an object of an archive refers to, in all the forms that apps wrote:
/// data, images, names of files, and nested archives of these.
struct ArchivedPhotoDecoder {
    let archive: KeyedArchive
    let source: NotesFolder.SourceFile
    let folder: NotesFolder
    /// Where the archive lies in its file, when it is nested in another one.
    private let nesting: Nesting
    private var diagnostics: [Diagnostic] = []
    /// Photos that the notes of one archive may have together: a life's.
    private var photosLeft = 200_000

    private struct Nesting {
        /// Bytes of the file before the archive; nil where they are within base64 text.
        var start = 0
        var depth = 0
        var base64: Range<Int>?
    }

    /// Archives within archives that are followed.
    private static let deepestNesting = 4

    init(archive: KeyedArchive, source: NotesFolder.SourceFile, folder: NotesFolder) {
        self.init(archive: archive, source: source, folder: folder, nesting: Nesting())
    }

    private init(
        archive: KeyedArchive, source: NotesFolder.SourceFile, folder: NotesFolder,
        nesting: Nesting
    ) {
        self.archive = archive
        self.source = source
        self.folder = folder
        self.nesting = nesting
    }

    /// The diagnostics since the last call.
    mutating func takeDiagnostics() -> [Diagnostic] {
        defer { diagnostics = [] }
        return diagnostics
    }

    /// The photos under a key: one, an array in its order, or a dictionary in the natural order
    /// of its keys, which are captions. A damaged one is reported and left out.
    mutating func photos(of value: PropertyListValue?, place: String) -> [Photo] {
        guard let value else { return [] }
        do throws(ArchiveError) {
            if try archive.object(value) == .null { return [] }
            if let members = try archive.array(value) {
                // An object that is listed twice is one photo.
                var seen: Set<PropertyListValue> = []
                let distinct = members.filter { seen.insert($0).inserted }
                try spend(distinct.count)
                return distinct.enumerated().compactMap { index, member in
                    photo(member, caption: nil, place: "\(place)[\(index)]")
                }
            }
            guard let pairs = try archive.dictionary(value) else {
                return [photo(value, caption: nil, place: place)].compactMap { $0 }
            }
            try spend(pairs.count)
            var named: [(caption: String, value: PropertyListValue)] = []
            for pair in pairs { named.append((try caption(of: pair.key), pair.value)) }
            return named.map { (key: SortKey($0.caption), $0.caption, $0.value) }
                .sorted { ($0.key, $0.1) < ($1.key, $1.1) }
                .compactMap { photo($0.2, caption: $0.1, place: "\(place)[\($0.1)]") }
        } catch {
            report(
                .damagedObject, place,
                "\(source.name): the photos of a note cannot be read: the list \(error).")
            return []
        }
    }

    /// Notes may share one long list, and each gets a copy in the end.
    private mutating func spend(_ count: Int) throws(ArchiveError) {
        photosLeft -= count
        guard photosLeft >= 0 else { throw ArchiveError(.tooMuch) }
    }

    private func caption(of key: PropertyListValue) throws(ArchiveError) -> String {
        if let text = try archive.string(key) { return text }
        if case .value(.integer(let number)) = try archive.object(key) { return String(number) }
        return ""
    }

    private mutating func photo(
        _ value: PropertyListValue, caption: String?, place: String
    ) -> Photo? {
        do throws(ArchiveError) {
            switch try archive.object(value) {
            case .null, .value(.string("$null")): return nil
            case .value(.string(let name)): return folder.photo(named: name, caption: caption)
            default: break
            }
            if let reference = try archive.data(value) {
                return try photo(reference, caption: caption, orientation: nil, place: place)
            }
            if let address = try archive.url(value) {
                return folder.photo(named: address, caption: caption)
            }
            if let text = try archive.string(value) {
                return folder.photo(named: text, caption: caption)
            }
            if case .instance(let instance) = try archive.object(value) {
                return try image(instance, caption: caption, place: place)
            }
            throw ArchiveError(.badObject("it is a number"))
        } catch {
            report(
                .damagedObject, place,
                "\(source.name): a photo (\(place)) cannot be read: it \(error).")
            return Photo(caption: caption, content: .damaged)
        }
    }

    /// An image object: its own data with its orientation, or the name of a picture of the app.
    private mutating func image(
        _ instance: ArchivedInstance, caption: String?, place: String
    ) throws(ArchiveError) -> Photo? {
        var orientation = Photo.Orientation.up
        if case .integer(let value) = instance["UIImageOrientation"],
            let known = Photo.Orientation(uiImageOrientation: Int(clamping: value))
        {
            orientation = known
        }
        if let data = instance["UIImageData"], let reference = try archive.data(data) {
            return try photo(reference, caption: caption, orientation: orientation, place: place)
        }
        // Categories of early apps used keys of their own: take the one value that is a picture.
        for field in instance.fields {
            guard let reference = try archive.data(field.value),
                PhotoKind(prefix: prefix(of: reference)) != nil
            else { continue }
            return try photo(reference, caption: caption, orientation: orientation, place: place)
        }
        if let name = instance["UIImageName"], let text = try archive.string(name) {
            // Pictures of the app itself are archived by name; one of that name may lie in Photos.
            return folder.photo(named: text, caption: caption)
        }
        let kind = instance.classNames.first ?? "an unnamed class"
        throw ArchiveError(.badObject("it is an object of \(kind) without picture data"))
    }

    private mutating func photo(
        _ reference: PropertyListValue.DataReference, caption: String?,
        orientation: Photo.Orientation?, place: String
    ) throws(ArchiveError) -> Photo? {
        if prefix(of: reference).starts(with: "bplist00".utf8), orientation == nil {
            return try nestedPhoto(reference, caption: caption, place: place)
        }
        guard let stored = stored(reference) else {
            throw ArchiveError(.badObject("it lies in an archive that is nested too deep"))
        }
        return Photo(caption: caption, orientation: orientation, content: .stored(stored))
    }

    private mutating func nestedPhoto(
        _ reference: PropertyListValue.DataReference, caption: String?, place: String
    ) throws(ArchiveError) -> Photo? {
        var inner = nesting
        inner.depth += 1
        if reference.decodedCount != nil, nesting.base64 == nil {
            inner.base64 = reference.range.shifted(by: nesting.start)
            inner.start = 0
        } else {
            inner.start += reference.range.lowerBound
        }
        guard inner.depth <= Self.deepestNesting,
            reference.decodedCount == nil || nesting.base64 == nil,
            let bytes = archive.contents(of: reference)
        else { throw ArchiveError(.badObject("it lies in an archive that is nested too deep")) }
        let nested = try KeyedArchive(ArchiveBytes(bytes))
        guard let root = nested.top.first(where: { $0.key == "root" }) ?? nested.top.first else {
            throw ArchiveError(.badObject("it is an archive of nothing"))
        }
        var decoder = ArchivedPhotoDecoder(
            archive: nested, source: source, folder: folder, nesting: inner)
        let photo = decoder.photo(root.value, caption: caption, place: place)
        diagnostics += decoder.takeDiagnostics()
        return photo
    }

    /// Where a data value lies in the source's file; nil within base64 text within another.
    private func stored(_ reference: PropertyListValue.DataReference) -> StoredBytes? {
        let range = reference.range.shifted(by: nesting.start)
        guard let base64 = nesting.base64 else {
            return StoredBytes(
                file: source.path, range: range,
                decodedRange: reference.decodedCount.map { 0..<$0 })
        }
        guard reference.decodedCount == nil else { return nil }
        return StoredBytes(file: source.path, range: base64, decodedRange: range)
    }

    /// The first bytes of a data value, enough to tell its kind.
    private func prefix(of reference: PropertyListValue.DataReference) -> [UInt8] {
        let range = reference.range.prefix(reference.decodedCount == nil ? 32 : 64)
        let piece = PropertyListValue.DataReference(
            range: range, decodedCount: reference.decodedCount.map { min($0, 32) })
        return archive.contents(of: piece) ?? []
    }

    private mutating func report(
        _ identifier: Diagnostic.Identifier, _ place: String, _ summary: String
    ) {
        diagnostics.append(
            Diagnostic(
                identifier, origin: .init(source: source.name, place: place), summary: summary))
    }
}

extension Range<Int> {
    fileprivate func shifted(by distance: Int) -> Range<Int> {
        lowerBound + distance..<upperBound + distance
    }

    fileprivate func prefix(_ count: Int) -> Range<Int> {
        lowerBound..<Swift.min(upperBound, lowerBound + count)
    }
}
