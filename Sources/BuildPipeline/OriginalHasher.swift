import BuildCache
import ContentHashing
import LocalFiles
import MediaModel
import MediaProcessing
import NoteModel

/// Hashes originals: the bytes of photos, recordings, attachments and documents. They are not read
/// again if their file has not been touched since they were hashed.
struct OriginalHasher: Sendable {
    let processor: MediaProcessor
    let cache: BuildCache
    /// The time at which the stage began, in nanoseconds since 1970.
    let start: Int64

    /// Returns a hashed original; nil if it cannot be read.
    func hash(_ stored: StoredBytes) -> MediaProcessor.HashedOriginal? {
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
}
