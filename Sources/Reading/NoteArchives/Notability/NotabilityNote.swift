import KeyedArchives
import LocalFiles
import NoteModel
import Platform

/// Reads the note of a Notability package: its typed text as Markdown, and its handwriting, text
/// boxes and pictures as pages.
struct NotabilityNote {
    private let package: NotabilityPackage
    private let source: NotesFolder.SourceFile
    private let objects: NotabilityObjects
    private let sizes: DocumentSizes
    private(set) var diagnostics: [Diagnostic] = []
    /// The objects of kinds that are not known.
    private(set) var unread: [UnrecognizedObject] = []

    /// The subject of a note that is in none.
    private static let noSubject = "unsortedNotesKey"

    /// - Parameter measuring: Measures the documents of the package.
    /// - Throws: ``ArchiveError`` if the archive of the note cannot be read.
    init(
        _ package: NotabilityPackage, of source: NotesFolder.SourceFile,
        measuring: ReadingOptions.DocumentMeasuring?
    ) throws {
        guard let archive = try package.archive(named: NotabilityPackage.session) else {
            throw ArchiveError(.notAnArchive("it has no \(NotabilityPackage.session)"))
        }
        (self.package, self.source) = (package, source)
        objects = NotabilityObjects(archive: archive)
        sizes = DocumentSizes(measuring)
    }

    /// True if reading the note again may give another result although no file has changed.
    var isTransient: Bool { package.isTransient || sizes.isIncomplete }

    /// Returns the note.
    ///
    /// - Throws: ``ArchiveError`` if the object of the note is missing.
    mutating func note() throws -> Note {
        guard let session = objects.instance(objects.archive.top.first?.value) else {
            throw ArchiveError(.notAnArchive("it holds no note"))
        }
        var fields = NotabilityFields(objects.archive, of: source)
        let metadata = metadata()
        let text = objects.instance(session["richText"])
        fields.add(session.fields, known: NotabilityFields.ofSession)
        fields.add(text?.fields ?? [], known: NotabilityFields.ofText, place: "richText.")
        for (position, medium) in objects.members(text?["mediaObjects"]).enumerated() {
            guard let medium = objects.instance(medium) else { continue }
            let caption: Set = objects.hasShownCaption(medium) ? ["captionFieldText"] : []
            fields.add(
                medium.fields, known: NotabilityFields.ofMedia.union(caption),
                place: "mediaObjects[\(position)].", onlyTexts: true)
        }
        let recordings = recordings()
        var photos: [Medium] = []
        let pages = pages(
            of: session, text, recordings: recordings.map(\.identifier), photos: &photos)
        let thumbnail = NotabilityThumbnail.names.first { package.has($0) }
        if let thumbnail {
            photos.append(Medium(.photo, name: thumbnail, content: package.content(of: thumbnail)))
        }
        var note = Note(
            id: NoteID(source: source.name, index: 0),
            title: metadata.texts["noteName"] ?? objects.string(session["name"]),
            body: body(text), created: metadata.dates["noteCreationDateKey"],
            modified: metadata.dates["noteModifiedDateKey"], photos: photos,
            recordings: recordings.map(\.recording), identifier: metadata.texts["uuidKey"],
            otherFields: metadata.others + fields.fields + recordings.flatMap(\.others))
        note.kind = .lecture
        note.pages = pages
        note.thumbnail = thumbnail == nil ? nil : photos.count - 1
        let tags =
            [metadata.texts["noteSubject"]].compactMap(\.self)
            .filter { $0 != Self.noSubject }
            + (metadata.texts["noteTags"] ?? "").components(separatedBy: ",")
        for tag in tags.map({ Tag($0.trimmed) })
        where !tag.name.isEmpty && !note.tags.contains(tag) {
            note.tags.append(tag)
        }
        reportUnusedFiles()
        return note
    }

    private mutating func report(_ identifier: Diagnostic.Identifier, _ summary: String) {
        diagnostics.append(
            Diagnostic(identifier, origin: .init(source: source.name), summary: summary))
    }
}

