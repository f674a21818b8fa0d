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

    /// Computes the fingerprint of lines of text, for file names that must stay the same across
    /// versions; no line may contain a line feed.
    package init(ofLines lines: [String]) {
        value = SHA256Value(of: Array(lines.joined(separator: "\n").utf8))
    }
}

/// Hashes a sequence of values into a fingerprint. Order matters; lengths and optionals are
/// encoded, so that different sequences of the same types never yield the same bytes.
package struct Fingerprinter: Sendable {
    private var writer = ByteWriter(capacity: 512)

    /// - Parameter name: The name of the output, which keeps apart outputs with equal inputs.
    package init(_ name: String) { writer.write(name) }

    package mutating func add(_ value: some BinaryCodable) { writer.write(value) }
    package mutating func add(_ value: String?) { writer.write(value) }
    package mutating func add(_ value: String) { writer.write(value) }
    package mutating func add(_ values: [String]) { writer.write(values) }
    package mutating func add(_ value: Int) { writer.write(value) }
    package mutating func add(_ value: Double?) { writer.write(value) { $0.write($1) } }
    package mutating func add(_ values: [some BinaryCodable]) { writer.write(values) }
    package mutating func add(_ value: Bool) { writer.write(value) }
    package mutating func add(_ values: [Bool]) { writer.write(list: values) { $0.write($1) } }
    package mutating func add(_ value: [UInt8]) { writer.write(value) }
    package mutating func add(_ value: ArraySlice<UInt8>) { writer.write(value) }

    package var fingerprint: Fingerprint { Fingerprint(value: SHA256Value(of: writer.bytes)) }
}
