import MarkdownText
import NoteModel
package import OutputPlan
package import Platform

/// The files of an electronic book (EPUB 3.3, W3C): one page for each note, with a cover and a
/// table of contents.
package struct BookPackage: Sendable {
    private let binder: BookBinder
    private let modified: Date

    static let folder = "EPUB/"
    private static let stylesheet = "book.css"
    private static let packagePath = folder + "package.opf"

    /// The content of the book's first file, `mimetype`, which identifies the format (OCF in EPUB
    /// 3.3) and must not be compressed.
    private static let mediaType = "application/epub+zip"

    /// Creates the package of a book.
    ///
    /// - Parameter modified: The date of the last modification, which EPUB requires as
    ///   `dcterms:modified`, and which is written in UTC.
    package init(_ binder: BookBinder, modified: Date) {
        (self.binder, self.modified) = (binder, modified)
    }

    /// Returns the files of the book in their order in the archive.
    ///
    /// - Parameters:
    ///   - chapters: The notes, in the order of the book.
    ///   - cover: The file extension (without a dot) and the bytes of the picture of the cover.
    /// - Throws: ``TemplateError``.
    package func files(
        _ chapters: [BookChapter], cover: (ending: String, bytes: [UInt8])
    ) throws -> [OutputFile] {
        let coverPath = "cover." + cover.ending
        let pages = try chapters.map { chapter in
            (chapter.path, try binder.page(of: chapter, stylesheet: Self.stylesheet))
        }
        let media = binder.mediaFiles(.chapters)
        func file(_ path: String, bytes: [UInt8]) -> OutputFile {
            OutputFile(OutputPath(Self.folder + path), content: .bytes(bytes))
        }
        func page(_ template: String) throws -> [UInt8] {
            try binder.page(
                template, stylesheet: Self.stylesheet, cover: coverPath, chapters: chapters)
        }
        return [
            // EPUB requires this to be the first file, with its content at a fixed offset.
            OutputFile(OutputPath("mimetype"), content: .bytes(Array(Self.mediaType.utf8))),
            OutputFile(OutputPath("META-INF/container.xml"), content: .bytes(Self.container)),
            OutputFile(
                OutputPath(Self.packagePath),
                content: .bytes(package(coverPath, chapters: pages, media: media))),
            file("contents.xhtml", bytes: try page(TemplateFile.bookContents)),
            file("cover.xhtml", bytes: try page(TemplateFile.bookCover)),
            file(coverPath, bytes: cover.bytes),
            file(Self.stylesheet, bytes: binder.styles["epub.css"] ?? []),
        ] + pages.map(file)
            + media.map { OutputFile(OutputPath(Self.folder + $0.path.text), content: $0.content) }
    }

    /// The picture of the cover as SVG, 1200 by 1600 units: the title and the author on a plain
    /// background.
    package var coverDrawing: String {
        let lines = Self.lines(binder.notebook.title)
        let longest = lines.map(Self.width).max() ?? 1
        // Fits the longest line into 920 units, a letter being about half as wide as high.
        let size = min(lines.count > 4 ? 84 : 108, 1840 / max(1, longest))
        let top = 640 - (lines.count - 1) * size * 5 / 8
        var svg = XMLText()
        svg.element(
            "svg",
            attributes: [
                ("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 1200 1600"),
                ("width", "1200"), ("height", "1600"),
            ]
        ) { svg in
            func box(_ x: Int, y: Int, width: Int, height: Int, colour: String) {
                svg.element(
                    "rect",
                    attributes: [
                        ("x", "\(x)"), ("y", "\(y)"), ("width", "\(width)"),
                        ("height", "\(height)"), ("fill", colour),
                    ])
            }
            func text(_ text: String, y: Int, size: Int, colour: String) {
                svg.element(
                    "text",
                    attributes: [
                        ("x", "648"), ("y", "\(y)"), ("text-anchor", "middle"),
                        ("font-family", "Charter, Georgia, DejaVu Serif, serif"),
                        ("font-size", "\(size)"), ("fill", colour),
                    ], text: text)
            }
            box(0, y: 0, width: 1200, height: 1600, colour: "#f4f0e7")
            box(0, y: 0, width: 96, height: 1600, colour: "#8a3b12")
            box(588, y: top - size * 2, width: 120, height: 8, colour: "#8a3b12")
            for (number, line) in lines.enumerated() {
                text(line, y: top + number * size * 5 / 4, size: size, colour: "#23211d")
            }
            if let author = binder.options.author {
                for (number, line) in Self.lines(author).prefix(3).enumerated() {
                    text(line, y: 1360 + 72 * number, size: 56, colour: "#6b665c")
                }
            }
        }
        return String(decoding: svg.bytes, as: UTF8.self)
    }

    /// Returns the width of a line in letters of average width. An East Asian character, which is
    /// as wide as it is high, counts as two.
    private static func width(_ text: String) -> Int {
        text.reduce(0) {
            $0 + ($1.unicodeScalars.first.map { $0.value >= 0x2E80 } ?? false ? 2 : 1)
        }
    }

    /// Returns a title broken into at most seven lines that fit the cover. Emoji are removed, and
    /// words longer than a line are divided.
    private static func lines(_ title: String) -> [String] {
        let longest = title.count > 60 ? 22 : 17
        let title = String(
            String.UnicodeScalarView(
                title.unicodeScalars.filter { !$0.properties.isEmojiPresentation }))
        var lines: [String] = [""]
        for word in title.split(whereSeparator: \.isWhitespace) {
            // Some languages have no spaces.
            var rest = Substring(word)
            repeat {
                let part = rest.prefix(longest)
                rest = rest.dropFirst(longest)
                let last = lines[lines.count - 1]
                if last.isEmpty {
                    lines[lines.count - 1] = String(part)
                } else if last.count + 1 + part.count <= longest {
                    lines[lines.count - 1] += " " + part
                } else {
                    lines.append(String(part))
                }
            } while !rest.isEmpty
        }
        return lines.count <= 7 ? lines : Array(lines.prefix(6)) + [lines[6] + " …"]
    }

    private static let container: [UInt8] = {
        var xml = XMLText()
        xml.element(
            "container",
            attributes: [
                ("version", "1.0"), ("xmlns", "urn:oasis:names:tc:opendocument:xmlns:container"),
            ]
        ) { xml in
            xml.element("rootfiles") { xml in
                xml.element(
                    "rootfile",
                    attributes: [
                        ("full-path", packagePath),
                        ("media-type", "application/oebps-package+xml"),
                    ])
            }
        }
        return xml.bytes
    }()

    private func package(
        _ cover: String, chapters: [(path: String, bytes: [UInt8])], media: [OutputFile]
    ) -> [UInt8] {
        var xml = XMLText()
        xml.element(
            "package",
            attributes: [
                ("xmlns", "http://www.idpf.org/2007/opf"), ("version", "3.0"),
                ("unique-identifier", "identifier"), ("xml:lang", binder.options.language),
            ]
        ) { xml in
            metadata(to: &xml)
            xml.element("manifest") { xml in
                func item(_ path: String, kind: String, properties: String? = nil) {
                    let more = properties.map { [("properties", $0)] } ?? []
                    xml.element(
                        "item",
                        attributes: [
                            ("id", Self.identifier(of: path)), ("href", path),
                            ("media-type", kind),
                        ] + more)
                }
                let page = "application/xhtml+xml"
                item("contents.xhtml", kind: page, properties: "nav")
                item("cover.xhtml", kind: page)
                item(cover, kind: Self.kind(of: cover), properties: "cover-image")
                item(Self.stylesheet, kind: "text/css")
                for (path, bytes) in chapters {
                    let text = String(decoding: bytes, as: UTF8.self)
                    let parts = [("<math ", "mathml"), ("<svg ", "svg")]
                        .filter { text.contains($0.0) }.map(\.1)
                    item(
                        path, kind: page,
                        properties: parts.isEmpty ? nil : parts.joined(separator: " "))
                }
                for file in media { item(file.path.text, kind: Self.kind(of: file.path.text)) }
            }
            let direction: [(String, String)] =
                TextLanguage.isRightToLeft(binder.options.language)
                ? [("page-progression-direction", "rtl")] : []
            xml.element("spine", attributes: direction) { xml in
                for path in ["cover.xhtml", "contents.xhtml"] + chapters.map(\.path) {
                    xml.element("itemref", attributes: [("idref", Self.identifier(of: path))])
                }
            }
        }
        return xml.bytes
    }

    private func metadata(to xml: inout XMLText) {
        xml.element("metadata", attributes: [("xmlns:dc", "http://purl.org/dc/elements/1.1/")]) {
            xml in
            xml.element(
                "dc:identifier", attributes: [("id", "identifier")], text: identifier)
            xml.element("dc:title", text: binder.notebook.title)
            xml.element("dc:language", text: binder.options.language)
            if let author = binder.options.author { xml.element("dc:creator", text: author) }
            func meta(_ property: String, text: String) {
                xml.element("meta", attributes: [("property", property)], text: text)
            }
            meta("dcterms:modified", text: CivilTime(modified).rfc3339)
            for mode in ["textual", "visual"] { meta("schema:accessMode", text: mode) }
            meta("schema:accessModeSufficient", text: "textual,visual")
            for feature in ["tableOfContents", "readingOrder", "structuralNavigation"] {
                meta("schema:accessibilityFeature", text: feature)
            }
            meta("schema:accessibilityHazard", text: "unknown")
            meta(
                "schema:accessibilitySummary",
                text:
                    "Notes with headings and a table of contents; pictures have the descriptions that their owner gave them."
            )
        }
    }

    /// The URN of the book. It depends on the title and the identities of the notes and not on
    /// their content, so that a new edition keeps it.
    private var identifier: String {
        StableIDs.name(
            of: ["book", binder.notebook.title.replacing("\n", with: " ")]
                + binder.notebook.notes.map(\.studyIdentifier))
    }

    /// Returns an identifier for a path that is a valid XML name, such as
    /// `file-notes-note-1-xhtml`.
    private static func identifier(of path: String) -> String {
        "file-"
            + path.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
    }

    /// Returns the media type of a file by its extension, such as `image/jpeg`; for unknown ones,
    /// that of arbitrary bytes.
    package static func kind(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "jpg": "image/jpeg"
        case "png": "image/png"
        case "webp": "image/webp"
        case "svg": "image/svg+xml"
        case "mp3": "audio/mpeg"
        case "m4a": "audio/mp4"
        case "mp4": "video/mp4"
        case "mov": "video/quicktime"
        case "wav": "audio/wav"
        case "aiff": "audio/aiff"
        case "caf": "audio/x-caf"
        default: "application/octet-stream"
        }
    }
}
