import Diagnostics
import Foundation
import KeyedArchives
import LocalFiles
import NoteModel

/// Reads the note of a Notability package: its typed text as Markdown, and its handwriting and
/// pictures as pages.
struct NotabilityNote {
    private let package: NotabilityPackage
    private let source: NotesFolder.SourceFile
    private let archive: KeyedArchive
    private(set) var diagnostics: [Diagnostic] = []

    /// The height of a page by its width.
    private static let proportion = 1.3125
    /// The position of the left edge of a page by its width: what is drawn there has this `x`.
    private static let leftEdge = -20.0 / 768
    /// The width of a page whose archive does not say it, in points.
    private static let usualWidth = 768.0
    /// The maximum number of pages.
    private static let maximumPages = 5000
    /// The subject of a note that is in none.
    private static let noSubject = "unsortedNotesKey"

    /// - Throws: ``ArchiveError`` if the archive of the note cannot be read.
    init(
        _ package: NotabilityPackage, of source: NotesFolder.SourceFile
    ) throws(ArchiveError) {
        guard let archive = try package.archive(named: NotabilityPackage.session) else {
            throw ArchiveError(.notAnArchive("it has no \(NotabilityPackage.session)"))
        }
        self.package = package
        self.source = source
        self.archive = archive
    }

    /// Returns the note.
    ///
    /// - Throws: ``ArchiveError`` if the object of the note is missing.
    mutating func note() throws(ArchiveError) -> Note {
        guard let root = archive.top.first?.value, let session = instance(root) else {
            throw ArchiveError(.notAnArchive("it holds no note"))
        }
        let metadata = metadata()
        let text = session["richText"].flatMap { instance($0) }
        var photos: [Photo] = []
        let pages = pages(text, paperIndex: number(session["paperIndex"]), photos: &photos)
        var note = Note(
            id: NoteID(source: source.name, index: 0),
            title: metadata["noteName"]?.text ?? string(session["name"]),
            body: body(text), created: metadata["noteCreationDateKey"]?.date,
            modified: metadata["noteModifiedDateKey"]?.date, photos: photos,
            recordings: recordings(), identifier: metadata["uuidKey"]?.text)
        note.kind = .lecture
        note.pages = pages
        let tags =
            [metadata["noteSubject"]?.text].compactMap(\.self)
            .filter { $0 != Self.noSubject }
            + (metadata["noteTags"]?.text ?? "").components(separatedBy: ",")
        for tag in tags.map({ Tag($0.trimmingCharacters(in: .whitespaces)) })
        where !tag.name.isEmpty && !note.tags.contains(tag) {
            note.tags.append(tag)
        }
        return note
    }

    // MARK: - Metadata and text

    private enum MetadataValue {
        case text(String)
        case date(Date)

        var text: String? { if case .text(let text) = self { text } else { nil } }
        var date: Date? { if case .date(let date) = self { date } else { nil } }
    }

    /// Returns the texts and dates of the archive of metadata. Everything in it is optional.
    private func metadata() -> [String: MetadataValue] {
        guard let metadata = try? package.archive(named: "metadata.plist"),
            let root = metadata.top.first?.value,
            case .instance(let info)? = try? metadata.object(root)
        else { return [:] }
        var values: [String: MetadataValue] = [:]
        for field in info.fields {
            if let text = (try? metadata.string(field.value)).flatMap(\.self), !text.isEmpty {
                values[field.key] = .text(text)
            } else if let seconds = (try? metadata.date(field.value)).flatMap(\.self),
                let date = Date(secondsSince2001: seconds)
            {
                values[field.key] = .date(date)
            }
        }
        return values
    }

