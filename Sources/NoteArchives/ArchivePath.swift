import KeyedArchives

/// The path from the root of an archive to one of its objects.
struct ArchivePath: Hashable, Sendable, Codable {
    enum Step: Hashable, Sendable, Codable {
        case key(String)
        case index(Int)
        /// A step into an archive that is stored as data in this one.
        case nested
    }

    private(set) var steps: [Step] = []

    static let root = ArchivePath()

    func appending(_ step: Step) -> ArchivePath {
        var path = self
        path.steps.append(step)
        return path
    }

    /// The path without its last step; nil for the root.
    var parent: ArchivePath? {
        guard !steps.isEmpty else { return nil }
        return ArchivePath(steps: Array(steps.dropLast()))
    }
}

extension ArchivePath: CustomStringConvertible {
    /// The path in the form `root.notes[2]`.
    var description: String {
        steps.reduce("root") { text, step in
            switch step {
            case .key(let key): "\(text).\(key)"
            case .index(let index): "\(text)[\(index)]"
            case .nested: "\(text).root"
            }
        }
    }
}

extension ArchiveEditor {
    /// Returns the place at the end of a path; nil if it does not exist, or is in a nested archive.
    ///
    /// - Parameter start: The place at which the path begins; nil for the root of the archive.
    func place(at path: ArchivePath, from start: Place? = nil) -> Place? {
        var place: Place? = start ?? root
        for step in path.steps {
            guard let here = place else { return nil }
            switch step {
            case .key(let key): place = self.place(.key(key), from: here)
            case .index(let index): place = self.place(.index(index), from: here)
            case .nested: return nil
            }
        }
        return place
    }
}
