import NoteModel

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
        /// The parts of the line. The other version lacks the marked ones.
        package let parts: [Part]
    }

    /// Words of a line.
    package struct Part: Hashable, Sendable {
        package let text: String
        package let isMarked: Bool
    }

    /// The maximum product of the numbers of lines, or of words of a line, that are compared in
    /// every way, since that could take minutes for long texts.
    private static let maximumEffort = 1_000_000

    /// - Parameter context: The number of equal lines that are shown around a difference.
    package init(old: String, new: String, context: Int = 3) {
        let (old, new) = (Self.lines(of: old), Self.lines(of: new))
        let pairs = Self.pairs(old, new: new)
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

    /// Returns the positions of texts that both versions have, in order.
    private static func pairs(_ old: [String], new: [String]) -> [(old: Int, new: Int)] {
        // Numbers are compared faster than texts.
        var numbers: [ExactText: Int] = [:]
        func numbered(_ texts: [String]) -> [Int] {
            texts.map { text in
                let number = numbers[ExactText(text), default: numbers.count]
                numbers[ExactText(text)] = number
                return number
            }
        }
        let (old, new) = (numbered(old), numbered(new))
        var pairs: [(old: Int, new: Int)] = []
        append(old[...], new: new[...], to: &pairs)
        return pairs
    }

    private static func append(
        _ old: ArraySlice<Int>, new: ArraySlice<Int>, to pairs: inout [(old: Int, new: Int)]
    ) {
        let start = zip(old, new).prefix { $0 == $1 }.count
        pairs += zip(old.indices.prefix(start), new.indices.prefix(start)).map { ($0, $1) }
        let (before, after) = (old.dropFirst(start), new.dropFirst(start))
        let end = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
        let (oldMiddle, newMiddle) = (before.dropLast(end), after.dropLast(end))
        if !oldMiddle.isEmpty, !newMiddle.isEmpty {
            if oldMiddle.count <= maximumEffort / newMiddle.count {
                appendCommon(oldMiddle, new: newMiddle, to: &pairs)
            } else {
                appendBetweenAnchors(oldMiddle, new: newMiddle, to: &pairs)
            }
        }
        pairs += zip(before.indices.suffix(end), after.indices.suffix(end)).map { ($0, $1) }
    }

    private static func appendCommon(
        _ old: ArraySlice<Int>, new: ArraySlice<Int>, to pairs: inout [(old: Int, new: Int)]
    ) {
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(old.startIndex + offset)
            case .insert(let offset, _, _): inserted.insert(new.startIndex + offset)
            }
        }
        pairs += zip(
            old.indices.filter { !removed.contains($0) },
            new.indices.filter { !inserted.contains($0) }
        ).map { ($0, $1) }
    }

    /// Divides long versions at what occurs once in each, in the same order, and compares the
    /// parts.
    private static func appendBetweenAnchors(
        _ old: ArraySlice<Int>, new: ArraySlice<Int>, to pairs: inout [(old: Int, new: Int)]
    ) {
        func unique(_ texts: ArraySlice<Int>) -> [Int: Int] {
            Dictionary(texts.indices.map { (texts[$0], $0) }, uniquingKeysWith: { _, _ in -1 })
                .filter { $0.value >= 0 }
        }
        let positions = unique(new)
        let once = unique(old)
        let candidates = old.indices.compactMap { index in
            once[old[index]] == index ? positions[old[index]].map { (old: index, new: $0) } : nil
        }
        let anchors = increasing(candidates)
        var (oldStart, newStart) = (old.startIndex, new.startIndex)
        for anchor in anchors + [(old.endIndex, new.endIndex)] {
            let (before, after) = (old[oldStart..<anchor.old], new[newStart..<anchor.new])
            // Without an anchor the parts are as long as the whole.
            if !anchors.isEmpty { append(before, new: after, to: &pairs) }
            if anchor.old < old.endIndex { pairs.append(anchor) }
            (oldStart, newStart) = (
                min(anchor.old + 1, old.endIndex), min(anchor.new + 1, new.endIndex)
            )
        }
    }

    /// Returns the longest subsequence whose positions in the new version increase, of pairs that
    /// are sorted by the old one.
    private static func increasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        // The index of the pair with which the best subsequence of each length ends.
        var ends: [Int] = []
        var previous: [Int?] = []
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? ends[low - 1] : nil)
            if low < ends.count { ends[low] = index } else { ends.append(index) }
        }
        var longest: [(old: Int, new: Int)] = []
        var next = ends.last
        while let index = next {
            longest.append(pairs[index])
            next = previous[index]
        }
        return longest.reversed()
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
        let pairs = pairs(before, new: after)
        return .changed(
            old: Line(number: old.number, parts: parts(before, common: Set(pairs.map(\.old)))),
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
