import Hashing
import LocalFiles
import MediaProcessing
import NoteModel
import Platform
import SitePages

/// The stage that prepares the photos, recordings and attachments of a notebook for the site, and
/// accounts for all of them in the report.
struct MediaStage {
    let hasher: OriginalHasher
    let width: Int
    private var processor: MediaProcessor { hasher.processor }

    func run(
        _ all: some Collection<Note>, into report: inout Report, progress: BuildProgress
    ) throws -> PreparedMedia {
        let notes = all.filter(\.hasMedia)
        let media = Set(notes.lazy.flatMap(\.media.all).compactMap(\.identity))
        let originals = try hasher.hash(Set(media.map(\.stored)), width: width)
        let prepared = PreparedMedia(
            try prepare(media, originals: originals, progress: progress),
            largeDrawings: try largeDrawings(of: all))
        // What is in a source that cannot be read was reported with it.
        let kept = originals.filter {
            $0.value.isOfEarlierRun && !hasher.outdatedFiles.contains($0.key.file)
        }
        var account = MediaAccount(prepared, kept: Set(kept.keys))
        for note in notes { account.add(note) }
        report.media = account.counts
        report.diagnostics += account.diagnostics
        return prepared
    }

    /// Makes pictures of the ink of pages that browsers would draw too slowly.
    private func largeDrawings(
        of notes: some Collection<Note>
    ) throws -> [HandwrittenPageID: PreparedDrawing] {
        let pages = notes.flatMap { note in
            note.pages.enumerated().map { (HandwrittenPageID($0, of: note.id), $1) }
        }
        guard !pages.isEmpty else { return [:] }
        let drawn = try pages.concurrentMap(width: width) { id, page in
            guard case .strokes(let strokes)? = page.drawing else {
                return (id, nil as PreparedDrawing?)
            }
            let drawing = InkDrawing(strokes, paper: page.paper)
            guard drawing.isLarge else { return (id, nil) }
            // Pictures below the ink have to be seen through it.
            return (
                id,
                try processor.prepare(
                    svg: drawing.document(), layer: drawing.document(isTransparent: true),
                    recipes: SitePictures.recipes)
            )
        }
        return drawn.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    /// The media of one kind with equal content and orientation, which are prepared together.
    private struct Work: Hashable, Comparable {
        let digest: ContentDigest
        let kind: Medium.Kind
        let orientation: Medium.Orientation?

        init(_ medium: Medium.Identity, _ original: MediaProcessor.HashedOriginal) {
            digest = original.original.digest
            (kind, orientation) = (medium.kind, medium.orientation)
        }

        static func < (left: Work, right: Work) -> Bool {
            (left.digest, left.orientation?.rawValue ?? 0)
                < (right.digest, right.orientation?.rawValue ?? 0)
        }
    }

    private func prepare(
        _ media: Set<Medium.Identity>, originals: [StoredBytes: MediaProcessor.HashedOriginal],
        progress: BuildProgress
    ) throws -> [Medium.Identity: PreparedMedium] {
        // Equal media are prepared once; any of them represents all.
        var works: [Work: MediaProcessor.HashedOriginal] = [:]
        for medium in media {
            guard let original = originals[medium.stored] else { continue }
            works[Work(medium, original)] = original
        }
        var prepared: [Work: PreparedMedium] = [:]
        for kind in Medium.Kind.allCases {
            let inOrder = works.filter { $0.key.kind == kind }.sorted { $0.key < $1.key }
            let counter = progress.counter(kind.plural.capitalizedWord, of: inOrder.count)
            let results = try inOrder.concurrentMap(width: width) { work, original in
                defer { counter.advance() }
                return (
                    work,
                    try processor.prepare(
                        original, as: kind, turned: work.orientation, recipes: SitePictures.recipes)
                )
            }
            // A photo may crash a worker. A worker that fails at every photo is broken itself, and
            // must not cause all photos to vanish from a site.
            let ends = results.compactMap(\.1.workerEnd)
            if results.count >= 3, ends.count == results.count {
                throw ends.contains(.killed)
                    ? UserError(
                        "The photo worker was killed (signal 9) or failed at each of \(results.count) photos; most likely memory ran out.",
                        MediaProcessorError.memoryAdvice)
                    : UserError(
                        "The photo worker failed at each of \(results.count) photos.",
                        MediaProcessorError.installationAdvice)
            }
            prepared.merge(results) { $1 }
        }
        return media.reduce(into: [:]) { found, medium in
            found[medium] = originals[medium.stored].flatMap { prepared[Work(medium, $0)] }
        }
    }
}
