/// The backup, app and folder of an extraction.
package struct ExtractionOptions: Sendable {
    /// The path of the backup's folder.
    package var backup: String
    /// The bundle identifier of the app, or the identifier of a group of apps.
    package var app: String
    /// The path of the folder to copy to, which is created if it is missing.
    package var folder: String
    /// True to copy all files of the app, not only those with notes and what they refer to.
    package var isAll = false
    /// True to remove files of earlier extractions that are no longer in the backup.
    package var isMirror = false

    package init(
        backup: String, app: String, folder: String, isAll: Bool = false, isMirror: Bool = false
    ) {
        self.backup = backup
        self.app = app
        self.folder = folder
        self.isAll = isAll
        self.isMirror = isMirror
    }
}
