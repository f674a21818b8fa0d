import FileFormats
import Hashing
import LocalFiles
import Platform

/// A page that contains an encrypted book.
///
/// In the page, a line with the header replaces ``headerMark``. After it, the segments replace
/// ``mark``, each a line of base64.
package struct SealedFile: Sendable {
    /// The placeholders in the page for the header of the seal and for the segments.
    package static let headerMark = "%HEADER%"
    package static let mark = "%SEGMENTS%"

    private let start: String
    private let end: String
    private let password: String

    /// - Parameter page: The page with both marks.
    package init(page: String, password: String) {
        (start, end) = page.divided(at: Self.mark)
        self.password = password
    }

    /// Returns the source expression by which a page allows a script (Content Security Policy,
    /// Level 3, section 2.3.1).
    package static func source(ofScript script: [UInt8]) -> String {
        "sha256-" + Data(SHA256Value(of: script).bytes).base64EncodedString()
    }

    /// Writes the page with a file as its content, or leaves an existing page if that contains the
    /// same with the same password.
    ///
    /// - Parameters:
    ///   - path: The path of the file to encrypt.
    ///   - compressed: The path of a temporary file.
    ///   - existing: The path of an older page, which need not exist.
    /// - Returns: False if the older page has the same content, and nothing was written.
    /// - Throws: ``FileError`` if a file cannot be read or written; the error of
    ///   ``BookSeal/sealed(_:number:isLast:)``.
    package func write(
        _ path: String, to target: String, compressed: String, unlessIn existing: String
    ) throws -> Bool {
        try Self.compress(path, to: compressed)
        let content = try SegmentReader(compressed)
        if try isSame(content, in: existing) { return false }
        let seal = BookSeal(password: password)
        let output = try OpenFile(target, access: .create)
        try output.writeAll(
            Array(start.replacing(Self.headerMark, with: seal.header).utf8), synchronizing: false)
        for number in 0..<content.count {
            let sealed = try seal.sealed(
                try content.segment(number), number: number, isLast: number == content.count - 1)
            try output.writeAll(
                Array(Data(sealed).base64EncodedData()) + [0x0A], synchronizing: false)
        }
        try output.writeAll(Array(end.utf8))
        return true
    }

    /// Returns true if a page with an encrypted book opens with a password.
    package static func opens(_ page: [UInt8], with password: String) -> Bool {
        guard let start = page.firstRange(of: Array(BookSeal.headerStart.utf8))?.lowerBound,
            let end = page[start...].firstIndex(of: UInt8(ascii: "}")),
            let seal = BookSeal(
                header: String(decoding: page[start...end], as: UTF8.self), password: password)
        else { return false }
        // No line of the page itself is a segment.
        let segment = page[end...].split(separator: 0x0A, maxSplits: 100).lazy
            .compactMap { Data(base64Encoded: Data($0)) }.first
        guard let segment else { return false }
        return [true, false].contains {
            seal.opened(Array(segment), number: 0, isLast: $0) != nil
        }
    }

    private static func compress(_ path: String, to compressed: String) throws {
        var deflater = Deflater()
        let output = try OpenFile(compressed, access: .create)
        try LocalFiles.forEachChunk(ofFileAt: path) { chunk throws(FileError) in
            try deflater.update(chunk, isLast: false) { bytes throws(FileError) in
                try output.writeAll(Array(bytes), synchronizing: false)
            }
        }
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        try deflater.update(none, isLast: true) { bytes in
            try output.writeAll(Array(bytes), synchronizing: false)
        }
    }

    /// True if an older page is this one with the same content and password.
    private func isSame(_ content: SegmentReader, in existing: String) throws -> Bool {
        guard try LocalFiles.status(existing)?.isFile == true else { return false }
        let page = try LocalFiles.read(existing)
        let (before, after) = start.divided(at: Self.headerMark)
        guard page.starts(with: before.utf8),
            let line = page[before.utf8.count...].firstIndex(of: UInt8(ascii: "}")),
            case let header = String(decoding: page[before.utf8.count...line], as: UTF8.self),
            page[(line + 1)...].starts(with: after.utf8),
            page.suffix(end.utf8.count).elementsEqual(end.utf8)
        else { return false }
        let lines = page[(line + 1 + after.utf8.count)..<(page.count - end.utf8.count)]
            .split(separator: 0x0A)
        guard lines.count == content.count, let seal = BookSeal(header: header, password: password)
        else { return false }
        return try lines.enumerated().allSatisfy { number, line in
            guard let sealed = Data(base64Encoded: Data(line)) else { return false }
            let isLast = number == content.count - 1
            return seal.opened(Array(sealed), number: number, isLast: isLast)
                == (try content.segment(number))
        }
    }
}

/// The segments of a file.
private struct SegmentReader {
    private let path: String
    private let size: Int

    init(_ path: String) throws {
        self.path = path
        size = try LocalFiles.status(path)?.size ?? 0
    }

    /// The number of segments, at least one.
    var count: Int { max(1, (size + BookSeal.segmentSize - 1) / BookSeal.segmentSize) }

    func segment(_ number: Int) throws -> [UInt8] {
        let start = number * BookSeal.segmentSize
        let file = try OpenFile(path)
        return try LocalFiles.read(file, count: min(BookSeal.segmentSize, size - start), at: start)
    }
}

extension String {
    /// Returns the parts before and after a mark; all of it and an empty text if there is none.
    fileprivate func divided(at mark: String) -> (String, String) {
        guard let range = firstRange(of: mark) else { return (self, "") }
        return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
    }
}
