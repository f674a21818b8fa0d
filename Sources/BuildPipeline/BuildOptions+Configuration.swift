import LocalFiles

extension BuildOptions {
    /// Creates the options of a build from a configuration, with defaults for everything else.
    ///
    /// - Parameters:
    ///   - notes: The notes folder; nil for the one that the configuration names.
    ///   - config: The path of the configuration; nil for the one in the current folder, if there
    ///     is one.
    ///   - photoWorker: The path of the photo worker; nil for the one beside this program.
    /// - Throws: ``BuildError`` if the configuration is invalid.
    package init(
        notes: String?, config: String?, photoWorker: String? = nil
    ) throws(BuildError) {
        // The default folders are beside the configuration.
        let folder = config.map { LocalFiles.folder(of: LocalFiles.absolute($0)) + "/" } ?? ""
        self.init(
            notes: folder + "MyNotes", output: folder + "Notebook",
            photoWorker: photoWorker ?? HelperPrograms.photoWorker)
        apply(try Configuration(path: config))
        if let notes {
            self.notes = notes
            // A backup belongs to the notes folder of the configuration.
            backup = nil
        }
    }
}
