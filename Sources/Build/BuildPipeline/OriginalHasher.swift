import Hashing
import LocalFiles
import MediaProcessing
import NoteModel
import OutputTree

/// Hashes originals: the bytes of photos, recordings, attachments and documents. They are not read
/// again if their file has not been touched since they were hashed.
struct OriginalHasher: Sendable {
    let processor: MediaProcessor
    let cache: BuildCache
    /// The time at which the stage began, in nanoseconds since 1970.
    let start: Int64
    /// The paths of files that are not read, since they are not what an earlier run read.
    var outdatedFiles: Set<String> = []
    /// Returns the stamp that a file had when the run began; nil if it is not known.
    var listed: @Sendable (_ file: String) -> FileStamp? = { _ in nil }

    private static let step = "hash"

    /// Returns a hashed original; if it can no longer be read, the result of an earlier run, so
    /// that its derivatives stay published. Nil if there is neither.
    ///
    /// - Throws: ``OutputTreeError/changedOriginal(path:)`` if the file has changed since the run
    ///   began, so that its content may be at another place in it.
    func hash(_ stored: StoredBytes) throws -> MediaProcessor.HashedOriginal? {
        var parts = Fingerprinter("original", stored)
        let name = parts.fingerprint.text
        let isOutdated = outdatedFiles.contains(stored.file)
        let stamp = isOutdated ? nil : try? FileStamp(stored.file)
        // Some file systems number a file anew each time.
        if !isOutdated, let listed = listed(stored.file)?.status,
            listed.size != stamp?.status.size || listed.modified != stamp?.status.modified
        {
            throw OutputTreeError.changedOriginal(path: stored.file)
        }
        stamp?.add(to: &parts)
        let hashed = cache.chunk(
            Self.step, name: name, inputs: [parts.fingerprint]
        ) { _, _ in
            if let stamp, let found = try? processor.identify(stored) {
                let isSettled = stamp.isSettled(before: start)
                let prefix = HashedPrefix(digest: found.original.digest, prefix: found.prefix)
                return BuildCache.Computed(value: prefix, isValid: isSettled)
            }
            let earlier: [HashedPrefix] = cache.stored(Self.step, name: name)
            var last = earlier.first
            last?.isOfEarlierRun = true
            return BuildCache.Computed(
                value: last ?? HashedPrefix(digest: nil, prefix: []), isKept: last != nil,
                isValid: false)
        }[0].value
        guard let digest = hashed.digest else { return nil }
        return MediaProcessor.HashedOriginal(
            stored, digest: digest, prefix: hashed.prefix,
            status: hashed.isOfEarlierRun ? nil : stamp?.status)
    }

    /// Returns the hashed originals by their locations, without those for which ``hash(_:)``
    /// returns nil.
    func hash(
        _ stored: Set<StoredBytes>, width: Int
    ) throws -> [StoredBytes: MediaProcessor.HashedOriginal] {
        let found = try Array(stored).concurrentMap(width: width) { ($0, try hash($0)) }
        return found.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    /// The cached part of a hashed original: what cannot be known without reading its bytes.
    fileprivate struct HashedPrefix: Sendable {
        /// The digest of the content; nil for an original that cannot be read.
        let digest: ContentDigest?
        /// The first bytes of the content, up to 1,024, from which the kind is detected.
        let prefix: [UInt8]
        /// True if the original cannot be read now.
        var isOfEarlierRun = false
    }
}

extension OriginalHasher.HashedPrefix: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.write(digest)
        writer.write(bytes: prefix)
        writer.write(isOfEarlierRun)
    }

    init(from reader: inout ByteReader) throws {
        digest = try reader.value()
        prefix = try reader.byteArray()
        isOfEarlierRun = try reader.value()
    }
}
