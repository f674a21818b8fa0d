import Markup
import NoteModel

/// A picture on a page, with the sizes that are offered to the browser: all of them on pages of
/// notes, one in lists and books.
struct PictureContext: Sendable {
    /// The address of a size that suits most screens, or in lists of the smallest one, relative to
    /// the page.
    let address: String
    /// The address of the largest size, relative to the page, to which the picture links; in books
    /// and lists of notes it equals `address`.
    let large: String
    /// The value of the attribute `srcset` with all sizes, such as `a.jpg 640w, b.jpg 320w`; nil if
    /// there is only one.
    var sources: String?
    /// The size in pixels of the largest file that is offered, or the one that the text asks for,
    /// so that browsers reserve the space before the picture is loaded.
    var size: PixelSize
    /// The CSS class of the placeholder colour, such as `c-350`; nil for pictures that may be
    /// transparent, and in books.
    var colour: String?
    /// The CSS classes of the aspect ratio, such as `r-13 s-33`, by which rows of photos are
    /// justified, with `modest` for a picture of few pixels; nil in books.
    var ratio: String?
    /// The address of the still of an animation, for readers who want no motion; nil for others.
    var still: String?
    /// True if the text gives the width of the picture, from which the browser then chooses a size
    /// to load.
    var isSized = false

    /// The width in pixels below which a picture is not enlarged to fill a row.
    static let smallWidth = 240
    /// The height in pixels below which the rows with a picture are enlarged only a little.
    private static let modestHeight = 260

    private static func rowClasses(of size: PixelSize) -> String {
        RatioSheet.className(of: size) + (size.height < modestHeight ? " modest" : "")
    }

    /// The CSS class for pictures of unusual shape; nil for others.
    ///
    /// It is `small` below a width of 240 pixels, `long` if the height is at least twice the width,
    /// and `tall` if the height exceeds the width by more than a tenth.
    private var shape: String? {
        if size.width < Self.smallWidth { return "small" }
        if size.height >= 2 * size.width { return "long" }
        return 10 * size.height > 11 * size.width ? "tall" : nil
    }

    var value: TemplateValue {
        .record([
            ("address", .text(address)), ("large", .text(large)), ("sources", .text(sources)),
            ("width", .text(String(size.width))), ("height", .text(String(size.height))),
            ("colour", .text(colour)), ("shape", .text(shape)), ("ratio", .text(ratio)),
            ("isSized", .flag(isSized)), ("still", .text(still)),
        ])
    }
}

extension PictureContext {
    /// Creates a picture with all sizes for a page of the site; nil if there are none.
    ///
    /// - Parameter folder: The folder of the pictures, relative to the page, with a trailing slash.
    init?(_ decoded: DecodedPhoto, in folder: String) {
        guard let largest = decoded.derivatives.first, let standard = decoded.standard else {
            return nil
        }
        let still = decoded.still
        let offered = still == nil ? decoded.derivatives : decoded.derivatives.dropLast()
        self.init(
            address: folder + standard.fileName, large: folder + largest.fileName,
            sources: offered.count < 2
                ? nil
                : offered.map { "\(folder)\($0.fileName) \($0.size.width)w" }
                    .joined(separator: ", "),
            size: largest.size, colour: decoded.placeholder(of: largest),
            ratio: Self.rowClasses(of: largest.size), still: still.map { folder + $0.fileName })
    }

    /// Creates a picture with the default size only, for books, which would grow with every further
    /// size; nil if there are no sizes.
    init?(boundOf decoded: DecodedPhoto, in folder: String) {
        guard let standard = decoded.standard else { return nil }
        let address = folder + standard.fileName
        self.init(address: address, large: address, size: standard.size)
    }

    /// Creates a picture with the smallest size only, for lists, with that size's width and height;
    /// nil if there are no sizes.
    init?(thumbnailOf decoded: DecodedPhoto, in folder: String) {
        guard let smallest = decoded.derivatives.last else { return nil }
        let address = folder + smallest.fileName
        self.init(
            address: address, large: address, size: smallest.size,
            colour: decoded.placeholder(of: smallest),
            ratio: RatioSheet.className(of: smallest.size))
    }

