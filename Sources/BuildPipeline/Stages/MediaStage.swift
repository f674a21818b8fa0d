import BuildCache
import ContentHashing
import Diagnostics
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
    private let cache: BuildCache
    /// The time at which the stage began, in nanoseconds since 1970.
    private let start: Int64

    init(
        _ processor: MediaProcessor, width: Int, start: Int64, cache: BuildCache = BuildCache()
    ) {
        self.start = start
        self.processor = processor
        self.width = width
        self.cache = cache
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
            attachments: attachments.reduce(into: [:]) { $0[$1] = originals[$1]?.original })
        var account = MediaAccount(media)
        for note in notes { account.add(note) }
        report.photos = account.photos
        report.recordings = account.recordings
        report.attachments = account.attachments
        report.diagnostics += account.diagnostics
        return media
    }

    private typealias Originals = [StoredBytes: MediaProcessor.HashedOriginal]

    /// Hashes originals, without those whose files are gone or were truncated since they were
    /// listed.
    private func identified(_ stored: Set<StoredBytes>) throws -> Originals {
        let found = try Array(stored).concurrentMap(width: width) { ($0, try identified($0)) }
        return found.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    /// Returns a hashed original; nil if it cannot be read. Its bytes are not read again if the
    /// file has not been touched since they were hashed.
    private func identified(_ stored: StoredBytes) throws -> MediaProcessor.HashedOriginal? {
        guard let stamp = try? FileStamp(stored.file) else { return nil }
        var parts = Fingerprinter("original")
        parts.add(stored)
        stamp.add(to: &parts)
        var name = Fingerprinter("original")
        name.add(stored)
        let hashed = cache.chunk(
            .init("hash"), name: name.fingerprint.text, inputs: [parts.fingerprint]
        ) {
            _, _ in
            let found = try? processor.identify(stored)
            return BuildCache.Computed(
                HashedPrefix(found), isKept: found != nil && stamp.isSettled(before: start))
        }[0].value
        guard let digest = hashed.digest else { return nil }
        return MediaProcessor.HashedOriginal(
            stored, digest: digest, prefix: hashed.prefix, status: stamp.status)
    }

    /// The cached part of a hashed original: what cannot be known without reading its bytes.
    private struct HashedPrefix: BinaryCodable, Sendable {
        /// The digest of the content; nil for an original that cannot be read.
        let digest: ContentDigest?
        /// The first bytes of the content, up to 1,024, from which the kind is detected.
        let prefix: [UInt8]

        init(_ found: MediaProcessor.HashedOriginal?) {
            digest = found?.original.digest
            prefix = found?.prefix ?? []
        }

        func write(to writer: inout ByteWriter) {
            writer.write(digest)
            writer.write(prefix)
        }

        init(from reader: inout ByteReader) throws(BinaryDecodingError) {
            digest = try reader.optionalValue()
            prefix = try reader.byteArray()
        }
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