// MARK: - Metadata, text and recordings

extension NotabilityNote {
    private struct Metadata {
        var texts: [String: String] = [:]
        var dates: [String: Date] = [:]
        var others: [JSONValue.Field] = []
    }

    /// Returns the texts and dates of the archive of metadata. Everything in it is optional.
    private mutating func metadata() -> Metadata {
        var values = Metadata()
        guard
            let archive = archive(
                named: "metadata.plist", holding: "its title, dates and tags in metadata.plist"),
            case let metadata = NotabilityObjects(archive: archive),
            let info = metadata.instance(archive.top.first?.value)
        else { return values }
        for field in info.fields {
            if let text = metadata.string(field.value), !text.isEmpty {
                values.texts[field.key] = text
            } else if let seconds = (try? archive.date(field.value)).flatMap(\.self) {
                values.dates[field.key] = Date(secondsSince2001: seconds)
            }
        }
        var fields = NotabilityFields(archive, of: source)
        fields.add(info.fields, known: NotabilityFields.ofMetadata)
        values.others = fields.fields
        return values
    }

    /// Returns an archive of the package, and reports one that cannot be read.
    ///
    /// - Parameter parts: What it holds, in the plural.
    private mutating func archive(named name: String, holding parts: String) -> KeyedArchive? {
        do {
            return try package.archive(named: name)
        } catch {
            report(.damagedObject, "\(source.name): \(parts) cannot be read: the file \(error).")
            return nil
        }
    }

    /// Reports the files of the package that are not part of the note, such as leftovers of the app
    /// or additions of a newer version. Otherwise their loss would go unnoticed.
    private mutating func reportUnusedFiles() {
        do {
            let names = try package.unusedFiles()
            guard !names.isEmpty else { return }
            let more = names.count > 3 ? " and \(names.count - 3) more" : ""
            report(
                .unreadAttachment,
                "\(source.name) has files that belong to no part of its note and are not shown: \(names.prefix(3).joined(separator: ", "))\(more)."
            )
        } catch {
            report(.damagedObject, "\(source.name): the files of the package \(error).")
        }
    }

    /// Returns the typed text as Markdown.
    private func body(_ text: ArchivedInstance?) -> String {
        guard let pairs = objects.fields(text?["attributedString"]),
            let string = objects.string(pairs["stringKey"])
        else { return "" }
        var runs: [KeyedArchive.TextRun] = []
        var end = string.startIndex
        for range in objects.members(pairs["subRangesKey"]) {
            guard let range = objects.fields(range),
                let numbers = objects.string(range["subRangeRangeKey"]).map(\.numbersInBraces),
                numbers.count == 2, numbers.allSatisfy({ (0...1e9).contains($0) }),
                let start = string.utf16.index(
                    string.startIndex, offsetBy: Int(numbers[0]), limitedBy: string.endIndex),
                let next = string.utf16.index(
                    start, offsetBy: Int(numbers[1]), limitedBy: string.endIndex),
                start >= end
            else { continue }
            if start > end {
                runs.append(.init(text: String(string[end..<start]), attributes: []))
            }
            let styles = ["subRangeFontKey", "subRangeOtherAttributesKey"].flatMap { key in
                objects.fields(range[key])?.map { PropertyListValue.Field($0.key, $0.value) } ?? []
            }
            runs.append(.init(text: String(string[start..<next]), attributes: styles))
            end = next
        }
        if end < string.endIndex {
            runs.append(.init(text: String(string[end...]), attributes: []))
        }
        let markdown = AttributedMarkdown(archive: objects.archive).text(of: runs) { _ in "" }
        return markdown.allSatisfy(\.isWhitespace)
            ? "" : markdown.withoutOuterLineBreaks + "\n"
    }

    private struct ListedRecording {
        /// The number by which events refer to it.
        let identifier: Int32
        let recording: Medium
        let others: [JSONValue.Field]
    }

