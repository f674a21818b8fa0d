import Hashing
import LocalFiles
import Platform

/// The bytes of a photo, a recording or a document: the original, which is only read, or a copy
/// that is changed in place.
final class RecordingFile {
    private let file: OpenFile
    /// The offset of the bytes in their file.
    private let base: Int
    let count: Int
    /// The bytes that were read last: boxes and frames are read a few bytes at a time.
    private var window: (start: Int, bytes: [UInt8]) = (0, [])

    private static let windowSize = 1 << 16

    /// Opens an original.
    init(reading source: StoredBytes) throws {
        file = try OpenFile(source.file)
        base = source.range.lowerBound
        count = source.count
    }

    /// Opens a copy.
    init(updating path: String) throws {
        file = try OpenFile(path, access: .rewrite)
        base = 0
        count = try file.status().size
    }

    /// Returns the bytes of a range; fewer if the content ends before it does.
    func bytes(_ range: Range<Int>) throws -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        let held = window.start..<window.start + window.bytes.count
        if held.contains(range.lowerBound), range.upperBound <= held.upperBound {
            return Array(
                window.bytes[
                    range.lowerBound - held.lowerBound..<range.upperBound - held.lowerBound])
        }
        guard range.count < Self.windowSize else { return try read(range) }
        let end = min(count, range.lowerBound + Self.windowSize)
        window = (range.lowerBound, try read(range.lowerBound..<end))
        return Array(window.bytes.prefix(range.count))
    }

    private func read(_ range: Range<Int>) throws -> [UInt8] {
        let bytes = try LocalFiles.read(file, count: range.count, at: base + range.lowerBound)
        guard bytes.count == range.count else {
            throw WorkerError.unreadable("its file is shorter than it was")
        }
        return bytes
    }

    /// Returns the digest of the whole file.
    func digest() throws -> ContentDigest {
        var hasher = ContentHasher()
        try forEachBlock(of: 0..<count) { _, block in block.withUnsafeBytes { hasher.update($0) } }
        return hasher.digest()
    }

    /// Calls a closure with each block of a range, 1 MB or less, and its offset.
    func forEachBlock(
        of range: Range<Int>, _ body: (Int, [UInt8]) throws -> Void
    ) throws {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(start + 1 << 20, range.upperBound)
            try body(start, try bytes(start..<end))
            start = end
        }
    }

    func overwrite(at offset: Int, with bytes: [UInt8]) throws {
        window = (0, [])
        try file.write(bytes, at: offset)
    }

    /// Overwrites a range with zeros.
    func blank(_ range: Range<Int>) throws {
        var start = range.lowerBound
        let end = min(range.upperBound, count)
        while start < end {
            let size = min(1 << 20, end - start)
            try overwrite(at: start, with: [UInt8](repeating: 0, count: size))
            start += size
        }
    }

    /// Returns the number at an offset, big-endian unless it is said to be little-endian.
    func number(at offset: Int, _ size: Int, isLittle: Bool = false) throws -> Int {
        let digits = try bytes(offset..<offset + size)
        guard digits.count == size else { throw WorkerError.undecodable("it ends too early") }
        return digits.number(isLittle: isLittle)
    }

    func name(at offset: Int) throws -> String {
        String(decoding: try bytes(offset..<offset + 4), as: Unicode.ASCII.self)
    }
}
