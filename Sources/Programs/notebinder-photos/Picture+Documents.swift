private import CVips
import NoteModel

// Documents that pages of notes show: PDF files and drawings, of this program or cleaned by it.
// Their loaders are blocked except here, so that no photo reaches them.

extension Picture {
    /// The loaders of documents, by their classes in libvips, which are blocked for photos.
    enum DocumentLoader: String {
        case pdf = "VipsForeignLoadPdf"
        /// For drawings that this program made or cleaned.
        case svg = "VipsForeignLoadSvg"
    }

    static func allowing<Value>(
        _ loader: DocumentLoader, _ body: () throws -> Value
    ) throws -> Value {
        vips_operation_block_set(loader.rawValue, 0)
        defer { vips_operation_block_set(loader.rawValue, 1) }
        return try body()
    }

    /// The maximum number of pages of a PDF file that are measured.
    private static let maximumPages = 5000
    /// The number of pixels per point for measuring pages; more than one, since sizes are whole
    /// pixels.
    private static let measuringScale = 10.0

    /// Draws a page of a PDF file.
    ///
    /// - Parameters:
    ///   - number: The number of the page, from 1.
    ///   - side: The longest side of the picture in pixels.
    static func page(
        _ number: Int, ofPDF bytes: [UInt8], side: Int
    ) throws -> Picture {
        try allowing(.pdf) {
            let natural = try loadPDF(bytes, page: number, scale: 1)
            let scale = Double(side) / Double(max(natural.width, natural.height, 1))
            return try loadPDF(bytes, page: number, scale: scale).withoutAlpha()
        }
    }

    /// Returns the sizes of the pages of a PDF file in points.
    static func pageSizes(ofPDF bytes: [UInt8]) throws -> [PageSize] {
        try allowing(.pdf) {
            var sizes: [PageSize] = []
            var count = 1
            while sizes.count < min(count, maximumPages) {
                let page = try loadPDF(bytes, page: sizes.count + 1, scale: measuringScale)
                if sizes.isEmpty { count = page.announcedPages }
                guard
                    let size = PageSize(
                        width: Double(page.width) / measuringScale,
                        height: Double(page.height) / measuringScale)
                else { throw PictureError("a page has no size") }
                sizes.append(size)
            }
            return sizes
        }
    }

    /// Renders an SVG scene, on an opaque or a transparent background.
    ///
    /// - Parameter width: The width of the result in pixels.
    static func drawing(
        _ svg: String, width: Int, isTransparent: Bool
    ) throws -> Picture {
        let text = Array(svg.utf8)
        return try allowing(.svg) {
            let natural = try loadSVG(text, scale: 1)
            let scaled = try loadSVG(text, scale: Double(width) / Double(max(1, natural.width)))
            return isTransparent ? try scaled.inMemory() : try scaled.flattened()
        }
    }

    /// Draws an SVG drawing.
    ///
    /// - Parameters:
    ///   - side: The longest side of the picture in pixels.
    ///   - maximumScale: The maximum number of pixels per unit of the drawing, so that a small
    ///     drawing is not shown large.
    static func drawing(
        _ svg: [UInt8], side: Int, maximumScale: Double = .infinity
    ) throws -> Picture {
        try allowing(.svg) {
            let natural = try loadSVG(svg, scale: 1)
            let scale = Double(side) / Double(max(natural.width, natural.height, 1))
            return try loadSVG(svg, scale: min(scale, maximumScale)).inMemory()
        }
    }
}
