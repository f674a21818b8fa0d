package import ContentHashing
import Foundation
package import LocalFiles
package import NoteModel
package import OutputPlan
package import PhotoMessages

/// Has photos and recordings looked at, made smaller and cleaned by worker processes, and keeps
/// what they made in a cache folder. May be used on several threads, each of which gets a worker
/// of its own.
package final class MediaProcessor: Sendable {
    let cache: DerivativeCache
    private let workers: WorkerPool
    let kept: [PreservedMetadata]

    /// Part of every key: a change of what workers make is a change of what is cached.
    static let version = "2"

    /// - Parameters:
    ///   - cache: Folder for what the workers make; only this program writes there.
    ///   - worker: Path of the program `notebinder-photos`.
    ///   - kept: Metadata of photos that pictures keep.
    ///   - secondsPerRequest: How long a worker may take; far more than any camera's photo does.
    package init(
        cache: String, worker: String, kept: Set<PreservedMetadata> = [],
        secondsPerRequest: Double = 60
    ) {
        self.cache = DerivativeCache(cache)
        workers = WorkerPool(worker, secondsPerRequest: secondsPerRequest)
        self.kept = kept.sorted()
    }

    /// Bytes that were read once.
    package struct HashedOriginal: Hashable, Sendable {
        package let stored: StoredBytes
        package let original: OriginalBytes
        /// Of the file when its bytes were read.
        let status: FileStatus?
        /// Enough to tell a kind.
        package let prefix: [UInt8]

        fileprivate init(
            stored: StoredBytes, original: OriginalBytes, status: FileStatus?, prefix: [UInt8]
        ) {
            self.stored = stored
            self.original = original
            self.status = status
            self.prefix = prefix
        }

        /// Bytes that an earlier run read from a file in the same state.
        package init(
            _ stored: StoredBytes, digest: ContentDigest, prefix: [UInt8], status: FileStatus
        ) {
            self.init(
                stored: stored, original: OriginalBytes(digest: digest, count: stored.count),
                status: status, prefix: prefix)
        }
    }

    /// Reads bytes for their digest and kind.
    ///
    /// - Throws: ``MediaProcessorError`` where the file cannot be read any more.
    package func identify(_ stored: StoredBytes) throws(MediaProcessorError) -> HashedOriginal {
        var hasher = ContentHasher()
        var prefix: [UInt8] = []
        let status: FileStatus?
        do throws(FileError) {
            status = try LocalFiles.status(stored.file)
            try stored.forEachChunk { chunk throws(FileError) in
                if prefix.isEmpty { prefix = Array(chunk.prefix(1024)) }
                hasher.update(chunk)
            }
        } catch {
            throw MediaProcessorError(.unreadable(error.reason))
        }
        return HashedOriginal(
            stored: stored, original: OriginalBytes(digest: hasher.digest(), count: stored.count),
            status: status, prefix: prefix)
    }

    /// Makes the pictures that are wanted of a photo, or finds them in the cache.
    ///
    /// A photo that cannot be decoded is a result, not an error.
    ///
    /// - Parameter recipes: The largest picture first.
    /// - Throws: ``MediaProcessorError`` where no worker can be had, or the cache not be written.
    package func prepare(
        _ photo: HashedOriginal, turned orientation: Photo.Orientation?, recipes: [DerivativeRecipe]
    ) throws(MediaProcessorError) -> PreparedPhoto {
        let kind = PhotoKind(prefix: photo.prefix)
        guard kind != .svg else {
            let (derivation, copy) = try clean(photo)
            let outcome: PreparedPhoto.Outcome =
                switch copy {
                case .success(let copy): .drawing(copy.file)
                case .failure(let failed):
                    .unreadable(reason: failed.reason, workerEnd: failed.workerEnd)
                }
            return PreparedPhoto(
                original: photo.original, kind: kind, derivation: derivation, outcome: outcome)
        }
        let derivation = derivation(of: photo, orientation, recipes)
        func prepared(_ outcome: PreparedPhoto.Outcome) -> PreparedPhoto {
            PreparedPhoto(
                original: photo.original, kind: kind, derivation: derivation, outcome: outcome)
        }
        let keys = recipes.map { Self.key(derivation, $0) }
        let uprightKey = Self.uprightKey(derivation)
        switch cache.facts(derivation) {
        case .derived(let pictures, let digests)?
        where zip(keys, pictures.pictures).allSatisfy({ key, picture in
            picture.map { cache.holds(key, byteCount: $0.byteCount) } ?? true
        }) && holdsUprightCopy(pictures, uprightKey):
            if let decoded = Self.decoded(pictures, digests, derivation, recipes) {
                return prepared(.decoded(decoded))
            }
        case .undecodable(let reason, let worker)? where try workers.greeting() == worker:
            return prepared(.unreadable(reason: reason, workerEnd: nil))
        default: break
        }
        if let kind, !(try workers.greeting().kinds.contains(kind.rawValue)) {
            return prepared(.noDecoder)
        }
        let wanted = zip(recipes, keys).map { recipe, key in
            WantedPicture(
                maximumSide: recipe.maximumSide, quality: recipe.quality,
                path: cache.unfinished(key))
        }
        let uprightPath = orientation.map { _ in cache.unfinished(uprightKey) }
        let request = { (part: FilePart) in
            PhotoRequest.derive(
                DeriveRequest(
                    source: part, orientation: orientation?.rawValue, pictures: wanted,
                    kept: self.kept, uprightPath: uprightPath))
        }
        switch try answer(to: request, about: photo, derivation) {
        case .success(.derived(let pictures)):
            var digests: [String: ContentDigest] = [:]
            for (index, picture) in pictures.pictures.prefix(keys.count).enumerated() {
                guard let picture else { continue }
                digests[recipes[index].name] =
                    try cache.keep(
                        keys[index], writtenTo: "\(wanted[index].path).\(picture.fileExtension)"
                    ).digest
            }
            if case .made = pictures.upright, let uprightPath {
                digests[Self.uprightName] =
                    try cache.keep(uprightKey, writtenTo: uprightPath).digest
            }
            guard let decoded = Self.decoded(pictures, digests, derivation, recipes) else {
                return prepared(.unreadable(reason: Failed.unclear, workerEnd: .failed))
            }
            // A copy that could not be made is tried again by the next run.
            if case .failed? = decoded.upright { return prepared(.decoded(decoded)) }
            try cache.keep(.derived(pictures, digests: digests), derivation)
            return prepared(.decoded(decoded))
        case .success: return prepared(.unreadable(reason: Failed.unclear, workerEnd: .failed))
        case .failure(let failed):
            return prepared(
                .unreadable(reason: failed.reason, workerEnd: failed.workerEnd))
        }
    }

    /// Makes a copy of a recording that tells nothing but what is heard and seen, or finds it in
    /// the cache.
    ///
    /// A recording that cannot be read is a result, not an error.
    ///
    /// - Throws: ``MediaProcessorError`` where no worker can be had, or the cache not be written.
    package func prepare(
        _ recording: HashedOriginal
    ) throws(MediaProcessorError) -> PreparedRecording {
        let kind = RecordingKind(prefix: recording.prefix)
        let (derivation, outcome) = try clean(recording)
        func prepared(_ outcome: PreparedRecording.Outcome) -> PreparedRecording {
            PreparedRecording(
                original: recording.original, kind: kind, derivation: derivation, outcome: outcome)
        }
        switch outcome {
        case .failure(let failed): return prepared(.unreadable(reason: failed.reason))
        case .success(let (copy, file)):
            guard let facts = copy.recording, let kind else {
                return prepared(.unreadable(reason: Failed.unclear))
            }
            // What all browsers decode they also take from a file of QuickTime's, by another name.
            let isQuickTime = kind == .mov && facts.playedBy != .safari
            let published: RecordingKind =
                isQuickTime
                ? (facts.isVideo ? .mp4 : .m4a)
                : kind == .mp4 && !facts.isVideo
                    ? .m4a : kind
            return prepared(
                .playable(
                    PlayableRecording(
                        file: file, kind: published, isVideo: facts.isVideo,
                        seconds: facts.seconds, playedBy: facts.playedBy,
                        carriesPosition: copy.carriedPosition)))
        }
    }

    /// What the workers say of themselves; starts one where none runs.
    package func workerGreeting() throws(MediaProcessorError) -> WorkerCapabilities {
        try workers.greeting()
    }

    /// The path of a file in the cache.
    package func file(of derived: DerivedFile) -> String { cache.path(of: derived.key) }

    /// Whether the cache holds a file whose content has the right digest. Reads all of it.
    package func isIntact(_ file: DerivedFile) -> Bool { cache.isIntact(file) }

    /// Makes the pictures of a photo again, whatever the cache holds of them.
    ///
    /// - Throws: ``MediaProcessorError``, as ``prepare(_:turned:recipes:)`` does.
    package func remake(
        _ photo: HashedOriginal, turned orientation: Photo.Orientation?, recipes: [DerivativeRecipe]
    ) throws(MediaProcessorError) -> PreparedPhoto {
        try cache.forget(derivation(of: photo, orientation, recipes))
        try cache.forget(Self.cleanKey(of: photo))
        return try prepare(photo, turned: orientation, recipes: recipes)
    }

    /// Makes the copy of a recording again, whatever the cache holds of it.
    ///
    /// - Throws: ``MediaProcessorError``, as ``prepare(_:)`` does.
    package func remake(_ recording: HashedOriginal) throws(MediaProcessorError)
        -> PreparedRecording
    {
        try cache.forget(Self.cleanKey(of: recording))
        return try prepare(recording)
    }

    /// Has a scene drawn. Throws ``MediaProcessorError`` where that fails.
    package func draw(_ request: DrawRequest) throws(MediaProcessorError) {
        switch try workers.ask(.draw(request)) {
        case .success(.drawn): return
        case .success(.failed(let reason)): throw MediaProcessorError(.cannotWrite(reason))
        case .success:
            throw MediaProcessorError(startFailure: .unintelligible, worker: workers.path)
        case .failure(let failure):
            throw MediaProcessorError(startFailure: failure, worker: workers.path)
        }
    }

    /// Removes from the cache what none of these photos and recordings needs.
    package func prune(
        keeping photos: [PreparedPhoto], _ recordings: [PreparedRecording]
    ) throws(MediaProcessorError) {
        var needed = Set(photos.map(\.derivation.text) + recordings.map(\.derivation.text))
        for photo in photos { needed.formUnion(photo.files.map(\.key.text)) }
        try cache.prune(keeping: needed)
    }
}

