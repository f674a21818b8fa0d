private import CZlib

/// Decompresses data: the content of a member of a ZIP file (DEFLATE, RFC 1951), or data with a
/// header of its own (gzip, RFC 1952; zlib, RFC 1950), whose checksum is verified.
package struct Inflater: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableBufferPointer<UInt8>
    /// The number of bytes that may still come out.
    private var left: Int
    private var isAtEnd = false

    /// The error for data that is not valid, ends too early, or yields more or fewer bytes than
    /// announced, and for a lack of memory.
    package struct InflaterError: Error {}

    private static let outputSize = 1 << 16
    /// The window size of 32 kB, negated for data without a header.
    private static let rawWindowBits: Int32 = -15
    /// The window size plus 32, for data with either header.
    private static let headerWindowBits: Int32 = 15 + 32

    /// - Parameters:
    ///   - size: The number of bytes that the content has according to the directory. No more are
    ///     produced, whatever the data contains.
    ///   - hasHeader: True for gzip and zlib.
    init(size: Int, hasHeader: Bool = false) throws(InflaterError) {
        left = size
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(capacity: Self.outputSize)
        guard
            inflateInit2_(
                stream, hasHeader ? Self.headerWindowBits : Self.rawWindowBits, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else {
            stream.deallocate()
            output.deallocate()
            throw InflaterError()
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Passes the decompressed bytes of a chunk to `body`.
    mutating func update(
        _ chunk: UnsafeRawBufferPointer, body: (UnsafeRawBufferPointer) -> Void
    ) throws(InflaterError) {
        guard chunk.count > 0 else { return }
        guard !isAtEnd, let start = chunk.assumingMemoryBound(to: UInt8.self).baseAddress else {
            throw InflaterError()
        }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: start)
        stream.pointee.avail_in = UInt32(chunk.count)
        repeat {
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(Self.outputSize)
            let status = inflate(stream, Z_NO_FLUSH)
            guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
                throw InflaterError()
            }
            let count = Self.outputSize - Int(stream.pointee.avail_out)
            guard count <= left else { throw InflaterError() }
            left -= count
            body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output)[..<count]))
            isAtEnd = status == Z_STREAM_END
        } while !isAtEnd && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
        if isAtEnd, stream.pointee.avail_in > 0 { throw InflaterError() }
    }

    /// Requires that the data is complete.
    func finish() throws(InflaterError) {
        guard isAtEnd, left == 0 else { throw InflaterError() }
    }
}

extension Inflater {
    /// Returns the content of data in the format of gzip or zlib.
    ///
    /// - Parameter limit: The maximum number of bytes of the content.
    /// - Throws: ``InflaterError`` for data that is damaged, or whose content is longer.
    package static func inflated(_ data: [UInt8], atMost limit: Int) throws -> [UInt8] {
        var inflater = try Inflater(size: limit, hasHeader: true)
        var content: [UInt8] = []
        // Texts shrink to about a quarter.
        content.reserveCapacity(min(limit, data.count * 4))
        try data.withUnsafeBytes { data in
            try inflater.update(data) { content.append(contentsOf: $0) }
        }
        guard inflater.isAtEnd else { throw InflaterError() }
        return content
    }

    /// Returns the first bytes of deflated data, which may be incomplete; fewer if it has fewer,
    /// none for data that is damaged.
    ///
    /// - Parameter count: The number of bytes, at most 64 kB.
    package static func start(of data: [UInt8], count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        guard var inflater = try? Inflater(size: .max) else { return [] }
        data.withUnsafeBytes { data in
            try? inflater.update(data) { if bytes.count < count { bytes += $0.prefix(count) } }
        }
        return Array(bytes.prefix(count))
    }
}
