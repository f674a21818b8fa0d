import BuildCache
import ContentHashing
import Diagnostics
import InkDrawings
import LocalFiles
import MediaModel
import MediaProcessing
import NoteModel
import OutputPlan
import ParallelWork
import SitePages

/// The stage that prepares the photos, recordings and attachments of a notebook for the site, and
/// accounts for all of them in the report.
struct MediaStage {
    let processor: MediaProcessor
    let width: Int
    private let hasher: OriginalHasher

    /// - Parameter start: The time at which the stage begins, in nanoseconds since 1970.
    init(
        _ processor: MediaProcessor, width: Int, start: Int64, cache: BuildCache = BuildCache()
    ) {
        self.init(
            processor, hasher: OriginalHasher(processor: processor, cache: cache, start: start),
            width: width)
    }

    init(_ processor: MediaProcessor, hasher: OriginalHasher, width: Int) {
        self.processor = processor
        self.hasher = hasher
        self.width = width
    }

    func run(
        _ all: [Note], into report: inout Report, progress: BuildProgress
    ) throws -> PreparedMedia {
        let notes = all.filter {
            !$0.photos.isEmpty || !$0.recordings.isEmpty || !$0.attachments.isEmpty
        }
        let photos = Set(notes.lazy.flatMap { $0.photos.compactMap(\.identity) })
        let recordings = Set(notes.lazy.flatMap { $0.recordings.compactMap(\.stored) })
        let attachments = Set(notes.lazy.flatMap { $0.attachments.compactMap(\.stored) })
        let originals = try identified(
            Set(photos.map(\.stored)).union(recordings).union(attachments))
        let media = PreparedMedia(
            try prepare(photos, originals: originals, progress: progress),
            recordings: try prepare(recordings, originals: originals, progress: progress),
            attachments: attachments.reduce(into: [:]) { $0[$1] = originals[$1]?.original },
            largeDrawings: try largeDrawings(of: all))
        // What is in a source that cannot be read was reported with it.
        let kept = originals.filter {
            $0.value.isOfEarlierRun && !hasher.outdatedFiles.contains($0.key.file)
        }
        var account = MediaAccount(media, kept: Set(kept.keys))
        for note in notes { account.add(note) }
        report.photos = account.photos
        report.recordings = account.recordings
        report.attachments = account.attachments
        report.diagnostics += account.diagnostics
        return media
    }

    /// Makes pictures of the ink of pages that browsers would draw too slowly.
    private func largeDrawings(of notes: [Note]) throws -> [HandwrittenPageID: PreparedDrawing] {
        let pages = notes.flatMap { note in
            note.pages.enumerated().map { (HandwrittenPageID($0, of: note.id), $1) }
        }
        guard !pages.isEmpty else { return [:] }
        let prepared = try pages.concurrentMap(width: width) { id, page in
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
        return prepared.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    private typealias Originals = [StoredBytes: MediaProcessor.HashedOriginal]

    /// Hashes originals, without those whose files are gone or were truncated since they were
    /// listed.
    private func identified(_ stored: Set<StoredBytes>) throws -> Originals {
        let found = try Array(stored).concurrentMap(width: width) { ($0, hasher.hash($0)) }
        return found.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    /// The photos with equal content and orientation, which are prepared together.
    private struct Work: Hashable {
        let digest: ContentDigest
        let orientation: Photo.Orientation?
    }

    private func prepare(
        _ photos: Set<Photo.Identity>, originals: Originals, progress: BuildProgress
    ) throws -> [Photo.Identity: PreparedPhoto] {
        // Equal photos are prepared once; any of them represents all.
        var works: [Work: MediaProcessor.HashedOriginal] = [:]
        for photo in photos {
            guard let original = originals[photo.stored] else { continue }
            works[
                Work(digest: original.original.digest, orientation: photo.orientation),
                default: original] = original
        }
        let inOrder = works.sorted {
            ($0.key.digest, $0.key.orientation?.rawValue ?? 0)
                < ($1.key.digest, $1.key.orientation?.rawValue ?? 0)
        }
        let counter = progress.counter("Photos", of: inOrder.count)
        let results = try inOrder.concurrentMap(width: width) { work, original in
            defer { counter.advance() }
            return (
                work,
                try processor.prepare(
                    original, turned: work.orientation, recipes: SitePictures.recipes)
            )
        }
        // A photo may crash a worker. A worker that fails at every photo is broken itself, and must
        // not cause all photos to vanish from a site.
        let ends = results.compactMap(\.1.workerEnd)
        if results.count >= 3, ends.count == results.count {
            throw BuildError.failedWorker(count: results.count, isKilled: ends.contains(.killed))
        }
        let byWork = Dictionary(uniqueKeysWithValues: results)
        return photos.reduce(into: [:]) { prepared, photo in
            guard let original = originals[photo.stored] else { return }
            prepared[photo] =
                byWork[Work(digest: original.original.digest, orientation: photo.orientation)]
        }
    }

    private func prepare(
        _ recordings: Set<StoredBytes>, originals: Originals, progress: BuildProgress
    ) throws -> [StoredBytes: PreparedRecording] {
        var distinct: [ContentDigest: MediaProcessor.HashedOriginal] = [:]
        for stored in recordings {
            guard let original = originals[stored] else { continue }
            distinct[original.original.digest] = original
        }
        let inOrder = distinct.sorted { $0.key < $1.key }
        let counter = progress.counter("Recordings", of: inOrder.count)
        let results = try inOrder.concurrentMap(width: width) { digest, original in
            defer { counter.advance() }
            return (digest, try processor.prepare(original))
        }
        let byDigest = Dictionary(uniqueKeysWithValues: results)
        return recordings.reduce(into: [:]) { prepared, stored in
            prepared[stored] = originals[stored].flatMap { byDigest[$0.original.digest] }
        }
    }
}
