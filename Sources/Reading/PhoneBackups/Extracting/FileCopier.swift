import Hashing
import LocalFiles
import Platform

/// Copies one file after the other from a backup into a folder.
struct FileCopier {
    let manifest: BackupManifest
    /// The absolute path of the folder.
    let folder: String
    /// The absolute path of a folder on the same disk, for files that are being written.
    let scratch: String
    /// Called before a file is placed, so that the files of a killed run are known to the next one.
    let willPlace: (ItemPath, ExtractionRecord.File) throws -> Void

    /// Copies a file unless the copy of an earlier extraction is up to date.
    ///
    /// - Parameters:
    ///   - details: The metadata of the file; nil if they are damaged.
    ///   - known: The copy of the last extraction at this place; nil if there was none.
    /// - Returns: The copy, and whether it was written now.
    /// - Throws: ``CopyError``, or ``FileError`` if the copy cannot be written.
    func copy(
        _ entry: BackupManifest.Entry, _ details: BackupItem.Details?, to target: ItemPath,
        known: ExtractionRecord.File?
    ) throws -> (file: ExtractionRecord.File, isNew: Bool) {
        let path = folder + "/" + target.text
        let present = ExtractionRecord.Stamp(path)
        let content = try manifest.content(ofFile: entry.identifier, details)
        // A missing stored file is noticed when its content is read.
        let stored = ExtractionRecord.Stamp(content.path)
        if var known, let stored, known.identifier == entry.identifier, known.stored == stored {
            // A file that its owner changed or deleted stays so until it changes in the backup.
            known.isCurrent = true
            return (known, false)
        }
        let temporary = scratch + "/file"
        let digest = try write(content, details, to: temporary)
        defer { try? LocalFiles.remove(temporary) }
        func file(_ copy: ExtractionRecord.Stamp?) throws -> ExtractionRecord.File {
            guard let copy else { throw CopyError(reason: "was removed while it was copied") }
            return ExtractionRecord.File(
                identifier: entry.identifier, stored: stored ?? copy, copy: copy)
        }
        if present != nil {
            if (try? ContentDigest(ofFileAt: path)) == digest {
                var same = try file(present)
                same.isOwn = known?.isOwn ?? false
                return (same, false)
            }
            guard let known else {
                throw CopyError(
                    reason: "would replace another file, \(path); extract to another folder")
            }
            guard known.copy == present else {
                throw CopyError(
                    reason:
                        "was changed in the folder since it was extracted; move \(path) away to get the file of the backup"
                )
            }
        }
        if let seconds = details?.modified, (1...Self.maximumTime).contains(seconds) {
            try LocalFiles.setModified(
                temporary, date: Date(timeIntervalSince1970: Double(seconds)))
        }
        try makeFolders(above: target)
        if let stamp = ExtractionRecord.Stamp(temporary) {
            try willPlace(target, file(stamp))
        }
        try LocalFiles.rename(temporary, to: path)
        return (try file(ExtractionRecord.Stamp(path)), true)
    }

    /// The latest time that file systems can hold without doubt, in seconds since 1970.
    private static let maximumTime = 0xFFFF_FFFF

    /// Writes the plain content to a new file that only its owner may read, and returns its digest.
    private func write(
        _ content: BackupContent, _ details: BackupItem.Details?, to path: String
    ) throws -> ContentDigest {
        try ContentDigest { use in
            try LocalFiles.remove(path)
            let file = try OpenFile(path, access: .createPrivate)
            // The backup has no content for an empty file.
            if details?.size == 0, ExtractionRecord.Stamp(content.path) == nil { return }
            try content.forEachPiece { piece in
                use(piece)
                try file.write(piece)
            }
        }
    }

    /// Creates the folders above a file, none of which may be a link.
    private func makeFolders(above target: ItemPath) throws {
        var path = folder
        for component in target.components.dropLast() {
            path += "/" + component
            switch try LocalFiles.status(path, followingLinks: false) {
            case nil: try LocalFiles.makePrivateFolder(path)
            case let status? where status.isFolder: continue
            default: throw FileError(action: "use as a folder", path: path, code: FileError.exists)
            }
        }
    }
}
