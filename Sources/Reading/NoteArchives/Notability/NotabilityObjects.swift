import KeyedArchives

/// Access to the objects of an archive of Notability. Everything in it is optional: values of other
/// types than expected count as missing.
struct NotabilityObjects {
    let archive: KeyedArchive

    func instance(_ value: PropertyListValue?) -> ArchivedInstance? {
        guard let value, case .instance(let instance)? = try? archive.object(value) else {
            return nil
        }
        return instance
    }

    func string(_ value: PropertyListValue?) -> String? {
        value.flatMap { (try? archive.string($0)).flatMap(\.self) }
    }

    func number(_ value: PropertyListValue?) -> Double? {
        value.flatMap { (try? archive.number($0)).flatMap(\.self)?.double }
    }

    func members(_ value: PropertyListValue?) -> [PropertyListValue] {
        value.flatMap { (try? archive.array($0)).flatMap(\.self) } ?? []
    }

    func fields(_ value: PropertyListValue?) -> [String: PropertyListValue]? {
        guard let value, let pairs = try? archive.dictionary(value) else { return nil }
        return Dictionary(
            pairs.compactMap { pair in string(pair.key).map { ($0, pair.value) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the bytes of data.
    ///
    /// - Throws: ``ArchiveError`` for more bytes than the maximum.
    func bytes(_ value: PropertyListValue?, maximum: Int) throws -> [UInt8] {
        guard let value, let reference = try archive.data(value) else { return [] }
        guard reference.count <= maximum else { throw ArchiveError(.tooMuch) }
        return archive.contents(of: reference) ?? []
    }
}

/// Numbers of four bytes each, little-endian, as in the arrays of Notability.
struct PackedNumbers {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count / 4 }

    func integer(_ index: Int) -> Int32 { bytes.littleEndian(at: 4 * index) }

    func real(_ index: Int) -> Double {
        Double(Float(bitPattern: bytes.littleEndian(at: 4 * index)))
    }
}

extension Array<UInt8> {
    /// Returns the little-endian number at an offset, all of whose bytes have to be there.
    func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
        }
    }
}

/// Returns the numbers of things of several kinds as words, such as “a stroke and 2 shapes”; nil
/// for none.
func countedWords(_ counts: [(number: Int, noun: String)]) -> String? {
    let parts = counts.filter { $0.number > 0 }.map { count in
        count.number == 1 ? "a \(count.noun)" : "\(count.number) \(count.noun)s"
    }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
}
