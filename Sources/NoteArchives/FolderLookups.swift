import NoteModel
package import StoredValues
import Synchronization

/// A photo that was looked for in a notes folder, and what was found.
package struct FolderLookup: Hashable, Sendable {
    let name: String
    let content: MediaContent
}

extension FolderLookup: StoredValue {
    package func write(to writer: inout ByteWriter) {
        writer.write(name)
        writer.write(content)
    }

    package init(from reader: inout ByteReader) throws(UnreadableValue) {
        name = try reader.string()
        content = try reader.value()
    }
}

/// Everything that a reader looked for in a notes folder beside its source: while all of that is
/// found as it was, the source reads as it did.
package final class FolderLookups: Sendable {
    private let found = Mutex<[FolderLookup]>([])

    package init() {}

    package var all: [FolderLookup] { found.withLock { $0 } }

    func add(_ name: PhotoName, _ content: MediaContent) {
        found.withLock { $0.append(FolderLookup(name: name.text, content: content)) }
    }
}
