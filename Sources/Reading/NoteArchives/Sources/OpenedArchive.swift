package import KeyedArchives
import LocalFiles

/// An archive with the location of its bytes in a source; it may be nested in another archive.
package struct OpenedArchive {
    package private(set) var archive: KeyedArchive
    package let source: NotesFolder.SourceFile
    /// The offset of the archive in the file or, if it is in base64 text, in the decoded data.
    private var start = 0
    /// The range in the file of the base64 text that contains the archive; nil if there is none.
    private var base64: Range<Int>?
    private var depth = 0
    /// True for JSON in a string, whose bytes may be escaped in the file.
    private var isInString = false

    /// The maximum depth of nested archives.
    private static let maximumNesting = 4

    package init(_ archive: KeyedArchive, of source: NotesFolder.SourceFile) {
        (self.archive, self.source) = (archive, source)
    }

    /// The budget of the source, which all archives in it share.
    var budget: Budget { archive.budget }

    /// Returns an archive within this one, with the location of this one.
    private func inner(_ bytes: [UInt8]) throws -> OpenedArchive {
        var inner = self
        inner.archive = try KeyedArchive(ArchiveBytes(bytes), budget: budget)
        inner.depth += 1
        return inner
    }

    /// Returns the location of a data value in the source's file; nil for base64 text within other
    /// base64 text, and within JSON in a string.
    func stored(_ reference: PropertyListValue.DataReference) -> StoredBytes? {
        guard !isInString else { return nil }
        let range = shifted(reference.range, by: start)
        guard let base64 else {
            return StoredBytes(
                file: source.path, range: range,
                decodedRange: reference.decodedCount.map { 0..<$0 })
        }
        guard reference.decodedCount == nil else { return nil }
        return StoredBytes(file: source.path, range: base64, decodedRange: range)
    }

    /// True if data is an archive or a property list.
    package func isArchive(_ reference: PropertyListValue.DataReference) -> Bool {
        PropertyListForm(prefix: prefix(of: reference)) != nil
    }

    /// Returns the archive, the property list or the JSON text that data holds, or the JSON text in
    /// a string, as apps keep it in their settings; nil for any other value, and for text that
    /// merely begins as JSON does.
    ///
    /// - Throws: ``ArchiveError`` if an archive is damaged or nested too deep, or if there is too
    ///   much of it.
    func container(in value: PropertyListValue) throws -> OpenedArchive? {
        if let reference = try archive.data(value) {
            if isArchive(reference) { return try nested(reference) }
            guard JSONDocument.isLikely(prefix: prefix(of: reference)) else { return nil }
            return try unlessDamaged { try nested(reference) }
        }
        guard case .value(.string(let text)) = try archive.object(value),
            JSONDocument.isLikely(prefix: Array(text.utf8.prefix(32))),
            depth < Self.maximumNesting
        else { return nil }
        let bytes = Array(text.utf8)
        try budget.spend(bytes.count, on: .data)
        return try unlessDamaged {
            var opened = try inner(bytes)
            opened.isInString = true
            return opened
        }
    }

    /// True for a string among settings that holds JSON other than a single text with attributes.
    func holdsNotes(_ value: PropertyListValue) -> Bool {
        guard archive.isPlain, let nested = try? container(in: value),
            let root = nested.archive.root
        else { return false }
        return (try? nested.archive.codedRuns(root)).flatMap(\.self) == nil
    }

    /// Returns the archive that a data value holds.
    ///
    /// - Throws: ``ArchiveError`` if it is damaged, or nested too deep.
    func nested(_ reference: PropertyListValue.DataReference) throws -> OpenedArchive {
        try budget.spend(reference.count, on: .data)
        guard depth < Self.maximumNesting, reference.decodedCount == nil || base64 == nil,
            let bytes = archive.contents(of: reference)
        else { throw ArchiveError(.badObject("it is in an archive that is nested too deeply")) }
        var inner = try inner(bytes)
        inner.start = start + reference.range.lowerBound
        if reference.decodedCount != nil {
            inner.base64 = shifted(reference.range, by: start)
            inner.start = 0
        }
        return inner
    }

    /// Returns the first bytes of a data value.
    ///
    /// - Parameter count: The number of bytes; fewer are returned of shorter data, and of base64
    ///   text with many line breaks. 32 are enough to detect an archive or a picture.
    package func prefix(of reference: PropertyListValue.DataReference, count: Int = 32) -> [UInt8] {
        // Four digits of base64 text are three bytes, with line breaks between them.
        let wanted = reference.decodedCount == nil ? count : count * 2
        let end = min(reference.range.upperBound, reference.range.lowerBound + wanted)
        let piece = PropertyListValue.DataReference(
            range: reference.range.lowerBound..<end,
            decodedCount: reference.decodedCount.map { min($0, count) })
        return archive.contents(of: piece) ?? []
    }

    private func shifted(_ range: Range<Int>, by distance: Int) -> Range<Int> {
        range.lowerBound + distance..<range.upperBound + distance
    }
}

extension Error {
    /// True if an archive refers to so much that reading it would never end.
    var isTooMuch: Bool { (self as? ArchiveError)?.reason == .tooMuch }
}

/// Returns a value that is read from an archive; nil if it is damaged.
///
/// - Throws: ``ArchiveError`` if the archive refers to too much.
func unlessDamaged<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
        return try read()
    } catch {
        if error.isTooMuch { throw error }
        return nil
    }
}
