import Foundation

/// A file of any kind that belongs to a note: the location of its bytes and the name that the note
/// gives it.
///
/// It is published and exported unchanged. Photos and recordings have types of their own.
package struct Attachment: Hashable, Sendable {
    /// The file name, by which texts of the note refer to the file; it may contain folders.
    package let name: String
    /// The owner's caption, to be shown in place of the file name; nil if there is none.
    package let caption: String?
    package var content: MediaContent

    package init(name: String, caption: String? = nil, content: MediaContent) {
        self.name = name
        self.caption = caption
        self.content = content
    }

    /// The location of the original bytes, which are published unchanged; nil for a missing or
    /// damaged file.
    package var stored: StoredBytes? { content.stored }

    /// The last part of the name, under which a browser saves the file; `file` if the name has no
    /// usable part.
    package var fileName: String { FileAddress(name).fileName }

    /// The file extension in lower case, without the dot; nil unless it consists of 1 to 8 ASCII
    /// letters and digits.
    package var fileExtension: String? {
        guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let ending = fileName[fileName.utf8.index(after: dot)...].lowercased()
        let isPlain = ending.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
        }
        return isPlain && (1...8).contains(ending.utf8.count) ? ending : nil
    }

    /// Returns a copy of the attachment with another caption. The location of its bytes stays the
    /// same.
    package func captioned(_ caption: String) -> Attachment {
        Attachment(name: name, caption: caption, content: content)
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
        text = address.removingPercentEncoding ?? address
        parts = text.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
            .compactMap { PhotoName(String(Substring($0))) }
    }

    /// The last path component without percent encoding, for a browser that saves the file; `file`
    /// if the address has none.
    package var fileName: String { parts.last?.text ?? "file" }

    /// Returns the index of the name that the address most likely refers to; nil if none has its
    /// file name.
    ///
    /// An equal name wins; otherwise the first of the names with the same file name and the most
    /// trailing folders in common.
    package func position(in names: [String?]) -> Int? { position(in: FileNames(names)) }

    /// Returns the position of the name that the address most likely refers to, as
    /// ``position(in:)-([String?])`` does.
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
