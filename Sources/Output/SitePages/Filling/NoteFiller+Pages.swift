import Markup
import NoteModel

/// The handwritten pages of a note, one below the other. In feeds they consist of photos and
/// recordings only.
extension NoteFiller {
    func append(
        _ pages: [Page], of note: Note, to html: inout [UInt8],
        destination: inout NoteDestination
    ) throws(TemplateError) {
        let size = HandwrittenPageSize(of: note, media)
        let replay = place == .ownPage ? ReplayContext(of: pages, in: note, media) : nil
        destination.isReplayed = replay != nil
        let contexts = pages.enumerated().map { number, page in
            context(
                of: page, number: number + 1, in: note,
                size: page.paper.map { HandwrittenPageSize($0) } ?? size,
                destination: &destination)
        }
        html += try templates.library.render(
            SiteTemplates.Name.handwrittenPages,
            value: HandwrittenPagesContext(pages: contexts, replay: replay, words: words).value)
    }

    private func context(
        of page: Page, number: Int, in note: Note, size: HandwrittenPageSize,
        destination: inout NoteDestination
    ) -> HandwrittenPageContext {
        let name = place.identifierPrefix + PageIdentifier.handwrittenPage(number - 1)
        let title = words.page(number, of: note.pages.count)
        // Recordings on a page are not repeated below the text.
        destination.recordings.formUnion(page.recordings)
        var content = PageContent()
        for picture in page.pictures {
            let caption = note.photos[picture.photo].shownCaption
            lay(picture, label: caption ?? words[.photo], of: note, page: name, into: &content)
        }
        let large = isElsewhere ? nil : media.largeDrawing(ofPage: number - 1, in: note)
        switch page.drawing {
        case .picture(let photo): lay(drawing: photo, of: note, page: name, into: &content)
        case .strokes(let strokes) where !isElsewhere:
            guard let large else {
                content.ink = InkDrawing(strokes).elements(
                    prefix: name + ".ink", isTimed: destination.isReplayed)
                break
            }
            content.placed.append(
                PlacedPictureContext(
                    picture: large.picture, frame: large.frame, rotation: 0,
                    label: words[.drawing], anchor: nil))
        case .strokes, nil: break
        }
        let isBare = content.placed.isEmpty && content.ink.isEmpty && page.textBoxes.isEmpty
        return HandwrittenPageContext(
            identifier: isElsewhere ? nil : name, number: words.number(number),
            title: title, label: (place == .ownPage ? "" : note.title + ": ") + title,
            size: isElsewhere || isBare && !content.loose.isEmpty ? nil : size,
            paper: page.paper?.colour,
            description: page.recognizedText.map { "\(words[.handwritingRead]): \($0)" },
            placed: content.placed, textBoxes: page.textBoxes, ink: content.ink,
            loose: content.loose, download: large?.download,
            recordings: page.recordings.map { media.recording(note, position: $0) })
    }

    /// The drawn content of a page, and the pictures that have no place on it.
    private struct PageContent {
        var placed: [PlacedPictureContext] = []
        var loose: [PhotoContext] = []
        var ink: [UInt8] = []
    }

    private var isElsewhere: Bool { if case .elsewhere = place { true } else { false } }

    /// Lays a picture on a page, or beside it if it has no position or the page is not drawn.
    ///
    /// - Parameters:
    ///   - page: The identifier of the page.
    ///   - isDrawing: True for a picture that opens nothing.
    private func lay(
        _ placing: PlacedPicture, label: String, of note: Note, page: String,
        isDrawing: Bool = false, into content: inout PageContent
    ) {
        let photo = placing.photo
        guard !isElsewhere, let frame = placing.frame,
            let picture = media.photo(note, position: photo, alternative: "", isLazy: true).picture
        else {
            var value = media.photo(note, position: photo, alternative: label, isLazy: true)
            if place == .ownPage { value.anchor = PageIdentifier.photo(photo) }
            return content.loose.append(value)
        }
        // On the note's own page a photo has the identifier that other pages link to.
        let anchorPrefix = place == .ownPage ? "" : page + "."
        content.placed.append(
            PlacedPictureContext(
                picture: picture, frame: frame, rotation: placing.rotation,
                whole: media.wholeFrame(of: placing, in: note), label: label,
                anchor: isDrawing || placing.isPaper || place.isBound
                    ? nil : anchorPrefix + PageIdentifier.photo(photo)))
    }

