import Platform

/// The file name of a photo for comparison: the last component of a path or an address, regardless
/// of case and of how accents are composed.
package struct PhotoName: Hashable, Sendable {
    /// The name as written, without folders and percent encoding, for messages. It is never empty
    /// and has no separators.
    package let text: String
    /// The path as it was written.
    package let written: String
    private let folded: String

    /// - Parameter path: A file name, a path of any operating system, or a file URL. The result is
    ///   nil if it contains no file name (`..`, an empty text, one with a NUL) or has another
    ///   scheme.
    package init?(_ path: String) {
        // Compares bytes, not characters: a name may begin with a character that combines with the
        // slash before it.
        let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
        }
        // Far longer than any path: there may be prose in place of a name.
        guard path.utf8.count <= 4096 else { return nil }
        guard !PhotoName.isAddress(path) || path.utf8.starts(with: "file:".utf8) else { return nil }
        let last = path.utf8.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
            .last
        var encoded = last.map { String(Substring($0)) } ?? ""
        if encoded.utf8.starts(with: "file:".utf8) { encoded.removeFirst("file:".count) }
        let isEncoded = encoded.utf8.contains(UInt8(ascii: "%"))
        let text = isEncoded ? encoded.percentDecoded ?? encoded : encoded
        // A decoded component may contain separators again.
        guard !text.isEmpty, text != ".", text != "..", text.utf8.count <= 1024,
            !text.utf8.contains(where: { isSeparator($0) || $0 == 0 })
        else { return nil }
        (self.text, written) = (text, path)
        self.folded = text.lowercased()
    }

    // Swift compares strings by canonical equivalence, so NFC and NFD spellings are equal.
    package static func == (left: PhotoName, right: PhotoName) -> Bool {
        left.folded == right.folded
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(folded)
    }

    /// True if a path contains `://`, and so is the address of a network resource or a file URL.
    private static func isAddress(_ path: String) -> Bool {
        var matched = 0
        for byte in path.utf8 {
            let isNext = byte == (matched == 0 ? UInt8(ascii: ":") : UInt8(ascii: "/"))
            matched = isNext ? matched + 1 : byte == UInt8(ascii: ":") ? 1 : 0
            if matched == 3 { return true }
        }
        return false
    }
}

/// The address of a file in a text, or the name of a file with some of its folders. Addresses are
/// compared component by component from the end.
package struct FileAddress: Hashable, Sendable {
    /// The folders, the outermost first, and the file name; without `.`, `..` and empty components.
    private let parts: [PhotoName]
    /// The address without percent encoding, for exact comparison; the address itself if its
    /// encoding is invalid.
    private let text: String

    package init(_ address: String) {
        text = address.percentDecoded ?? address
        parts = text.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
            .compactMap { PhotoName(String(Substring($0))) }
    }

    /// The last path component without percent encoding, for a browser that saves the file; `file`
    /// if the address has none.
    package var fileName: String { parts.last?.text ?? "file" }

    /// Returns the index of the name that the address most likely refers to; nil if no name has the
    /// same file name.
    ///
    /// An equal name wins; otherwise the first of the names with the same file name and the most
    /// trailing folders in common.
    package func position(in names: FileNames) -> Int? {
        guard let last = parts.last else { return nil }
        var best: (position: Int, score: Int)?
        for position in names.positions(of: last) {
            guard let name = names.names[position] else { continue }
            // Nothing can be nearer.
            if name == text { return position }
            let score = score(of: FileAddress(name))
            if score > best?.score ?? 0 { best = (position, score) }
        }
        return best?.position
    }

    /// Returns the number of trailing path components in common, at least 1; `Int.max` if both
    /// addresses are equal.
    private func score(of other: FileAddress) -> Int {
        text == other.text ? .max : max(1, commonParts(with: other))
    }

    /// Returns the number of path components in common, counted from the end: 2 for `a/b.jpg` and
    /// `x/a/B.jpg`.
    package func commonParts(with other: FileAddress) -> Int {
        zip(parts.reversed(), other.parts.reversed()).prefix { $0 == $1 }.count
    }
}
