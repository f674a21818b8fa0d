import KeyedArchives
import NoteModel

/// An archive, and where its bytes lie in the file that they were read from: an archive may be
/// data within another one.
struct OpenedArchive {
    let archive: KeyedArchive
    let source: NotesFolder.SourceFile
    /// Bytes of the file before the archive; 0 where it is within base64 text.
    private var start = 0
    /// The base64 text that the archive is within.
    private var base64: Range<Int>?
    private var depth = 0

    /// Bytes of data that may still be read as archives or texts; one for all that are nested.
    private let budget: ByteBudget

    /// Archives within archives that are followed.
    private static let maximumNesting = 4

    private final class ByteBudget {
        var left: Int

        init(_ left: Int) {
            self.left = left
        }
    }

    init(_ archive: KeyedArchive, of source: NotesFolder.SourceFile) {
        self.archive = archive
        self.source = source
        // Each byte of a file may lie within some archives in one another, and in no more.
        budget = ByteBudget((1 << 20) + 8 * min(archive.byteCount, 64 << 20))
    }

    /// Counts bytes of data that are read: many objects may share them.
    func spend(bytes count: Int) throws(ArchiveError) {
        budget.left -= count
        guard budget.left >= 0 else { throw ArchiveError(.tooMuch) }
    }

    private init(_ archive: KeyedArchive, within outer: OpenedArchive) {
        self.archive = archive
        source = outer.source
        budget = outer.budget
        base64 = outer.base64
        depth = outer.depth + 1
    }

    /// Where a data value lies in the source's file; nil within base64 text within another.
    func stored(_ reference: PropertyListValue.DataReference) -> StoredBytes? {
        let range = shifted(reference.range, by: start)
        guard let base64 else {
            return StoredBytes(
                file: source.path, range: range,
                decodedRange: reference.decodedCount.map { 0..<$0 })
        }
        guard reference.decodedCount == nil else { return nil }
        return StoredBytes(file: source.path, range: base64, decodedRange: range)
    }

    /// Whether data is an archive or a property list of its own.
    func isArchive(_ reference: PropertyListValue.DataReference) -> Bool {
        PropertyListForm(prefix: prefix(of: reference)) != nil
    }

    /// The archive that a data value holds.
    ///
    /// - Throws: ``ArchiveError`` where it is damaged, or nested too deep to be followed.
    func nested(
        _ reference: PropertyListValue.DataReference
    ) throws(ArchiveError) -> OpenedArchive {
        try spend(bytes: reference.count)
        guard depth < Self.maximumNesting, reference.decodedCount == nil || base64 == nil,
            let bytes = archive.contents(of: reference)
        else { throw ArchiveError(.badObject("it lies in an archive that is nested too deep")) }
        var inner = OpenedArchive(try KeyedArchive(ArchiveBytes(bytes)), within: self)
        inner.start = start + reference.range.lowerBound
        if reference.decodedCount != nil {
            inner.base64 = shifted(reference.range, by: start)
            inner.start = 0
        }
        return inner
    }

    /// The first bytes of a data value, enough to tell its kind.
    func prefix(of reference: PropertyListValue.DataReference) -> [UInt8] {
        let wanted = reference.decodedCount == nil ? 32 : 64
        let end = min(reference.range.upperBound, reference.range.lowerBound + wanted)
        let piece = PropertyListValue.DataReference(
            range: reference.range.lowerBound..<end,
            decodedCount: reference.decodedCount.map { min($0, 32) })
        return archive.contents(of: piece) ?? []
    }

    private func shifted(_ range: Range<Int>, by distance: Int) -> Range<Int> {
        range.lowerBound + distance..<range.upperBound + distance
    }
}
