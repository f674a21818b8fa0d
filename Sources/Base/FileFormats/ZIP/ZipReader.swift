package import LocalFiles

/// An error that keeps a ZIP file from being read.
package struct ZipError: Error, Hashable, Sendable {
    /// The problem, in words that follow the name of the file.
    package let problem: String

    /// True if the content could not be written, and nothing else can be either.
    package let isOfWriting: Bool
    /// True if the name has no place among the others, or on this disk.
    package let isOfName: Bool

    package init(_ problem: String) {
        self.problem = problem
        (isOfWriting, isOfName) = (false, false)
    }

    /// Creates the error for a file that cannot be read.
    ///
    /// - Parameter damage: The problem if the file is cut off, or its content is not valid.
    fileprivate init(reading error: any Error, damage: String) {
        let reason = (error as? FileError).flatMap { $0.code == FileError.cutOff ? nil : $0.reason }
        self.init(reason.map { "cannot be read: \($0)" } ?? damage)
    }

    /// Creates the error for a member that cannot be written.
    package init(writing error: FileError) {
        problem = "cannot be unpacked: \(error)"
        (isOfWriting, isOfName) = (!error.isOfName, error.isOfName)
    }

    /// The error for a ZIP file whose members are not all in one folder.
    package static let noOneFolder = ZipError("does not contain exactly one folder")
}

