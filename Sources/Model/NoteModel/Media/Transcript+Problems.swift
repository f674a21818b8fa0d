extension Transcript {
    /// The parts of a file that were left out or changed for one reason.
    package struct Problem: Hashable, Sendable {
        /// The reasons why a part of a file is not shown as it was written.
        package enum Kind: String, Sendable, CaseIterable {
            /// The times of a cue are not in the format, or are negative; the cue was left out.
            case unreadableTimes = "unreadable-times"
            /// A time is above 1,000 hours, longer than any recording; the cue was left out.
            case excessiveTime = "excessive-time"
            /// The end of a cue is before its start. The cue was kept with its start as its end, so
            /// that its text is readable, but players never show it.
            case endBeforeStart = "end-before-start"
            /// A text belongs to no cue and was left out, for example after an empty line within a
            /// cue of WebVTT, or before the first cue.
            case untimedText = "untimed-text"
            /// Bytes that are not valid in the encoding of the file were replaced by U+FFFD. It is
            /// reported once, for the first line.
            case replacedBytes = "replaced-bytes"
            /// A cue contains a tag that is not one of the format; the tag was left out, and the
            /// text within it was kept.
            case unknownTags = "unknown-tags"
        }

        /// The reason, which is the same for all lines of the problem.
        package let kind: Kind
        /// The number of lines with the problem, 1 or more.
        package private(set) var count: Int
        /// The numbers of the first lines with the problem, from 1 and in ascending order: all of
        /// them, but not more than three.
        package private(set) var lines: [Int]

        /// Creates a problem from its parts, which are not checked.
        package init(kind: Kind, count: Int, lines: [Int]) {
            (self.kind, self.count, self.lines) = (kind, count, lines)
        }

        /// The greatest number of lines that a problem lists.
        private static let listedLines = 3

        package mutating func add(_ line: Int) {
            count += 1
            if lines.count < Self.listedLines { lines.append(line) }
        }

        /// A clause about the problem, such as “2 cues end before they start (lines 4 and 9)”,
        /// without a period.
        package var clause: String {
            let cues = count == 1 ? "1 cue" : "\(count) cues"
            let isOne = count == 1
            let clause =
                switch kind {
                case .unreadableTimes:
                    "\(cues) \(isOne ? "has" : "have") times that cannot be read"
                case .excessiveTime: "\(cues) \(isOne ? "has" : "have") a time above 1,000 hours"
                case .endBeforeStart:
                    "\(cues) \(isOne ? "ends before it starts" : "end before they start")"
                case .untimedText: "some text belongs to no cue"
                case .replacedBytes: "some bytes are not valid text"
                case .unknownTags:
                    "\(cues) \(isOne ? "contains" : "contain") an unknown tag, which was left out"
                }
            return "\(clause) (\(place))"
        }

        private var place: String {
            let numbers = lines.map(String.init)
            if count > lines.count { return "lines \(numbers.joined(separator: ", ")) and others" }
            guard let last = numbers.last, numbers.count > 1 else {
                return "line \(numbers.first ?? "")"
            }
            return "lines \(numbers.dropLast().joined(separator: ", ")) and \(last)"
        }
    }

    /// The clauses about all problems, joined to a part of one sentence by semicolons; nil if the
    /// whole file is shown.
    package var problemSummary: String? {
        problems.isEmpty ? nil : problems.map(\.clause).joined(separator: "; ")
    }
}
