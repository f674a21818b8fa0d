/// A time zone of the IANA Time Zone Database, read from the TZif file (RFC 8536) of the system.
///
/// ```swift
/// let rome = try ZoneInfo("Europe/Rome")
/// rome.offset(at: Date())  // 7200 in summer
/// ```
package struct ZoneInfo: Hashable, Sendable {
    /// The name in the database, such as `Europe/Rome`.
    package let identifier: String
    /// The instants at which the offset changes, in seconds since 1970, in order.
    private var changes: [Int64] = []
    /// The offset after each change, in seconds east of UTC.
    private var offsets: [Int] = []
    /// The offset before the first change.
    private var firstOffset = 0
    /// The rule after the last change; nil if the last offset stays.
    private var rule: DaylightRule?
    /// A number that differs for other rules of the zone (FNV-1a of the file).
    private var edition: UInt64 = 0

    /// The name with the edition of the rules, on which everything depends that has dates.
    package var key: String { "\(identifier) \(edition)" }

    /// Coordinated Universal Time, which needs no file.
    package static let utc = ZoneInfo(utc: "GMT")

    /// The reason why a time zone is not available.
    package enum Problem: Error, Hashable, Sendable {
        /// The database has no such zone.
        case unknown
        /// The system has no database at all.
        case noDatabase
    }

    private init(utc identifier: String) { self.identifier = identifier }

    /// Reads a time zone.
    ///
    /// - Parameter identifier: Its name in the database, such as `Europe/Rome`.
    /// - Throws: ``Problem``.
    package init(_ identifier: String) throws(Problem) {
        self.init(utc: identifier)
        guard !["UTC", "GMT"].contains(identifier) else { return }
        // A name is a path within the database, and must not lead out of it.
        let isName = identifier.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && $0.utf8.allSatisfy { Self.isAllowed[Int($0)] }
        }
        // A folder may have been emptied.
        let folder = Self.folders.first { access($0 + "/UTC", R_OK) == 0 }
        guard isName else { throw .unknown }
        guard let folder else { throw .noDatabase }
        guard let data = FileManager.default.contents(atPath: folder + "/" + identifier),
            read(TZifReader(bytes: Array(data)))
        else { throw .unknown }
        edition = data.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// The folders that may contain the database: that of the environment comes first, as in the C
    /// library.
    private static let folders =
        [environmentVariable("TZDIR")].compactMap(\.self)
        + ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo"]

    private static let isAllowed = (0...255).map { (byte: UInt8) in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "_+-".utf8.contains(byte)
        }
    }

    /// Returns the offset that applies at an instant, in seconds east of UTC.
    package func offset(at date: Date) -> Int {
        offset(atSecond: Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0)
    }

    /// Returns the first instant, in seconds since 1970, at which clocks show a time; where they
    /// skip it, that at which they would have shown it.
    ///
    /// - Parameter local: The time that clocks show, in seconds since they showed the beginning of
    ///   1970.
    package func instant(local: Int) -> Int {
        // Offsets are shorter than a day, and so is no time between two changes.
        let (before, after) = (local - 86_400, local + 86_400)
        let offsets = [before, after].map { offset(atSecond: Int64($0)) }
        let first = offsets.first { offset(atSecond: Int64(local - $0)) == $0 }
        return local - (first ?? offsets[0])
    }

    private func offset(atSecond second: Int64) -> Int {
        if let rule, second >= changes.last ?? .min { return rule.offset(at: second) }
        // The first change after the instant.
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : offsets[low - 1]
    }

    /// Reads the 64-bit part of a file (RFC 8536, section 3).
    ///
    /// - Returns: False if it is not such a file.
    private mutating func read(_ file: consuming TZifReader) -> Bool {
        guard let old = file.header(), file.skip(old.size(ofTime: 4)), let header = file.header(),
            header.types > 0, header.size(ofTime: 8) <= file.count
        else { return false }
        let times = (0..<header.changes).compactMap { _ in file.number(8) }
        let kinds = (0..<header.changes).compactMap { _ in file.number(1) }
        let types = (0..<header.types).compactMap { _ -> Int? in
            guard let offset = file.number(4), file.skip(2) else { return nil }
            return Int(Int32(truncatingIfNeeded: offset))
        }
        guard times.count == header.changes, kinds.count == header.changes,
            types.count == header.types, kinds.allSatisfy({ types.indices.contains(Int($0)) }),
            types.allSatisfy({ abs($0) < 26 * 3600 }), zip(times, times.dropFirst()).allSatisfy(<),
            file.skip(header.rest)
        else { return false }
        changes = times
        offsets = kinds.map { types[Int($0)] }
        firstOffset = types[0]
        guard let footer = file.footer() else { return true }
        rule = DaylightRule(footer)
        if rule == nil, let offset = DaylightRule.offset(footer) {
            (changes, offsets) = changes.isEmpty ? ([.min], [offset]) : (changes, offsets)
        }
        return true
    }
}

/// The bytes of a TZif file, read from the front.
private struct TZifReader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The counts of a header.
    struct Header {
        let changes: Int
        let types: Int
        private let names: Int
        private let leaps: Int
        private let indicators: Int

        init(_ counts: [Int]) {
            (changes, types, names, leaps) = (counts[3], counts[4], counts[5], counts[2])
            indicators = counts[0] + counts[1]
        }

        /// The size of what follows the types, in 64-bit data.
        var rest: Int { names + leaps * 12 + indicators }

        /// Returns the size of all data, in bytes.
        func size(ofTime size: Int) -> Int {
            changes * (size + 1) + types * 6 + names + leaps * (size + 4) + indicators
        }
    }

    mutating func header() -> Header? {
        guard bytes.dropFirst(position).starts(with: "TZif".utf8), skip(20) else { return nil }
        let counts = (0..<6).compactMap { _ in number(4).map { Int($0) } }
        return counts.count == 6 ? Header(counts) : nil
    }

    mutating func number(_ size: Int) -> Int64? {
        guard bytes.count - position >= size else { return nil }
        defer { position += size }
        return bytes[position..<position + size].reduce(0) { $0 << 8 | Int64($1) }
    }

    /// The number of bytes that are left.
    var count: Int { bytes.count - position }

    mutating func skip(_ count: Int) -> Bool {
        guard bytes.count - position >= count else { return false }
        position += count
        return true
    }

    /// Returns the text between the two line feeds at the end.
    func footer() -> String? {
        guard bytes.dropFirst(position).first == 0x0A else { return nil }
        let text = bytes[(position + 1)...].prefix { $0 != 0x0A }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
