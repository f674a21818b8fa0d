import LocalFiles
import NoteModel

extension MediaProcessor {
    /// Returns the upright copy of a photo without metadata.
    func cleanCopy(
        of photo: HashedOriginal, prepared: PreparedMedium
    ) throws -> PreparedMedium.CleanCopy {
        if let drawing = prepared.drawing { return .made(drawing, kind: .svg) }
        if case .unreadable(let reason, _) = prepared.outcome { return .failed(reason: reason) }
        guard var kind = prepared.format?.photo else {
            return .failed(reason: "it is not a picture of a known format")
        }
        var source = photo
        if case .made(let file, let turned)? = prepared.decoded?.upright {
            let stored = stored(file)
            guard let status = try LocalFiles.status(stored.file) else {
                return .failed(reason: Failed.unclear)
            }
            source = HashedOriginal(stored, digest: file.digest, prefix: [], status: status)
            kind = turned
        }
        let key = Self.copyKey(of: source.original.digest)
        let reply = try copy(source, key: key) {
            .clean(CleanRequest(source: $0, key: key, path: $1))
        }
        return switch reply {
        case .success(.drawing(let file)): .made(file, kind: kind)
        case .success: .failed(reason: Failed.unclear)
        case .failure(let failed): .failed(reason: failed.reason)
        }
    }
}
