/// Why bytes could not be read as an archive, and where.
package struct ArchiveError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// No bytes at all.
        case empty
        /// The bytes are of another kind, which is named.
        case otherKind(String)
        /// The file ends before what it promises.
        case cutOff
        /// A binary property list's trailer contradicts the file.
        case badTrailer(String)
        /// A marker, a count or a reference that no valid file holds.
        case badObject(String)
        /// Nested deeper than 512 levels.
        case tooDeep
        /// More objects or text than the file can honestly hold.
        case tooMuch
        /// Text that is not well-formed XML, or XML that a property list may not hold.
        case badXML(String)
        /// Text that is no JSON.
        case badJSON(String)
        /// A property list that is no keyed archive.
        case notAnArchive(String)
    }

    package let reason: Reason
    /// Byte offset in the file, or nil where none is to the point.
    package let offset: Int?

    package init(_ reason: Reason, at offset: Int? = nil) {
        self.reason = reason
        self.offset = offset
    }
}

extension ArchiveError: CustomStringConvertible {
    /// The reason in words that complete "NAME …".
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
        case .notAnArchive(let what): "is no keyed archive: \(what)"
        }
    }
}

/// How much one property list may ask for: objects looked up and bytes of text decoded.
///
/// References cost a few bytes and may all lead to one large object, so bounds on the file
/// alone do not bound the work.
final class DecodingBudget {
    private var objects: Int
    private var text: Int
    /// Collections that are being read, the outermost first.
    private var open: [Int] = []

    init(fileSize: Int) {
        // A reference costs at least a byte, and a text at least its bytes.
        objects = 50_000 + min(fileSize, 20_000_000)
        // Each text is counted when it is decoded and when it is handed out.
        text = 1_000_000 + 4 * min(fileSize, 128 << 20)
    }

    func spend(objects count: Int) throws(ArchiveError) {
        objects -= count
        guard objects >= 0 else { throw ArchiveError(.tooMuch) }
    }

    /// Notes that a collection is being read; one that holds itself is refused.
    func enter(_ number: Int) throws(ArchiveError) {
        guard open.count < maximumNesting else { throw ArchiveError(.tooDeep) }
        guard !open.contains(number) else {
            throw ArchiveError(.badObject("a collection holds itself"))
        }
        open.append(number)
    }

    func leave() { open.removeLast() }

    /// Forgets which collections are being read, after one that could not be.
    func leaveAll() { open = [] }

    func spend(text count: Int) throws(ArchiveError) {
        text -= count
        guard text >= 0 else { throw ArchiveError(.tooMuch) }
    }
}

/// Levels of nesting that are followed, in both forms of property lists.
let maximumNesting = 512
