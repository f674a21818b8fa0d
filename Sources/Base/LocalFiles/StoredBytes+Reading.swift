import Foundation
package import NoteModel

extension StoredBytes {
    /// Passes the content to `body` in pieces; base64 text is decoded and passed in one piece.
    ///
    /// - Throws: ``FileError`` for a file that is missing, shorter than expected or not valid
    ///   base64.
    package func forEachChunk(
        _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
    ) throws(FileError) {
        let opened = try OpenFile(file)
        guard let decodedRange else {
            return try LocalFiles.forEachChunk(of: opened, in: range, body)
        }
        let text = try LocalFiles.read(opened, count: range.count, at: range.lowerBound)
        // Property lists may omit the padding, and JSON may escape each slash.
        var digits = text.filter {
            $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\\")
        }
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        guard let data = Data(base64Encoded: Data(digits)),
            decodedRange.upperBound <= data.count
        else { throw FileError(action: "decode", path: file, code: EILSEQ) }
        var failure: FileError?
        data.withUnsafeBytes { bytes in
            do throws(FileError) {
                try body(UnsafeRawBufferPointer(rebasing: bytes[decodedRange]))
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Returns the first bytes of the content; fewer if it is shorter, and none if it cannot be
    /// read.
    package func prefix(_ count: Int) -> [UInt8] {
        guard decodedRange == nil else {
            var start: [UInt8] = []
            try? forEachChunk { chunk in start = Array(chunk.prefix(count)) }
            return start
        }
        guard let opened = try? OpenFile(file) else { return [] }
        let bytes = try? LocalFiles.read(
            opened, count: min(count, range.count), at: range.lowerBound)
        return bytes ?? []
    }

    /// The format of the content, by its first bytes; nil for an unknown one, and for content that
    /// cannot be read.
    package var format: MediaFormat? { MediaFormat(prefix: prefix(MediaFormat.prefixLength)) }

    /// Writes the content to a new file.
    package func copy(to path: String) throws(FileError) {
        let source = try OpenFile(file)
        if decodedRange == nil, range.lowerBound == 0, try source.status().size == range.count {
            return try LocalFiles.copy(file, to: path)
        }
        let target = try OpenFile(path, access: .create)
        try forEachChunk { chunk throws(FileError) in try target.write(chunk) }
    }

    /// Writes the content to a new file.
    ///
    /// - Parameter body: Receives the content in pieces; each byte is read once.
    package func copy(
        to path: String, reading body: (UnsafeRawBufferPointer) throws(FileError) -> Void
    ) throws(FileError) {
        let source = try OpenFile(file)
        if decodedRange == nil, range.lowerBound == 0, try source.status().size == range.count {
            return try LocalFiles.copy(file, to: path, reading: body)
        }
        let target = try OpenFile(path, access: .create)
        try forEachChunk { chunk throws(FileError) in
            try target.write(chunk)
            try body(chunk)
        }
    }
}
