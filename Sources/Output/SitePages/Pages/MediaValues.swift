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
    let sources: String?
    /// The width in pixels of the largest size that is offered, or the width that the text asks
    /// for.
    private(set) var width: Int
    /// The height in pixels that belongs to the width, so that browsers reserve the space before
    /// the picture is loaded.
    private(set) var height: Int
    /// True if the text gives the width of the picture, from which the browser then chooses a size
    /// to load.
    private(set) var isSized = false
    /// The address of the still of an animation, for readers who want no motion; nil for others.
    private(set) var still: String?
    /// The CSS class of the placeholder colour, such as `c-350`; nil for pictures that may be
    /// transparent, and in books.
    let colour: String?
    /// The CSS classes of the aspect ratio, such as `r-13 s-33`, by which rows of photos are
    /// justified, with `modest` for a picture of few pixels; nil in books.
    let ratio: String?

    init(
        address: String, large: String, sources: String?, width: Int, height: Int, colour: String?,
        ratio: String?
    ) {
        self.address = address
        self.large = large
        self.sources = sources
        self.width = width
        self.height = height
        self.colour = colour
        self.ratio = ratio
    }

    /// Creates a picture with all sizes for a page of the site; nil if there are none.
    ///
    /// - Parameter folder: The folder of the pictures, relative to the page, with a trailing slash.
    init?(_ decoded: DecodedPhoto, in folder: String) {
        guard let largest = decoded.derivatives.first, let standard = decoded.standard else {
            return nil
        }
        address = folder + standard.fileName
        large = folder + largest.fileName
        still = decoded.still.map { folder + $0.fileName }
        let offered = still == nil ? decoded.derivatives : decoded.derivatives.dropLast()
        sources =
            offered.count < 2
            ? nil
            : offered.map { "\(folder)\($0.fileName) \($0.size.width)w" }
                .joined(separator: ", ")
        width = largest.size.width
        height = largest.size.height
        colour = largest.isOpaque ? ColourSheet.className(of: decoded.colour) : nil
        ratio = Self.rowClasses(of: largest.size)
    }

    /// Creates a picture with the default size only, for books, which would grow with every further
    /// size; nil if there are no sizes.
    init?(boundOf decoded: DecodedPhoto, in folder: String) {
        guard let standard = decoded.standard else { return nil }
        address = folder + standard.fileName
        large = address
        sources = nil
        width = standard.size.width
        height = standard.size.height
        colour = nil
        ratio = nil
    }

    /// Creates a picture with the smallest size only, for lists, with that size's width and height;
    /// nil if there are no sizes.
    init?(thumbnailOf decoded: DecodedPhoto, in folder: String) {
        guard let smallest = decoded.derivatives.last else { return nil }
        address = folder + smallest.fileName
        large = address
        sources = nil
        width = smallest.size.width
        height = smallest.size.height
        colour = smallest.isOpaque ? ColourSheet.className(of: decoded.colour) : nil
        ratio = RatioSheet.className(of: smallest.size)
    }

    /// Creates a picture like a thumbnail, for the page of all photos, that also offers the second
    /// smallest size, for screens of high resolution, and the largest, for the viewer; nil if there
    /// are no sizes.
    init?(contactOf decoded: DecodedPhoto, in folder: String) {
        guard let largest = decoded.derivatives.first, let smallest = decoded.derivatives.last
        else { return nil }
        address = folder + smallest.fileName
        large = folder + largest.fileName
        let others = decoded.derivatives.dropLast()
        // Of an animation and its still, which have one width, rows take the still.
        let offered = [largest] + others.dropFirst().suffix(1)
        let described = offered.prefix(others.count).map { picture in
            let isAnimation = picture.size.width == smallest.size.width
            return "\(folder)\(picture.fileName) \(picture.size.width + (isAnimation ? 1 : 0))w"
        }
        sources =
            described.isEmpty
            ? nil : (described + ["\(address) \(smallest.size.width)w"]).joined(separator: ", ")
        width = smallest.size.width
        height = smallest.size.height
        colour = smallest.isOpaque ? ColourSheet.className(of: decoded.colour) : nil
        ratio = Self.rowClasses(of: largest.size)
    }

    /// Returns the picture with another width in pixels, and the height that keeps its proportions,
    /// at least 1. The files remain.
    func shown(width: Int) -> PictureContext {
        var picture = self
        picture.width = width
        picture.height = max(1, (height * width + self.width / 2) / max(1, self.width))
        picture.isSized = true
        return picture
    }

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
        if width < Self.smallWidth { return "small" }
        if height >= 2 * width { return "long" }
        return 10 * height > 11 * width ? "tall" : nil
    }

    var value: TemplateValue {
        .record([
            ("address", .text(address)), ("large", .text(large)), ("sources", .text(sources)),
            ("width", .text(String(width))), ("height", .text(String(height))),
            ("colour", .text(colour)), ("shape", .text(shape)), ("ratio", .text(ratio)),
            ("isSized", .flag(isSized)), ("still", .text(still)),
        ])
    }
}

