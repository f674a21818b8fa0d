import Foundation
import LocalFiles
import NoteModel

extension OpenFile {
    /// Appends bytes as base64, without holding them all.
    func writeBase64(of stored: StoredBytes) throws(FileError) {
        // Base64 encodes groups of three bytes, so that every piece but the last has a multiple of
        // three.
        var rest = Data()
        try stored.forEachChunk { chunk throws(FileError) in
            rest.append(contentsOf: chunk)
            let whole = rest.count - rest.count % 3
            try writeAll(Array(rest.prefix(whole).base64EncodedData()), synchronizing: false)
            rest = Data(rest.suffix(rest.count - whole))
        }
        try writeAll(Array(rest.base64EncodedData()), synchronizing: false)
    }
}
