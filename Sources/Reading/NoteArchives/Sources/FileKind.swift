import KeyedArchives
import LocalFiles
import NoteModel

/// The kind of a file in a notes folder, detected by its first bytes and not by its name. The text
/// of a case is the kind in words, as a phrase that completes "NAME is …".
enum FileKind: Hashable, Sendable {
    case empty
    /// A property list or JSON text, which may be a keyed archive.
    case archive
    case database
    case zip
    /// An archive or a compressed file of another format than ZIP.
    case packed(String)
    /// A picture, a recording, a document or a text.
    case withoutNotes(String)
    /// An archive of a format that is not read.
    case unsupported(String)
    /// A file that is damaged or of an unknown type.
    case damaged(String)

    /// Valid UTF-8 without control characters.
    static let text = FileKind.withoutNotes("plain text")
    static let zeros = FileKind.damaged("only zero bytes, as after an interrupted copy")
    static let unknown = FileKind.damaged("of an unknown type")

    init(_ bytes: ArchiveBytes) {
        if let magic = bytes.bytes(0..<min(bytes.count, 8)), magic.elementsEqual("bplist00".utf8) {
            self = .archive
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
            self = .archive
            if case .undocumentedBinary(let version) = form {
                self = .unsupported(
                    "a binary property list of version “\(version)”, which is undocumented")
            } else if form == .xml, let page = Self.page(prefix) {
                self = .withoutNotes(page)
            }
        } else if let picture = PhotoKind(prefix: prefix) {
            self = .withoutNotes("a picture (\(picture.rawValue.uppercased()))")
        } else if RecordingKind(prefix: prefix) != nil {
            self = .withoutNotes("a recording")
        } else {
            let known = Self.magics.first {
                prefix.dropFirst($0.offset).starts(with: $0.bytes)
            }
            self = known?.kind ?? Self.textKind(prefix, isWhole: isWhole)
        }
    }

    /// Returns the words for XML that is no property list, such as a picture; nil for any other.
    private static func page(_ prefix: [UInt8]) -> String? {
        prefix.withUnsafeBufferPointer { bytes in
            func has(_ tag: StaticString) -> Bool {
                bytes.place(of: UInt8(ascii: "<")) { bytes.has(tag, at: $0) } != nil
            }
            guard !has("<plist") else { return nil }
            return has("<svg") ? "a picture (SVG)" : has("<html") ? "a web page" : nil
        }
    }

    private static let logOfDatabase = FileKind.damaged(
        "the log of a database that is missing beside it")

    private static let magics: [(offset: Int, bytes: [UInt8], kind: FileKind)] = [
        (
            0, Array("\u{4}\u{B}streamtyped".utf8),
            .unsupported("an archive of the old NSArchiver (a typed stream), not a keyed archive")
        ),
        (0, Array("SQLite format 3\0".utf8), .database),
        // The write-ahead log, in either order of bytes (SQLite's file format, section 4.1).
        (0, [0x37, 0x7F, 0x06, 0x82], logOfDatabase), (0, [0x37, 0x7F, 0x06, 0x83], logOfDatabase),
        (0, Array("%PDF-".utf8), .withoutNotes("a PDF")),
        (
            0, [0xD0, 0xCF, 0x11, 0xE0],
            .withoutNotes("an old Office document, or thumbnails of Windows")
        ),
        (0, [0x50, 0x4B, 0x03, 0x04], .zip),
        (257, Array("ustar".utf8), .packed("a tar archive")),
        (0, [0x1F, 0x8B, 0x08], .packed("a gzip file")),
        (0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .packed("a 7z archive")),
        (0, Array("Rar!\u{1A}\u{7}".utf8), .packed("a RAR archive")),
        (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .packed("an xz file")),
        (0, Array("BZh".utf8), .packed("a bzip2 file")),
    ]

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
        return JSONDocument.isLikely(prefix: prefix) ? .archive : .text
    }
}

extension FileKind: CustomStringConvertible {
    /// The kind, as a phrase that completes "NAME is …".
    var description: String {
        switch self {
        case .empty: "empty"
        case .archive: "an archive"
        case .database: "an SQLite database, not a keyed archive"
        case .zip: "a ZIP archive"
        case .packed(let words), .withoutNotes(let words), .unsupported(let words),
            .damaged(let words):
            words
        }
    }

    /// The kind in words, if the file cannot be read as an archive; nil if it can.
    var notAnArchive: String? { self == .archive ? nil : description }
}

extension NotesFolder.SourceFile {
    /// True if the file is an SQLite database.
    package var isDatabase: Bool {
        guard let file = try? OpenFile(path), let prefix = try? LocalFiles.read(file, count: 16)
        else { return false }
        return FileKind(prefix: prefix) == .database
    }
}
