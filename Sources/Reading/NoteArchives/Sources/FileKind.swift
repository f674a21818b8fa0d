import KeyedArchives
import NoteModel

/// The kind of a file in a notes folder, detected by its first bytes and not by its name.
enum FileKind: Hashable, Sendable {
    case empty
    case propertyList(PropertyListForm)
    /// An archive of `NSArchiver`, the predecessor of keyed archives.
    case typedStream
    case json
    case database
    case picture(PhotoKind)
    /// Audio or video.
    case recording
    case document(String)
    case zip
    /// An archive or a compressed file of another format than ZIP, by its name.
    case packed(String)
    /// Valid UTF-8 without control characters.
    case text
    /// Only zero bytes, as left by an interrupted copy.
    case zeros
    case unknown

    init(_ bytes: ArchiveBytes) {
        if let magic = bytes.bytes(0..<min(bytes.count, 8)), magic.elementsEqual("bplist00".utf8) {
            self = .propertyList(.binary)
            return
        }
        self.init(
            prefix: bytes.bytes(0..<min(bytes.count, 4096)).map { Array($0) } ?? [],
            isWhole: bytes.count <= 4096)
    }

    /// - Parameters:
    ///   - prefix: The first bytes of the file; 4,096 are enough, and 12 to detect a picture.
    ///   - isWhole: True if the prefix is the whole file.
    init(prefix: [UInt8], isWhole: Bool = false) {
        if prefix.isEmpty {
            self = .empty
        } else if let form = PropertyListForm(prefix: prefix) {
            self = .propertyList(form)
        } else if prefix.starts(with: [0x04, 0x0B] + Array("streamtyped".utf8)) {
            self = .typedStream
        } else if prefix.starts(with: "SQLite format 3\0".utf8) {
            self = .database
        } else if let picture = PhotoKind(prefix: prefix) {
            self = .picture(picture)
        } else if RecordingKind(prefix: prefix) != nil {
            self = .recording
        } else if prefix.starts(with: "%PDF-".utf8) {
            self = .document("a PDF")
        } else if prefix.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            self = .zip
        } else if let format = Self.packedFormat(prefix) {
            self = .packed(format)
        } else {
            self = Self.textKind(prefix, isWhole: isWhole)
        }
    }

    /// Returns the format of an archive or compressed file; nil for other files.
    private static func packedFormat(_ prefix: [UInt8]) -> String? {
        let magics: [(offset: Int, bytes: [UInt8], format: String)] = [
            (257, Array("ustar".utf8), "a tar archive"), (0, [0x1F, 0x8B, 0x08], "a gzip file"),
            (0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
            (0, Array("Rar!".utf8) + [0x1A, 0x07], "a RAR archive"),
            (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "an xz file"),
            (0, Array("BZh".utf8), "a bzip2 file"),
        ]
        return magics.first { prefix.dropFirst($0.offset).starts(with: $0.bytes) }?.format
    }

    private static func textKind(_ prefix: [UInt8], isWhole: Bool) -> FileKind {
        if prefix.allSatisfy({ $0 == 0 }) { return .zeros }
        // The prefix may end within a character.
        let whole = isWhole ? prefix[...] : prefix.dropLast(4)
        let isText =
            !whole.contains { $0 < 0x20 && !(0x09...0x0D).contains($0) }
            && (String(validating: whole, as: UTF8.self) != nil
                || !isWhole
                    && (1...3).contains {
                        String(validating: whole.dropLast($0), as: UTF8.self) != nil
                    })
        guard isText else { return .unknown }
        return JSONDocument.isLikely(prefix: prefix) ? .json : .text
    }
}

extension FileKind {
    /// The kind in words, if the file cannot be read as an archive; nil if it can.
    var notAnArchive: String? {
        switch self {
        case .propertyList(.binary), .propertyList(.xml), .json: nil
        default: description
        }
    }
}

extension FileKind: CustomStringConvertible {
    /// The kind, as a phrase that completes "NAME is …".
    var description: String {
        switch self {
        case .empty: "empty"
        case .propertyList(let form): form.description
        case .typedStream: "an archive of the old NSArchiver (a typed stream), not a keyed archive"
        case .json: "JSON text"
        case .database: "an SQLite database, not a keyed archive"
        case .picture(let kind): "a picture (\(kind.rawValue.uppercased()))"
        case .recording: "a recording"
        case .document(let kind): kind
        case .zip: "a ZIP archive"
        case .packed(let format): format
        case .text: "plain text"
        case .zeros: "only zero bytes, as after an interrupted copy"
        case .unknown: "of an unknown type"
        }
    }
}
