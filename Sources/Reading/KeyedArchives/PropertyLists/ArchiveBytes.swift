/// The bytes of a property list, read on demand.
///
/// A small file is held in memory. A large one is read through a few cached windows, so that memory
/// use does not grow with the size of the photos in an archive. Not thread-safe: use an instance
/// from one thread only.
package final class ArchiveBytes {
    /// Fills a buffer with the bytes at an offset, and returns the number of bytes read; fewer than
    /// the buffer's size if the bytes cannot be read.
    package typealias Reader = (_ offset: Int, UnsafeMutableRawBufferPointer) -> Int

    package let count: Int
    /// All bytes if they are held in memory; nil if they are read on demand.
    let whole: UnsafeRawBufferPointer?
    private let reader: Reader?
    /// The cached windows, the most recently used one first. There are several because reading
    /// alternates between the tables of a property list and its objects.
    private var windows: [Window]

    private struct Window {
        var start = 0
        var count = 0
        var buffer: UnsafeMutableRawBufferPointer
    }

    /// The initial size of a window in bytes. A window grows to the size of a larger object.
    private static let windowSize = 64 * 1024
    private static let windowCount = 4

    package convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { buffer in
            buffer.copyBytes(from: bytes)
            return bytes.count
        }
    }

    /// Creates a value that holds all bytes in memory.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of bytes.
    ///   - fill: Writes the bytes to the buffer and returns their number.
    /// - Throws: The error of `fill`.
    package init<Failure: Error>(
        count capacity: Int,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(capacity, 1), alignment: 16)
        do throws(Failure) {
            count = min(
                try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<capacity])), capacity)
        } catch {
            buffer.deallocate()
            throw error
        }
        reader = nil
        whole = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        windows = []
    }

    /// - Parameters:
    ///   - count: The total number of bytes.
    ///   - reader: Reads the bytes at an offset.
    package init(count: Int, reader: @escaping Reader) {
        (self.count, self.reader) = (count, reader)
        whole = nil
        windows = (0..<Self.windowCount).map { _ in
            Window(buffer: .allocate(byteCount: Self.windowSize, alignment: 16))
        }
    }

    deinit {
        for window in windows { window.buffer.deallocate() }
        whole?.deallocate()
    }

    /// Returns the bytes of a range; nil if the range extends past the end, or if the reader
    /// returns fewer bytes than requested. The buffer is valid until the next call.
    package func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        if let whole { return UnsafeRawBufferPointer(rebasing: whole[range]) }
        if !holds(windows[0], range: range) {
            if let index = windows.firstIndex(where: { holds($0, range: range) }) {
                windows.swapAt(0, index)
            } else if !load(range) {
                return nil
            }
        }
        let start = range.lowerBound - windows[0].start
        return UnsafeRawBufferPointer(rebasing: windows[0].buffer[start..<start + range.count])
    }

    /// Returns the byte at an offset; nil if the offset is out of bounds or the byte cannot be
    /// read.
    package func byte(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < count else { return nil }
        if let whole { return whole[offset] }
        return bytes(offset..<offset + 1)?[0]
    }

    private func holds(_ window: Window, range: Range<Int>) -> Bool {
        range.lowerBound >= window.start && range.upperBound <= window.start + window.count
    }

    private func load(_ range: Range<Int>) -> Bool {
        guard let reader, var window = windows.popLast() else { return false }
        if range.count > window.buffer.count {
            window.buffer.deallocate()
            window.buffer = .allocate(byteCount: range.count, alignment: 16)
        }
        let wanted = min(window.buffer.count, count - range.lowerBound)
        window.start = range.lowerBound
        window.count = reader(
            window.start, UnsafeMutableRawBufferPointer(rebasing: window.buffer[..<wanted]))
        windows.insert(window, at: 0)
        return window.count >= range.count
    }
}
