import Hashing
import LocalFiles
import NoteModel

/// The files of a notes folder that notes refer to by their names: photos, recordings, transcripts.
///
/// Several folders may have a file of one name, as several apps in one notes folder number theirs. A
/// note means that of its own folder, or else of the nearest one around it.
struct PhotoFiles: Sendable {
    /// Many notebooks have no photos in files, and need no such table.
    private let table: Lazy<Table>

    /// The maximum number of files of a name that are compared, since a note may mean any of them.
    private static let maximumEqual = 64

    /// - Parameters:
    ///   - inPhotos: The files in folders Photos.
    ///   - besideNotes: The other files.
    init(inPhotos: [NotesFolder.SourceFile], besideNotes: [NotesFolder.SourceFile]) {
        table = Lazy { Table(inPhotos: inPhotos, besideNotes: besideNotes) }
    }

    private struct Table: Sendable {
        /// The files by their names and the folders whose notes they are for.
        var files: [Place: [NotesFolder.SourceFile]] = [:]
        /// The folders that have a file of a name, sorted by their bytes.
        var homes: [PhotoName: [String]] = [:]

        struct Place: Hashable {
            let name: PhotoName
            let home: String
        }

        init(inPhotos: [NotesFolder.SourceFile], besideNotes: [NotesFolder.SourceFile]) {
            for file in inPhotos { add(file) }
            for file in besideNotes { add(file) }
            for (name, own) in homes where own.count > 1 {
                homes[name] = own.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            }
        }

        private mutating func add(_ file: NotesFolder.SourceFile) {
            guard let name = PhotoName(file.name) else { return }
            let home = PhotoFiles.home(of: file.name).joined(separator: "/")
            let known = files[Place(name: name, home: home)] ?? []
            if known.isEmpty { homes[name, default: []].append(home) }
            // Paths that differ only in how accents are composed are equal as strings, and mean one
            // file to everything that follows.
            guard !known.contains(where: { $0.path == file.path }) else { return }
            files[Place(name: name, home: home)] = known + [file]
        }

        /// Returns the file of a folder that a name means: of several, that which shares most of the
        /// folders that were written with the name; then one that is spelled like it, or like it with
        /// decoded percent signs; then one in Photos, and the first in the order of the listing.
        func file(_ name: PhotoName, of home: String) -> NotesFolder.SourceFile? {
            let files = files[Place(name: name, home: home)] ?? []
            guard files.count > 1 else { return files.first }
            let address = FileAddress(name.written)
            let ranks = files.map { file in
                let own = LocalFiles.name(of: file.name)
                let isWritten =
                    name.written.utf8.elementsEqual(own.utf8)
                    || name.written.utf8.suffix(own.utf8.count + 1).elementsEqual(("/" + own).utf8)
                let spelling = isWritten ? 2 : own.utf8.elementsEqual(name.text.utf8) ? 1 : 0
                return (address.commonParts(with: FileAddress(file.name)), spelling)
            }
            guard let best = ranks.max(by: <) else { return nil }
            return ranks.firstIndex { $0 == best }.map { files[$0] }
        }
    }

    /// Returns the folder whose notes a file is for: the one that contains it, or its folder Photos.
    static func home(of name: String) -> ArraySlice<Substring> {
        name.split(separator: "/").dropLast().prefix {
            $0.lowercased() != NotesFolder.photosFolder
        }
    }

    /// True if any file has a name.
    func contain(_ name: PhotoName) -> Bool { table.value.homes[name] != nil }

    /// Returns the path of the file that a note means by a name; nil if there is none, or if several
    /// folders that are not around the note have different ones, and none is nearer than the others.
    ///
    /// - Parameter source: The name of the source that has the note.
    func path(of name: PhotoName, from source: String) -> String? {
        let table = table.value
        guard let homes = table.homes[name] else { return nil }
        let folders = source.split(separator: "/").dropLast()
        for depth in (0...folders.count).reversed() {
            let folder = folders.prefix(depth).joined(separator: "/")
            if let file = table.file(name, of: folder) { return file.path }
        }
        // None of these is around the note: the nearest are within the innermost folder that has any.
        let near = (0...folders.count).reversed().lazy.map { depth in
            homes.within(folders.prefix(depth).map { $0 + "/" }.joined())
        }.first { !$0.isEmpty }
        let nearest = (near ?? []).prefix(Self.maximumEqual + 1)
            .compactMap { table.file(name, of: $0)?.path }
        guard let first = nearest.first, nearest.count > 1 else { return nearest.first }
        guard nearest.count <= Self.maximumEqual, let digest = try? ContentDigest(ofFileAt: first),
            nearest.dropFirst().allSatisfy({ (try? ContentDigest(ofFileAt: $0)) == digest })
        else { return nil }
        return first
    }
}

extension [String] {
    /// Returns the texts that begin with a prefix. The texts are sorted by their bytes.
    fileprivate func within(_ prefix: String) -> ArraySlice<String> {
        func first(where isAfter: (String) -> Bool) -> Int {
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let start = first { !$0.utf8.lexicographicallyPrecedes(prefix.utf8) }
        let end = first {
            !$0.utf8.lexicographicallyPrecedes(prefix.utf8) && !$0.utf8.starts(with: prefix.utf8)
        }
        return self[start..<end]
    }
}

extension NotesFolder {
    /// True if a file is in the folder of a source or in one around it, or in the folder Photos of such
    /// a folder.
    ///
    /// - Parameter file: The absolute path.
    package func isAround(_ file: String, source: String) -> Bool {
        guard let name = LocalFiles.path(file, below: path) else { return true }
        return source.split(separator: "/").dropLast().starts(with: PhotoFiles.home(of: name))
    }
}
