import Foundation

/// A file of any kind that belongs to a note: where its bytes are, and what the note calls it.
///
/// It is published and exported unchanged. Photos and recordings have types of their own.
package struct Attachment: Hashable, Sendable {
    /// The file name, by which texts refer to it.
    package let name: String
    /// The owner's own words for it.
    package let caption: String?
    package let content: MediaContent

    package init(name: String, caption: String? = nil, content: MediaContent) {
        self.name = name
        self.caption = caption
        self.content = content
    }

    /// The place of the bytes; nil for a missing or damaged file.
    package var stored: StoredBytes? { content.stored }

    /// The last part of the name, for a browser that saves the file.
    package var fileName: String { FileAddress(name).fileName }

    /// The file name's ending in lower case without the dot; nil for one that is not made of 1 to 8
    /// letters and digits of ASCII.
    package var fileExtension: String? {
        guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let ending = fileName[fileName.utf8.index(after: dot)...].lowercased()
        let isPlain = ending.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
        }
        return isPlain && (1...8).contains(ending.utf8.count) ? ending : nil
    }

    /// The file under another caption.
    package func captioned(_ caption: String) -> Attachment {
        Attachment(name: name, caption: caption, content: content)
    }
}

/// The address of a file in a text, or the name of a file with some of its folders, compared part by
/// part from the end.
package struct FileAddress: Hashable, Sendable {
    /// Folders and the file name, without `.` and `..`.
    private let parts: [PhotoName]
    /// The address without percent encoding.
    private let text: String

    package init(_ address: String) {
        text = address.removingPercentEncoding ?? address
        parts = text.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
            .compactMap { PhotoName(String(Substring($0))) }
    }

    /// The last part; `file` for an address that has none.
    package var fileName: String { parts.last?.text ?? "file" }

    /// Returns the position of the name that the address most likely means: the equal one, or the first
    /// of those with the same file name that have the most folders in common.
    package func position(in names: [String?]) -> Int? {
        guard let last = parts.last else { return nil }
        var best: (position: Int, score: Int)?
        for (position, name) in names.enumerated() {
            guard let name, PhotoName(name) == last else { continue }
            let score = score(of: FileAddress(name))
            if score > best?.score ?? 0 { best = (position, score) }
        }
        return best?.position
    }

    /// The number of parts in common from the end; more than any path has where both are equal.
    private func score(of other: FileAddress) -> Int {
        text == other.text ? .max : max(1, commonParts(with: other))
    }

    /// The number of parts in common, counted from the end.
    package func commonParts(with other: FileAddress) -> Int {
        zip(parts.reversed(), other.parts.reversed()).prefix { $0 == $1 }.count
    }
}
