import Foundation
import LocalFiles
package import NoteModel
package import OutputPlan
package import PhotoMessages
import Synchronization

/// Has photos looked at and made smaller by worker processes, and keeps what they made in a
/// cache folder. May be used on several threads, each of which gets a worker of its own.
package final class PhotoWorkshop: Sendable {
    private let cache: String
    private let worker: String
    private let idle = Mutex<[Bench]>([])

    /// Part of every key: a change of what workers make is a change of what is cached.
    private static let version = "1"
    /// A worker of a run that was killed may still be writing: each run has names of its own.
    private static let unfinished = ".\(ProcessInfo.processInfo.processIdentifier).new"
    /// Far more than any camera's photo takes; then something is wrong with it.
    private static let secondsPerPhoto = 60.0

    /// - Parameters:
    ///   - cache: Folder for what the workers make; only this program writes there.
    ///   - worker: Path of the program `notebinder-photos`.
    package init(cache: String, worker: String) {
        self.cache = cache
        self.worker = worker
    }

    /// A photo whose bytes were read once.
    package struct Identified: Hashable, Sendable {
        package let identity: Photo.Identity
        package let digest: ContentKey
        package let kind: PhotoKind?

        /// Photos of equal work are equal in this.
        package var work: Work { Work(digest: digest, orientation: identity.orientation) }

        package struct Work: Hashable, Sendable {
            let digest: ContentKey
            let orientation: Photo.Orientation?
        }
    }

    /// Reads a photo's bytes for their digest and kind.
    ///
    /// - Throws: ``PhotoWorkshopError`` where the file cannot be read any more.
    package func identify(_ identity: Photo.Identity) throws(PhotoWorkshopError) -> Identified {
        var hasher = ContentHasher()
        var prefix: [UInt8] = []
        do throws(FileError) {
            try identity.stored.forEachChunk { chunk throws(FileError) in
                if prefix.isEmpty { prefix = Array(chunk.prefix(32)) }
                hasher.update(chunk)
            }
        } catch {
            throw PhotoWorkshopError(.unreadable(error.reason))
        }
        return Identified(
            identity: identity, digest: hasher.key(), kind: PhotoKind(prefix: prefix))
    }

    /// Makes the pictures that are wanted of a photo, or finds them in the cache.
    ///
    /// A photo that cannot be decoded is a result, not an error.
    ///
    /// - Throws: ``PhotoWorkshopError`` where no worker can be had, or the cache not be written.
    package func prepare(
        _ photo: Identified, recipes: [DerivativeRecipe]
    ) throws(PhotoWorkshopError) -> PreparedPhoto {
        let keys = recipes.map { key(of: photo.work, $0) }
        let facts = factsPath(photo.work, recipes)
        func prepared(_ outcome: PreparedPhoto.Outcome) -> PreparedPhoto {
            PreparedPhoto(
                digest: photo.digest, byteCount: photo.identity.stored.count, kind: photo.kind,
                outcome: outcome)
        }
        if let known = cachedFacts(facts, keys) {
            return prepared(.decoded(decoded(known, keys, recipes)))
        }
        let pictures = try derive(photo, recipes, keys)
        switch pictures {
        case .success(let pictures):
            try inCache { () throws(FileError) in
                for (key, picture) in zip(keys, pictures.pictures) {
                    let path = self.path(of: key)
                    try LocalFiles.rename(
                        "\(path)\(Self.unfinished).\(picture.fileExtension)", to: path)
                }
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                let json = (try? encoder.encode(pictures)).map { Array($0) } ?? []
                try LocalFiles.replace(facts, json)
            }
            return prepared(.decoded(decoded(pictures, keys, recipes)))
        case .failure(let failure):
            return prepared(.unreadable(reason: failure.reason, endedWorker: failure.endedWorker))
        }
    }

    /// Where the cache keeps the picture of a key.
    package func file(of key: ContentKey) -> String { path(of: key) }

    /// Has a scene drawn. Throws ``PhotoWorkshopError`` where that fails.
    package func draw(_ request: DrawRequest) throws(PhotoWorkshopError) {
        switch try ask(.draw(request)) {
        case .success(.drawn): return
        case .success(.failed(let reason)): throw PhotoWorkshopError(.cannotWrite(reason))
        case .success: throw PhotoWorkshopError(startFailure: .unintelligible, worker: worker)
        case .failure(let failure):
            throw PhotoWorkshopError(startFailure: failure, worker: worker)
        }
    }

    /// Removes from the cache what none of these photos needs.
    package func prune(keeping photos: [PreparedPhoto]) throws(PhotoWorkshopError) {
        var needed: Set<String> = []
        for photo in photos {
            for derivative in photo.decoded?.derivatives ?? [] {
                needed.insert(derivative.key.text)
            }
        }
        try inCache { () throws(FileError) in
            guard try LocalFiles.status(cache) != nil else { return }
            for entry in try LocalFiles.entries(of: cache) where !entry.name.hasSuffix(".facts") {
                guard !needed.contains(entry.name) else { continue }
                try LocalFiles.remove(cache + "/" + entry.name)
            }
            // Facts whose pictures are gone are of no use.
            for entry in try LocalFiles.entries(of: cache) where entry.name.hasSuffix(".facts") {
                let first = String(entry.name.dropLast(".facts".count))
                guard !needed.contains(first) else { continue }
                try LocalFiles.remove(cache + "/" + entry.name)
            }
        }
    }
}

// MARK: - Workers

