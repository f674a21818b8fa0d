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

    /// Archives within archives that are followed.
    private static let deepestNesting = 4

    init(_ archive: KeyedArchive, of source: NotesFolder.SourceFile) {
        self.archive = archive
        self.source = source
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
        guard depth < Self.deepestNesting, reference.decodedCount == nil || base64 == nil,
            let bytes = archive.contents(of: reference)
        else { throw ArchiveError(.badObject("it lies in an archive that is nested too deep")) }
        var inner = OpenedArchive(try KeyedArchive(ArchiveBytes(bytes)), of: source)
        inner.depth = depth + 1
        inner.base64 = base64
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
