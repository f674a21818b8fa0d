/// The bytes of a property list, read as they are asked for.
///
/// A small file is held whole; of a large one a window is held that moves with the reading, so
/// that an archive of any number of photos costs no more memory than its objects. A value
/// belongs to one thread.
package final class ArchiveBytes {
    /// Fills the buffer from an offset; returns how many bytes there were.
    package typealias Reader = (_ offset: Int, UnsafeMutableRawBufferPointer) -> Int

    package let count: Int
    private let reader: Reader?
    private var window: UnsafeMutableRawBufferPointer
    private var windowStart = 0
    private var windowCount: Int

    /// Bytes a window holds. An object larger than that is read into a window of its own size.
    private static let windowSize = 64 * 1024

    package init(_ bytes: [UInt8]) {
        count = bytes.count
        windowCount = bytes.count
        reader = nil
        window = .allocate(byteCount: max(bytes.count, 1), alignment: 16)
        window.copyBytes(from: bytes)
    }

    /// - Parameters:
    ///   - count: Number of bytes, as the reader will give them.
    ///   - reader: Gives the bytes at an offset.
    package init(count: Int, reader: @escaping Reader) {
        self.count = count
        self.reader = reader
        windowCount = 0
        window = .allocate(byteCount: Self.windowSize, alignment: 16)
    }

    deinit {
        window.deallocate()
    }

    /// The bytes of a range, valid until the next call; nil where the range goes past the end,
    /// or the reader has fewer bytes than it promised.
    package func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        if range.lowerBound < windowStart || range.upperBound > windowStart + windowCount {
            guard load(range) else { return nil }
        }
        let start = range.lowerBound - windowStart
        return UnsafeRawBufferPointer(rebasing: window[start..<start + range.count])
    }

    /// The byte at an offset, or nil past the end.
    package func byte(at offset: Int) -> UInt8? {
        if offset >= windowStart, offset < windowStart + windowCount {
            return window[offset - windowStart]
        }
        guard offset >= 0, offset < count else { return nil }
        return bytes(offset..<offset + 1)?[0]
    }

    private func load(_ range: Range<Int>) -> Bool {
        guard let reader else { return false }
        if range.count > window.count {
            window.deallocate()
            window = .allocate(byteCount: range.count, alignment: 16)
        }
        windowStart = range.lowerBound
        windowCount = 0
        let wanted = min(window.count, count - windowStart)
        windowCount = reader(
            windowStart, UnsafeMutableRawBufferPointer(rebasing: window[..<wanted]))
        return windowCount >= range.count
    }
}