    /// Returns the recordings in the order of their numbers.
    private mutating func recordings() -> [ListedRecording] {
        guard
            let library = archive(
                named: "Recordings/library.plist",
                holding: "the names of its recordings in Recordings/library.plist"),
            case .dictionary(let entries)? = library.root?["recordings"]
        else { return [] }
        let listed = entries.sorted {
            (Int($0.key) ?? .max, $0.key) < (Int($1.key) ?? .max, $1.key)
        }
        .compactMap { Self.recording($0, in: library, of: package, source: source) }
        if let lost = countedWords([(entries.count - listed.count, "recording")]) {
            report(
                .damagedObject, "\(source.name): the list of recordings names no file for \(lost).")
        }
        return listed
    }

    /// Returns a recording by its entry in the list; nil if it names no file.
    private static func recording(
        _ entry: PropertyListValue.Field, in library: KeyedArchive, of package: NotabilityPackage,
        source: NotesFolder.SourceFile
    ) -> ListedRecording? {
        guard case .dictionary(let values) = entry.value,
            let path = entry.value["filepath"]?.text, !path.isEmpty
        else { return nil }
        let name = LocalFiles.name(of: path)
        let caption = [entry.value["userFacingName"]?.text, entry.value["name"]?.text]
            .compactMap(\.self).first { !$0.isEmpty }
        let identifier =
            Int32(entry.key)
            ?? entry.value["identifier"]?.double.flatMap { Int32(exactly: $0) }
        var fields = NotabilityFields(library, of: source)
        fields.add(
            values.sorted { $0.key < $1.key }, known: NotabilityFields.ofRecordings,
            place: "recordings.\(entry.key).")
        return ListedRecording(
            identifier: identifier ?? 0,
            recording: Medium(
                .recording, name: name, caption: caption,
                content: package.content(of: "Recordings/" + name)),
            others: fields.fields)
    }
}

// MARK: - Pages

extension NotabilityNote {
    /// Returns the pages of the note, and appends their pictures to `photos`.
    ///
    /// - Parameter recordings: The identifiers of the recordings of the note.
    private mutating func pages(
        of session: ArchivedInstance, _ text: ArchivedInstance?, recordings: [Int32],
        photos: inout [Medium]
    ) -> [Page] {
        let layout = NotabilityLayout(
            of: session, text, in: objects, package: package, sizes: sizes)
        var contents: [Int: PageContent] = [:]
        var beyond = 0
        func place(at y: Double, _ add: (inout PageContent, (x: Double, y: Double)) -> Void) {
            guard let page = layout.page(at: y) else {
                beyond += 1
                return
            }
            add(&contents[page, default: PageContent()], layout.offset(of: page))
        }
        for stroke in ink(text, events: events(of: session, recordings: recordings)) {
            // What crosses the end of a page belongs to that page.
            place(at: stroke.points.map(\.y).min() ?? 0) { page, offset in
                page.strokes.append(stroke.moved(x: offset.x, y: offset.y))
            }
        }
        let media = NotabilityMedia(text, in: objects, package: package)
        report(unknown: media.unknown)
        for picture in media.pictures {
            place(at: picture.frame.y) { page, offset in
                photos.append(picture.photo)
                page.pictures.append(
                    PlacedPicture(
                        photo: photos.count - 1,
                        frame: picture.frame.moved(x: offset.x, y: offset.y),
                        rotation: picture.rotation, crop: picture.crop))
            }
        }
        for box in media.textBoxes {
            place(at: box.frame.y) { page, offset in
                guard let frame = box.frame.moved(x: offset.x, y: offset.y) else { return }
                page.textBoxes.append(
                    TextBox(
                        box.text, frame: frame, rotation: box.rotation, fontSize: box.fontSize,
                        colour: box.colour))
            }
        }
        if let lost = countedWords([(beyond, "object")]) {
            report(
                .damagedObject,
                "\(source.name): beyond the first \(NotabilityLayout.maximumPages) pages, \(lost) cannot be shown."
            )
        }
        let count = max(contents.keys.max().map { $0 + 1 } ?? 0, layout.documentCount)
        let recognized = recognizedTexts()
        return (0..<count).map { position in
            let content = contents[position] ?? PageContent()
            return Page(
                drawing: content.strokes.isEmpty ? nil : .strokes(content.strokes),
                pictures: content.pictures, paper: layout.paper(of: position),
                recognizedText: recognized[position], textBoxes: content.textBoxes,
                background: layout.background(of: position))
        }
    }

