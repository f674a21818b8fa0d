/// The hash of everything that an output is made from: while it is the same, so is the output.
package struct Fingerprint: HashIdentified {
    package let value: SHA256Value

    package init(value: SHA256Value) { self.value = value }

    /// The fingerprint of a single value.
    package init(of value: some BinaryCodable) {
        var writer = ByteWriter()
        writer.write(value)
        self.value = SHA256Value(of: writer.bytes)
    }

    /// The fingerprint of lines of text, for names of files that must stay the same from version to version;
    /// none of them may hold a line feed.
    package init(ofLines lines: [String]) {
        value = SHA256Value(of: Array(lines.joined(separator: "\n").utf8))
    }
}

/// Hashes a sequence of values into a fingerprint. Order matters; every value is preceded by its length
/// or its presence, so that no two sequences hash the same bytes.
package struct Fingerprinter: Sendable {
    private var writer = ByteWriter(capacity: 512)

    /// - Parameter name: The name of what is made.
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
