import KeyedArchives
import NoteArchives

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
