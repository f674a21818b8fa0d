private import CZlib

/// Compresses bytes as a gzip file (RFC 1952) without a name and a time, so that equal bytes give
/// equal files.
package struct Deflater: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableBufferPointer<UInt8>

    private static let outputSize = 1 << 16
    /// The window size of 32 kB, plus 16 for the header and the trailer of gzip.
    private static let gzipWindowBits: Int32 = 15 + 16
    private static let memoryLevel: Int32 = 8

    package init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(capacity: Self.outputSize)
        let status = deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, Self.gzipWindowBits, Self.memoryLevel,
            Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "out of memory")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Compresses a chunk, and passes what is complete to `body`.
    ///
    /// - Parameter isLast: True for the last chunk, which may be empty.
    /// - Throws: The error of `body`.
    package mutating func update<Failure: Error>(
        _ chunk: UnsafeRawBufferPointer, isLast: Bool,
        body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let start = chunk.assumingMemoryBound(to: UInt8.self).baseAddress
        stream.pointee.next_in = start.map { UnsafeMutablePointer(mutating: $0) }
        stream.pointee.avail_in = UInt32(chunk.count)
        repeat {
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(Self.outputSize)
            deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
            let count = Self.outputSize - Int(stream.pointee.avail_out)
            try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output)[..<count]))
        } while stream.pointee.avail_out == 0
    }
}
