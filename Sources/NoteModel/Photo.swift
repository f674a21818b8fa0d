/// A photo of a note: where its original bytes lie, and what the archive says of it.
package struct Photo: Hashable, Sendable {
    /// The file name that the archive gives, without folders; nil for a photo stored without one. Of photos
    /// of one note that share a file name each has the folders by which its text tells them apart.
    package let name: String?
    /// What the owner called it: the key of a dictionary of photos.
    package let caption: String?
    /// How the pixels are to be turned; nil leaves it to what the file itself says.
    package let orientation: Orientation?
    package let content: MediaContent

    package init(
        name: String? = nil, caption: String? = nil, orientation: Orientation? = nil,
        content: MediaContent
    ) {
        self.name = name
        self.caption = caption
        self.orientation = orientation
        self.content = content
    }

    /// Where the original bytes are; nil for a photo that is missing or damaged.
    package var stored: StoredBytes? { content.stored }

    /// The caption as it is shown: nothing where it is no more than the name of a file, or a
    /// number that keeps photos in order.
    package var shownCaption: String? {
        caption == name ? nil : caption.flatMap(Photo.shownCaption)
    }

    /// A text as a caption of a photo or a recording; nil where it says nothing to a reader.
    package static func shownCaption(_ text: String) -> String? {
        let saysNothing =
            text.allSatisfy { $0.isNumber || $0.isWhitespace } || PhotoKind(name: text) != nil
            || RecordingKind(name: text) != nil
        return saysNothing ? nil : text
    }

    /// The photo under another caption.
    package func captioned(_ caption: String) -> Photo {
        Photo(name: name, caption: caption, orientation: orientation, content: content)
    }

    /// The photo under another name.
    package func named(_ name: String) -> Photo {
        Photo(name: name, caption: caption, orientation: orientation, content: content)
    }

    /// How stored pixels become upright, by the numbers of EXIF tag 0x0112.
    package enum Orientation: Int, Sendable {
        case up = 1
        case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

        /// The numbers by the values of `UIImageOrientation`, 0 to 7, which counts otherwise.
        private static let inEXIF = [1, 3, 8, 6, 2, 4, 5, 7]

        /// From `UIImageOrientation`, 0 to 7.
        package init?(uiImageOrientation value: Int) {
            guard Self.inEXIF.indices.contains(value) else { return nil }
            self.init(rawValue: Self.inEXIF[value])
        }

        /// The value of `UIImageOrientation`, 0 to 7.
        package var uiImageOrientation: Int { Self.inEXIF.firstIndex(of: rawValue) ?? 0 }
    }
}

/// What there is of a photo or a recording.
package enum MediaContent: Hashable, Sendable {
    case stored(StoredBytes)
    /// The notes folder has no file of that name.
    case missing
    /// The archive's own object for it cannot be read.
    case damaged

    package var stored: StoredBytes? {
        guard case .stored(let stored) = self else { return nil }
        return stored
    }
}

/// Where some bytes lie on disk: a file, or a part of one. It stands in for the bytes, so that
/// a notebook costs memory by its notes and not by its photos.
package struct StoredBytes: Hashable, Sendable {
    /// Absolute path of the file.
    package let file: String
    /// The bytes' place in the file.
    package let range: Range<Int>
    /// Set where the range holds base64 text, as XML property lists do: the part wanted of what
    /// it decodes to.
    package let decodedRange: Range<Int>?

    package init(file: String, range: Range<Int>, decodedRange: Range<Int>? = nil) {
        self.file = file
        self.range = range
        self.decodedRange = decodedRange
    }

    /// Number of bytes of the content.
    package var count: Int { decodedRange?.count ?? range.count }
}

extension Note {
    /// The position of the photo that an address in the text means: a file name, with or without
    /// folders, or a number counted from 1.
    package func photoIndex(forAddress address: String) -> Int? {
        if let number = Int(address) {
            return number > 0 && number <= photos.count ? number - 1 : nil
        }
        guard let wanted = PhotoName(address) else { return nil }
        return FileAddress(address).position(in: photos.map(\.name))
            ?? photos.firstIndex { $0.caption.flatMap(PhotoName.init) == wanted }
    }

    /// The position of the recording that an address in the text means, by its file's name.
    package func recordingIndex(forAddress address: String) -> Int? {
        guard PhotoName(address) != nil else { return nil }
        return FileAddress(address).position(in: recordings.map(\.name))
    }

    /// The position of the attachment that an address in the text means, by its file's name.
    package func attachmentIndex(forAddress address: String) -> Int? {
        guard !attachments.isEmpty, PhotoName(address) != nil else { return nil }
        let names = attachments.map(\.name)
        // What follows a sharp may be a place in the file.
        return FileAddress(address).position(in: names)
            ?? FileAddress(String(address.prefix { $0 != "#" })).position(in: names)
    }
}

/// The name of a photo file as names are compared: the last part of a path or an address,
/// without regard to case or to how accents are composed.
package struct PhotoName: Hashable, Sendable {
    /// As written, for messages.
    package let text: String
    private let folded: String

    /// - Parameter path: A file name, a path of any machine, or a file URL. Nil for one that
    ///   names no file (`..`, an empty text, one with a NUL) or points at another host.
    package init?(_ path: String) {
        // Bytes and not characters: a name may begin with a sign that joins the slash before it.
        let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
        }
        // Far longer than any path; a text may stand where a name should.
        guard path.utf8.count <= 4096 else { return nil }
        guard !PhotoName.isAddress(path) || path.utf8.starts(with: "file:".utf8) else { return nil }
        let last = path.utf8.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
            .last
        var encoded = last.map { String(Substring($0)) } ?? ""
        if encoded.utf8.starts(with: "file:".utf8) { encoded.removeFirst("file:".count) }
        let text = PhotoName.removingPercentEncoding(encoded) ?? encoded
        // A decoded part may hold separators again.
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

    /// Whether a path has the sign of an address of a host.
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
