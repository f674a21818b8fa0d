/// One of several parts of a work that are done apart, on one machine each.
package struct WorkPart: Sendable, Hashable {
    /// The number of the part, from 0.
    package let index: Int
    /// The number of all parts, 1 or more.
    package let count: Int

    /// All of the work.
    package static let whole = WorkPart(index: 0, count: 1)

    package init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    /// Returns the positions of the part in a list. Those of all parts adjoin, and are the whole list.
    func range(of total: Int) -> Range<Int> {
        total * index / count..<total * (index + 1) / count
    }
}
