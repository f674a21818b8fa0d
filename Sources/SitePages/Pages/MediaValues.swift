import NoteModel
import OutputPlan
import TextTemplates

/// A picture of a page, in all sizes that there are.
struct PictureContext: Sendable {
    /// Relative to the page, of a size that suits most screens.
    let address: String
    /// Of the largest size.
    let large: String
    /// All sizes, as `srcset` has them; nil where there is one only.
    let sources: String?
    /// The width of the largest size, in pixels, or the one that the text asks for.
    private(set) var width: Int
    private(set) var height: Int
    /// Whether the text says how wide it is to be shown.
    private(set) var isSized = false
    /// Class of the colour that stands in while it loads; nil for what may be transparent.
    let colour: String?

    init(
        address: String, large: String, sources: String?, width: Int, height: Int, colour: String?
    ) {
        self.address = address
        self.large = large
        self.sources = sources
        self.width = width
        self.height = height
        self.colour = colour
    }

    /// - Parameter folder: Where pictures are, relative to the page, with a slash at its end.
    init?(_ decoded: DecodedPhoto, in folder: String) {
        guard let largest = decoded.derivatives.first, let usual = decoded.usual else { return nil }
        address = folder + usual.fileName
        large = folder + largest.fileName
        sources =
            decoded.derivatives.count < 2
            ? nil
            : decoded.derivatives.map { "\(folder)\($0.fileName) \($0.size.width)w" }
                .joined(separator: ", ")
        width = largest.size.width
        height = largest.size.height
        colour = largest.isOpaque ? ColourSheet.className(of: decoded.colour) : nil
    }

    /// The usual size only, for books.
    init?(boundOf decoded: DecodedPhoto, in folder: String) {
        guard let usual = decoded.usual else { return nil }
        address = folder + usual.fileName
        large = address
        sources = nil
        width = usual.size.width
        height = usual.size.height
        colour = nil
    }

    /// The smallest size only, for lists.
    init?(thumbnailOf decoded: DecodedPhoto, in folder: String) {
        guard let smallest = decoded.derivatives.last else { return nil }
        address = folder + smallest.fileName
        large = address
        sources = nil
        width = smallest.size.width
        height = smallest.size.height
        colour = smallest.isOpaque ? ColourSheet.className(of: decoded.colour) : nil
    }

    /// The picture in another width, as high as its shape asks for.
    func shown(width: Int) -> PictureContext {
        var picture = self
        picture.width = width
        picture.height = max(1, (height * width + self.width / 2) / max(1, self.width))
        picture.isSized = true
        return picture
    }

    /// How it stands on a page, as classes of the style sheet name it: too small to be enlarged
    /// into a column, or higher than wide.
    private var shape: String? {
        if width < 240 { return "small" }
        if height >= 2 * width { return "long" }
        return 10 * height > 11 * width ? "tall" : nil
    }

    var value: TemplateValue {
        .record([
            ("address", .text(address)), ("large", .text(large)), ("sources", .text(sources)),
            ("width", .text(String(width))), ("height", .text(String(height))),
            ("colour", .text(colour)), ("shape", .text(shape)), ("isSized", .flag(isSized)),
        ])
    }
}

extension DecodedPhoto {
    /// The size that suits most screens.
    var usual: Derivative? {
        derivatives.last { $0.size.longerSide >= 1000 } ?? derivatives.first
    }
}

extension PixelSize {
    fileprivate var longerSide: Int { max(width, height) }
}

extension Derivative {
    fileprivate var isOpaque: Bool { fileExtension == "jpg" }
}

/// A photo of a note: its picture, or what stands in for one.
struct PhotoContext: Sendable {
    var picture: PictureContext?
    /// Of a drawing in vectors, which is not shown.
    var download: DownloadContext?
    /// What its address on the page ends in (`photo-2`); nil where another one has it.
    var anchor: String?
    let caption: String?
    /// What a reader who cannot see it is told; empty where nobody wrote it.
    let alternative: String
    /// What it is called where nobody described it: `Photo 2`.
    let label: String
    /// What is said in place of a picture.
    let notice: String
    /// Whether it stands in a link of the text, and cannot be one itself.
    var isLinked = false
    /// Whether the browser may wait with it until it comes into sight.
    let isLazy: Bool
    /// Whether it stands in columns beside others.
    var isSmall = false

    var value: TemplateValue {
        .record([
            ("picture", picture?.value ?? .absent), ("download", download?.value ?? .absent),
            ("anchor", .text(anchor)), ("caption", .text(caption)),
            ("alternative", .text(alternative)), ("label", .text(label)), ("notice", .text(notice)),
            ("isLazy", .flag(isLazy)), ("isLinked", .flag(isLinked)), ("isSmall", .flag(isSmall)),
        ])
    }
}

/// A file that a page offers.
struct DownloadContext: Sendable {
    /// Relative to the page.
    let address: String
    /// What a browser is to call it.
    let fileName: String
    /// What the link says.
    let label: String

    var value: TemplateValue {
        .record([
            ("address", .text(address)), ("fileName", .text(fileName)), ("label", .text(label)),
        ])
    }
}

/// The attachments of a note.
struct AttachmentsContext: Sendable {
    /// The identifier that links of the text lead to; nil where they lead to the files.
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

/// An attachment of a note: a download, or what stands in for it.
struct AttachmentContext: Sendable {
    /// Nil for a file that is missing, and in books, which have no file beside them.
    let download: DownloadContext?
    /// The caption, or else the name of the file.
    let name: String
    /// Kind and size, as `PDF, 1.2 MB`.
    let facts: String
    /// Why there is no download; nil where there is one.
    let notice: String?

    var value: TemplateValue {
        .record([
            ("download", download?.value ?? .absent), ("name", .text(name)),
            ("facts", .text(facts)), ("notice", .text(notice)),
        ])
    }
}

/// A recording of a note: a player and a download, or what stands in for them.
struct RecordingContext: Sendable {
    let download: DownloadContext?
    let isVideo: Bool
    let caption: String?
    /// Kind, length and size, as `M4A, 0:45, 1.2 MB`.
    let facts: String
    /// What browsers do not play it, or why there is none; nil where all do.
    let notice: String?
    /// Whether it stands in a book, which has no file beside it.
    var isBound = false

    var value: TemplateValue {
        .record([
            ("download", download?.value ?? .absent), ("isVideo", .flag(isVideo)),
            ("caption", .text(caption)), ("facts", .text(facts)), ("notice", .text(notice)),
            ("isBound", .flag(isBound)),
        ])
    }
}
