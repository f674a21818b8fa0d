/// The bytes of a property list, read as they are asked for.
///
/// A small file is held whole; of a large one a window is held that moves with the reading, so
/// that an archive of any number of photos costs no more memory than its objects. A value
/// belongs to one thread.
package final class ArchiveBytes {
    /// Fills the buffer from an offset; returns how many bytes there were.
    package typealias Reader = (_ offset: Int, UnsafeMutableRawBufferPointer) -> Int

    package let count: Int
    /// All bytes, where they are held whole.
    let whole: UnsafeRawBufferPointer?
    private let reader: Reader?
    /// Reading goes back and forth between the tables of a property list and its objects: each
    /// keeps a window. The one used last stands first.
    private var windows: [Window]

    private struct Window {
        var start = 0
        var count = 0
        var buffer: UnsafeMutableRawBufferPointer
    }

    /// Bytes a window holds. An object larger than that is read into a window of its own size.
    private static let windowSize = 64 * 1024
    private static let windowCount = 4

    package convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { buffer in
            buffer.copyBytes(from: bytes)
            return bytes.count
        }
    }

    /// Holds all bytes.
    ///
    /// - Parameters:
    ///   - capacity: Most bytes that there may be.
    ///   - fill: Puts them into the buffer, and returns how many there were.
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
    ///   - count: Number of bytes, as the reader will give them.
    ///   - reader: Gives the bytes at an offset.
    package init(count: Int, reader: @escaping Reader) {
        self.count = count
        self.reader = reader
        whole = nil
        windows = (0..<Self.windowCount).map { _ in
            Window(buffer: .allocate(byteCount: Self.windowSize, alignment: 16))
        }
    }

    deinit {
        for window in windows { window.buffer.deallocate() }
        whole?.deallocate()
    }

    /// The bytes of a range, valid until the next call; nil where the range goes past the end,
    /// or the reader has fewer bytes than it promised.
    package func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        if let whole { return UnsafeRawBufferPointer(rebasing: whole[range]) }
        if !holds(windows[0], range) {
            if let index = windows.firstIndex(where: { holds($0, range) }) {
                windows.swapAt(0, index)
            } else if !load(range) {
                return nil
            }
        }
        let start = range.lowerBound - windows[0].start
        return UnsafeRawBufferPointer(rebasing: windows[0].buffer[start..<start + range.count])
    }

    /// The byte at an offset, or nil past the end.
    package func byte(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < count else { return nil }
        if let whole { return whole[offset] }
        return bytes(offset..<offset + 1)?[0]
    }

    private func holds(_ window: Window, _ range: Range<Int>) -> Bool {
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
