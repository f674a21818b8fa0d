import Markup
import NoteModel

/// The drawn content of a page, and the pictures that have no place on it.
struct DrawnContent {
    var placed: [TemplateValue] = []
    /// True if a placed picture is a link, as all are but drawings, paper and those in books.
    var hasLinks = false
    /// The pictures without a position, and notices for those that cannot be shown.
    var loose: [TemplateValue] = []
    /// The icons of recordings on the page.
    var icons: [TemplateValue] = []
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
        let isPicture =
            content.ink.isEmpty && textBoxes.isEmpty && content.icons.isEmpty
            && !placed.isEmpty
        let description = page.recognizedText.map { "\(words[.handwritingRead]): \($0)" }
        let drawing = size.map {
            TemplateValue.record([
                ("box", .text($0.box)), ("paper", .text(paper)),
                ("description", .text(description)), ("isPicture", .flag(isPicture)),
                (
                    "hasPhotos",
                    .flag(
                        content.hasLinks || !textBoxes.isEmpty || !content.icons.isEmpty)
                ),
                ("pictures", .list(placed)),
                ("textBoxes", .list(textBoxes.map { $0.value(on: paper) })),
                ("ink", .markup(content.ink)), ("icons", .list(content.icons)),
            ])
        }
        return .record([
            ("identifier", .text(identifier)), ("number", .text(number)), ("title", .text(title)),
            ("label", .text(label)), ("drawing", drawing ?? .absent),
            ("photos", .list(content.loose)), ("download", download ?? .absent),
            ("recordings", .list(recordings)),
        ])
    }

    /// Returns the icon of a recording on a handwritten page, which leads to the recording.
    ///
    /// - Parameter place: The centre of the icon.
    static func recordingIcon(at place: Point, address: String, label: String) -> TemplateValue {
        .record([
            ("x", .text(InkDrawing.text(place.x))), ("y", .text(InkDrawing.text(place.y))),
            ("radius", .text(InkDrawing.text(PlacedRecording.radius))),
            ("address", .text(address)), ("label", .text(label)),
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