    /// Returns the typed text as Markdown.
    private func body(_ text: ArchivedInstance?) -> String {
        guard let value = text?["attributedString"], let pairs = fields(value),
            let string = string(pairs["stringKey"])
        else { return "" }
        var runs: [KeyedArchive.TextRun] = []
        var end = string.startIndex
        for range in members(pairs["subRangesKey"]) {
            guard let range = fields(range),
                let numbers = self.string(range["subRangeRangeKey"]).map(\.numbersInBraces),
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
                range[key].flatMap { fields($0) }?.map {
                    PropertyListValue.Field($0.key, $0.value)
                } ?? []
            }
            runs.append(.init(text: String(string[start..<next]), attributes: styles))
            end = next
        }
        if end < string.endIndex {
            runs.append(.init(text: String(string[end...]), attributes: []))
        }
        let markdown = AttributedMarkdown(archive: archive).text(of: runs) { _ in "" }
        return markdown.allSatisfy(\.isWhitespace)
            ? "" : markdown.trimmingCharacters(in: .newlines) + "\n"
    }

    // MARK: - Pages

    private mutating func pages(
        _ text: ArchivedInstance?, paperIndex: Double?, photos: inout [Photo]
    ) -> [Page] {
        let width =
            text?["reflowState"].flatMap { instance($0) }
            .flatMap { number($0["pageWidthInDocumentCoordsKey"]) }
            .flatMap { (1...10_000).contains($0) ? $0 : nil } ?? Self.usualWidth
        let height = width * Self.proportion
        var strokes: [Int: [Stroke]] = [:]
        var beyond = 0
        for stroke in ink(text) {
            // What crosses the end of a page belongs to that page.
            let top = stroke.points.map(\.y).min() ?? 0
            guard let page = Self.page(at: top, height: height) else {
                beyond += 1
                continue
            }
            strokes[page, default: []].append(
                stroke.moved(x: -width * Self.leftEdge, y: -Double(page) * height))
        }
        var pictures: [Int: [PlacedPicture]] = [:]
        for (picture, frame, rotation) in media(text) {
            guard let page = Self.page(at: frame.y, height: height),
                let frame = Frame(
                    x: frame.x - width * Self.leftEdge, y: frame.y - Double(page) * height,
                    width: frame.width, height: frame.height)
            else { continue }
            photos.append(picture)
            pictures[page, default: []].append(
                PlacedPicture(photo: photos.count - 1, frame: frame, rotation: rotation))
        }
        if let beyond = count(beyond, "stroke") {
            report(
                .damagedObject,
                "\(source.name): beyond the first \(Self.maximumPages) pages, \(beyond) cannot be shown."
            )
        }
        guard let last = (Array(strokes.keys) + Array(pictures.keys)).max(),
            let frame = Frame(x: 0, y: 0, width: width, height: height)
        else { return [] }
        let paper = Paper(frame, colour: paperIndex == 14 ? "#000000" : nil)
        let recognized = recognizedTexts()
        return (0...last).map { page in
            Page(
                drawing: strokes[page].map { .strokes($0) }, pictures: pictures[page] ?? [],
                paper: paper, recognizedText: recognized[page])
        }
    }

    /// Returns the texts that the app has recognized, by the positions of their pages.
    private func recognizedTexts() -> [Int: String] {
        guard let index = try? package.archive(named: "HandwritingIndex/index.plist"),
            case .dictionary(let pages)? = index.root?["pages"]
        else { return [:] }
        return pages.reduce(into: [:]) { texts, page in
            guard let number = Int(page.key), number > 0, let text = page.value["text"]?.text,
                text.contains(where: { $0.isLetter || $0.isNumber })
            else { return }
            // Soft hyphens divide words at the ends of lines.
            texts[number - 1] = text.replacing("\u{AD}\n", with: "").replacing("\u{AD}", with: "")
        }
    }

    private static func page(at y: Double, height: Double) -> Int? {
        let page = max(0, (y / height).rounded(.down))
        return page < Double(maximumPages) ? Int(page) : nil
    }

    private mutating func ink(_ text: ArchivedInstance?) -> [Stroke] {
        // Groups have arrays of the same names, so that these are found by their path.
        guard let overlay = text?["Handwriting Overlay"].flatMap({ instance($0) }),
            let hash = overlay["SpatialHash"].flatMap({ instance($0) })
        else { return [] }
        do throws(ArchiveError) {
            let ink = try NotabilityInk(hash, in: archive)
            let lost = [
                count(ink.unreadableStrokes, "stroke"), count(ink.unreadableShapes, "shape"),
            ].compactMap(\.self)
            if !lost.isEmpty {
                report(
                    .damagedObject,
                    "\(source.name): \(lost.joined(separator: " and ")) cannot be read and \(ink.unreadableStrokes + ink.unreadableShapes == 1 ? "was" : "were") left out."
                )
            }
            return ink.strokes
        } catch {
            report(.damagedObject, "\(source.name): the handwriting cannot be read: it \(error).")
            return []
        }
    }

    private func count(_ number: Int, _ noun: String) -> String? {
        number == 0 ? nil : number == 1 ? "a \(noun)" : "\(number) \(noun)s"
    }

    /// Returns the placed pictures from bottom to top, in the coordinates of the whole note.
    private mutating func media(_ text: ArchivedInstance?) -> [(Photo, Frame, rotation: Double)] {
        var found: [(photo: Photo, frame: Frame, rotation: Double, height: Double)] = []
        var unknown = 0
        for value in members(text?["mediaObjects"]) {
            guard let object = instance(value) else { continue }
            guard object.isKind(of: "ImageMediaObject"),
                let figure = object["figure"].flatMap({ instance($0) }),
                let background = figure["FigureBackgroundObjectKey"].flatMap({ instance($0) }),
                let snapshot = background["kImageObjectSnapshotKey"].flatMap({ instance($0) }),
                let path = string(snapshot["relativePath"]),
                let origin = string(object["documentOrigin"]).flatMap({ Point($0) }),
                let size = string(object["unscaledContentSize"]).flatMap({ Point($0) }),
                let frame = Frame(x: origin.x, y: origin.y, width: size.x, height: size.y)
            else {
                unknown += 1
                continue
            }
            let photo = Photo(
                name: LocalFiles.name(of: path), content: package.content(of: path))
            // The value is in radians, whatever its key says.
            let turn = (number(object["rotationDegrees"]) ?? 0) * 180 / .pi
            found.append(
                (photo, frame, turn.isFinite ? turn : 0, number(object["zIndex"]) ?? 0))
        }
        if unknown > 0 {
            report(
                .unknownClass,
                "\(source.name): \(unknown == 1 ? "1 object" : "\(unknown) objects") of a kind that Notebinder does not know \(unknown == 1 ? "is" : "are") not shown."
            )
        }
        return found.enumerated().sorted {
            ($0.element.height, $0.offset) < ($1.element.height, $1.offset)
        }.map { ($0.element.photo, $0.element.frame, $0.element.rotation) }
    }

    private mutating func report(_ identifier: Diagnostic.Identifier, _ summary: String) {
        diagnostics.append(
            Diagnostic(identifier, origin: .init(source: source.name), summary: summary))
    }

    /// Returns the recordings in the order of their numbers.
    private func recordings() -> [Recording] {
        guard let library = try? package.archive(named: "Recordings/library.plist"),
            case .dictionary(let fields)? = library.root?["recordings"]
        else { return [] }
        return fields.sorted { (Int($0.key) ?? .max, $0.key) < (Int($1.key) ?? .max, $1.key) }
            .compactMap { field in
                guard let path = field.value["filepath"]?.text, !path.isEmpty else { return nil }
                let name = LocalFiles.name(of: path)
                let caption = field.value["userFacingName"]?.text ?? field.value["name"]?.text
                return Recording(
                    name: name, caption: caption.flatMap { $0.isEmpty ? nil : $0 },
                    content: package.content(of: "Recordings/" + name))
            }
    }

    // MARK: - Values

    private func instance(_ value: PropertyListValue) -> ArchivedInstance? {
        guard case .instance(let instance)? = try? archive.object(value) else { return nil }
        return instance
    }

    private func string(_ value: PropertyListValue?) -> String? {
        value.flatMap { try? archive.string($0) }
    }

    private func number(_ value: PropertyListValue?) -> Double? {
        value.flatMap { (try? archive.number($0)).flatMap(\.self)?.double }
    }

    private func members(_ value: PropertyListValue?) -> [PropertyListValue] {
        value.flatMap { try? archive.array($0) } ?? []
    }

    private func fields(_ value: PropertyListValue) -> [String: PropertyListValue]? {
        guard let pairs = (try? archive.dictionary(value)).flatMap(\.self) else { return nil }
        return Dictionary(
            pairs.compactMap { pair in string(pair.key).map { ($0, pair.value) } },
            uniquingKeysWith: { first, _ in first })
    }
}

extension Stroke {
    /// Returns the stroke at another place; its curves stay the same.
    fileprivate func moved(x: Double, y: Double) -> Stroke {
        Stroke(
            curves: points.map { Point(x: $0.x + x, y: $0.y + y) }, anchorWidths: anchorWidths,
            colour: colour, tool: tool) ?? self
    }
}
