/// The work that reading one source may cause, shared by all archives within it.
///
/// A reference takes a few bytes, and many may refer to one large object, so a limit on the size of
/// the file does not limit the work. Each limit is more than an honest file of that size needs. Not
/// thread-safe: a source is read on one thread.
package final class Budget {
    /// A kind of work.
    package enum Expense: Int, CaseIterable {
        /// Objects that are looked up.
        case objects
        /// Bytes of text, counted when they are decoded and when they are handed out.
        case text
        /// Bytes of archives within the source, with a fixed cost for opening each.
        case archives
        /// Bytes of data that are read as archives or as text.
        case data
        /// Values that are searched for notes.
        case members
        /// Photos in the lists of notes. Several notes may share one long list, and each gets a
        /// copy.
        case photos
        /// Attachments of texts.
        case attachments
        /// Members of the lists of points of strokes; several strokes may share a list.
        case points
    }

    /// The amounts that are left, by the raw values of ``Expense``.
    private var left: [Int]
    /// True once nothing more can be read. Without further photos, attachments and points, texts
    /// are still read.
    package private(set) var isExhausted = false
    /// The object numbers of the collections being read, the outermost first; empty between calls.
    private var open: [Int] = []

    /// The cost of opening an archive, in bytes of it.
    static let costOfOpening = 500

    /// - Parameter fileSize: The size of the source in bytes.
    package init(fileSize: Int) {
        let size = min(fileSize, 128 << 20)
        left = Expense.allCases.map { expense in
            switch expense {
            // A reference takes at least a byte.
            case .objects: 50_000 + min(size, 20_000_000)
            // An archive within an archive is opened twice at most.
            case .text, .archives: 1_000_000 + 4 * size
            // Each byte of a file may be part of several nested archives, but only of a few.
            case .data: (1 << 20) + 8 * min(size, 64 << 20)
            case .members: 1_000_000
            // A photo takes at least a reference and an object.
            case .photos: 10_000 + size / 8
            case .attachments: 10_000
            // A coordinate takes at least a reference.
            case .points: 100_000 + min(size, 10_000_000)
            }
        }
    }

    /// Counts an expense.
    ///
    /// - Throws: ``ArchiveError`` if more was spent than the source may cost.
    package func spend(_ count: Int, on expense: Expense) throws(ArchiveError) {
        left[expense.rawValue] -= count
        guard left[expense.rawValue] >= 0 else {
            isExhausted = isExhausted || ![.photos, .attachments, .points].contains(expense)
            throw ArchiveError(.tooMuch)
        }
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
}
