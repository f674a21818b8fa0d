import LocalFiles

/// Writes a ZIP file (PKWARE's APPNOTE 6.3.10) with members that are neither compressed nor dated.
///
/// Equal members in equal order give equal bytes. Files below 4 GB with fewer than 65,535 members
/// have the form that all readers know; larger ones use ZIP64.
package struct ZipWriter: ~Copyable {
    private let file: OpenFile
    private var buffer: [UInt8] = []
    /// The number of bytes that have been written to the file; those in `buffer` follow them.
    private var written = 0
    private var directory: [UInt8] = []
    private var count = 0

    private static let sizeOfBuffer = 1 << 20

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - path: The path of a file that does not exist yet.
    ///   - isPrivate: True if only the owner may read the file.
    /// - Throws: ``FileError`` if the file exists (`EEXIST`) or cannot be created.
    package init(_ path: String, isPrivate: Bool = false) throws {
        file = try OpenFile(path, access: isPrivate ? .createPrivate : .create)
    }

    /// Adds a member with the given content.
    ///
    /// - Parameter name: The path within the ZIP file, separated by `/`.
    /// - Throws: ``FileError`` if the ZIP file cannot be written.
    package mutating func add(_ name: String, bytes: [UInt8]) throws {
        try add(name, count: bytes.count) { write in try bytes.withUnsafeBytes(write) }
    }

    /// Adds a file as a member.
    ///
    /// - Parameters:
    ///   - name: The path within the ZIP file, separated by `/`.
    ///   - path: The path of the file to add.
    /// - Throws: ``FileError``; with `EIO` if the size of the file changes meanwhile.
    package mutating func add(_ name: String, fileAt path: String) throws {
        let source = try OpenFile(path)
        let size = try source.status().size
        try add(name, count: size) { write in
            let source = try OpenFile(path)
            try LocalFiles.forEachChunk(of: source, in: 0..<size, write)
        }
    }

    private typealias Sink = (UnsafeRawBufferPointer) throws(FileError) -> Void

    private mutating func add(
        _ name: String, count size: Int, produce: (Sink) throws -> Void
    ) throws {
        let start = written + buffer.count
        // The checksum is known once the content has been written, and is set then.
        append(head: name, size: size)
        var sum = CRC32()
        var (pending, flushed) = (buffer, written)
        // A second reference to the array would make appending copy it.
        buffer = []
        try produce { chunk throws(FileError) in
            sum.update(chunk)
            pending += chunk
            if pending.count >= Self.sizeOfBuffer {
                try file.writeAll(pending, synchronizing: false)
                flushed += pending.count
                pending.removeAll(keepingCapacity: true)
            }
        }
        (buffer, written) = (pending, flushed)
        try set(sum.value, at: start + 14)
        append(directoryEntry: name, start: start, size: size, sum: sum.value)
        count += 1
    }

    /// Writes everything that is still to be written, which completes the file.
    ///
    /// - Throws: ``FileError`` if the ZIP file cannot be written.
    package consuming func finish() throws {
        let start = written + buffer.count
        let size = directory.count
        buffer += directory
        if count >= 0xFFFF || start >= Self.large || size >= Self.large {
            let end = UInt64(start + size)
            buffer += [0x50, 0x4B, 0x06, 0x06]
            Self.append(UInt64(44), to: &buffer)
            Self.append(UInt16(Self.madeBy), to: &buffer)
            Self.append(UInt16(45), to: &buffer)
            Self.append(UInt64(0), to: &buffer)
            for number in [count, count, size, start] {
                Self.append(UInt64(number), to: &buffer)
            }
            buffer += [0x50, 0x4B, 0x06, 0x07]
            Self.append(UInt32(0), to: &buffer)
            Self.append(end, to: &buffer)
            Self.append(UInt32(1), to: &buffer)
        }
        buffer += [0x50, 0x4B, 0x05, 0x06]
        Self.append(UInt32(0), to: &buffer)
        for _ in 0..<2 { Self.append(UInt16(min(count, 0xFFFF)), to: &buffer) }
        Self.append(UInt32(min(size, Self.large)), to: &buffer)
        Self.append(UInt32(min(start, Self.large)), to: &buffer)
        Self.append(UInt16(0), to: &buffer)
        try file.writeAll(buffer)
    }
}

extension ZipWriter {
    /// The 32-bit value that stands for a number in the ZIP64 field.
    private static let large = 0xFFFF_FFFF
    /// The host system and version: Unix, so that readers apply the permissions of members.
    private static let madeBy = 3 << 8 | 45
    private static let readableByAll: UInt32 = 0o100644 << 16

    /// Appends the header of a member, with a checksum of 0 that is set later.
    private mutating func append(head name: String, size: Int) {
        buffer += [0x50, 0x4B, 0x03, 0x04]
        let extra = Self.sizes(size >= Self.large ? [size, size] : [])
        Self.appendFacts(name, size: size, sum: 0, extra: extra.count, to: &buffer)
        buffer += name.utf8
        buffer += extra
    }

    private mutating func append(directoryEntry name: String, start: Int, size: Int, sum: UInt32) {
        let isLarge = size >= Self.large
        let extra = Self.sizes(
            (isLarge ? [size, size] : []) + (start >= Self.large ? [start] : []))
        directory += [0x50, 0x4B, 0x01, 0x02]
        Self.append(UInt16(Self.madeBy), to: &directory)
        Self.appendFacts(name, size: size, sum: sum, extra: extra.count, to: &directory)
        // No comment, first disk, no internal attributes.
        for _ in 0..<3 { Self.append(UInt16(0), to: &directory) }
        Self.append(Self.readableByAll, to: &directory)
        Self.append(UInt32(min(start, Self.large)), to: &directory)
        directory += name.utf8
        directory += extra
    }

    /// Appends the fields that a member's header and its directory entry have in common: stored
    /// without compression, dated midnight of 1 January 1980.
    private static func appendFacts(
        _ name: String, size: Int, sum: UInt32, extra: Int, to bytes: inout [UInt8]
    ) {
        append(UInt16(extra > 0 ? 45 : 10), to: &bytes)
        // Bit 11 declares the name to be UTF-8, which an ASCII name need not.
        append(UInt16(name.utf8.allSatisfy { $0 < 0x80 } ? 0 : 1 << 11), to: &bytes)
        for number in [0, 0, 0x21] { append(UInt16(number), to: &bytes) }
        append(sum, to: &bytes)
        for _ in 0..<2 { append(UInt32(min(size, large)), to: &bytes) }
        append(UInt16(name.utf8.count), to: &bytes)
        append(UInt16(extra), to: &bytes)
    }

    /// Returns the ZIP64 field with the given numbers; empty if there are none.
    private static func sizes(_ numbers: [Int]) -> [UInt8] {
        guard !numbers.isEmpty else { return [] }
        var field: [UInt8] = []
        append(UInt16(1), to: &field)
        append(UInt16(8 * numbers.count), to: &field)
        for number in numbers { append(UInt64(number), to: &field) }
        return field
    }

    /// Overwrites a number in a header, which is in the file or still in the buffer.
    private mutating func set(_ number: UInt32, at position: Int) throws {
        var bytes: [UInt8] = []
        Self.append(number, to: &bytes)
        if position >= written {
            buffer.replaceSubrange(position - written..<position - written + 4, with: bytes)
            return
        }
        // With the buffer written, all four bytes are in the file.
        try file.writeAll(buffer, synchronizing: false)
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
        try file.write(bytes, at: position)
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
}
