import Platform

/// The location of bytes on disk: a file or a part of one. It is used in place of the bytes, so
/// that the memory needed for a notebook depends on its notes and not on its photos.
///
/// ```swift
/// let photo = StoredBytes(file: path, range: 512..<4_608)
/// var bytes: [UInt8] = []
/// try photo.forEachChunk { bytes += $0 }
/// ```
package struct StoredBytes: Codable, Hashable, Sendable {
    /// The absolute path of the file, which has to exist as long as the notebook is used.
    package let file: String
    /// The range of the bytes in the file, counted from 0; the whole file if it contains nothing
    /// else.
    package let range: Range<Int>
    /// The range of the content within the decoded data, if `range` contains base64 text as in an
    /// XML property list; nil if `range` contains the content itself.
    package let decodedRange: Range<Int>?

    package init(file: String, range: Range<Int>, decodedRange: Range<Int>? = nil) {
        (self.file, self.range, self.decodedRange) = (file, range, decodedRange)
    }

    /// The number of bytes of the content, after decoding. Known without reading the file.
    package var count: Int { decodedRange?.count ?? range.count }
}

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

    /// Writes the content to a new file.
    ///
    /// - Throws: ``FileError`` if the content cannot be read or the file cannot be written.
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
    /// - Throws: ``FileError`` if the content cannot be read or the file cannot be written, or the
    ///   error of `body`.
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