    private struct PageContent {
        var strokes: [Stroke] = []
        var pictures: [PlacedPicture] = []
        var textBoxes: [TextBox] = []
    }

    /// Keeps objects of kinds that are not known as JSON, and reports their number.
    private mutating func report(unknown: [(position: Int, object: PropertyListValue)]) {
        guard !unknown.isEmpty else { return }
        var description = ArchiveDescription(OpenedArchive(objects.archive, of: source))
        unread = unknown.map { position, object in
            UnrecognizedObject(
                source: source.name, place: "root.richText.mediaObjects[\(position)]",
                description: description.value(object))
        }
        let isOne = unknown.count == 1
        report(
            .unknownClass,
            "\(source.name): \(isOne ? "1 object" : "\(unknown.count) objects") of an unsupported kind \(isOne ? "is" : "are") not shown; only the JSON tree has \(isOne ? "it" : "them")."
        )
    }

    /// Returns the texts that the app has recognized, by the positions of their pages.
    private mutating func recognizedTexts() -> [Int: String] {
        guard
            let index = archive(
                named: "HandwritingIndex/index.plist",
                holding: "the words that the app has recognized in the handwriting"),
            case .dictionary(let pages)? = index.root?["pages"]
        else { return [:] }
        return pages.reduce(into: [:]) { texts, page in
            // What is above the first page has the number 0.
            guard let number = Int(page.key), number >= 0, let text = page.value["text"]?.text,
                text.contains(where: { $0.isLetter || $0.isNumber })
            else { return }
            // Soft hyphens divide words at the ends of lines.
            let plain = text.replacing("\u{AD}\n", with: "").replacing("\u{AD}", with: "")
            let position = max(0, number - 1)
            texts[position] =
                texts[position].map { number == 0 ? "\(plain)\n\($0)" : "\($0)\n\(plain)" }
                ?? plain
        }
    }

    private mutating func events(
        of session: ArchivedInstance, recordings: [Int32]
    ) -> NotabilityEvents {
        do {
            return try NotabilityEvents(
                objects.instance(session["contentPlaybackEventManager"]), in: objects,
                recordings: Dictionary(
                    recordings.enumerated().map { ($1, $0) },
                    uniquingKeysWith: { first, _ in first })
            )
        } catch {
            report(
                .damagedObject,
                "\(source.name): the times of the handwriting cannot be read: it \(error).")
            return NotabilityEvents()
        }
    }

    private mutating func ink(_ text: ArchivedInstance?, events: NotabilityEvents) -> [Stroke] {
        // Groups and text boxes have arrays of the same names, so that these are found by their
        // path.
        guard
            let hash = objects.instance(
                objects.instance(text?["Handwriting Overlay"])?["SpatialHash"])
        else { return [] }
        do {
            let ink = try NotabilityInk(hash, in: objects.archive, events: events)
            let count = ink.unreadableStrokes + ink.unreadableShapes
            if let lost = countedWords([
                (ink.unreadableStrokes, "stroke"), (ink.unreadableShapes, "shape"),
            ]) {
                report(
                    .damagedObject,
                    "\(source.name): \(lost) cannot be read and \(count == 1 ? "was" : "were") left out."
                )
            }
            return ink.strokes
        } catch {
            report(.damagedObject, "\(source.name): the handwriting cannot be read: it \(error).")
            return []
        }
    }
}

extension Frame {
    /// Returns the rectangle at another place; nil if that is beyond any page.
    fileprivate func moved(x: Double, y: Double) -> Frame? {
        Frame(x: self.x + x, y: self.y + y, width: width, height: height)
    }
}
