import LocalFiles
import NoteModel

/// An error that keeps a backup from being read, or notes from being copied out of it.
package enum BackupError: UserFacingError, Equatable {
    /// The folder is not a backup.
    case noBackup(path: String)
    /// The folder has several backups.
    case severalBackups(path: String, backups: [String])
    /// The backup was made by iOS 9 or older, which wrote `Manifest.mbdb`.
    case tooOld(path: String)
    /// A file that describes the backup is missing or damaged.
    case damaged(file: String, reason: String)
    /// A ZIP file cannot be read; the reason follows its name.
    case damagedZip(path: String, reason: String)
    /// A ZIP file has the program of an app, and none of its files.
    case appOnly(path: String)
    /// The notes are in a ZIP file, which no command changes.
    case unchangeable(path: String)
    /// The folder to extract to is in the backup itself.
    case withinBackup(folder: String)
    /// A backup was named in place of a notes folder.
    case isBackup(path: String)
    /// A ZIP file has a backup.
    case zippedBackup(path: String)
    /// The file with the password cannot be read.
    case noPassword(file: String, reason: String)
    case passwordNeeded(path: String)
    case wrongPassword(path: String)
    /// The backup has no files of the app; `apps` holds the identifiers of those with notes.
    case noSuchApp(app: String, path: String, apps: [String])
    /// Another extraction writes to the folder.
    case busy(folder: String)

    package var message: String {
        switch self {
        case .noBackup(let path) where LocalFiles.resolved(path) == nil:
            "\(path) does not exist."
        case .noBackup(let path):
            "\(path) is not a backup of an iPhone or iPad: it has no Manifest.plist. Name the folder with the long number, or the one around it."
        case .severalBackups(let path, let backups):
            "\(path) has \(backups.count) backups. Name one of them: \(backups.joined(separator: ", "))."
        case .tooOld(let path):
            "\(path) was made by iOS 9 or older, whose Manifest.mbdb is not supported. Restore it to a device and make a new backup."
        case .damaged(let file, let reason):
            "\(file) cannot be read: \(reason). Copy the backup again, or make a new one."
        case .damagedZip(let path, let reason):
            "\(path) \(reason). Copy it again, or unpack it and name the folder."
        case .appOnly(let path):
            "\(path) holds an app without its files, and so no notes. Look for a backup of the phone."
        case .unchangeable(let path):
            "\(path) is a ZIP file, whose notes cannot be changed. Unpack it, and name the folder."
        case .withinBackup(let folder):
            "\(folder) is in the backup, which must stay as it is. Name another folder with --to."
        case .isBackup(let path):
            "\(path) is a backup, whose files have other names. Look for its notes with: notebinder find \(LocalFiles.shellQuoted(path: path))"
        case .zippedBackup(let path):
            "\(path) has a backup. Unpack it, and look for its notes with: notebinder find FOLDER"
        case .noPassword(let file, let reason):
            "the password cannot be read from \(file): \(reason)."
        case .passwordNeeded(let path):
            "\(path) is encrypted. Give the password of the backup with --password-file FILE or NOTEBINDER_BACKUP_PASSWORD, or run the command in a terminal."
        case .wrongPassword(let path):
            "The password does not fit \(path). It is the one set for encrypted backups, not the code of the phone."
        case .noSuchApp(let app, let path, let apps):
            "\(path) has no files of \(app). "
                + (apps.isEmpty
                    ? "List its apps with: notebinder find \(LocalFiles.shellQuoted(path: path))"
                    : "Apps with notes: \(apps.joined(separator: ", ")).")
        case .busy(let folder):
            "another run is extracting to \(folder). Wait for it, or name another folder."
        }
    }

    /// 77 (`EX_NOPERM`) for a missing or wrong password, so that a script can ask again; 75
    /// (`EX_TEMPFAIL`) if another run holds the lock.
    package var exitStatus: Int32 {
        switch self {
        case .passwordNeeded, .wrongPassword, .noPassword: 77
        case .busy: 75
        default: 1
        }
    }
}
