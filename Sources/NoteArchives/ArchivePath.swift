import KeyedArchives

/// The way from the root of an archive to one of its objects.
struct ArchivePath: Hashable, Sendable, Codable {
    enum Step: Hashable, Sendable, Codable {
        case key(String)
        case index(Int)
        /// Into an archive that is data of this one.
        case nested
    }

    private(set) var steps: [Step] = []

    static let root = ArchivePath()

    func appending(_ step: Step) -> ArchivePath {
        var path = self
        path.steps.append(step)
        return path
    }

    /// The path to what holds the last step's object; nil for the root.
    var parent: ArchivePath? {
        guard !steps.isEmpty else { return nil }
        return ArchivePath(steps: Array(steps.dropLast()))
    }
}

extension ArchivePath: CustomStringConvertible {
    /// As `root.notes[2]`.
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
    /// The place that a path leads to; nil if it leads nowhere, or into an archive within.
    ///
    /// - Parameter start: The place that the path begins at; nil for the root of the archive.
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
