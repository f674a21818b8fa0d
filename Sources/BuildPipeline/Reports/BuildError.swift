package import Diagnostics
import LocalFiles
import MediaProcessing
import NoteArchives
import NoteExchange
import OutputChecks
import OutputTree
import TextTemplates

/// An error because of which a command published nothing. Existing trees are unchanged. Errors of
/// other targets are wrapped in ``other(_:)`` at the end of a command.
package enum BuildError: UserFacingError {
    /// The error of another target, or of the operating system.
    case other(any Error)
    /// The folder has no notes.
    case noNotes(folder: String)
    /// The notes folder cannot be read. `isMissing` is true if it does not exist.
    case unreadableNotes(folder: String, reason: String, isMissing: Bool)
    /// None of the sources could be read; the reason consists of sentences about the first one.
    case noReadableSource(folder: String, count: Int, failed: Int, reason: String)
    /// The folder has no notes, but earlier runs have published some.
    case allNotesGone(folder: String, output: String)
    /// Notes that were published before are in files or folders that cannot be read, and how they
    /// were is not known any more.
    case lostNotes(titles: [String], places: [Report.Named])
    /// A folder with photos of published notes cannot be listed; the reason completes "FOLDER is …".
    case unlistedPhotos(folder: String, reason: String)
    /// Many of the notes that were published before are gone.
    case manyNotesGone(folder: String, gone: Int, before: Int)
    /// Exclusion rules match nothing; at least one diagnostic.
    case unusedRules([Diagnostic])
    /// No note meets the criteria of the command.
    case nothingSelected(folder: String)
    /// The notes folder and the output folder are the same, or one contains the other.
    case overlappingFolders(notes: String, output: String)
    /// No generation with a number is kept.
    case noGeneration(number: Int, output: String)
    /// A rollback was requested for a folder that is not an output folder.
    case notAnOutputFolder(path: String)
    /// The numbers of the report do not add up, which only a defect of the program can cause.
    case unbalanced(Report)

    /// The permalink ledger is damaged; the problem follows the path in a sentence.
    case damagedLedger(path: String, problem: String)
    /// The permalink ledger cannot be read.
    case unreadableLedger(path: String, reason: String)
    /// The permalink ledger of a notebook that was published before does not exist.
    case missingLedger(path: String)

    /// Rules that excluded notes of an earlier publication are gone.
    case lostRules(LostRules)
    /// There is no rule, and the record of the last publication cannot be read, so that it is not
    /// known what was excluded from it.
    case unknownRules(output: String)

    /// A notes folder was named although the configuration has a backup, which fills its own.
    case notesBesideBackup(notes: String, configuration: String)
    /// A file has a name that is not that of a configuration, but looks like one.
    case misnamedConfiguration(name: String)
    /// The configuration cannot be read.
    case unreadableConfiguration(path: String, reason: String)
    /// A value of the configuration is invalid. The problem is a sentence without its period; the
    /// advice is empty or a sentence. Lines are numbered from 1.
    case configuration(path: String, line: Int, problem: String, advice: String = "")
    /// The environment variable `SOURCE_DATE_EPOCH` is not a number.
    case invalidSourceDate(String)

    /// The folder with the owner's templates does not exist.
    case missingTemplates(folder: String)
    /// A template is a symbolic link.
    case linkedTemplate(path: String)
    /// There is a folder in the templates folder.
    case templateInFolder(path: String, folder: String)
    /// A file of the folder `assets` of the templates folder, or a line that names one, cannot be
    /// used; `problem` completes a sentence that begins with the path.
    case unusableAsset(path: String, problem: String)
    /// Something in the templates folder is neither a file nor a folder.
    case invalidTemplate(path: String)
    /// A line of a template is not UTF-8. Lines are numbered from 1.
    case templateNotUTF8(path: String, line: Int)
    /// A table of words cannot be used; the problem follows the path in a sentence.
    case invalidWords(path: String, problem: String)
    /// A file of the templates folder has no effect. `nearest` is the most similar name that has
    /// one; the advice is a clause.
    case unusedTemplate(path: String, nearest: String?, advice: String)

    /// The photo worker failed at each photo. `isKilled` is true if a signal ended it.
    case failedWorker(count: Int, isKilled: Bool)

    /// Wraps an error of any stage; a ``BuildError`` stays the same.
    package init(_ error: any Error) {
        self = error as? BuildError ?? .other(error)
    }

    package var exitStatus: Int32 {
        switch self {
        case .configuration, .invalidSourceDate, .notesBesideBackup: 64
        case .other(OutputTreeError.locked): 75
        case .other(let error as any UserFacingError): error.exitStatus
        default: 1
        }
    }
}
