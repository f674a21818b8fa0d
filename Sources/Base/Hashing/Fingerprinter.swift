/// The hash of all inputs of an output: while it is the same, so is the output.
package struct Fingerprint: HashIdentified {
    package let value: SHA256Value

    package init(value: SHA256Value) { self.value = value }

    /// Computes the fingerprint of a single value in its binary encoding, which depends on the
    /// version of the program.
    package init(of value: some BinaryCodable) {
        var writer = ByteWriter()
        writer.write(value)
        self.value = SHA256Value(of: writer.bytes)
    }
}

/// Hashes a sequence of values into a fingerprint. Order matters; lengths and optionals are
/// encoded, so that different sequences of the same types never yield the same bytes.
///
/// ```swift
/// var inputs = Fingerprinter("outline", note.id, note.title)
/// inputs.add(note.tags, note.created)
/// let fingerprint = inputs.fingerprint
/// ```
@usableFromInline
package struct Fingerprinter: Sendable {
    @usableFromInline var writer = ByteWriter(capacity: 512)

    /// - Parameters:
    ///   - name: The name of the output, which keeps apart outputs with equal inputs.
    ///   - values: The first inputs.
    @inlinable package init<each Value: BinaryCodable>(_ name: String, _ values: repeat each Value)
    {
        writer.write(name)
        repeat writer.write(each values)
    }

    /// Adds inputs, one after the other.
    @inlinable package mutating func add<each Value: BinaryCodable>(_ values: repeat each Value) {
        repeat writer.write(each values)
    }

    @inlinable package mutating func add(bytes: some Collection<UInt8>) {
        writer.write(bytes: bytes)
    }

    package var fingerprint: Fingerprint { Fingerprint(value: SHA256Value(of: writer.bytes)) }
}
