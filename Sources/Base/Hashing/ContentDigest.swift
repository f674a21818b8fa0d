/// The SHA-256 of content: it identifies the same bytes wherever they are, in a photo, a tree or a
/// bag.
package struct ContentDigest: HashIdentified {
    package let value: SHA256Value

    package init(value: SHA256Value) { self.value = value }

    package init(of bytes: [UInt8]) { value = SHA256Value(of: bytes) }

    package init(of bytes: ArraySlice<UInt8>) {
        var computation = SHA256Computation()
        bytes.withUnsafeBytes { computation.update($0) }
        value = computation.finish()
    }

    /// Computes the digest of bytes that come in pieces.
    ///
    /// - Parameter produce: Passes the pieces, in order, to its argument.
    /// - Throws: The error of `produce`.
    package init<Failure: Error>(
        ofPieces produce: ((UnsafeRawBufferPointer) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        var computation = SHA256Computation()
        try produce { computation.update($0) }
        value = computation.finish()
    }

    /// Computes the digest of lines of text, for identifiers that must stay the same across
    /// versions; no line may contain a line feed.
    package init(ofLines lines: [String]) {
        self.init(of: Array(lines.joined(separator: "\n").utf8))
    }
}

/// Computes the digest of bytes that come in pieces, for callers that cannot pass them all in one
/// closure.
package struct ContentHasher {
    private var computation = SHA256Computation()

    package init() {}

    package mutating func update(_ bytes: UnsafeRawBufferPointer) { computation.update(bytes) }

    package func digest() -> ContentDigest { ContentDigest(value: computation.finish()) }
}
