import LocalFiles
import NoteArchives
import NoteModel

/// Counts the notes in a folder by reading them, as far as that is quick.
enum NoteCounter {
    /// The size in bytes from which a file is not read for counting.
    private static let maximumFileSize = 256 << 20

    /// Adds the notes of a folder to a finding.
    ///
    /// - Throws: ``FileError`` if the folder cannot be listed.
    static func count(_ path: String, into finding: inout Finding) throws {
        let folder = try NotesFolder(path)
        let reader = SourceReader(folder: folder)
        for source in folder.sources {
            guard let size = (try? LocalFiles.status(source.path))??.size else { continue }
            guard size <= maximumFileSize else {
                finding.counts.uncounted += 1
                continue
            }
            let outcome = reader.read(source)
            switch outcome.result {
            case .read(let notes):
                finding.counts.files += 1
                finding.size += size
                finding.counts.folders += outcome.tallies
                for note in notes { finding.counts.notes[note.kind, default: 0] += 1 }
            case .failed: finding.counts.uncounted += 1
            case .skipped: break
            }
        }
        finding.counts.uncounted += folder.leftOut.count { $0.mayHoldNotes }
    }
}