// MARK: - Asking

/// Why a worker made nothing of some bytes.
private struct Failed: Error {
    let reason: String
    var workerEnd: WorkerEnd?

    static let unclear = "the photo worker gave no clear answer"
}

extension MediaProcessor {
    /// A clean copy of a recording or a drawing.
    private func clean(
        _ original: HashedOriginal
    ) throws(MediaProcessorError) -> (
        Fingerprint, Result<(copy: CleanCopy, file: DerivedFile), Failed>
    ) {
        let key = Self.cleanKey(of: original)
        switch cache.facts(key) {
        case .cleaned(let copy, let digest)? where cache.holds(key, byteCount: copy.byteCount):
            return (key, .success((copy, DerivedFile(key: key, digest: digest))))
        case .undecodable(let reason, let worker)? where try workers.greeting() == worker:
            return (key, .failure(Failed(reason: reason)))
        default: break
        }
        let written = cache.unfinished(key)
        let request = { (part: FilePart) in
            PhotoRequest.clean(CleanRequest(source: part, path: written))
        }
        switch try answer(to: request, about: original, key) {
        case .success(.cleaned(let copy)):
            let file = try cache.keep(key, writtenTo: written)
            try cache.keep(.cleaned(copy, digest: file.digest), key)
            return (key, .success((copy, file)))
        case .success: return (key, .failure(Failed(reason: Failed.unclear, workerEnd: .failed)))
        case .failure(let failed): return (key, .failure(failed))
        }
    }

