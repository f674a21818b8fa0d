import Markup
import NoteModel

/// The handwritten pages of a note, one below the other. In feeds they consist of photos and
/// recordings only.
extension NoteFiller {
    func append(
        _ pages: [Page], of note: Note, to html: inout [UInt8],
        destination: inout NoteDestination
    ) throws {
        let size = HandwrittenPageSize(of: note, media)
        let replay = place == .ownPage ? replay(of: pages, in: note) : nil
        destination.isReplayed = replay != nil
        // Recordings on a page are not repeated below the text.
        destination.recordings.formUnion(pages.lazy.flatMap(\.recordings))
        let values = pages.enumerated().map { position, page in
            value(
                of: page, at: position, in: note,
                size: page.paper.map { HandwrittenPageSize($0) } ?? size, isTimed: replay != nil)
        }
        html += try templates.parts.render(
            SiteTemplates.Name.handwrittenPages,
            .handwrittenPages(
                values, hasNumbers: pages.count > 1 && !isElsewhere, replay: replay, words: words))
    }

    /// Returns the replay of handwriting with the recordings that were made meanwhile; nil if no
    /// stroke was written during a recording that can be played.
    private func replay(of pages: [Page], in note: Note) -> TemplateValue? {
        guard !note.recordings.isEmpty else { return nil }
        var numbers: Set<Int> = []
        for strokes in pages.compactMap({ $0.drawing?.strokes }) {
            for case let moment? in strokes.lazy.map(\.moment) { numbers.insert(moment.recording) }
        }
        let recordings = numbers.sorted().compactMap { number -> (number: Int, address: String)? in
            guard note.recordings.indices.contains(number),
                let playable = media.media[note.recordings[number]]?.playable
            else { return nil }
            return media.address(of: playable).map { (number, $0) }
        }
        return recordings.isEmpty ? nil : .replay(recordings)
    }

    /// Returns the context of a page.
    ///
    /// - Parameter isTimed: True if the handwriting is replayed.
    private func value(
        of page: Page, at position: Int, in note: Note, size: HandwrittenPageSize, isTimed: Bool
    ) -> TemplateValue {
        let name = place.identifierPrefix + PageIdentifier.handwrittenPage(position)
        let title = words.page(position + 1, of: note.pages.count)
        var content = DrawnContent()
        for picture in page.pictures {
            let caption = note.photos[picture.photo].shownCaption
            lay(picture, label: caption ?? words[.photo], of: note, page: name, into: &content)
        }
        let large = isElsewhere ? nil : media.largeDrawing(ofPage: position, in: note)
        switch page.drawing {
        case .picture(let photo):
            let frame = media.pixelSize(of: note.photos[photo]).flatMap {
                Frame(x: 0, y: 0, width: Double($0.width), height: Double($0.height))
            }
            lay(
                PlacedPicture(photo: photo, frame: frame), label: words[.drawing], of: note,
                page: name, isDrawing: true, into: &content)
        case .strokes(let strokes) where !isElsewhere:
            if let large {
                content.placed.append(
                    .placedPicture(large.picture, frame: large.frame, label: words[.drawing]))
            } else {
                content.ink = InkDrawing(strokes).elements(prefix: name + ".ink", isTimed: isTimed)
            }
        case .strokes, nil: break
        }
        let isBare = content.placed.isEmpty && content.ink.isEmpty && page.textBoxes.isEmpty
        return .handwrittenPage(
            page, content: content, identifier: isElsewhere ? nil : name,
            number: words.number(position + 1), title: title,
            label: (place == .ownPage ? "" : note.title + ": ") + title,
            size: isElsewhere || isBare && !content.loose.isEmpty ? nil : size,
            download: large?.download,
            recordings: page.recordings.map { media.recording(note, position: $0) }, words: words)
    }

    private var isElsewhere: Bool { if case .elsewhere = place { true } else { false } }

    /// Lays a picture on a page, or beside it if it has no position or the page is not drawn. That
    /// of a drawing is below the others if it is opaque.
    ///
    /// - Parameters:
    ///   - page: The identifier of the page.
    ///   - isDrawing: True for the picture of a drawing, which opens nothing.
    private func lay(
        _ placing: PlacedPicture, label: String, of note: Note, page: String,
        isDrawing: Bool = false, into content: inout DrawnContent
    ) {
        let (photo, isOwn) = (placing.photo, place == .ownPage)
        guard !isElsewhere, let frame = placing.frame,
            let picture = media.picture(media.media[note.photos[photo]]?.decoded)
        else {
            return content.loose.append(
                media.photo(
                    note, position: photo, alternative: label,
                    anchor: isOwn ? PageIdentifier.photo(photo) : nil))
        }
        // On the note's own page a photo has the identifier that other pages link to.
        let anchor =
            isDrawing || placing.isPaper || place.isBound
            ? nil : (isOwn ? "" : page + ".") + PageIdentifier.photo(photo)
        content.hasLinks = content.hasLinks || anchor != nil
        content.placed.insert(
            .placedPicture(
                picture, frame: frame, rotation: placing.rotation,
                whole: media.wholeFrame(of: placing, in: note), label: label, anchor: anchor),
            at: isDrawing && picture.colour != nil ? 0 : content.placed.endIndex)
    }
}

