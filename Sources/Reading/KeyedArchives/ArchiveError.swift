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
        /// A trailer, a marker, a count or a reference that no valid file holds; the text completes
        /// “is damaged: …”.
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
        (self.reason, self.offset) = (reason, offset)
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
        case .badObject(let what): "is damaged: \(what)" + place
        case .tooDeep: "is nested more than 512 levels deep" + place
        case .tooMuch: "refers to the same objects so often that reading it would never end"
        case .badXML(let what): "is damaged XML: \(what)" + place
        case .badJSON(let what): "is damaged JSON: \(what)" + place
        case .notAnArchive(let what): "is not a keyed archive: \(what)"
        }
    }
}

/// The maximum nesting depth of property lists and JSON text, which bounds the recursion of their
/// readers.
let maximumNesting = 512
