import FileFormats
import Hashing
import LocalFiles
import MarkdownText
import Markup
import NoteModel
import Platform

/// Reads an ENEX file (xml.evernote.com/pub/evernote-export4.dtd) as a stream. The files of its
/// notes are decoded into a folder, so that memory does not depend on their size.
struct ENEXReader: ~Copyable {
    private let folder: String
    /// The names of the open elements, the outermost first.
    private var path: [String] = []
    /// The characters of the current element; those of the data of files are not collected.
    private var text: [UInt8] = []
    private var record = ENEXRecord()
    private var file: DecodedFile?
    private(set) var records: [ENEXRecord] = []
    /// Parts outside of notes that are not known.
    private(set) var unknown = UnknownParts()
    /// True if the rest of the file could not be read.
    private(set) var isDamaged = false
    /// The note that is damaged, as far as it could be read; nil if the damage is between notes.
    private(set) var damaged: ENEXRecord?

    /// - Parameter folder: The path of a folder for the files of the notes.
    init(folder: String) { self.folder = folder }

    /// Reads a file in UTF-8, up to its end or to the first error.
    ///
    /// - Throws: ``FileError`` if it cannot be read, or the files of notes cannot be written.
    mutating func read(_ path: String) throws(FileError) {
        let stream = XMLStream { reference in
            let text = CharacterReference.decoded(reference)
            return text == reference ? nil : text
        }
        try LocalFiles.forEachChunk(ofFileAt: path) { chunk throws(FileError) in
            for token in stream.tokens(of: chunk) { try take(token) }
        }
        for token in stream.finish() { try take(token) }
        isDamaged = isDamaged || !stream.isWellFormed
        guard isDamaged, self.path.contains("note") else { return }
        if self.path.last == "content" { record.content = String(decoding: text, as: UTF8.self) }
        damaged = record
    }

    private mutating func take(_ token: XMLStream.Token) throws(FileError) {
        // A note inside another one means that the end tag of the outer one is missing. The content
        // must be character data; anything else is left to the repair.
        if case .start(let element, _) = token,
            element == "note" && path.contains("note") || path.last == "content"
        {
            isDamaged = true
        }
        guard !isDamaged else { return }
        switch token {
        case .start(let element, let attributes):
            try start(element)
            for name in attributes where !Self.knownAttributes.contains(name) {
                countUnknown(.attribute, named: name)
            }
        case .end(let element): try end(element)
        case .text(let bytes):
            if file != nil {
                try file?.append(bytes)
            } else if text.count + bytes.count <= LocalFiles.maximumTextSize {
                text += bytes
            } else {
                record.isTooLarge = true
            }
        }
    }

    private mutating func start(_ element: String) throws(FileError) {
        path.append(element)
        text = []
        switch element {
        case "note": record = ENEXRecord()
        case "task" where path.dropLast().last == "note": record.tasks.append(.init())
        case "resource": record.resources.append(.init())
        case "data" where path.dropLast().last == "resource":
            file = try DecodedFile("\(folder)/\(UUID().uuidString)")
        default: break
        }
    }

    private mutating func end(_ element: String) throws(FileError) {
        let value = String(decoding: text, as: UTF8.self)
        text = []
        path.removeLast()
        switch (path.last, element) {
        case ("note", "title"): record.title = value
        case ("note", "content"): record.content += value
        case ("note", "created"): record.created = value
        case ("note", "updated"): record.updated = value
        case ("note", "tag"): record.tags.append(value)
        case ("note-attributes", _) where !value.trimmed.isEmpty:
            record.attributes.append((element, value.trimmed))
        case ("task", "title"): changeTask { $0.title = value.trimmed }
        case ("task", "taskGroupNoteLevelID"): changeTask { $0.group = value.trimmed }
        case ("task", "taskStatus"): changeTask { $0.isDone = value.trimmed == "completed" }
        case ("task", "sortWeight"): changeTask { $0.weight = value.trimmed }
        case ("task", "dueDate") where !value.trimmed.isEmpty:
            changeTask { $0.details.append("due \(ENEXRecord.words(ofDate: value))") }
        case ("task", "taskFlag") where value.trimmed == "true":
            changeTask { $0.details.append("flagged") }
        case ("task", "recurrence") where !value.trimmed.isEmpty:
            changeTask { $0.details.append("repeats: \(value.trimmed)") }
        case ("reminder", "reminderDate") where !value.trimmed.isEmpty:
            changeTask { $0.details.append("reminder \(ENEXRecord.words(ofDate: value))") }
        case ("resource", "mime"): changeResource { $0.mediaType = value.trimmed.lowercased() }
        case ("resource", "width"): changeResource { $0.width = Int(value.trimmed) }
        case ("resource-attributes", "file-name"):
            // A name with slashes is no path.
            changeResource { $0.name = value.trimmed.replacing("/", with: "-") }
        case ("resource", "data"): try endData()
        case (_, "note"): records.append(record)
        default:
            guard !value.trimmed.isEmpty, !Self.technical.contains(element) else { return }
            countUnknown(.element, named: element)
        }
    }

