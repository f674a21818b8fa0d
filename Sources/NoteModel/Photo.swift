/// A photo of a note: the location of its original bytes and the archive's data about it.
package struct Photo: Hashable, Sendable {
    /// The file name in the archive; nil for a photo stored without one.
    ///
    /// It has no folders, unless photos of the note share a file name: then each keeps the folders
    /// by which the text of the note distinguishes them.
    package let name: String?
    /// The owner's caption, from the key of a dictionary of photos; nil if there is none.
    package let caption: String?
    /// The rotation to apply to the pixels; nil to use the orientation in the file.
    package let orientation: Orientation?
    package var content: MediaContent

    package init(
        name: String? = nil, caption: String? = nil, orientation: Orientation? = nil,
        content: MediaContent
    ) {
        self.name = name
        self.caption = caption
        self.orientation = orientation
        self.content = content
    }

    /// The location of the original bytes; nil for a photo that is missing or damaged.
    package var stored: StoredBytes? { content.stored }

    /// The caption to show; nil if the caption is merely a file name, or a number that keeps photos
    /// in order.
    package var shownCaption: String? {
        caption == name ? nil : caption.flatMap(Photo.shownCaption)
    }

    /// Returns the caption of a photo or a recording; nil if it says nothing to a reader, being
    /// merely a number or a file name.
    package static func shownCaption(_ text: String) -> String? {
        let saysNothing =
            text.allSatisfy { $0.isNumber || $0.isWhitespace } || PhotoKind(name: text) != nil
            || RecordingKind(name: text) != nil
        return saysNothing ? nil : text
    }

    /// Returns a copy of the photo with another caption. The location of its bytes stays the same.
    package func captioned(_ caption: String) -> Photo {
        Photo(name: name, caption: caption, orientation: orientation, content: content)
    }

    /// Returns a copy of the photo with another file name. Its bytes are not copied, and no file is
    /// renamed.
    package func named(_ name: String) -> Photo {
        Photo(name: name, caption: caption, orientation: orientation, content: content)
    }

    /// The transformation that makes stored pixels upright. Raw values are those of EXIF tag 0x0112
    /// (CIPA DC-008), 1 to 8.
    package enum Orientation: Int, Sendable {
        case up = 1
        case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

        /// The raw values, indexed by the values of `UIImageOrientation`, 0 to 7, which are in
        /// another order.
        private static let inEXIF = [1, 3, 8, 6, 2, 4, 5, 7]

        /// Creates an orientation from a value of `UIImageOrientation`, 0 to 7; nil for any other
        /// number.
        package init?(uiImageOrientation value: Int) {
            guard Self.inEXIF.indices.contains(value) else { return nil }
            self.init(rawValue: Self.inEXIF[value])
        }

        /// The value of `UIImageOrientation` for this orientation, 0 to 7, as UIKit archives it
        /// with an image.
        package var uiImageOrientation: Int { Self.inEXIF.firstIndex(of: rawValue) ?? 0 }
    }
}

/// The content of a photo, a recording or an attachment, or the reason why there is none.
package enum MediaContent: Hashable, Sendable {
    case stored(StoredBytes)
    /// The notes folder contains no file of that name; only the name of the content is known.
    case missing
    /// The archive's object for the content cannot be read. The decoder of the archive has reported
    /// the reason.
    case damaged

    package var stored: StoredBytes? {
        guard case .stored(let stored) = self else { return nil }
        return stored
    }
}

/// The location of bytes on disk: a file or a part of one. It is used in place of the bytes, so
/// that the memory needed for a notebook depends on its notes and not on its photos.
package struct StoredBytes: Codable, Hashable, Sendable {
    /// The absolute path of the file, which has to exist as long as the notebook is used.
    package let file: String
    /// The range of the bytes in the file, counted from 0; the whole file if it contains nothing
    /// else.
    package let range: Range<Int>
    /// The range of the content within the decoded data, if `range` contains base64 text as in an
    /// XML property list; nil if `range` contains the content itself.
    package let decodedRange: Range<Int>?

    package init(file: String, range: Range<Int>, decodedRange: Range<Int>? = nil) {
        self.file = file
        self.range = range
        self.decodedRange = decodedRange
    }

    /// The number of bytes of the content, after decoding. Known without reading the file.
    package var count: Int { decodedRange?.count ?? range.count }
}

/// The file name of a photo for comparison: the last component of a path or an address, regardless
/// of case and of how accents are composed.
package struct PhotoName: Hashable, Sendable {
    /// The name as written, without folders and percent encoding, for messages. It is never empty
    /// and has no separators.
    package let text: String
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
        let text = PhotoName.removingPercentEncoding(encoded) ?? encoded
        // A decoded component may contain separators again.
        guard !text.isEmpty, text != ".", text != "..", text.utf8.count <= 1024,
            !text.utf8.contains(where: { isSeparator($0) || $0 == 0 })
        else { return nil }
        self.text = text
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

    private static func removingPercentEncoding(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
