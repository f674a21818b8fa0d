/// Two versions of a text side by side, line by line.
package struct TextComparison: Sendable {
    /// The rows that differ, with the lines around them.
    package private(set) var rows: [Row] = []

    /// A row of the comparison.
    package enum Row: Hashable, Sendable {
        /// A line of both versions, by its numbers, from 1.
        case same(old: Int, new: Int, text: String)
        /// A line that was changed, removed or added; nil for a version that lacks it.
        case changed(old: Line?, new: Line?)
        /// Lines of both versions that are left out, by their number.
        case gap(Int)
    }

    /// A line of one version.
    package struct Line: Hashable, Sendable {
        /// The number of the line, from 1.
        package let number: Int
        /// The parts of the line, of which the other version lacks the marked ones.
        package let parts: [Part]
    }

    /// Words of a line.
    package struct Part: Hashable, Sendable {
        package let text: String
        package let isMarked: Bool
    }

    /// The maximum product of the numbers of lines, or of words of a line, that are compared. Longer
    /// ones count as replaced, since comparing them could take minutes.
    private static let maximumEffort = 1_000_000

    /// - Parameter context: The number of equal lines that are shown around a difference.
    package init(old: String, new: String, context: Int = 3) {
        let (old, new) = (Self.lines(of: old), Self.lines(of: new))
        let pairs = Self.pairs(old, new: new) { $0.utf8.elementsEqual($1.utf8) }
        var all: [Row] = []
        var (oldIndex, newIndex) = (0, 0)
        for (oldEnd, newEnd) in pairs + [(old.count, new.count)] {
            let (removed, added) = (oldIndex..<oldEnd, newIndex..<newEnd)
            for offset in 0..<max(removed.count, added.count) {
                let before = offset < removed.count ? removed.lowerBound + offset : nil
                let after = offset < added.count ? added.lowerBound + offset : nil
                all.append(
                    Self.row(
                        before.map { (number: $0 + 1, text: old[$0]) },
                        new: after.map { (number: $0 + 1, text: new[$0]) }))
            }
            if oldEnd < old.count {
                all.append(.same(old: oldEnd + 1, new: newEnd + 1, text: new[newEnd]))
            }
            (oldIndex, newIndex) = (oldEnd + 1, newEnd + 1)
        }
        rows = Self.shortened(all, context: context)
    }

    private static func lines(of text: String) -> [String] {
        text.isEmpty
            ? []
            : text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
                String($0)
            }
    }

    /// Returns the positions of the elements that both collections have, in order.
    private static func pairs<Element>(
        _ old: [Element], new: [Element], isEqual: (Element, Element) -> Bool
    ) -> [(old: Int, new: Int)] {
        let start = zip(old, new).prefix { isEqual($0, $1) }.count
        let end = zip(old[start...].reversed(), new[start...].reversed())
            .prefix { isEqual($0, $1) }.count
        let (oldMiddle, newMiddle) = (
            Array(old[start..<old.count - end]), Array(new[start..<new.count - end])
        )
        var pairs = (0..<start).map { (old: $0, new: $0) }
        if !oldMiddle.isEmpty, !newMiddle.isEmpty,
            oldMiddle.count <= maximumEffort / newMiddle.count
        {
            var removed: Set<Int> = []
            var inserted: Set<Int> = []
            for change in newMiddle.difference(from: oldMiddle, by: isEqual) {
                switch change {
                case .remove(let offset, _, _): removed.insert(offset)
                case .insert(let offset, _, _): inserted.insert(offset)
                }
            }
            let kept = oldMiddle.indices.filter { !removed.contains($0) }
            pairs += zip(kept, newMiddle.indices.filter { !inserted.contains($0) }).map {
                (old: start + $0, new: start + $1)
            }
        }
        return pairs + (0..<end).map { (old: old.count - end + $0, new: new.count - end + $0) }
    }

    private static func row(
        _ old: (number: Int, text: String)?, new: (number: Int, text: String)?
    ) -> Row {
        guard let old, let new else {
            func line(_ line: (number: Int, text: String)?) -> Line? {
                line.map { Line(number: $0.number, parts: [Part(text: $0.text, isMarked: true)]) }
            }
            return .changed(old: line(old), new: line(new))
        }
        let (before, after) = (words(of: old.text), words(of: new.text))
        let pairs = pairs(before, new: after) { $0.utf8.elementsEqual($1.utf8) }
        return .changed(
            old: Line(
                number: old.number, parts: parts(before, common: Set(pairs.map(\.old)))),
            new: Line(number: new.number, parts: parts(after, common: Set(pairs.map(\.new)))))
    }

    /// Returns the words of a line, and what is between them character by character.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var isInWord = false
        for character in line {
            let isOfWord = character.isLetter || character.isNumber
            if isOfWord, isInWord {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
            isInWord = isOfWord
        }
        return words
    }

    private static func parts(_ words: [String], common: Set<Int>) -> [Part] {
        var parts: [Part] = []
        for (index, word) in words.enumerated() {
            let isMarked = !common.contains(index)
            if let last = parts.last, last.isMarked == isMarked {
                parts[parts.count - 1] = Part(text: last.text + word, isMarked: isMarked)
            } else {
                parts.append(Part(text: word, isMarked: isMarked))
            }
        }
        return parts
    }

    /// Replaces equal lines far from a difference by gaps.
    private static func shortened(_ rows: [Row], context: Int) -> [Row] {
        var isShown = Array(repeating: false, count: rows.count)
        for (index, row) in rows.enumerated() {
            guard case .changed = row else { continue }
            for near in max(0, index - context)...min(rows.count - 1, index + context) {
                isShown[near] = true
            }
        }
        var shortened: [Row] = []
        for (index, row) in rows.enumerated() {
            if isShown[index] {
                shortened.append(row)
            } else if case .gap(let count)? = shortened.last {
                shortened[shortened.count - 1] = .gap(count + 1)
            } else {
                shortened.append(.gap(1))
            }
        }
        return shortened
    }
}