    /// Lays the picture of a drawing on a page, below the others if it is opaque.
    private func lay(
        drawing photo: Int, of note: Note, page: String, into content: inout PageContent
    ) {
        let before = content.placed.count
        let frame = media.pixelSize(of: note.photos[photo]).flatMap {
            Frame(x: 0, y: 0, width: Double($0.width), height: Double($0.height))
        }
        lay(
            PlacedPicture(photo: photo, frame: frame), label: words[.drawing], of: note, page: page,
            isDrawing: true, into: &content)
        if content.placed.count > before, content.placed[before].picture.colour != nil {
            content.placed.insert(content.placed.remove(at: before), at: 0)
        }
    }
}

/// A picture at its position on a handwritten page, in the coordinates of the page. It links to its
/// largest size, unless it is a drawing or in a book.
struct PlacedPictureContext: Sendable {
    let picture: PictureContext
    let frame: Frame
    /// The clockwise turn around the centre of the frame, in degrees.
    let rotation: Double
    /// The position of the whole picture, of which the frame shows a part; nil for all of it.
    var whole: Frame?
    let label: String
    let anchor: String?

    var value: TemplateValue {
        .record(
            [
                ("picture", picture.value), ("label", .text(label)), ("anchor", .text(anchor)),
                ("clip", whole == nil ? .absent : .record(frame.fields(rotation: rotation))),
            ] + (whole?.fields(rotation: 0) ?? frame.fields(rotation: rotation)))
    }
}

/// A handwritten page: a drawing that consists of placed pictures and strokes, followed by loose
/// pictures and recordings.
struct HandwrittenPageContext: Sendable {
    /// The identifier of the page's element, such as `page.1`, in a book of one file with the
    /// prefix of the note; nil in feeds.
    let identifier: String?
    let number: String
    let title: String
    /// The accessible name of the page, which outside the note's own page includes its title.
    let label: String
    /// The size; nil if the page is not drawn, because it has only loose pictures or is in a feed.
    let size: HandwrittenPageSize?
    /// The colour of the paper; nil for that of the theme.
    let paper: String?
    /// The text that the app has recognized in the handwriting, labelled as such; nil for none.
    let description: String?
    let placed: [PlacedPictureContext]
    let textBoxes: [TextBox]
    /// The strokes as SVG elements, to be inserted into an `svg` element; empty for a page without
    /// strokes, and in feeds.
    let ink: [UInt8]
    /// The pictures without a position, and notices for those that cannot be shown.
    let loose: [PhotoContext]
    /// The ink as a file, if the page shows a picture of it.
    var download: DownloadContext?
    let recordings: [RecordingContext]

    var value: TemplateValue {
        .record([
            ("identifier", .text(identifier)), ("number", .text(number)), ("title", .text(title)),
            ("label", .text(label)),
            (
                "drawing",
                size.map {
                    .record([
                        ("box", .text($0.box)), ("paper", .text(paper)),
                        ("description", .text(description)),
                        ("isPicture", .flag(ink.isEmpty && textBoxes.isEmpty && !placed.isEmpty)),
                        // Placed pictures are links, unless they have no anchor, like drawings.
                        (
                            "hasPhotos",
                            .flag(placed.contains { $0.anchor != nil } || !textBoxes.isEmpty)
                        ),
                        ("pictures", .list(placed.map(\.value))),
                        ("textBoxes", .list(textBoxes.map { $0.value(on: paper) })),
                        ("ink", .markup(ink)),
                    ])
                } ?? .absent
            ),
            ("photos", .list(loose.map(\.value))), ("download", download?.value ?? .absent),
            ("recordings", .list(recordings.map(\.value))),
        ])
    }
}

/// The handwritten pages of a note, and the links to each, which are shown if there are several
/// pages with identifiers.
struct HandwrittenPagesContext: Sendable {
    let pages: [HandwrittenPageContext]
    /// The replay with recordings; nil for handwriting without times.
    let replay: ReplayContext?
    let words: LocalizedStrings

    var value: TemplateValue {
        .record([
            ("pages", .list(pages.map(\.value))), ("replay", replay?.value ?? .absent),
            (
                "hasNumbers",
                .flag(pages.count > 1 && pages.allSatisfy { $0.identifier != nil })
            ),
            ("words", words.value),
        ])
    }
}
