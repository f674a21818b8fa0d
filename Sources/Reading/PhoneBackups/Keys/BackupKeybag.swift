/// The keys of an encrypted backup, each wrapped with a key that is derived from the password: the
/// value of `BackupKeyBag` in `Manifest.plist`.
///
/// The bytes are records of a tag of four letters, a length (32 bits, big-endian) and a value. The
/// records of the keybag itself come first; each class begins with a `UUID` of its own. Every
/// number is checked before it is used, since a keybag may come from anyone.
struct BackupKeybag: Sendable {
    /// The salt and the number of rounds of the first derivation, with SHA-256; nil in backups made
    /// before iOS 10.2.
    let first: Derivation?
    /// The salt and the number of rounds of the second derivation, with SHA-1.
    let second: Derivation
    let classes: [ProtectionClass]

    /// The parameters of PBKDF2.
    struct Derivation: Hashable, Sendable {
        let salt: [UInt8]
        let rounds: Int
    }

    /// A class of files with a key in common.
    struct ProtectionClass: Hashable, Sendable {
        let number: UInt32
        /// The key of the class, wrapped as in RFC 3394.
        let wrappedKey: [UInt8]
        /// True if the password unlocks the key; false if that takes the key of the device too.
        let hasPassword: Bool
    }

    /// The maximum size of a keybag in bytes; real ones have about 1,300.
    private static let maximumSize = 64 << 10
    /// The maximum numbers of rounds. Phones use 10,000,000 and 10,000.
    private static let maximumRounds = (first: 20_000_000, second: 1_000_000)
    private static let maximumSaltSize = 1 << 10
    private static let maximumClasses = 64
    /// The size of a key of 256 bits when it is wrapped.
    static let wrappedKeySize = 40

    /// Reads a keybag.
    ///
    /// - Throws: ``KeybagError`` for one that is damaged or asks for more work than any phone does.
    init(_ bytes: [UInt8]) throws {
        guard bytes.count <= Self.maximumSize else { throw KeybagError("it is too large") }
        let records = try Self.records(of: bytes)
        let classStarts = records.indices.filter { records[$0].tag == "UUID" }.dropFirst()
        let header = Dictionary(
            records[..<(classStarts.first ?? records.count)].map { ($0.tag, $0.value) }
        ) { first, _ in first }
        guard Self.number(header["TYPE"]) == 1 else {
            throw KeybagError("it is not the keybag of a backup")
        }
        first = try Self.derivation(
            salt: header["DPSL"], rounds: header["DPIC"], maximum: Self.maximumRounds.first)
        let second = try Self.derivation(
            salt: header["SALT"], rounds: header["ITER"], maximum: Self.maximumRounds.second)
        guard let second else { throw KeybagError("it has no salt") }
        self.second = second
        guard classStarts.count <= Self.maximumClasses else {
            throw KeybagError("it has too many classes")
        }
        let ends = classStarts.dropFirst() + [records.count]
        classes = zip(classStarts, ends).compactMap { start, end in
            Self.protectionClass(records[start..<end])
        }
        guard classes.contains(where: \.hasPassword) else {
            throw KeybagError("it has no key that a password unlocks")
        }
    }

    private typealias Record = (tag: String, value: ArraySlice<UInt8>)

    private static func records(of bytes: [UInt8]) throws -> [Record] {
        var records: [Record] = []
        var position = 0
        while position < bytes.count {
            guard bytes.count - position >= 8,
                let size = number(bytes[(position + 4)..<(position + 8)]),
                size <= bytes.count - position - 8
            else { throw KeybagError("it is truncated") }
            let start = position + 8
            let tag = String(decoding: bytes[position..<(position + 4)], as: UTF8.self)
            records.append((tag, bytes[start..<(start + size)]))
            position = start + size
        }
        return records
    }

    /// Returns the number of a record of four bytes; nil for a missing record and for other sizes.
    private static func number(_ value: ArraySlice<UInt8>?) -> Int? {
        guard let value, value.count == 4 else { return nil }
        return value.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the parameters of a derivation; nil if the keybag has none.
    private static func derivation(
        salt: ArraySlice<UInt8>?, rounds: ArraySlice<UInt8>?, maximum: Int
    ) throws -> Derivation? {
        guard let salt, let rounds else { return nil }
        guard !salt.isEmpty, salt.count <= maximumSaltSize else {
            throw KeybagError("its salt has \(salt.count) bytes")
        }
        guard let count = number(rounds), (1...maximum).contains(count) else {
            throw KeybagError("its number of rounds is beyond any that a phone uses")
        }
        return Derivation(salt: Array(salt), rounds: count)
    }

    /// Returns a class; nil for one without a key of 256 bits.
    private static func protectionClass(_ records: ArraySlice<Record>) -> ProtectionClass? {
        func value(_ tag: String) -> ArraySlice<UInt8>? { records.first { $0.tag == tag }?.value }
        guard let number = number(value("CLAS")), let wrapping = Self.number(value("WRAP")),
            let key = value("WPKY"), key.count == wrappedKeySize
        else { return nil }
        return ProtectionClass(
            number: UInt32(number), wrappedKey: Array(key), hasPassword: wrapping == 2)
    }
}

/// The defect of a keybag, as the end of a sentence.
struct KeybagError: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
