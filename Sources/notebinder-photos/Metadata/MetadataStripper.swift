import ContentHashing
import Foundation
import MediaModel
import NoteModel

/// Copies a recording or an SVG drawing, and removes from the copy the metadata about where, when
/// and by whom it was made. In recordings it is overwritten in place, so that no offsets change.
struct MetadataStripper {
    private let request: CleanRequest

    init(_ request: CleanRequest) {
        self.request = request
    }

    func make() throws(WorkerError) -> MediaReply {
        let start = Array(try request.source.bytes(0..<min(1024, request.source.count)))
        if PhotoKind(prefix: start) == .svg { return .drawing(try cleanDrawing()) }
        guard let kind = RecordingKind(prefix: start) else {
            throw .undecodable("its format is not that of a known recording")
        }
        try copy()
        let file: PatchedFile
        do {
            file = try PatchedFile(request.path)
        } catch {
            throw .unwritable("\(request.path): \(error.localizedDescription)")
        }
        do throws(WorkerError) {
            let facts = try RecordingMetadataStripper(file).clean()
            let copy = DerivedFile(
                key: request.key, digest: try file.digest(), byteCount: file.count)
            return .playable(
                PlayableRecording(
                    of: kind, file: copy, isVideo: facts.isVideo, seconds: facts.seconds,
                    playedBy: facts.playedBy, carriesPosition: facts.carriesPosition))
        } catch {
            unlink(request.path)
            throw error
        }
    }

    private func cleanDrawing() throws(WorkerError) -> DerivedFile {
        // Drawings are text and small; a file of this size is something else.
        guard request.source.count <= 32 << 20 else {
            throw .undecodable("it is larger than a drawing should be")
        }
        guard let cleaned = VectorDrawing(Array(try request.source.bytes())).cleaned else {
            throw .undecodable("it is not well-formed SVG")
        }
        try cleaned.write(toPath: request.path)
        return DerivedFile(key: request.key, bytes: cleaned)
    }

    private func copy() throws(WorkerError) {
        guard FileManager.default.createFile(atPath: request.path, contents: nil),
            let target = FileHandle(forWritingAtPath: request.path)
        else { throw .unwritable("\(request.path): it cannot be made") }
        defer { try? target.close() }
        var offset = 0
        while offset < request.source.count {
            let end = min(offset + 1 << 20, request.source.count)
            let bytes = try request.source.bytes(offset..<end)
            do {
                try target.write(contentsOf: bytes)
            } catch {
                throw .unwritable("\(request.path): \(error.localizedDescription)")
            }
            offset = end
        }
    }
}

/// The properties of a recording, from its file.
struct RecordingFacts {
    /// True if it has a video track.
    let isVideo: Bool
    /// The duration in seconds; nil if the file does not contain it.
    let seconds: Double?
    let playedBy: BrowserSupport
    /// True if the original contained a position.
    let carriesPosition: Bool
}

/// A file whose parts are read and overwritten in place.
final class PatchedFile {
    private let handle: FileHandle
    let count: Int

    init(_ path: String) throws {
        handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        count = Int(try handle.seekToEnd())
    }

    deinit {
        try? handle.close()
    }

    /// Returns the bytes of a range; fewer if the file ends before it does.
    func bytes(_ range: Range<Int>) throws(WorkerError) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        do {
            try handle.seek(toOffset: UInt64(range.lowerBound))
            return Array(try handle.read(upToCount: range.count) ?? Data())
        } catch {
            throw .unwritable("\(error.localizedDescription)")
        }
    }

    /// Returns the digest of the whole file.
    func digest() throws(WorkerError) -> ContentDigest {
        var hasher = ContentHasher()
        for start in stride(from: 0, to: count, by: 1 << 20) {
            try bytes(start..<min(start + 1 << 20, count)).withUnsafeBytes { hasher.update($0) }
        }
        return hasher.digest()
    }

    func overwrite(at offset: Int, with bytes: [UInt8]) throws(WorkerError) {
        do {
            try handle.seek(toOffset: UInt64(offset))
            try handle.write(contentsOf: Data(bytes))
        } catch {
            throw .unwritable("\(error.localizedDescription)")
        }
    }

    func blank(_ range: Range<Int>) throws(WorkerError) {
        var start = range.lowerBound
        let end = min(range.upperBound, count)
        while start < end {
            let size = min(1 << 20, end - start)
            try overwrite(at: start, with: [UInt8](repeating: 0, count: size))
            start += size
        }
    }

    /// Returns the big-endian number at an offset.
    func number(at offset: Int, _ size: Int) throws(WorkerError) -> Int {
        let digits = try bytes(offset..<offset + size)
        guard digits.count == size else { throw .undecodable("it ends too early") }
        return digits.reduce(0) { $0 << 8 | Int($1) }
    }

    func name(at offset: Int) throws(WorkerError) -> String {
        String(decoding: try bytes(offset..<offset + 4), as: Unicode.ASCII.self)
    }
}
