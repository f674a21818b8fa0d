package import LocalFiles

/// A photo, a recording or an attachment of a note: the location of its original bytes, and what
/// the archive says about it.
package struct Medium: Hashable, Sendable {
    package internal(set) var kind: Kind
    /// The file name, by which texts of the note refer to the medium; nil for one embedded in the
    /// archive without a name.
    ///
    /// It has no folders, unless photos of the note share a file name and its text distinguishes
    /// them by folders. The name of an attachment may have folders.
    package var name: String?
    /// The owner's caption, such as the key of a dictionary of photos; nil if there is none.
    package var caption: String?
    /// The rotation to apply to the pixels of a photo; nil to use the orientation in the file.
    package private(set) var orientation: Orientation?
    package var content: MediaContent
    /// The transcript from a file next to a recording; nil if there is none.
    package var transcript: Transcript?

    /// The kinds of media. Each has a list of its own in a note.
    package enum Kind: String, CaseIterable, Sendable {
        case photo
        /// An audio or video recording.
        case recording
        /// A file of any other kind, which is published and exported unchanged.
        case attachment

        /// The name of a list of such media in exports, and of the folder for them, such as
        /// `photos`.
        package var plural: String { rawValue + "s" }
    }

    package init(
        _ kind: Kind, name: String? = nil, caption: String? = nil,
        orientation: Orientation? = nil, content: MediaContent
    ) {
        self.kind = kind
        self.name = name
        self.caption = caption
        self.orientation = orientation
        self.content = content
    }

    /// Creates a medium of the kind that the first bytes of its file indicate, or else its name; an
    /// attachment if neither does.
    ///
    /// - Parameter format: The format of the content, by its first bytes.
    package init(
        _ content: MediaContent, named name: String?, caption: String? = nil, format: MediaFormat?
    ) {
        // Under a misleading name the file would be published with its metadata.
        let known = format ?? name.flatMap { MediaFormat(name: $0) }
        self.init(known?.kind ?? .attachment, name: name, caption: caption, content: content)
    }

    /// The location of the original bytes; nil for a medium that is missing or damaged.
    package var stored: StoredBytes? { content.stored }

    /// The caption to show; nil if the caption is merely a file name, or a number that keeps media
    /// in order.
    package var shownCaption: String? {
        caption == name ? nil : caption.flatMap(Medium.shownCaption)
    }

    /// Returns the caption of a photo or a recording; nil if it says nothing to a reader, being
    /// merely a number or a file name.
    package static func shownCaption(_ text: String) -> String? {
        let saysNothing =
            text.allSatisfy { $0.isNumber || $0.isWhitespace } || MediaFormat(name: text) != nil
        return saysNothing ? nil : text
    }

    /// The last part of the name, under which a browser saves the file; `file` if the name has no
    /// usable part.
    package var fileName: String { name.map { FileAddress($0).fileName } ?? "file" }

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

    /// Returns a copy of the medium with another caption. The location of its bytes stays the same.
    package func captioned(_ caption: String) -> Medium {
        var copy = self
        copy.caption = caption
        return copy
    }

    /// Returns a copy of the medium with another file name. Its bytes are not copied, and no file
    /// is renamed.
    package func named(_ name: String) -> Medium {
        var copy = self
        copy.name = name
        return copy
    }

    /// Returns a copy of the medium as one of another kind; only photos have an orientation.
    package func classified(as kind: Kind) -> Medium {
        Medium(
            kind, name: name, caption: caption, orientation: kind == .photo ? orientation : nil,
            content: content)
    }

    /// The identity of a medium. Equal bytes with different orientations are different pictures,
    /// since their derivatives differ.
    package struct Identity: Hashable, Sendable {
        package let kind: Kind
        package let stored: StoredBytes
        package let orientation: Orientation?
    }

    /// The identity of the medium, for sharing its derivatives; nil for a missing or damaged one,
    /// which has no bytes.
    package var identity: Identity? {
        stored.map { Identity(kind: kind, stored: $0, orientation: orientation) }
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

/// One value for each kind of media.
package struct MediaByKind<Value> {
    package var photos: Value
    package var recordings: Value
    package var attachments: Value

    package init(photos: Value, recordings: Value, attachments: Value) {
        (self.photos, self.recordings, self.attachments) = (photos, recordings, attachments)
    }

    package init(_ value: (Medium.Kind) throws -> Value) rethrows {
        photos = try value(.photo)
        recordings = try value(.recording)
        attachments = try value(.attachment)
    }

    package subscript(kind: Medium.Kind) -> Value {
        get {
            switch kind {
            case .photo: photos
            case .recording: recordings
            case .attachment: attachments
            }
        }
        _modify {
            switch kind {
            case .photo: yield &photos
            case .recording: yield &recordings
            case .attachment: yield &attachments
            }
        }
    }
}

extension MediaByKind: Sendable where Value: Sendable {}
extension MediaByKind: Equatable where Value: Equatable {}
extension MediaByKind: Hashable where Value: Hashable {}

extension MediaByKind where Value: RangeReplaceableCollection {
    package init() { self.init { _ in Value() } }

    /// The photos, then the recordings, then the attachments.
    package var all: [Value.Element] { Array(photos) + recordings + attachments }
}

extension MediaByKind<[Medium]> {
    package var isEmpty: Bool { photos.isEmpty && recordings.isEmpty && attachments.isEmpty }

    /// Adds a medium at the end of the list of its kind, and returns its place there.
    @discardableResult package mutating func append(_ medium: Medium) -> NoteFile {
        self[medium.kind].append(medium)
        return NoteFile(medium.kind, self[medium.kind].count - 1)
    }

    /// Changes each medium.
    package mutating func forEach(_ change: (inout Medium) throws -> Void) rethrows {
        for kind in Medium.Kind.allCases {
            for position in self[kind].indices { try change(&self[kind][position]) }
        }
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
        if case .stored(let stored) = self { stored } else { nil }
    }
}

extension StoredBytes {
    /// The format of the content, by its first bytes; nil for an unknown one, and for content that
    /// cannot be read.
    package var format: MediaFormat? { MediaFormat(prefix: prefix(MediaFormat.prefixLength)) }
}
