package import Hashing
package import LocalFiles
package import NoteModel
package import Platform

/// Has worker processes decode and shrink photos and strip recordings of metadata, and caches the
/// results in a folder. It may be used on several threads, each of which gets its own worker.
///
/// ```
/// let processor = MediaProcessor(cache: "cache/photos", worker: "/usr/bin/notebinder-photos")
/// let original = try processor.identify(stored)
/// let medium = try processor.prepare(
///     original, as: .photo,
///     recipes: [DerivativeRecipe(name: "page", maximumSide: 1600, quality: 80)])
/// ```
package final class MediaProcessor: Sendable {
    let cache: DerivativeCache
    let workers: WorkerPool
    let kept: [PreservedMetadata]
    /// True to make copies of photos without metadata as well.
    private let copiesPhotos: Bool
    /// The program that converts recordings; nil to publish them as they are.
    let converter: RecordingConverter?

    /// The version of the results, which is part of every key: increase it whenever workers produce
    /// different output.
    static let version = "3"

    /// - Parameters:
    ///   - cache: The folder for the results; only this program writes there.
    ///   - worker: The path of the program `notebinder-photos`.
    ///   - kept: The metadata that the pictures of photos keep.
    ///   - copiesPhotos: True to make copies of photos without metadata as well.
    ///   - converter: The program that converts recordings; nil to publish them as they are.
    ///   - secondsPerRequest: The limit of a request in seconds of processor time, far more than
    ///     any camera's photo takes; large files get more.
    package init(
        cache: String, worker: String, kept: Set<PreservedMetadata> = [],
        copiesPhotos: Bool = false, converter: RecordingConverter? = nil,
        secondsPerRequest: Double = 60
    ) {
        self.converter = converter
        self.copiesPhotos = copiesPhotos
        self.cache = DerivativeCache(folder: cache)
        workers = WorkerPool(worker, secondsPerRequest: secondsPerRequest)
        self.kept = kept.sorted()
    }

    /// An original whose bytes have been hashed.
    package struct HashedOriginal: Hashable, Sendable {
        package let stored: StoredBytes
        package let original: OriginalBytes
        /// The status of the file when its bytes were read; nil if an earlier run read them, and
        /// they can no longer be read.
        let status: FileStatus?
        /// True if the bytes can no longer be read.
        package var isOfEarlierRun: Bool { status == nil }
        /// The first bytes, at most 1,024: enough to determine the format.
        package let prefix: [UInt8]

        /// Creates a value for bytes that were read, perhaps by an earlier run.
        ///
        /// - Parameter status: The status of the file, the same as when they were read; nil if they
        ///   can no longer be read.
        package init(
            _ stored: StoredBytes, digest: ContentDigest, prefix: [UInt8], status: FileStatus?
        ) {
            (self.stored, self.status, self.prefix) = (stored, status, prefix)
            original = OriginalBytes(digest: digest, count: stored.count)
        }
    }

    /// Reads bytes to compute their digest and determine their format.
    ///
    /// - Throws: ``MediaProcessorError`` if the file can no longer be read.
    package func identify(_ stored: StoredBytes) throws -> HashedOriginal {
        var hasher = ContentHasher()
        var prefix: [UInt8] = []
        let status: FileStatus?
        do {
            status = try LocalFiles.status(stored.file)
            try stored.forEachChunk { chunk throws(FileError) in
                if prefix.isEmpty { prefix = Array(chunk.prefix(MediaFormat.prefixLength)) }
                hasher.update(chunk)
            }
        } catch {
            throw MediaProcessorError(.unreadable(error.reason))
        }
        return HashedOriginal(stored, digest: hasher.digest(), prefix: prefix, status: status)
    }

    /// Makes the published form of a medium, or finds it in the cache: pictures of a photo, a copy
    /// of a recording with only its audio and video, and nothing for an attachment.
    ///
    /// A photo that cannot be decoded, or a recording that cannot be read, is a result, not an
    /// error.
    ///
    /// - Parameters:
    ///   - orientation: The orientation of the stored pixels; nil to use that of the file.
    ///   - recipes: The wanted pictures, the largest first.
    /// - Throws: ``MediaProcessorError`` if no worker can be started, or if it cannot write a file;
    ///   ``FileError`` if the cache cannot be written.
    package func prepare(
        _ original: HashedOriginal, as kind: Medium.Kind,
        turned orientation: Medium.Orientation? = nil,
        recipes: [DerivativeRecipe] = []
    ) throws -> PreparedMedium {
        switch kind {
        case .recording: return try recording(original)
        case .attachment: return PreparedMedium(attachment: original.original)
        case .photo: break
        }
        let prepared = try pictures(of: original, turned: orientation, recipes: recipes)
        guard copiesPhotos else { return prepared }
        return PreparedMedium(
            original: prepared.original, format: prepared.format, derivation: prepared.derivation,
            outcome: prepared.outcome, cleanCopy: try cleanCopy(of: original, prepared: prepared),
            drawing: prepared.drawing)
    }

    private func pictures(
        of photo: HashedOriginal, turned orientation: Medium.Orientation?,
        recipes: [DerivativeRecipe]
    ) throws -> PreparedMedium {
        let kind = PhotoKind(prefix: photo.prefix)
        let derivation = derivation(of: photo, orientation: orientation, recipes: recipes)
        var drawing: DerivedFile?
        func prepared(_ outcome: PreparedMedium.Outcome) -> PreparedMedium {
            PreparedMedium(
                original: photo.original, format: kind.map { .photo($0) }, derivation: derivation,
                outcome: outcome, drawing: drawing)
        }
        if kind == .svg {
            // A copy without scripts and metadata, which is offered as a download.
            switch try clean(photo).1 {
            case .success(.drawing(let file)): drawing = file
            case .success: return prepared(.unreadable(reason: Failed.unclear, workerEnd: .failed))
            case .failure(let failed):
                return prepared(.unreadable(reason: failed.reason, workerEnd: failed.workerEnd))
            }
        }
        switch cache.facts(derivation) {
        case .derived(let photo)? where photo.files.allSatisfy(cache.holds):
            return prepared(.decoded(photo))
        case .undecodable(let reason, let worker)? where try workers.greeting() == worker:
            return prepared(.unreadable(reason: reason, workerEnd: nil))
        case .tookTooLong(let reason, let worker)? where try workers.greeting() == worker:
            return prepared(.unreadable(reason: reason, workerEnd: .failed))
        default: break
        }
        if let kind, !(try workers.greeting().kinds.contains(kind.rawValue)) {
            return prepared(.noDecoder)
        }
        let path = cache.unfinished(derivation)
        let request = { (source: StoredBytes) in
            DeriveRequest(
                source: source, derivation: derivation, orientation: orientation?.rawValue,
                recipes: recipes, kept: self.kept, path: path)
        }
        switch try answer(to: { .derive(request($0)) }, about: photo, derivation) {
        case .success(.derived(let decoded)) where !decoded.derivatives.isEmpty:
            for file in decoded.files {
                try cache.keep(file, writtenTo: request(photo.stored).path(of: file.key))
            }
            // A copy that could not be made is attempted again by the next run.
            if case .failed? = decoded.upright { return prepared(.decoded(decoded)) }
            try cache.keep(.derived(decoded), derivation: derivation)
            return prepared(.decoded(decoded))
        case .success: return prepared(.unreadable(reason: Failed.unclear, workerEnd: .failed))
        case .failure(let failed):
            return prepared(.unreadable(reason: failed.reason, workerEnd: failed.workerEnd))
        }
    }

    private func recording(_ recording: HashedOriginal) throws -> PreparedMedium {
        if let converted = try converted(recording) { return converted }
        let (derivation, copy) = try clean(recording)
        let outcome: PreparedMedium.Outcome =
            switch copy {
            case .success(.playable(let playable)): .playable(playable)
            case .success: .unreadable(reason: Failed.unclear)
            case .failure(let failed): .unreadable(reason: failed.reason)
            }
        return PreparedMedium(
            original: recording.original,
            format: RecordingKind(prefix: recording.prefix).map { .recording($0) },
            derivation: derivation, outcome: outcome)
    }

    /// Returns the capabilities of the workers; starts one if none has been started yet.
    ///
    /// - Throws: ``MediaProcessorError`` if no worker can be started.
    package func workerGreeting() throws -> WorkerCapabilities {
        try workers.greeting()
    }

    /// Returns the path of a file in the cache.
    package func file(of derived: DerivedFile) -> String { cache.path(of: derived.key) }

    /// True if the cache contains a file whose content has the right digest. Reads all of it.
    package func isIntact(_ file: DerivedFile) -> Bool { cache.isIntact(file) }

    /// Makes the published form of a medium again, ignoring the cache.
    ///
    /// - Throws: The errors of ``prepare(_:as:turned:recipes:)``.
    package func remake(
        _ original: HashedOriginal, as kind: Medium.Kind,
        turned orientation: Medium.Orientation? = nil,
        recipes: [DerivativeRecipe] = []
    ) throws -> PreparedMedium {
        if kind == .photo {
            let derivation = derivation(of: original, orientation: orientation, recipes: recipes)
            if case .derived(let decoded)? = cache.facts(derivation),
                let turned = decoded.upright?.file
            {
                try cache.forget(Self.copyKey(of: turned.digest))
            }
            try cache.forget(derivation)
            try cache.forget(Self.copyKey(of: original.original.digest))
        }
        try cache.forget(Self.cleanKey(of: original))
        if let converter {
            try cache.forget(Self.convertedKey(of: original, by: converter.fingerprint))
        }
        return try prepare(original, as: kind, turned: orientation, recipes: recipes)
    }

    /// Has a worker draw a scene.
    ///
    /// - Throws: ``MediaProcessorError`` if no worker can be started, or if the picture cannot be
    ///   written.
    package func draw(_ request: DrawRequest) throws {
        switch try workers.ask(.draw(request)) {
        case .success(.drawn): return
        case .success(.failed(let reason)): throw MediaProcessorError(.cannotWrite(reason))
        case .success:
            throw MediaProcessorError(startFailure: .unintelligible, worker: workers.path)
        case .failure(let failure):
            throw MediaProcessorError(startFailure: failure, worker: workers.path)
        }
    }

    /// Removes everything from the cache that these media do not need.
    ///
    /// - Parameters:
    ///   - rendered: The pictures of pages of documents.
    ///   - date: Files written from this date on are kept, since a preview may need them.
    /// - Throws: ``FileError`` if the cache cannot be listed, or a file cannot be removed.
    package func prune(
        keeping media: [PreparedMedium], rendered: [DerivedFile], writtenBefore date: Date
    ) throws {
        var needed = Set(rendered.map(\.key.text))
        needed.formUnion(media.compactMap(\.derivation?.text))
        for medium in media { needed.formUnion(medium.files.map(\.key.text)) }
        try cache.prune(keeping: needed, writtenBefore: date)
    }
}

