extension Collection where Element == String {
    /// The name that somebody most likely meant who wrote another one; nil where none is near.
    func nearest(to written: String) -> String? {
        let wanted = Array(written.lowercased())
        // The beginning of a name is a better sign than any likeness.
        if written.count > 2, let longer = first(where: { $0.hasPrefix(written.lowercased()) }) {
            return longer
        }
        let ranked = map { (editDistance(Array($0.lowercased()), wanted), $0) }
        guard let best = ranked.min(by: { $0 < $1 }) else { return nil }
        return best.0 <= Swift.max(1, wanted.count / 3) ? best.1 : nil
    }
}

/// How many letters are to be put in, taken out, changed, or swapped with their neighbour.
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
