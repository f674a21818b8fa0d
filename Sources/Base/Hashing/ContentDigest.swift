/// The SHA-256 of content: it identifies the same bytes wherever they are, in a photo, a tree or a
/// bag.
package struct ContentDigest: HashIdentified {
    package let value: SHA256Value

    package init(value: SHA256Value) { self.value = value }

    package init(of bytes: [UInt8]) { value = SHA256Value(of: bytes) }

    package init(of bytes: ArraySlice<UInt8>) {
        var hasher = ContentHasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        value = hasher.value()
    }

    /// Computes the digest of bytes that come in pieces.
    ///
    /// - Parameter produce: Passes the pieces, in order, to its argument.
    /// - Throws: The error of `produce`.
    package init<Failure: Error>(
        ofPieces produce: ((UnsafeRawBufferPointer) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        var hasher = ContentHasher()
        try produce { hasher.update($0) }
        value = hasher.value()
    }
}
