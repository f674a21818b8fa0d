/// An error in the bytes of an archive, with its position. Other parts of the archive may still be
/// readable.
package struct ArchiveError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The file is empty: it has no bytes at all, or none can be read.
        case empty
        /// The bytes are of another kind, which is named, such as “JSON text”.
        case otherKind(String)
        /// The file is truncated, or its bytes can no longer be read from the disk.
        case cutOff
        /// The trailer of a binary property list, its last 32 bytes, contradicts the file; the text
        /// says how.
        case badTrailer(String)
        /// A marker, a count or a reference that no valid file holds; the text completes “is
        /// damaged: …”.
        case badObject(String)
        /// Collections are nested deeper than ``maximumNesting`` levels, at which the recursion of
        /// a reader might exhaust the stack.
        case tooDeep
        /// More objects or text than a file of this size can legitimately hold, which happens if
        /// references are shared excessively.
        case tooMuch
        /// Text that is not well-formed XML, or XML that a property list may not hold.
        case badXML(String)
        /// Text that is not valid JSON (RFC 8259); the text says what is wrong with it.
        case badJSON(String)
        /// A property list that is not a keyed archive although it has some of its keys, such as
        /// `$top`.
        case notAnArchive(String)
    }

    package let reason: Reason
    /// The byte offset in the file; nil if the error has no specific position.
    package let offset: Int?

    package init(_ reason: Reason, at offset: Int? = nil) {
        self.reason = reason
        self.offset = offset
    }
}

extension ArchiveError: CustomStringConvertible {
    /// The reason, as a phrase that completes "NAME …", with the position if one is known and no
    /// final period.
    package var description: String {
        let place = offset.map { " (at byte \($0))" } ?? ""
        return switch reason {
        case .empty: "is empty"
        case .otherKind(let kind): "is \(kind)"
        case .cutOff: "is cut off" + place
        case .badTrailer(let what): "is damaged: \(what)"
        case .badObject(let what): "is damaged: \(what)" + place
        case .tooDeep: "is nested more than 512 levels deep" + place
        case .tooMuch: "refers to the same objects so often that reading it would never end"
        case .badXML(let what): "is damaged XML: \(what)" + place
        case .badJSON(let what): "is damaged JSON: \(what)" + place
        case .notAnArchive(let what): "is not a keyed archive: \(what)"
        }
    }
}

/// A limit on the work that one property list and the archives within it may cause, in objects
/// looked up, bytes of text decoded and bytes of archives opened.
///
/// A reference takes a few bytes, and many may refer to one large object, so a limit on the size of
/// the file does not limit the work.
final class DecodingBudget {
    private var objects: Int
    private var text: Int
    private var opened: Int
    /// The object numbers of the collections being read, the outermost first; empty between calls.
    private var open: [Int] = []

    init(fileSize: Int) {
        // A reference takes at least a byte, and a text at least its bytes.
        objects = 50_000 + min(fileSize, 20_000_000)
        // Each text is counted when it is decoded and when it is handed out.
        text = 1_000_000 + 4 * min(fileSize, 128 << 20)
        // An archive within an archive is opened twice at most, and takes time of its own.
        opened = 1_000_000 + 4 * min(fileSize, 128 << 20)
    }

    /// Returns a budget for a file, or the one of the archive that contains it, which pays for
    /// opening it.
    static func budget(
        fileSize: Int, within outer: DecodingBudget?
    ) throws(ArchiveError) -> DecodingBudget {
        guard let outer else { return DecodingBudget(fileSize: fileSize) }
        outer.opened -= fileSize + 500
        guard outer.opened >= 0 else { throw ArchiveError(.tooMuch) }
        return outer
    }

    func spend(objects count: Int) throws(ArchiveError) {
        objects -= count
        guard objects >= 0 else { throw ArchiveError(.tooMuch) }
    }

    /// Records that a collection is being read.
    ///
    /// - Throws: ``ArchiveError`` if the collection contains itself or is nested too deep.
    func enter(_ number: Int) throws(ArchiveError) {
        guard open.count < maximumNesting else { throw ArchiveError(.tooDeep) }
        guard !open.contains(number) else {
            throw ArchiveError(.badObject("a collection holds itself"))
        }
        open.append(number)
    }

    func leave() { open.removeLast() }

    /// Resets the list of collections being read after an error, so that other objects can still be
    /// read.
    func leaveAll() { open = [] }

    func spend(text count: Int) throws(ArchiveError) {
        text -= count
        guard text >= 0 else { throw ArchiveError(.tooMuch) }
    }
}

/// The maximum nesting depth of property lists and JSON text, which bounds the recursion of their
/// readers.
let maximumNesting = 512
