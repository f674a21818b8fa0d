import KeyedArchives
import LocalFiles
import NoteModel
import Platform

/// The pages of a Notability note, one below the other in one system of coordinates: their paper,
/// and the pages of PDF files that were written on.
///
/// A page is 1.3125 times as high as wide, or 11/8.5 times for letter paper. If a page of a PDF
/// file was written on, it has the proportions of that page, which is at its bottom; the height is
/// rounded up to whole points.
struct NotabilityLayout {
    /// The width of each page in points.
    let width: Double
    /// The colour of the paper; nil for white.
    let colour: String?
    /// The pages that the archive lists; more of the usual height follow.
    private let listed: [Slot]
    private let usualHeight: Double

    private struct Slot {
        let top: Double
        let height: Double
        let background: DocumentPage?
    }

    /// The ratio of a page's height to its width.
    private static let proportion = 1.3125
    /// The `x` of the left edge of a page, as a fraction of its width.
    private static let leftEdge = -20.0 / 768
    /// The width in points of a page whose archive does not state it.
    private static let usualWidth = 565.0
    /// The maximum number of pages.
    static let maximumPages = 5000
    /// The index of white paper, and of black paper.
    private static let (white, black) = (12.0, 14.0)

    /// - Parameters:
    ///   - session: The object of the note.
    ///   - text: Its value `richText`.
    init(
        of session: ArchivedInstance, _ text: ArchivedInstance?, in objects: NotabilityObjects,
        package: NotabilityPackage, sizes: DocumentSizes
    ) {
        let model = objects.instance(session["NBNoteTakingSessionDocumentPaperLayoutModelKey"])
        let paper = objects.instance(model?["documentPaperAttributes"])
        let sizing = objects.string(paper?["paperSizingBehavior"]) ?? ""
        let locked = sizing.split(separator: ":").dropFirst().first.flatMap { Double($0) }
        width =
            [
                objects.number(
                    objects.instance(text?["reflowState"])?["pageWidthInDocumentCoordsKey"]),
                locked,
            ].compactMap(\.self).first { (1...10_000).contains($0) } ?? Self.usualWidth
        let isLetter =
            sizing == "staticWidth" && objects.string(paper?["paperSize"]) == "letter"
        usualHeight =
            isLetter ? (width * 11 / 8.5).rounded(.down) : width * Self.proportion
        colour = Self.colour(
            index: objects.number(session["paperIndex"]),
            identifier: objects.string(paper?["paperIdentifier"]), package: package)
        let entries =
            [text?["pageLayoutArray"], model?["pageLayoutArray"]]
            .map { objects.members($0) }.first { !$0.isEmpty } ?? []
        var slots: [Slot] = []
        var top = 0.0
        for entry in entries.prefix(Self.maximumPages) {
            let page = Self.document(
                entry, in: objects, package: package, sizes: sizes, width: width)
            let height = page.map { $0.frame.height.rounded(.up) } ?? usualHeight
            slots.append(
                Slot(
                    top: top, height: height,
                    background: page.flatMap { $0.atBottom(ofHeight: height) }))
            top += height
        }
        listed = slots
    }

    /// The number of pages up to the last one with a page of a document.
    var documentCount: Int { (listed.lastIndex { $0.background != nil } ?? -1) + 1 }

    /// Returns the position of the page at a height; nil beyond the last possible page.
    func page(at y: Double) -> Int? {
        if y < end {
            // The last page that begins above it.
            var (low, high) = (0, listed.count)
            while low < high {
                let middle = (low + high) / 2
                if listed[middle].top <= y { low = middle + 1 } else { high = middle }
            }
            return max(0, low - 1)
        }
        let page = Double(listed.count) + max(0, ((y - end) / usualHeight).rounded(.down))
        return page < Double(Self.maximumPages) ? Int(page) : nil
    }

    private var end: Double { listed.last.map { $0.top + $0.height } ?? 0 }

    /// Returns the distances by which what is drawn on a page has to be moved.
    func offset(of page: Int) -> (x: Double, y: Double) {
        let top =
            page < listed.count
            ? listed[page].top : end + Double(page - listed.count) * usualHeight
        return (-width * Self.leftEdge, -top)
    }

    func paper(of page: Int) -> Paper? {
        let height = page < listed.count ? listed[page].height : usualHeight
        return Frame(x: 0, y: 0, width: width, height: height).map { Paper($0, colour: colour) }
    }

    func background(of page: Int) -> DocumentPage? {
        page < listed.count ? listed[page].background : nil
    }

    /// Returns the page of a document that an entry of the list names; nil for a blank page.
    private static func document(
        _ entry: PropertyListValue, in objects: NotabilityObjects, package: NotabilityPackage,
        sizes: DocumentSizes, width: Double
    ) -> DocumentPage? {
        // The number of a blank page is the largest one.
        guard let fields = objects.fields(entry),
            let number = objects.number(fields["kPageLayoutPDFPageNumberKey"])
                .flatMap({ Int(exactly: $0) }), (1...maximumPages).contains(number),
            let file = objects.string(fields["kPageLayoutPDFFileNameKey"])
                ?? objects.string(
                    objects.instance(fields["kPageLayoutPDFFileKey"])?["pdfFileName"]),
            !file.isEmpty
        else { return nil }
        let content = sizes.content(of: "PDFs/" + file, in: package)
        let size = sizes.size(ofPage: number, of: content)
        let height = size.map { $0.height * width / $0.width } ?? width * proportion
        return Frame(x: 0, y: 0, width: width, height: height).map {
            DocumentPage(number, of: content, named: LocalFiles.name(of: file), frame: $0)
        }
    }

    /// Returns the colour of paper: that of its identifier, or else that of the corner of the app's
    /// own picture of the first page.
    private static func colour(
        index: Double?, identifier: String?, package: NotabilityPackage
    ) -> String? {
        if index == black { return "#000000" }
        if index == white { return nil }
        if let colour = identifier.flatMap(Self.colour(ofIdentifier:)) {
            return colour == "#ffffff" ? nil : colour
        }
        guard let name = NotabilityThumbnail.names.first(where: { package.has($0) }),
            let bytes = (try? package.bytes(of: name)).flatMap(\.self)
        else { return nil }
        return NotabilityThumbnail.corner(of: bytes).flatMap { $0 == "#ffffff" ? nil : $0 }
    }
}

extension NotabilityLayout {
    /// Returns the colour that the identifier of a paper names, such as `Color:#FFF48E`; nil for
    /// another one.
    static func colour(ofIdentifier identifier: String) -> String? {
        guard let digits = identifier.split(separator: "#").dropFirst().last, digits.count == 6,
            digits.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF)
            })
        else { return nil }
        return "#" + digits.lowercased()
    }
}

extension DocumentPage {
    /// Returns the page at the bottom of a handwritten page of that height.
    fileprivate func atBottom(ofHeight height: Double) -> DocumentPage? {
        Frame(x: 0, y: height - frame.height, width: frame.width, height: frame.height).map {
            DocumentPage(number, of: document, named: name, frame: $0)
        }
    }
}
