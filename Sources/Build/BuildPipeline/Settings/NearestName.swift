extension Collection where Element == String {
    /// Returns the name that a misspelt one most likely means; nil if none is similar.
    ///
    /// A name that begins with `written`, of three characters or more, is preferred. Otherwise the
    /// name with the smallest edit distance is returned, if that is at most a third of the length,
    /// or 1.
    package func nearest(to written: String) -> String? {
        let wanted = Array(written.lowercased())
        // A common beginning is a better hint than any similarity.
        if written.count > 2,
            let longer = first(where: { $0.lowercased().hasPrefix(written.lowercased()) })
        {
            return longer
        }
        let ranked = map { (editDistance(Array($0.lowercased()), wanted), $0) }
        guard let best = ranked.min(by: { $0 < $1 }) else { return nil }
        return best.0 <= Swift.max(1, wanted.count / 3) ? best.1 : nil
    }
}

/// Returns the edit distance: the number of characters to insert, delete, replace, or swap with
/// their neighbour.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        for column in right.indices {
            let isEqual = left[row] == right[column]
            var best = Swift.min(
                last[column] + (isEqual ? 0 : 1), last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                best = Swift.min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        beforeLast = last
        last = current
    }
    return last[right.count]
}
