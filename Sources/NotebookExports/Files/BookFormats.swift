import BuildCache
package import BuildPipeline
import Diagnostics
import Foundation
import LocalFiles
import MediaModel
import MediaProcessing
import NoteModel
import OutputChecks
import OutputPlan
import OutputTree
import Permalinks
import SealedBooks
import SitePages
import ZipFiles

/// The options of a book.
package struct BookOptions: Sendable {
    /// The file formats of books.
    package enum Form: String, CaseIterable, Sendable {
        case html, epub
    }

    package var output: String
    package var form: Form
    /// True if an existing file may be replaced.
    package var isReplacing = false
    /// The password with which a book of one file is encrypted; nil not to encrypt it.
    package var password: String?

    package init(output: String, form: Form) {
        self.output = output
        self.form = form
    }
}

extension BuildPipeline {
    /// Writes a notebook as a single HTML or EPUB file.
    ///
    /// - Returns: The report of the notes and media that were read.
    /// - Throws: ``BuildError``; an existing file is unchanged in that case.
    package static func bind(
        _ options: BuildOptions, book: BookOptions, progress: BuildProgress = .none
    ) async throws(BuildError) -> Report {
        do {
            return try await makeBook(options, book: book, progress: progress)
        } catch {
            throw BuildError(error)
        }
    }

    /// The size above which services such as Send to Kindle refuse a book: 200 MB.
    private static var maximumBookSize: Int { 200_000_000 }

    private static func largeBook(_ path: String, size: Int) -> Diagnostic {
        Diagnostic(
            .largeBook, origin: .init(source: ""),
            summary:
                "\(path) has \(size / 1_000_000) MB; many e-book readers refuse more than 200.",
            suggestion: "Choose some of the notes, for example with --since or --tag.")
    }

    private static func makeBook(
        _ options: BuildOptions, book: BookOptions, progress: BuildProgress
    ) async throws -> Report {
        let preparation = try ExportPreparation(options, output: book.output)
        let place = try ExportTarget(book.output, kind: .file, isReplacing: book.isReplacing)
        // The pages of a book with a password are not beside it, not even for a moment.
        let hidden = book.password == nil ? nil : ScratchFolder(in: .cache)
        defer { withExtendedLifetime(hidden) {} }
        let scratch = try hidden?.path() ?? place.scratch
        var report = Report()
        let prepared = try await preparation.run(
            scratch: scratch + "/cache", into: &report, progress)
        defer { withExtendedLifetime(prepared) {} }
        let (input, planner) = (prepared.input, prepared.planner)
        var ofSite = Report()
        let map = input.siteMap
        let site = try planner.siteNotes(input.siteNotes, of: input, map, into: &ofSite)
        let binder = planner.binder(of: input, site)
        let form: BookForm = book.form == .html ? .oneFile : .chapters
        let (chapters, diagnostics) = try binder.chapters(form)
        let leaks = try planner.leakCheck(input, site: site)
        try leaks?.check(TreePlan(tree: "book", files: binder.mediaFiles(form)))
        let printing = BookPrinting(
            binder: binder, processor: input.processor, derivatives: input.derivatives,
            leaks: leaks, scratch: scratch)
        let made = scratch + "/book"
        switch book.form {
        case .html: try printing.writePage(chapters, to: made)
        case .epub:
            let newest = input.notebook.notes.compactMap(\.lastChanged).max()
            let package = BookPackage(
                binder,
                modified: try SourceDate.current() ?? newest ?? Date(timeIntervalSince1970: 0))
            try printing.write(package, chapters: chapters, to: made)
            let size = try LocalFiles.status(made)?.size ?? 0
            if size > maximumBookSize {
                report.diagnostics.append(largeBook(book.output, size: size))
            }
        }
        try leaks?.requireNoLeaks(titles: input.titles)
        if let password = book.password {
            let page = try binder.sealedPage(scriptDigest: SealedFile.source)
            let sealed = place.scratch + "/sealed"
            let isNew = try SealedFile(
                page: String(decoding: page, as: UTF8.self), password: password
            ).write(
                made, to: sealed, compressed: scratch + "/compressed", unlessIn: place.path)
            if isNew { try place.publish(sealed) }
        } else {
            try place.publish(made)
        }
        report.locations.omitting = [LocalFiles.name(of: book.output)]
        report.diagnostics += diagnostics + (leaks?.warnings(titles: input.titles) ?? [])
        return report
    }
}

