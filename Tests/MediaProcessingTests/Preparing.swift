import Foundation
import LocalFiles
import MediaProcessing
import NoteModel
import TestSupport

extension MediaProcessor {
    /// Identifies bytes that are written to a file of a folder.
    func identify(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> HashedOriginal {
        let path = try folder.write(bytes, to: "medium")
        return try identify(StoredBytes(file: path, range: 0..<bytes.count))
    }

    /// Prepares a photo that is written to a file of a folder.
    func photo(
        _ bytes: [UInt8], in folder: TemporaryFolder, turned: Medium.Orientation? = nil,
        recipes: [DerivativeRecipe] = []
    ) throws -> PreparedMedium {
        try prepare(identify(bytes, in: folder), as: .photo, turned: turned, recipes: recipes)
    }

    /// Reads a file of the cache.
    func bytes(of file: DerivedFile) throws -> [UInt8] { try LocalFiles.read(self.file(of: file)) }
}

extension PreparedMedium {
    /// The reason why the medium is not shown or played, and how its worker has ended; nil if it is.
    var failure: (reason: String, end: WorkerEnd?)? {
        guard case .unreadable(let reason, let end) = outcome else { return nil }
        return (reason, end)
    }

    /// The copy without metadata and its kind; nil if there is none.
    var madeCopy: (file: DerivedFile, kind: PhotoKind)? {
        guard case .made(let file, let kind)? = cleanCopy else { return nil }
        return (file, kind)
    }
}

extension Collection<UInt8> {
    /// Returns true if other bytes or a text are somewhere in these.
    func has(_ part: some Collection<UInt8>) -> Bool { Data(self).range(of: Data(part)) != nil }

    func has(_ text: String) -> Bool { has(text.utf8) }
}