    /// Creates a picture like a thumbnail, for the page of all photos, that also offers the second
    /// smallest size, for screens of high resolution, and the largest, for the viewer; nil if there
    /// are no sizes.
    init?(contactOf decoded: DecodedPhoto, in folder: String) {
        guard let largest = decoded.derivatives.first, let smallest = decoded.derivatives.last
        else { return nil }
        let address = folder + smallest.fileName
        let others = decoded.derivatives.dropLast()
        let offered = [largest] + others.dropFirst().suffix(1)
        let described = offered.prefix(others.count).map { picture in
            // An animation is for the viewer only.
            let width = decoded.isAnimated ? Self.widthOfAnimations : picture.size.width
            return "\(folder)\(picture.fileName) \(width)w"
        }
        self.init(
            address: address, large: folder + largest.fileName,
            sources: described.isEmpty
                ? nil
                : (described + ["\(address) \(smallest.size.width)w"]).joined(separator: ", "),
            size: smallest.size, colour: decoded.placeholder(of: smallest),
            ratio: Self.rowClasses(of: largest.size))
    }

    /// The width of animations among the sizes of a contact, of which browsers take a larger one.
    private static let widthOfAnimations = 1

    /// Returns the picture with another width in pixels, and the height that keeps its proportions,
    /// at least 1. The files remain.
    func shown(width: Int) -> PictureContext {
        var picture = self
        let height = (size.height * width + size.width / 2) / max(1, size.width)
        picture.size = PixelSize(width: width, height: max(1, height))
        picture.isSized = true
        return picture
    }
}

extension DecodedPhoto {
    /// The still of an animation, which is the last picture; nil for a photo that does not move.
    var still: Derivative? { isAnimated ? derivatives.last : nil }

    /// The default size: the smallest whose longer side has at least 1000 pixels and whose shorter
    /// one has 480, else the largest.
    var standard: Derivative? {
        derivatives.dropLast(still == nil ? 0 : 1).last {
            max($0.size.width, $0.size.height) >= 1000 && min($0.size.width, $0.size.height) >= 480
        } ?? derivatives.first
    }

    /// Returns the CSS class of the placeholder colour of a size; nil if it may be transparent.
    fileprivate func placeholder(of derivative: Derivative) -> String? {
        derivative.fileExtension == "jpg" ? ColourSheet.className(of: colour) : nil
    }
}

extension TemplateValue {
    /// Returns a photo of a note: its picture, or a notice in its place; a vector drawing has a
    /// download as well.
    ///
    /// - Parameters:
    ///   - anchor: The identifier of the element on the page; nil if the page has the photo
    ///     elsewhere, or is not the note's own.
    ///   - alternative: The alternative text; empty if there is none.
    ///   - label: The name of a photo without a description, such as `Photo 2`.
    ///   - notice: The text shown if there is no picture.
    ///   - isLinked: True if the photo must not be a link: within a link of the text, and in books.
    ///   - isLazy: True if the browser may defer loading until the photo is near the viewport.
    ///   - isSmall: True if the photo is one of several below the text, which are shown in columns.
    static func photo(
        _ picture: PictureContext?, download: TemplateValue?, anchor: String?, caption: String?,
        alternative: String, label: String, notice: String, isLinked: Bool, isLazy: Bool,
        isSmall: Bool
    ) -> TemplateValue {
        let isCaptioned = caption != nil || isSmall && picture != nil && download != nil
        return .record([
            ("picture", picture?.value ?? .absent), ("download", download ?? .absent),
            ("anchor", .text(anchor)), ("caption", .text(caption)),
            ("alternative", .text(alternative)), ("label", .text(label)), ("notice", .text(notice)),
            ("isCaptioned", .flag(isCaptioned)), ("isLazy", .flag(isLazy)),
            ("isLinked", .flag(isLinked)), ("isSmall", .flag(isSmall)),
        ])
    }

    /// Returns a file that a page offers as a download. Its address is made of a digest, so the
    /// name to save it under is separate.
    ///
    /// - Parameter label: The text of the link, in the language of the interface.
    static func download(_ address: String, fileName: String, label: String) -> TemplateValue {
        .record([
            ("address", .text(address)), ("fileName", .text(fileName)), ("label", .text(label)),
        ])
    }