extension DecodedPhoto {
    /// The still of an animation, which is the last picture and as wide as the one before it; nil
    /// for a photo that does not move.
    var still: Derivative? {
        let last = derivatives.suffix(2)
        return last.count == 2 && last.first?.size.width == last.last?.size.width ? last.last : nil
    }

    /// The default size: the smallest whose longer side has at least 1000 pixels and whose shorter
    /// one has 480, else the largest.
    var standard: Derivative? {
        derivatives.dropLast(still == nil ? 0 : 1).last {
            $0.size.longerSide >= 1000 && min($0.size.width, $0.size.height) >= 480
        } ?? derivatives.first
    }
}

extension PixelSize {
    fileprivate var longerSide: Int { max(width, height) }
}

extension Derivative {
    fileprivate var isOpaque: Bool { fileExtension == "jpg" }
}

/// A photo of a note: its picture, or a notice in its place; a vector drawing has a download as
/// well.
struct PhotoContext: Sendable {
    var picture: PictureContext?
    /// The download of a vector drawing, without what could do harm; nil for other photos.
    var download: DownloadContext?
    /// The identifier of the element on the page, such as `photo-2`; nil if the page has the photo
    /// elsewhere, or is not the note's own.
    var anchor: String?
    let caption: String?
    /// The alternative text: the description in the text, or else the caption. Without either it
    /// is empty, in books the label and the note's title.
    let alternative: String
    /// The name of a photo without a description, such as `Photo 2`, counted within the note from
    /// 1.
    let label: String
    /// The text shown if there is no picture: that the photo is missing, unreadable or a drawing,
    /// with its name and kind if known.
    let notice: String
    /// True if the photo must not be a link: within a link of the text, and in books.
    var isLinked = false
    /// True if the browser may defer loading until the photo is near the viewport; false for the
    /// first photo of a note's text, or below it if there is none.
    let isLazy: Bool
    /// True if the photo is one of several below the text, which are shown in columns.
    var isSmall = false

    var value: TemplateValue {
        .record([
            ("picture", picture?.value ?? .absent), ("download", download?.value ?? .absent),
            ("anchor", .text(anchor)), ("caption", .text(caption)),
            ("alternative", .text(alternative)), ("label", .text(label)), ("notice", .text(notice)),
            (
                "isCaptioned",
                .flag(caption != nil || isSmall && picture != nil && download != nil)
            ),
            ("isLazy", .flag(isLazy)), ("isLinked", .flag(isLinked)), ("isSmall", .flag(isSmall)),
        ])
    }
}

/// A file that a page offers as a download. Its address is made of a digest, so the name to save it
/// under is separate.
struct DownloadContext: Sendable {
    /// The address of the file, relative to the page, in feeds its URL.
    let address: String
    /// The file name that the browser suggests, with its extension, made from the original's name
    /// or the caption.
    let fileName: String
    /// The text of the link, in the language of the interface.
    let label: String

    var value: TemplateValue {
        .record([
            ("address", .text(address)), ("fileName", .text(fileName)), ("label", .text(label)),
        ])
    }
}

/// The attachments of a note, which its page lists below the text whether or not the text links
/// them.
struct AttachmentsContext: Sendable {
    /// The identifier of the list, which links in the text target in books; nil on other pages,
    /// where they target the files.
    let anchor: String?
    let label: String
    let files: [AttachmentContext]

    var value: TemplateValue {
        .record([
            ("anchor", .text(anchor)), ("label", .text(label)),
            ("files", .list(files.map(\.value))),
        ])
    }
}

/// An attachment of a note: a download, or a notice in its place.
struct AttachmentContext: Sendable {
    /// The download; nil for a missing or unreadable file, and in books, which do not contain
    /// attachments.
    let download: DownloadContext?
    /// The caption, or else the name of the file, also shown for a file that cannot be offered.
    let name: String
    /// The kind and size, such as `PDF, 1.2 MB`; empty for a missing or unreadable file.
    let facts: String
    /// The reason why there is no download, in the language of the interface; nil if there is one.
    let notice: String?

    var value: TemplateValue {
        .record([
            ("download", download?.value ?? .absent), ("name", .text(name)),
            ("facts", .text(facts)), ("notice", .text(notice)),
        ])
    }
}

/// A recording of a note: a player and a download, or a notice in their place.
struct RecordingContext: Sendable {
    let download: DownloadContext?
    let isVideo: Bool
    let caption: String?
    /// The kind, duration and size, such as `M4A, 0:45, 1.2 MB`; empty for a missing or unreadable
    /// recording.
    let facts: String
    /// The sentence that says which browsers play the recording, or why there is no player; nil if
    /// neither is necessary.
    let notice: String?
    /// True in a book, which offers no downloads and only plays the recording.
    var isBound = false

    var value: TemplateValue {
        .record([
            ("download", download?.value ?? .absent), ("isVideo", .flag(isVideo)),
            ("caption", .text(caption)), ("facts", .text(facts)), ("notice", .text(notice)),
            ("isBound", .flag(isBound)),
        ])
    }
}