/// The drawn content of a page, and the pictures that have no place on it.
struct DrawnContent {
    var placed: [TemplateValue] = []
    /// True if a placed picture is a link, as all are but drawings, paper and those in books.
    var hasLinks = false
    /// The pictures without a position, and notices for those that cannot be shown.
    var loose: [TemplateValue] = []
    /// The strokes as SVG elements, to be inserted into an `svg` element; empty for a page without
    /// strokes, and in feeds.
    var ink: [UInt8] = []
}

extension TemplateValue {
    /// Returns the handwritten pages of a note.
    ///
    /// - Parameters:
    ///   - hasNumbers: True to show links to each page.
    ///   - replay: The replay with recordings; nil for handwriting without times.
    static func handwrittenPages(
        _ pages: [TemplateValue], hasNumbers: Bool, replay: TemplateValue?, words: LocalizedStrings
    ) -> TemplateValue {
        .record([
            ("pages", .list(pages)), ("replay", replay ?? .absent),
            ("hasNumbers", .flag(hasNumbers)), ("words", words.value),
        ])
    }

    /// Returns the replay of handwriting.
    ///
    /// - Parameter recordings: The positions in the note of the recordings, and their addresses, by
    ///   which the script finds their players.
    static func replay(_ recordings: [(number: Int, address: String)]) -> TemplateValue {
        let values = recordings.map { number, address in
            TemplateValue.record([("number", .text("\(number)")), ("address", .text(address))])
        }
        return .record([("recordings", .list(values))])
    }

    /// Returns a handwritten page: a drawing that consists of placed pictures and strokes, followed
    /// by loose pictures and recordings.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the page's element; nil in feeds.
    ///   - label: The accessible name of the page, which outside the note's own page includes its
    ///     title.
    ///   - size: The size; nil if the page is not drawn, because it has only loose pictures or is
    ///     in a feed.
    ///   - download: The ink as a file, if the page shows a picture of it.
    static func handwrittenPage(
        _ page: Page, content: DrawnContent, identifier: String?, number: String, title: String,
        label: String, size: HandwrittenPageSize?, download: TemplateValue?,
        recordings: [TemplateValue], words: LocalizedStrings
    ) -> TemplateValue {
        let (placed, textBoxes, paper) = (content.placed, page.textBoxes, page.paper?.colour)
        let isPicture = content.ink.isEmpty && textBoxes.isEmpty && !placed.isEmpty
        let description = page.recognizedText.map { "\(words[.handwritingRead]): \($0)" }
        let drawing = size.map {
            TemplateValue.record([
                ("box", .text($0.box)), ("paper", .text(paper)),
                ("description", .text(description)), ("isPicture", .flag(isPicture)),
                ("hasPhotos", .flag(content.hasLinks || !textBoxes.isEmpty)),
                ("pictures", .list(placed)),
                ("textBoxes", .list(textBoxes.map { $0.value(on: paper) })),
                ("ink", .markup(content.ink)),
            ])
        }
        return .record([
            ("identifier", .text(identifier)), ("number", .text(number)), ("title", .text(title)),
            ("label", .text(label)), ("drawing", drawing ?? .absent),
            ("photos", .list(content.loose)), ("download", download ?? .absent),
            ("recordings", .list(recordings)),
        ])
    }

    /// Returns a picture at its position on a handwritten page, in the coordinates of the page. It
    /// links to its largest size if it has an anchor.
    ///
    /// - Parameters:
    ///   - rotation: The clockwise turn around the centre of the frame, in degrees.
    ///   - whole: The position of the whole picture, of which the frame shows a part; nil for all
    ///     of it.
    static func placedPicture(
        _ picture: PictureContext, frame: Frame, rotation: Double = 0, whole: Frame? = nil,
        label: String, anchor: String? = nil
    ) -> TemplateValue {
        .record(
            [
                ("picture", picture.value), ("label", .text(label)), ("anchor", .text(anchor)),
                ("clip", whole == nil ? .absent : .record(frame.fields(rotation: rotation))),
            ] + (whole?.fields(rotation: 0) ?? frame.fields(rotation: rotation)))
    }
}

extension Frame {
    /// Returns the attributes of SVG elements for the frame: `x`, `y`, `width`, `height`, and
    /// `transform`, which is absent without a rotation.
    ///
    /// - Parameter rotation: The clockwise turn around the centre, in degrees.
    func fields(rotation: Double) -> [TemplateValue.Field] {
        let numbers = [rotation, x + width / 2, y + height / 2].map(InkDrawing.text)
        let transform = rotation == 0 ? nil : "rotate(\(numbers.joined(separator: " ")))"
        return [
            ("x", .text(InkDrawing.text(x))), ("y", .text(InkDrawing.text(y))),
            ("width", .text(InkDrawing.text(width))), ("height", .text(InkDrawing.text(height))),
            ("transform", .text(transform)),
        ]
    }
}