    /// Returns the attachments of a note, which its page lists below the text whether or not the
    /// text links them.
    ///
    /// - Parameter anchor: The identifier of the list, which links in the text target in books; nil
    ///   on other pages, where they target the files.
    static func attachments(
        _ files: [TemplateValue], anchor: String?, label: String
    ) -> TemplateValue {
        .record([("anchor", .text(anchor)), ("label", .text(label)), ("files", .list(files))])
    }

    /// Returns an attachment of a note: a download, or a notice that says why there is none.
    ///
    /// - Parameters:
    ///   - name: The caption, or else the name of the file.
    ///   - facts: The kind and size, such as `PDF, 1.2 MB`; empty for a missing or unreadable file.
    static func attachment(
        _ download: TemplateValue?, name: String, facts: String, notice: String?
    ) -> TemplateValue {
        .record([
            ("download", download ?? .absent), ("name", .text(name)), ("facts", .text(facts)),
            ("notice", .text(notice)),
        ])
    }

    /// Returns a recording of a note: a player and a download, or a notice in their place.
    ///
    /// - Parameters:
    ///   - facts: The kind, duration and size, such as `M4A, 0:45, 1.2 MB`.
    ///   - notice: The sentence that says which browsers play the recording, or why there is no
    ///     player; nil if neither is necessary.
    ///   - isBound: True in a book, which offers no downloads and only plays the recording.
    static func recording(
        _ download: TemplateValue?, isVideo: Bool = false, caption: String?, facts: String = "",
        notice: String?, isBound: Bool = false
    ) -> TemplateValue {
        .record([
            ("download", download ?? .absent), ("isVideo", .flag(isVideo)),
            ("caption", .text(caption)), ("facts", .text(facts)), ("notice", .text(notice)),
            ("isBound", .flag(isBound)),
        ])
    }

    /// Returns the transcript of a recording: lines with their times, or a text.
    ///
    /// - Parameters:
    ///   - title: The name of the recording; empty for one without a name or a caption.
    ///   - address: The address of the recording, by which the script of the page finds its player;
    ///     nil if there is no player.
    static func transcript(
        _ transcript: Transcript, title: String, address: String?, words: LocalizedStrings
    ) -> TemplateValue {
        let cues = transcript.cues
        let lines = TemplateValue.made(count: cues.count) { position in
            let cue = cues[position]
            return .record([
                ("start", .text(Self.seconds(cue.start))), ("end", .text(Self.seconds(cue.end))),
                ("time", .text(words.duration(Double(cue.start / 1000)))),
                ("speaker", .text(cue.speaker)), ("text", .text(cue.text)),
            ])
        }
        return .record([
            ("title", .text(title)), ("address", .text(address)), ("isTimed", .flag(!cues.isEmpty)),
            ("text", .text(cues.isEmpty ? transcript.text : nil)), ("lines", lines),
        ])
    }

    /// Returns milliseconds as seconds with as many decimals as needed.
    private static func seconds(_ milliseconds: Int) -> String {
        let rest = String(milliseconds % 1000 + 1000).dropFirst()
        return milliseconds % 1000 == 0
            ? String(milliseconds / 1000) : "\(milliseconds / 1000).\(rest)"
    }

    /// Returns the drawing on the back of a note: a photo, or strokes as SVG.
    ///
    /// - Parameters:
    ///   - box: The SVG attribute `viewBox` of strokes; nil for a photo.
    ///   - isOpen: True if the drawing is shown initially and not collapsed.
    ///   - isBound: True if the drawing is always shown: in a book, which has no collapsible
    ///     elements, and on the page of a note without photos, which has no other side.
    static func back(
        photo: TemplateValue? = nil, box: String? = nil, ink: [UInt8] = [], isOpen: Bool,
        isBound: Bool
    ) -> TemplateValue {
        .record([
            ("photo", photo ?? .absent), ("box", .text(box)), ("ink", .markup(ink)),
            ("isOpen", .flag(isOpen)), ("isBound", .flag(isBound)),
        ])
    }
}