    /// What a worker answers to a request about some bytes.
    private func answer(
        to request: (FilePart) -> PhotoRequest, about original: HashedOriginal,
        _ derivation: Fingerprint
    ) throws(MediaProcessorError) -> Result<PhotoReply, Failed> {
        try cache.prepareFolder()
        // A worker reads plain bytes: what an XML archive holds as base64 text is written out.
        let extracted = cache.unfinished(derivation)
        var stored = original.stored
        if stored.decodedRange != nil {
            try inCache { () throws(FileError) in try stored.copy(to: extracted) }
            stored = StoredBytes(file: extracted, range: 0..<stored.count)
        }
        defer { if original.stored.decodedRange != nil { try? LocalFiles.remove(extracted) } }
        let asked = request(
            FilePart(file: stored.file, offset: stored.range.lowerBound, count: stored.count))
        var answer = try workers.ask(asked, bytes: stored.count)
        // A worker may have been ended for want of memory that another photo held.
        if case .failure(.died) = answer { answer = try workers.ask(asked, bytes: stored.count) }
        // What was made of other bytes than those of the key may not be kept under it.
        guard
            try inCache({ () throws(FileError) in try LocalFiles.status(original.stored.file) })
                == original.status
        else { return .failure(Failed(reason: "its file changed while it was read")) }
        switch answer {
        case .success(.undecodable(let reason)):
            try cache.keep(.undecodable(reason: reason, by: try workers.greeting()), derivation)
            return .failure(Failed(reason: reason))
        case .success(.unreadable(let reason)): return .failure(Failed(reason: reason))
        case .success(.failed(let reason)): throw MediaProcessorError(.cannotWrite(reason))
        case .success(let reply): return .success(reply)
        case .failure(let failure):
            return .failure(
                Failed(
                    reason: reason(of: failure), workerEnd: failure.isKill ? .killed : .failed))
        }
    }

    private func reason(of failure: WorkerProcess.ProcessError) -> String {
        switch failure {
        case .died where failure.isKill:
            "its photo worker was killed (signal 9), most likely because memory ran out"
        case .died(let signal?): "decoding it ended the photo worker (signal \(signal))"
        case .died: "decoding it ended the photo worker"
        case .tookTooLong:
            "decoding it took more than \(workers.secondsPerRequest.formatted()) seconds"
        case .cannotStart, .unintelligible: Failed.unclear
        }
    }
}

/// Puts what the file system says into an error of the workshop.
func inCache<Value>(
    _ body: () throws(FileError) -> Value
) throws(MediaProcessorError) -> Value {
    do throws(FileError) {
        return try body()
    } catch {
        throw MediaProcessorError(.file(error))
    }
}
