import LocalFiles
import MediaProcessing
import NoteModel

extension BuildOptions {
    /// Creates the options of a build from a configuration, with defaults for everything else.
    ///
    /// - Parameters:
    ///   - notes: The notes folder; nil for the one that the configuration names.
    ///   - config: The path of the configuration; nil for the one in the current folder, if there
    ///     is one.
    ///   - photoWorker: The path of the photo worker; nil for the one beside this program.
    /// - Throws: ``UserFacingError`` if the configuration is invalid.
    package init(notes: String?, config: String?, photoWorker: String? = nil) throws {
        // The default folders are beside the configuration.
        let folder = config.map { LocalFiles.folder(of: LocalFiles.absolute($0)) + "/" } ?? ""
        self.init(
            notes: folder + "MyNotes", output: folder + "Notebook",
            photoWorker: photoWorker ?? HelperPrograms.photoWorker)
        converter = .installed
        try applyConfiguration(at: config)
        stateFolder = LocalFiles.userStateFolder.map { $0 + "/notebinder/rules" }
        if let notes {
            // A backup belongs to the notes folder of the configuration.
            if backup != nil, LocalFiles.absolute(notes) != LocalFiles.absolute(self.notes) {
                (backup, folderWithoutBackup) = (nil, notes)
            }
            self.notes = notes
        }
    }

    /// Creates the options of a build whose configuration is invalid: what can be read of the
    /// output folder and the hooks, so that the failure is recorded there.
    ///
    /// - Parameter config: The path of the configuration; nil for the one in the current folder.
    package init(recovering config: String?) {
        let folder = config.map { LocalFiles.folder(of: LocalFiles.absolute($0)) + "/" } ?? ""
        self.init(
            notes: folder + "MyNotes", output: folder + "Notebook",
            photoWorker: HelperPrograms.photoWorker)
        recoverConfiguration(at: config)
    }

    /// Requires that no notes folder is named beside a backup, which a build would otherwise ignore
    /// without a word.
    ///
    /// - Throws: ``UserFacingError``.
    package func requireBackup() throws {
        guard let named = folderWithoutBackup else { return }
        throw UserError(
            "\(configuration ?? "") has a backup, which the folder \(named) would switch off.",
            "Leave out the folder, or write it as “notes” into the configuration.", exitStatus: 64)
    }
}