// MARK: - Asking

/// The reason why a worker produced no result for some bytes.
struct Failed: Error {
    let reason: String
    var workerEnd: WorkerEnd?

    static let unclear = "the photo worker gave no clear answer"
}

extension MediaProcessor {
    /// Returns the stripped copy of a recording or an SVG drawing, as a reply of a worker, and the
    /// key of the copy.
    func clean(
        _ original: HashedOriginal
    ) throws -> (Fingerprint, Result<MediaReply, Failed>) {
        let key = Self.cleanKey(of: original)
        let reply = try copy(original, key: key) {
            .clean(CleanRequest(source: $0, key: key, path: $1))
        }
        return (key, reply)
    }

    /// Returns the reply of a worker that makes one file from an original; from the cache if it
    /// holds the file.
    ///
    /// - Parameter request: Returns the request for the location of the original and the path to
    ///   write to.
    func copy(
        _ original: HashedOriginal, key: Fingerprint,
        request: (StoredBytes, String) -> MediaRequest
    ) throws -> Result<MediaReply, Failed> {
        switch cache.facts(key) {
        case .playable(let copy)? where cache.holds(copy.file): return .success(.playable(copy))
        case .drawing(let file)? where cache.holds(file): return .success(.drawing(file))
        case .undecodable(let reason, let worker)? where try workers.greeting() == worker:
            return .failure(Failed(reason: reason))
        case .tookTooLong(let reason, let worker)? where try workers.greeting() == worker:
            return .failure(Failed(reason: reason, workerEnd: .failed))
        default: break
        }
        let written = cache.unfinished(key)
        let reply = try answer(to: { request($0, written) }, about: original, key)
        switch reply {
        case .success(.playable(let copy)):
            try cache.keep(copy.file, writtenTo: written)
            try cache.keep(.playable(copy), derivation: key)
        case .success(.drawing(let file)):
            try cache.keep(file, writtenTo: written)
            try cache.keep(.drawing(file), derivation: key)
        case .success: return .failure(Failed(reason: Failed.unclear, workerEnd: .failed))
        case .failure: break
        }
        return reply
    }