    private mutating func countUnknown(_ kind: UnknownParts.Kind, named name: String) {
        if path.contains("note") {
            record.unknown.count(kind, named: name)
        } else {
            unknown.count(kind, named: name)
        }
    }

    /// The attributes of ENEX elements, which mean nothing to a reader.
    private static let knownAttributes: Set = [
        "export-date", "application", "version", "encoding", "key", "objID", "objType", "docType",
        "engineVersion", "recoType", "lang", "objWidth", "objHeight",
    ]

    /// The elements that mean nothing to a reader: sizes of files, and what Evernote needs to
    /// synchronize notes and tasks.
    private static let technical: Set = [
        "width", "height", "duration", "recognition", "alternate-data", "mime", "data",
        "timestamp", "attachment", "reco-type", "camera-make", "camera-model",
        "client-will-index", "source-url", "latitude", "longitude", "altitude", "file-name",
        "application-data",
        "created", "updated", "taskStatus", "inNote", "taskFlag", "noteLevelID",
        "taskGroupNoteLevelID", "dueDateUIOption", "timeZone", "statusUpdated", "creator",
        "lastEditor", "repeatAfterCompletion", "reminderDateUIOption", "reminderStatus", "title",
        "tag", "content",
    ]

    // MARK: - Parts

    private mutating func endData() throws(FileError) {
        guard var ended = file.take() else { return }
        let (stored, md5, isDamaged) = try ended.end()
        changeResource {
            ($0.stored, $0.md5) = (stored.count > 0 ? stored : nil, md5)
            $0.isDamaged = isDamaged
        }
    }

    private mutating func changeTask(_ change: (inout ENEXRecord.Task) -> Void) {
        if let last = record.tasks.indices.last { change(&record.tasks[last]) }
    }

    private mutating func changeResource(_ change: (inout ENEXRecord.Resource) -> Void) {
        if let last = record.resources.indices.last { change(&record.resources[last]) }
    }
}

/// A file that is decoded from base64 piece by piece.
private struct DecodedFile: ~Copyable {
    private let path: String
    private let output: OpenFile
    private var checksums = Checksums([.md5])
    /// The digits that are not decoded yet.
    private var digits: [UInt8] = []
    private var count = 0
    /// True if there was something other than base64 and spaces.
    private var isDamaged = false

    /// The number of digits that are decoded at once.
    private static let pieceLength = 1 << 16

    init(_ path: String) throws(FileError) {
        self.path = path
        output = try OpenFile(path, access: .create)
    }

    mutating func append(_ bytes: [UInt8]) throws(FileError) {
        for byte in bytes {
            if Self.isDigit(byte) {
                digits.append(byte)
            } else if byte > 0x20, byte != UInt8(ascii: "=") {
                isDamaged = true
            }
        }
        // Four digits encode three bytes.
        if digits.count >= Self.pieceLength { try decode(digits.count - digits.count % 4) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "/")
    }

    /// Returns the location of the bytes, and their MD5 in hexadecimal digits.
    mutating func end() throws(FileError) -> (stored: StoredBytes, md5: String, isDamaged: Bool) {
        // A single digit is not a byte.
        if digits.count % 4 == 1 {
            digits.removeLast()
            isDamaged = true
        }
        // Some programs leave out the equals signs.
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        try decode(digits.count)
        return (
            StoredBytes(file: path, range: 0..<count), checksums.finished()[.md5] ?? "", isDamaged
        )
    }

    private mutating func decode(_ length: Int) throws(FileError) {
        let data = Data(base64Encoded: Data(digits[..<length]))
        digits.removeFirst(length)
        isDamaged = isDamaged || data == nil
        let bytes = Array(data ?? Data())
        count += bytes.count
        bytes.withUnsafeBytes { checksums.update($0) }
        try output.writeAll(bytes, synchronizing: false)
    }
}
