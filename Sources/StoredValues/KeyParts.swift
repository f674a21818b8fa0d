package import OutputPlan

/// All that goes into something, in an order, for the key of it.
package struct KeyParts: Sendable {
    private var writer = ByteWriter(capacity: 512)

    /// - Parameter name: Of what is made.
    package init(_ name: String) { writer.write(name) }

    package mutating func add(_ value: some StoredValue) { writer.write(value) }
    package mutating func add(_ value: String?) { writer.write(value) }
    package mutating func add(_ value: String) { writer.write(value) }
    package mutating func add(_ values: [String]) { writer.write(values) }
    package mutating func add(_ value: Int) { writer.write(value) }
    package mutating func add(_ value: Double?) { writer.write(value) { $0.write($1) } }
    package mutating func add(_ values: [some StoredValue]) { writer.write(values) }
    package mutating func add(_ value: Bool) { writer.write(value) }
    package mutating func add(_ values: [Bool]) { writer.write(list: values) { $0.write($1) } }
    package mutating func add(_ value: [UInt8]) { writer.write(value) }

    package var key: ContentKey { ContentKey(of: writer.bytes) }
}

extension ContentKey {
    /// The key of a value.
    package init(of value: some StoredValue) {
        var writer = ByteWriter()
        writer.write(value)
        self.init(of: writer.bytes)
    }
}