/// A worker at rest, or in the hands of one thread.
private final class Bench: @unchecked Sendable {
    // Unchecked: the workshop hands a bench to one thread at a time.
    let process: WorkerProcess

    init(_ process: WorkerProcess) {
        self.process = process
    }
}

private struct Undecodable: Error {
    let reason: String
    var endedWorker = false
}

extension PhotoWorkshop {
    /// The answer of a worker; a failure costs the worker, and the next request gets a new one.
    private func ask(
        _ request: PhotoRequest
    ) throws(PhotoWorkshopError) -> Result<PhotoReply, WorkerProcess.Failure> {
        let bench: Bench
        if let resting = idle.withLock({ $0.popLast() }) {
            bench = resting
        } else {
            do throws(WorkerProcess.Failure) {
                bench = Bench(try WorkerProcess(path: worker))
            } catch {
                throw PhotoWorkshopError(startFailure: error, worker: worker)
            }
        }
        do throws(WorkerProcess.Failure) {
            let reply = try bench.process.ask(request, within: Self.secondsPerPhoto)
            idle.withLock { $0.append(bench) }
            return .success(reply)
        } catch {
            return .failure(error)
        }
    }

    private func derive(
        _ photo: Identified, _ recipes: [DerivativeRecipe], _ keys: [ContentKey]
    ) throws(PhotoWorkshopError) -> Result<DerivedPictures, Undecodable> {
        try inCache { () throws(FileError) in try LocalFiles.makeFolder(cache) }
        var stored = photo.identity.stored
        // A worker reads plain bytes: what an XML archive holds as base64 text is written out.
        let extracted = path(of: keys.first ?? photo.digest) + ".source"
        if stored.decodedRange != nil {
            try inCache { () throws(FileError) in
                try LocalFiles.remove(extracted)
                try stored.copy(to: extracted)
            }
            stored = StoredBytes(file: extracted, range: 0..<stored.count)
        }
        defer { try? LocalFiles.remove(extracted) }
        let request = DeriveRequest(
            file: stored.file, offset: stored.range.lowerBound, count: stored.count,
            orientation: photo.identity.orientation?.rawValue,
            pictures: zip(recipes, keys).map { recipe, key in
                WantedPicture(
                    largestWidth: recipe.largestWidth, largestHeight: recipe.largestHeight,
                    quality: recipe.quality, path: path(of: key) + Self.unfinished)
            })
        var answer = try ask(.derive(request))
        // A worker may have been ended for want of memory that another photo held.
        if case .failure(.died) = answer { answer = try ask(.derive(request)) }
        switch answer {
        case .success(.derived(let pictures)) where pictures.pictures.count == recipes.count:
            return .success(pictures)
        case .success(.undecodable(let reason)): return .failure(Undecodable(reason: reason))
        case .success(.failed(let reason)): throw PhotoWorkshopError(.cannotWrite(reason))
        case .success: return .failure(Undecodable(reason: Self.reason(of: .unintelligible)))
        case .failure(let failure):
            return .failure(Undecodable(reason: Self.reason(of: failure), endedWorker: true))
        }
    }

    private static func reason(of failure: WorkerProcess.Failure) -> String {
        switch failure {
        case .died(let signal?): "decoding it ended the photo worker (signal \(signal))"
        case .died: "decoding it ended the photo worker"
        case .tookTooLong: "decoding it took more than \(Int(secondsPerPhoto)) seconds"
        case .cannotStart, .unintelligible: "the photo worker gave no clear answer"
        }
    }
}

// MARK: - Cache

extension PhotoWorkshop {
    private func key(of work: Identified.Work, _ recipe: DerivativeRecipe) -> ContentKey {
        ContentKey(ofInputs: [
            Self.version, work.digest.text, "\(work.orientation?.rawValue ?? 0)", recipe.name,
            "\(recipe.largestWidth)", "\(recipe.largestHeight)", "\(recipe.quality)",
        ])
    }

    private func path(of key: ContentKey) -> String { cache + "/" + key.text }

    private func factsPath(_ work: Identified.Work, _ recipes: [DerivativeRecipe]) -> String {
        let first = recipes.first.map { key(of: work, $0).text } ?? work.digest.text
        return cache + "/" + first + ".facts"
    }

    private func cachedFacts(_ path: String, _ keys: [ContentKey]) -> DerivedPictures? {
        guard let bytes = try? LocalFiles.read(path),
            let facts = try? JSONDecoder().decode(DerivedPictures.self, from: Data(bytes)),
            facts.pictures.count == keys.count,
            keys.allSatisfy({ (try? LocalFiles.status(self.path(of: $0)))??.isFile == true })
        else { return nil }
        return facts
    }

    private func decoded(
        _ pictures: DerivedPictures, _ keys: [ContentKey], _ recipes: [DerivativeRecipe]
    ) -> DecodedPhoto {
        let derivatives = zip(zip(recipes, keys), pictures.pictures).map { made, picture in
            Derivative(
                recipe: made.0.name, key: made.1,
                size: PixelSize(width: picture.width, height: picture.height),
                fileExtension: picture.fileExtension)
        }
        return DecodedPhoto(
            size: PixelSize(width: pictures.width, height: pictures.height),
            carriesPosition: pictures.carriesPosition, derivatives: derivatives)
    }

    private func inCache(_ body: () throws(FileError) -> Void) throws(PhotoWorkshopError) {
        do throws(FileError) {
            try body()
        } catch {
            throw PhotoWorkshopError(.file(error))
        }
    }
}
