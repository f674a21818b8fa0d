import Hashing
package import LocalFiles
package import NoteModel

/// A picture of a page of a document, or the reason why there is none.
package enum RenderedPage: Hashable, Sendable {
    case picture(DerivedFile)
    /// The reason completes the sentence "NAME cannot be shown: …". If the document ended the
    /// worker or took too long, it would do so for other pages.
    case unreadable(reason: String, endedWorker: Bool)
}

extension MediaProcessor {
    /// Has a worker draw a page of a PDF file, or an SVG drawing, or finds the picture in the cache.
    /// A document that cannot be read is a result, not an error.
    ///
    /// - Parameters:
    ///   - page: The number of the page of a PDF file, from 1; nil for an SVG drawing.
    ///   - side: The longest side of the picture in pixels.
    /// - Throws: ``MediaProcessorError`` if no worker can be started, or if it cannot write a file;
    ///   ``FileError`` if the cache cannot be written.
    package func render(_ document: HashedOriginal, page: Int?, side: Int) throws -> RenderedPage {
        let key = Fingerprint(
            ofLines: [
                Self.version, "render", document.original.digest.text, "\(page ?? 0) \(side)",
            ])
        let reply = try copy(document, key: key) { source, path in
            .render(RenderRequest(source: source, page: page, side: side, key: key, path: path))
        }
        switch reply {
        case .success(.drawing(let file)): return .picture(file)
        case .success: return .unreadable(reason: Failed.unclear, endedWorker: true)
        case .failure(let failed):
            return .unreadable(reason: failed.reason, endedWorker: failed.workerEnd != nil)
        }
    }
}

extension MediaProcessor {
    /// Makes the picture of an SVG drawing, whose file is kept in the cache.
    ///
    /// - Parameters:
    ///   - layer: The drawing without its background.
    ///   - recipes: The wanted derivatives of the picture, the largest first.
    /// - Returns: Nil if no picture can be made.
    /// - Throws: ``MediaProcessorError`` if no worker can be started, or if it cannot write a file;
    ///   ``FileError`` if the cache cannot be written.
    package func prepare(
        svg: [UInt8], layer: [UInt8], recipes: [DerivativeRecipe]
    ) throws -> PreparedDrawing? {
        let side = recipes.first?.maximumSide ?? 0
        guard let picture = try picture(ofSVG: layer, side: side) else { return nil }
        return PreparedDrawing(
            picture: try prepare(identify(stored(picture)), as: .photo, recipes: recipes),
            svg: try kept(svg), layer: try kept(layer), rendered: picture)
    }

    /// Makes a picture in PNG of an SVG drawing, or finds it in the cache; nil if none can be made.
    ///
    /// - Parameter side: The longest side of the picture in pixels.
    /// - Throws: ``MediaProcessorError`` if no worker can be started, or if it cannot write a file;
    ///   ``FileError`` if the cache cannot be written.
    package func picture(ofSVG svg: [UInt8], side: Int) throws -> DerivedFile? {
        let rendered = try render(identify(stored(kept(svg))), page: nil, side: side)
        guard case .picture(let picture) = rendered else { return nil }
        return picture
    }

    /// Returns the file of a drawing in the cache, writing it if it is missing.
    private func kept(_ svg: [UInt8]) throws -> DerivedFile {
        let digest = ContentDigest(of: svg)
        let file = DerivedFile(
            key: Fingerprint(ofLines: [Self.version, "ink", digest.text]), bytes: svg)
        if !cache.isIntact(file) {
            try LocalFiles.makeFolder(cache.folder)
            let written = cache.unfinished(file.key)
            _ = try LocalFiles.create(written, bytes: svg)
            try cache.keep(file, writtenTo: written)
        }
        return file
    }

    /// Returns the location of a file in the cache.
    package func stored(_ file: DerivedFile) -> StoredBytes {
        StoredBytes(file: self.file(of: file), range: 0..<file.byteCount)
    }
}

/// Has photo workers measure the pages of PDF files.
package final class DocumentMeter: Sendable {
    private let workers: WorkerPool

    /// The time limit for a document in seconds.
    private static let seconds = 20.0

    /// - Parameter worker: The path of the program `notebinder-photos`.
    package init(worker: String) {
        workers = WorkerPool(worker, secondsPerRequest: Self.seconds)
    }

    /// Returns the sizes of the pages of a PDF file, in order; nil if it cannot be read.
    package func pageSizes(of document: StoredBytes) -> [PageSize]? {
        guard
            case .success(.measured(let sizes))? = try? workers.ask(
                .measure(MeasureRequest(source: document)), bytes: document.count)
        else { return nil }
        return sizes
    }
}
