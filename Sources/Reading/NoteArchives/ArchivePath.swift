/// The path from the root of an archive to one of its objects.
package struct ArchivePath: Hashable, Sendable, Codable {
    package enum Step: Hashable, Sendable, Codable {
        case key(String)
        case index(Int)
        /// A step into an archive that is stored as data in this one.
        case nested
    }

    package private(set) var steps: [Step] = []

    package static let root = ArchivePath()

    package func appending(_ step: Step) -> ArchivePath {
        var path = self
        path.steps.append(step)
        return path
    }

    /// The path without its last step; nil for the root.
    package var parent: ArchivePath? {
        guard !steps.isEmpty else { return nil }
        return ArchivePath(steps: Array(steps.dropLast()))
    }
}

extension ArchivePath: CustomStringConvertible {
    /// The path in the form `root.notes[2]`.
    package var description: String {
        steps.reduce("root") { text, step in
            switch step {
            case .key(let key): "\(text).\(key)"
            case .index(let index): "\(text)[\(index)]"
            case .nested: "\(text).root"
            }
        }
    }
}