/// A writer of books that checks everything it writes for words of excluded notes.
private struct BookPrinting {
    let binder: BookBinder
    let processor: MediaProcessor
    let derivatives: DerivativeFiles
    let leaks: LeakCheck?
    let scratch: String

    /// Writes the book as one HTML page, with pictures and recordings embedded as `data:` URLs.
    func writePage(_ chapters: [BookChapter], to path: String) throws {
        let page = try binder.page(chapters)
        leaks?.check(page, at: "book.html")
        var files: [String: DerivedFile] = [:]
        for file in binder.mediaFiles(.oneFile) {
            if case .derivative(let derived) = file.content { files[file.path.text] = derived }
        }
        let output = try OpenFile(path, access: .create)
        // Addresses are enclosed in quotation marks, which are always escaped in the texts of
        // notes.
        let mark = Array("=\"\(BookForm.embedded)".utf8)
        var written = 0
        while let start = page.firstRange(of: mark, from: written) {
            let addressStart = start + mark.count
            let end = page[addressStart...].firstIndex(of: UInt8(ascii: "\"")) ?? page.endIndex
            try output.writeAll(Array(page[written..<start + 2]), synchronizing: false)
            let address = String(decoding: page[addressStart..<end], as: UTF8.self)
            guard let derived = files[address] else {
                throw ExportError.unknownPicture(address: address)
            }
            try writeData(derivatives.verified(derived).path, named: address, to: output)
            written = end
        }
        try output.writeAll(Array(page[written...]))
    }

    private func writeData(
        _ file: String, named name: String, to output: borrowing OpenFile
    ) throws {
        try output.writeAll(
            Array("data:\(BookPackage.kind(of: name));base64,".utf8), synchronizing: false)
        let size = try LocalFiles.status(file)?.size ?? 0
        try output.writeBase64(of: StoredBytes(file: file, range: 0..<size))
    }

    func write(
        _ package: BookPackage, chapters: [BookChapter], to path: String
    ) throws {
        var zip = try ZipWriter(path)
        // EPUB requires `mimetype` to be the first entry, with its content at a fixed offset.
        try zip.add("mimetype", bytes: Array(BookPackage.mediaType.utf8))
        for file in try package.files(chapters, cover: cover(of: package)) {
            switch file.content {
            case .bytes(let bytes): try zip.add(file.path.text, bytes: checked(bytes, file: file))
            case .rendered(let render):
                try zip.add(file.path.text, bytes: checked(try render(), file: file))
            case .derivative(let derived):
                try zip.add(file.path.text, fileAt: derivatives.verified(derived).path)
            case .original, .checksums: continue
            }
        }
        try zip.finish()
    }

    private func checked(_ bytes: [UInt8], file: OutputFile) -> [UInt8] {
        leaks?.check(bytes, at: file.path.text)
        return bytes
    }

    /// Returns the cover as a JPEG, which all e-book readers show in their lists, or as an SVG if
    /// it cannot be rendered.
    private func cover(of package: BookPackage) -> (ending: String, bytes: [UInt8]) {
        let drawing = package.coverDrawing
        let path = scratch + "/cover.jpg"
        do {
            try processor.draw(
                DrawRequest(
                    svg: drawing, width: 1200, path: path, orientation: 1,
                    writesOrientation: false, position: nil))
            return ("jpg", try LocalFiles.read(path))
        } catch {
            return ("svg", Array(drawing.utf8))
        }
    }
}

extension [UInt8] {
    fileprivate func firstRange(of pattern: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + pattern.count <= count {
            guard let next = self[index...].firstIndex(of: pattern[0]) else { return nil }
            if self[next...].starts(with: pattern) { return next }
            index = next + 1
        }
        return nil
    }
}