    /// Returns the reply of a worker to a request about some bytes.
    private func answer(
        to request: (StoredBytes) -> MediaRequest, about original: HashedOriginal,
        _ derivation: Fingerprint
    ) throws -> Result<MediaReply, Failed> {
        guard !original.isOfEarlierRun else {
            return .failure(Failed(reason: "its file cannot be read"))
        }
        try LocalFiles.makeFolder(cache.folder)
        // A worker reads unencoded bytes: base64 text in an XML archive is decoded into a file.
        let extracted = cache.unfinished(derivation)
        var stored = original.stored
        if stored.decodedRange != nil {
            try stored.copy(to: extracted)
            stored = StoredBytes(file: extracted, range: 0..<stored.count)
        }
        defer { if original.stored.decodedRange != nil { try? LocalFiles.remove(extracted) } }
        let asked = request(stored)
        var answer = try workers.ask(asked, bytes: stored.count)
        // The worker may have been killed because another photo took too much memory.
        if case .failure(.died) = answer { answer = try workers.ask(asked, bytes: stored.count) }
        // Results for bytes other than those of the key must not be stored under it.
        guard
            try LocalFiles.status(original.stored.file)
                == original.status
        else { return .failure(Failed(reason: "its file changed while it was read")) }
        switch answer {
        case .success(.undecodable(let reason)):
            try cache.keep(
                .undecodable(reason: reason, by: try workers.greeting()), derivation: derivation)
            return .failure(Failed(reason: reason))
        case .success(.unreadable(let reason)): return .failure(Failed(reason: reason))
        case .success(.failed(let reason)): throw MediaProcessorError(.cannotWrite(reason))
        case .success(let reply): return .success(reply)
        case .failure(let failure):
            let reason = reason(of: failure)
            if case .tookTooLong = failure {
                try cache.keep(
                    .tookTooLong(reason: reason, by: try workers.greeting()),
                    derivation: derivation)
            }
            return .failure(Failed(reason: reason, workerEnd: failure.isKill ? .killed : .failed))
        }
    }

    private func reason(of failure: WorkerProcess.ProcessError) -> String {
        switch failure {
        case .died where failure.isKill:
            "its photo worker was killed (signal 9), most likely because memory ran out"
        case .died(let signal?): "decoding it ended the photo worker (signal \(signal))"
        case .died: "decoding it ended the photo worker"
        case .tookTooLong:
            "decoding it took more than \(Self.text(workers.secondsPerRequest)) seconds of processor time"
        case .gaveNoReply:
            "its photo worker did not reply in \(Self.text(workers.secondsPerRequest * WorkerProcess.patience)) seconds"
        case .cannotStart, .unintelligible: Failed.unclear
        }
    }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