/// Reads a ZIP file whose members are stored or deflated (PKWARE's APPNOTE 6.3.10).
///
/// ```swift
/// let zip = try ZipReader(path)
/// for member in zip.members where member.name.hasSuffix(".json") {
///     var bytes: [UInt8] = []
///     try zip.read(member) { bytes += $0 }
/// }
/// ```
///
/// The initializer reads the directory; members are read on request.
package struct ZipReader: Sendable {
    package let path: String
    package let members: [Member]

    /// A member as the directory describes it.
    package struct Member: Hashable, Sendable {
        package let name: String
        /// True if the name is not in UTF-8 but in code page 437.
        let isInCodePage437: Bool
        /// The name in the bytes of the file.
        var nameBytes: [UInt8] {
            isInCodePage437 ? CodePage437.bytes(of: name) : Array(name.utf8)
        }
        /// The size of the content in bytes.
        package let size: Int
        let start: Int
        /// The number of bytes that the content takes in the ZIP file.
        package let packedSize: Int
        /// The checksum of the content (CRC-32).
        package let sum: UInt32
        let method: UInt16
        /// True for a link, a device or a pipe, according to the Unix mode.
        package let isSpecial: Bool
        /// True for a file that macOS, not the owner, added to the ZIP file.
        package var isOfMacOS: Bool {
            let last = name.utf8.split(separator: UInt8(ascii: "/")).last.map {
                String(Substring($0))
            }
            return name.hasPrefix("__MACOSX/") || last?.hasPrefix("._") == true
                || last == ".DS_Store"
        }
        /// True for a folder, which has a name and no content.
        package var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }
    }

    /// Reads the directory of a ZIP file.
    ///
    /// - Parameter isStrict: False to accept bytes between members, and members with damaged
    ///   headers, although these cannot be read. In either case, no two members may share bytes.
    /// - Throws: ``ZipError`` if the file is not a ZIP file, is truncated or is damaged.
    package init(_ path: String, isStrict: Bool = true) throws(ZipError) {
        self.path = path
        let found: [Member]?
        do {
            let file = try OpenFile(path)
            let isZip = try LocalFiles.read(file, count: 2) == Array("PK".utf8)
            found =
                isZip
                ? try Self.members(in: file, size: try file.status().size, isStrict: isStrict) : nil
        } catch {
            throw ZipError(
                reading: error,
                damage:
                    "is truncated or damaged: the directory at the end of a ZIP file is missing")
        }
        guard let found else { throw ZipError("is neither a folder nor a ZIP file") }
        members = found
        try Self.requireBearable(found)
    }

    /// The compression methods that are supported.
    private static let (stored, deflated): (UInt16, UInt16) = (0, 8)
    /// The value of `Member.method` for an encrypted member; not a compression method.
    private static let encrypted: UInt16 = 0xFFFF
    /// The maximum number of members; more would take gigabytes of memory to list.
    private static let maximumCount = 1_000_000

    private static func members(
        in file: borrowing OpenFile, size: Int, isStrict: Bool
    ) throws -> [Member] {
        let damaged = FileError(action: "read", path: file.path, code: FileError.cutOff)
        let (count, range, isLarge) = try directory(of: file, size: size)
        let directory = try LocalFiles.read(file, count: range.count, at: range.lowerBound)
        var members: [Member] = []
        var position = 0
        while position < directory.count {
            let (member, next) = try member(in: directory, at: position, of: file, size: size)
            guard members.count < maximumCount else { throw damaged }
            members.append(member)
            position = next
        }
        // Without ZIP64 the number of members has 16 bits.
        guard members.count == count || !isLarge && members.count & 0xFFFF == count else {
            throw damaged
        }
        if !isLarge, size > 0xFFFF_FFFF {
            members = try withWholeNumbers(members, in: file, upTo: range.lowerBound)
        }
        // Members that overlap would add up to more than the file; no honest program writes them.
        var sizeLeft = size
        for member in members {
            sizeLeft -= member.packedSize
            guard sizeLeft >= 0 else { throw damaged }
        }
        if isStrict {
            try requireNothingBetween(members, in: file, upTo: range.lowerBound)
        } else {
            try requireNothingShared(members, upTo: range.lowerBound, in: file.path)
        }
        return members
    }

    /// Returns the number of members and the range of the central directory, from the end record
    /// (APPNOTE 4.3.16) or the one of ZIP64 before it (4.3.14), which is large.
    private static func directory(
        of file: borrowing OpenFile, size: Int
    ) throws -> (count: Int, range: Range<Int>, isLarge: Bool) {
        let damaged = FileError(action: "read", path: file.path, code: FileError.cutOff)
        // A comment of up to 64 kB may follow the end record.
        let tailStart = max(0, size - 65_557)
        let tail = try LocalFiles.read(file, count: size - tailStart, at: tailStart)
        guard
            let end = stride(from: tail.count - 22, through: 0, by: -1).first(where: {
                tail[$0...].starts(with: [0x50, 0x4B, 0x05, 0x06])
            })
        else { throw damaged }
        // Another reader could find members in bytes after the end record or between the parts.
        guard end + 22 + Int(number(tail, position: end + 20, count: 2)) == tail.count else {
            throw damaged
        }
        var count = Int(number(tail, position: end + 10, count: 2))
        var length = Int(number(tail, position: end + 12, count: 4))
        var start = Int(number(tail, position: end + 16, count: 4))
        var endOfDirectory = tailStart + end
        let isLarge = end >= 20 && tail[(end - 20)...].starts(with: [0x50, 0x4B, 0x06, 0x07])
        if isLarge {
            let place = number(tail, position: end - 12, count: 8)
            guard size >= 56, place <= size - 56, Int(place) + 56 == tailStart + end - 20 else {
                throw damaged
            }
            let record = try LocalFiles.read(file, count: 56, at: Int(place))
            guard record.starts(with: [0x50, 0x4B, 0x06, 0x06]) else { throw damaged }
            count = Int(clamping: number(record, position: 32, count: 8))
            length = Int(clamping: number(record, position: 40, count: 8))
            start = Int(clamping: number(record, position: 48, count: 8))
            endOfDirectory = Int(place)
        } else if start <= endOfDirectory, (endOfDirectory - length - start) % (1 << 32) == 0 {
            start = endOfDirectory - length
        }
        // A limit beyond any real directory that still fits into memory.
        guard start >= 0, length >= 0, length <= 1 << 30, size < 1 << 60, start <= size,
            length <= size - start, count >= 0,
            count <= length / 46, start + length == endOfDirectory
        else { throw damaged }
        return (count, start..<start + length, isLarge)
    }

    /// Returns the member that an entry of the central directory describes (APPNOTE 4.3.12), and
    /// the position of the next entry.
    private static func member(
        in directory: [UInt8], at position: Int, of file: borrowing OpenFile, size: Int
    ) throws -> (member: Member, next: Int) {
        let damaged = FileError(action: "read", path: file.path, code: FileError.cutOff)
        guard position + 46 <= directory.count,
            directory[position...].starts(with: [0x50, 0x4B, 0x01, 0x02])
        else { throw damaged }
        let nameLength = Int(number(directory, position: position + 28, count: 2))
        let extraLength = Int(number(directory, position: position + 30, count: 2))
        let nameStart = position + 46
        let next =
            nameStart + nameLength + extraLength
            + Int(number(directory, position: position + 32, count: 2))
        guard next <= directory.count else { throw damaged }
        var content = Int(number(directory, position: position + 24, count: 4))
        var packed = Int(number(directory, position: position + 20, count: 4))
        var place = Int(number(directory, position: position + 42, count: 4))
        var field = nameStart + nameLength
        while field + 4 <= nameStart + nameLength + extraLength {
            let fieldLength = Int(number(directory, position: field + 2, count: 2))
            if number(directory, position: field, count: 2) == 1 {
                var value = field + 4
                func large() throws -> Int {
                    guard value + 8 <= min(field + 4 + fieldLength, next) else { throw damaged }
                    value += 8
                    return Int(clamping: number(directory, position: value - 8, count: 8))
                }
                if content == 0xFFFF_FFFF { content = try large() }
                if packed == 0xFFFF_FFFF { packed = try large() }
                if place == 0xFFFF_FFFF { place = try large() }
            }
            field += 4 + fieldLength
        }
        let isEncrypted = number(directory, position: position + 8, count: 2) & 1 == 1
        let method =
            isEncrypted ? encrypted : UInt16(number(directory, position: position + 10, count: 2))
        guard place <= size, packed <= size - place, method != 0 || content == packed else {
            throw damaged
        }
        let nameBytes = directory[nameStart..<nameStart + nameLength]
        let name = String(validating: nameBytes, as: UTF8.self)
        let member = Member(
            name: name ?? CodePage437.text(nameBytes),
            isInCodePage437: name == nil, size: content, start: place,
            packedSize: packed,
            sum: UInt32(number(directory, position: position + 16, count: 4)),
            method: method,
            isSpecial: ![0, 0x4, 0x8].contains(
                number(directory, position: position + 38, count: 4) >> 28))
        return (member, next)
    }

    /// Requires that no two members share bytes: archives that unpack to far more than their size
    /// rely on it.
    private static func requireNothingShared(
        _ members: [Member], upTo end: Int, in path: String
    ) throws {
        let damaged = FileError(action: "read", path: path, code: FileError.cutOff)
        var position = 0
        for member in members.sorted(by: { $0.start < $1.start }) {
            guard member.start >= position else { throw damaged }
            position = member.start + 30 + member.nameBytes.count + member.packedSize
        }
        guard position <= end else { throw damaged }
    }

    /// Requires that members follow each other without gaps, from the first byte to the directory.
    ///
    /// A member that was written as a stream may be followed by its sizes (APPNOTE 4.3.9).
    private static func requireNothingBetween(
        _ members: [Member], in file: borrowing OpenFile, upTo end: Int
    ) throws {
        let damaged = FileError(action: "read", path: file.path, code: FileError.cutOff)
        var expected = 0...0
        for member in members.sorted(by: { $0.start < $1.start }) {
            let head = try LocalFiles.read(file, count: 30, at: member.start)
            guard head.count == 30, head.starts(with: [0x50, 0x4B, 0x03, 0x04]),
                expected.contains(member.start)
            else { throw damaged }
            let isStream = number(head, position: 6, count: 2) & 8 == 8
            let size = Int(number(head, position: 18, count: 4))
            guard isStream || size == member.packedSize & 0xFFFF_FFFF || size == 0xFFFF_FFFF else {
                throw damaged
            }
            let next =
                member.start + 30 + Int(number(head, position: 26, count: 2))
                + Int(number(head, position: 28, count: 2))
                + member.packedSize
            expected = next...(isStream ? next + 24 : next)
        }
        guard expected.contains(end) else { throw damaged }
    }

    /// Passes the content of a member to `body`, in chunks.
    ///
    /// - Throws: ``ZipError`` if the member is encrypted, truncated or damaged, or is compressed by
    ///   another method than DEFLATE. Damage may be found only after all chunks have been passed.
    package func read(_ member: Member, body: (UnsafeRawBufferPointer) -> Void) throws(ZipError) {
        guard member.method != Self.encrypted else {
            throw ZipError(
                "contains “\(member.name)” encrypted; unpack it, and use the resulting folder")
        }
        guard [Self.stored, Self.deflated].contains(member.method) else {
            throw ZipError(
                "compresses “\(member.name)” by an unsupported method; unpack it, and use the resulting folder"
            )
        }
        var sum = CRC32()
        do {
            let file = try OpenFile(path)
            let name = member.nameBytes
            let head = try LocalFiles.read(file, count: 30 + name.count, at: member.start)
            // The header before the content must have the same name as the directory.
            guard head.count == 30 + name.count, head.starts(with: [0x50, 0x4B, 0x03, 0x04]),
                Self.number(head, position: 26, count: 2) == name.count,
                head[30...].elementsEqual(name)
            else {
                throw FileError(action: "read", path: path, code: FileError.cutOff)
            }
            let start =
                member.start + 30 + Int(Self.number(head, position: 26, count: 2))
                + Int(Self.number(head, position: 28, count: 2))
            let range = start..<start + member.packedSize
            func pass(_ chunk: UnsafeRawBufferPointer) {
                sum.update(chunk)
                body(chunk)
            }
            if member.method == Self.stored {
                try LocalFiles.forEachChunk(of: file, in: range) { pass($0) }
            } else {
                try inflate(file, range: range, size: member.size, body: pass)
            }
        } catch {
            throw ZipError(
                reading: error, damage: "is truncated or damaged at “\(member.name)”")
        }
        guard sum.value == member.sum else {
            throw ZipError("is damaged: “\(member.name)” is not what it was")
        }
    }

    private func inflate(
        _ file: borrowing OpenFile, range: Range<Int>, size: Int,
        body: (UnsafeRawBufferPointer) -> Void
    ) throws {
        var inflater = try Inflater(size: size)
        try LocalFiles.forEachChunk(of: file, in: range) { chunk throws(FileError) in
            do { try inflater.update(chunk, body: body) } catch {
                throw FileError(action: "read", path: path, code: FileError.cutOff)
            }
        }
        try inflater.finish()
    }

    /// Returns the range of the file that holds the content of a member; nil for a compressed one.
    ///
    /// - Throws: ``ZipError`` if the content is damaged, for which all of it is read.
    package func intactRange(of member: Member) throws(ZipError) -> Range<Int>? {
        guard member.method == Self.stored else { return nil }
        try read(member) { _ in }
        do {
            let head = try LocalFiles.read(OpenFile(path), count: 30, at: member.start)
            let start =
                member.start + 30 + member.nameBytes.count
                + Int(Self.number(head, position: 28, count: 2))
            return start..<start + member.size
        } catch {
            throw ZipError("cannot be read: \(error.reason)")
        }
    }

    /// Writes the content of a member to a new file.
    ///
    /// - Throws: ``ZipError``, also if the file cannot be written.
    package func unpack(_ member: Member, to path: String) throws(ZipError) {
        var failure: FileError?
        do { try LocalFiles.create(path, bytes: []) } catch { failure = error }
        try read(member) { chunk in
            guard failure == nil else { return }
            do throws(FileError) { try OpenFile(path, access: .append).write(chunk) } catch {
                failure = error
            }
        }
        if let failure { throw ZipError(writing: failure) }
    }

    static func number(_ bytes: [UInt8], position: Int, count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[position + $1]) << UInt64(8 * $1) }
    }
}
