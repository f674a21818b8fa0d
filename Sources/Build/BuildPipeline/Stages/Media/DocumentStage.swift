import LocalFiles
import MediaProcessing
import NoteModel
import Synchronization

/// The stage that replaces document pages behind handwriting with pictures, so that later stages
/// deal with pictures only.
struct DocumentStage {
    let hasher: OriginalHasher
    let width: Int
    /// True to attach the documents themselves to their notes.
    var attachesDocuments = false

    private var processor: MediaProcessor { hasher.processor }

    /// The longest side of a picture in pixels, which is that of the largest derivative of photos.
    private static let side = 2048

    /// A page of a document. It has one picture, however many notes show it.
    private struct Work: Hashable {
        let document: StoredBytes
        let page: Int
    }

    /// Replaces the pages of documents in notes.
    ///
    /// - Returns: The pictures, as files in the cache of derivatives.
    func run(
        _ rows: inout [some NoteRow], into report: inout Report, progress: BuildProgress
    ) throws -> [DerivedFile] {
        let affected = rows.indices.filter { index in
            rows[index].note.pages.contains { $0.background != nil }
        }
        guard !affected.isEmpty else { return [] }
        let backgrounds = affected.flatMap { rows[$0].note.pages.compactMap(\.background) }
        let rendered = try pictures(of: backgrounds, progress: progress)
        for index in affected {
            rows[index].note = replaced(rows[index].note, by: rendered, into: &report)
        }
        return rendered.values.compactMap { outcome in
            if case .picture(let file) = outcome { file } else { nil }
        }
    }

    private func pictures(
        of backgrounds: [DocumentPage], progress: BuildProgress
    ) throws -> [Work: RenderedPage] {
        let works = Set(backgrounds.compactMap(Self.work))
        let hashed = try hasher.hash(Set(works.map(\.document)), width: width)
        let inOrder = works.sorted {
            ($0.document.file, $0.document.range.lowerBound, $0.page)
                < ($1.document.file, $1.document.range.lowerBound, $1.page)
        }
        let counter = progress.counter("Pages", of: inOrder.count)
        // A document that ends workers or takes too long is not tried for each of its pages.
        let given = Mutex<[StoredBytes: RenderedPage]>([:])
        let outcomes = try inOrder.concurrentMap(width: width) { work in
            defer { counter.advance() }
            guard let original = hashed[work.document] else {
                return (
                    work,
                    RenderedPage.unreadable(reason: "its file cannot be read", endedWorker: false)
                )
            }
            if let outcome = given.withLock({ $0[work.document] }) { return (work, outcome) }
            let outcome = try processor.render(original, page: work.page, side: Self.side)
            if case .unreadable(_, endedWorker: true) = outcome {
                given.withLock { $0[work.document] = outcome }
            }
            return (work, outcome)
        }
        return Dictionary(uniqueKeysWithValues: outcomes)
    }

    private static func work(_ page: DocumentPage) -> Work? {
        page.document.stored.map { Work(document: $0, page: page.number) }
    }

    /// Returns a note with pictures in place of the pages of documents. The pictures follow the
    /// other photos, whose positions stay the same.
    private func replaced(
        _ note: Note, by rendered: [Work: RenderedPage], into report: inout Report
    ) -> Note {
        var note = note
        var attached: Set<StoredBytes> = []
        for position in note.pages.indices {
            guard let background = note.pages[position].background else { continue }
            note.pages[position].background = nil
            note.photos.append(photo(of: background, in: note, by: rendered, into: &report))
            note.pages[position].pictures.insert(
                PlacedPicture(photo: note.photos.count - 1, frame: background.frame, isPaper: true),
                at: 0)
            if attachesDocuments, let stored = background.document.stored,
                attached.insert(stored).inserted
            {
                note.attachments.append(
                    Medium(.attachment, name: background.name, content: background.document))
            }
        }
        return note
    }

    private func photo(
        of page: DocumentPage, in note: Note, by rendered: [Work: RenderedPage],
        into report: inout Report
    ) -> Medium {
        guard let outcome = Self.work(page).flatMap({ rendered[$0] }) else {
            return Medium(.photo, name: page.name, content: page.document)
        }
        let stem = page.name.lowercased().hasSuffix(".pdf") ? page.name.dropLast(4) : page.name[...]
        let name = "\(stem)-\(page.number).png"
        switch outcome {
        case .picture(let file):
            return Medium(.photo, name: name, content: .stored(processor.stored(file)))
        case .unreadable(let reason, _):
            report.diagnostics.add(
                .unreadablePhoto, source: note.id.source,
                summary:
                    "Page \(page.number) of \(page.name) in “\(note.title)” cannot be shown: \(reason)."
            )
            return Medium(.photo, name: name, content: .damaged)
        }
    }
}
