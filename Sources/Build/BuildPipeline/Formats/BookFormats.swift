import LocalFiles
import MediaProcessing
import NoteExports
import NoteModel
import OutputPlan
import Platform
import SitePages

/// A book that is one HTML page, with pictures and recordings embedded as `data:` URLs.
package struct PageBookFormat: OutputFormat {
    /// The password with which the page is encrypted; nil not to encrypt it.
    private let password: String?

    package init(password: String? = nil) { self.password = password }

    package var form: OutputForm { password.map { .sealed(password: $0) } ?? .file }
    package var hasPages: Bool { true }
    package var photos: OutputPhotos? { .withoutLocation }

    /// Plans the page and, if it is to be encrypted, the page that contains it.
    ///
    /// - Throws: ``TemplateError`` if a page cannot be rendered.
    package func plan(_ notebook: PlannedNotebook) throws -> PlannedFiles {
        let binder = notebook.binder
        let (chapters, diagnostics) = try binder.chapters(.oneFile)
        let page = Self.file(chapters, of: binder)
        guard password != nil else {
            return PlannedFiles([page], diagnostics: notebook.deadReferences + diagnostics)
        }
        let sealed = try binder.sealedPage(scriptDigest: SealedFile.source)
        return PlannedFiles(
            [page, OutputFile(OutputPath("sealed.html"), content: .bytes(sealed))],
            diagnostics: notebook.deadReferences + diagnostics)
    }

    /// Returns the page with all files that it shows.
    fileprivate static func file(
        _ chapters: [BookChapter], of binder: BookBinder, printed date: Date? = nil
    ) -> OutputFile {
        let media = Dictionary(
            binder.mediaFiles(.oneFile).map { ($0.path.text, $0.content) },
            uniquingKeysWith: { first, _ in first })
        return OutputFile(
            OutputPath("book.html"),
            content: .written { writer in
                let page = try binder.page(chapters, isPrinted: date != nil)
                try write(page, media: media, to: writer)
            }, modified: date)
    }

    /// Writes the page with the files in place of their addresses.
    private static func write(
        _ page: [UInt8], media: [String: OutputContent], to writer: any OutputFileWriter
    ) throws {
        // Addresses are enclosed in quotation marks, which are always escaped in the texts of
        // notes.
        let mark = Array("=\"\(BookForm.embedded)".utf8)
        let starts = page.withUnsafeBufferPointer { bytes in
            var starts: [Int] = []
            var from = 0
            while let start = bytes.place(of: mark[0], from: from) {
                if bytes[start...].starts(with: mark) { starts.append(start) }
                from = start + 1
            }
            return starts
        }
        let embedded = try starts.map { start in
            let pathStart = start + mark.count
            let end = page[pathStart...].firstIndex(of: UInt8(ascii: "\"")) ?? page.endIndex
            let path = String(decoding: page[pathStart..<end], as: UTF8.self)
            guard let file = media[path] else { throw UserError.unknownPicture(path) }
            return EmbeddedFile(
                at: start + 2..<end, head: "data:\(BookPackage.kind(of: path));base64,",
                bytes: try writer.stored(file))
        }
        try writer.write(page, embedding: embedded)
    }
}

/// A book for paper, PDF.
package struct PDFFormat: OutputFormat {
    package init() {}

    package var form: OutputForm { .printed }
    package var hasPages: Bool { true }
    package var photos: OutputPhotos? { .withoutLocation }

    /// Plans the page that is printed.
    ///
    /// - Throws: ``TemplateError`` if a page cannot be rendered; ``UserFacingError`` if
    ///   `SOURCE_DATE_EPOCH` is invalid.
    package func plan(_ notebook: PlannedNotebook) throws -> PlannedFiles {
        let binder = notebook.binder
        let (chapters, diagnostics) = try binder.chapters(.oneFile)
        let page = PageBookFormat.file(
            chapters, of: binder, printed: try notebook.dateOfBook)
        return PlannedFiles([page], diagnostics: notebook.deadReferences + diagnostics)
    }
}

/// An electronic book, EPUB 3.
package struct EPUBFormat: OutputFormat {
    package init() {}

    package var form: OutputForm { .package }
    package var hasPages: Bool { true }
    package var photos: OutputPhotos? { .withoutLocation }
    /// The limit of services such as Send to Kindle: 200 MB.
    package var usualLimit: Int? { 200_000_000 }

    /// Plans the members of the book.
    ///
    /// - Throws: ``TemplateError`` if a page cannot be rendered; ``UserFacingError`` if
    ///   `SOURCE_DATE_EPOCH` is invalid.
    package func plan(_ notebook: PlannedNotebook) throws -> PlannedFiles {
        let binder = notebook.binder
        let (chapters, diagnostics) = try binder.chapters(.chapters)
        let package = BookPackage(binder, modified: try notebook.dateOfBook)
        let cover = try cover(package.coverDrawing, processor: notebook.input.processor)
        return PlannedFiles(
            try package.files(chapters, cover: cover),
            diagnostics: notebook.deadReferences + diagnostics)
    }

    /// Returns the cover as a JPEG, which all e-book readers show in their lists, or as an SVG if
    /// it cannot be rendered.
    private func cover(
        _ drawing: String, processor: MediaProcessor
    ) throws -> (ending: String, bytes: [UInt8]) {
        let scratch = ScratchFolder()
        defer { withExtendedLifetime(scratch) {} }
        let path = try scratch.path() + "/cover.jpg"
        do {
            try processor.draw(
                DrawRequest(svg: drawing, width: 1200, path: path, writesOrientation: false))
            return ("jpg", try LocalFiles.read(path))
        } catch {
            return ("svg", Array(drawing.utf8))
        }
    }
}

extension PlannedNotebook {
    /// The date at which a book says it was made, the same in every run: that of the newest note.
    fileprivate var dateOfBook: Date {
        get throws {
            let newest = input.notebook.notes.compactMap(\.lastChanged).max()
            return try SourceDate.current() ?? newest ?? Date(timeIntervalSince1970: 0)
        }
    }
}
