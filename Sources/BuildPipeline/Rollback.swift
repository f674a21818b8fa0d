import OutputTree

extension BuildPipeline {
    /// Puts the trees back that the last publication replaced. They stay until the notes, the
    /// templates or the configuration change.
    ///
    /// - Returns: Names of the trees; none where nothing older is kept.
    /// - Throws: ``BuildError`` for a folder without a notebook, for an older tree with a damaged
    ///   file, and where another run holds it.
    package static func rollBack(_ options: BuildOptions) throws(BuildError) -> [String] {
        do {
            guard
                let folder = try OutputFolder.existing(
                    at: options.output, waiting: options.waits)
            else {
                throw BuildError(
                    "\(options.output) was not written by Notebinder. Name the output folder with --output."
                )
            }
            let last = BuildRecord(in: folder.records)
            let trees = try folder.rollBack()
            if !trees.isEmpty, var held = last,
                let snapshot = FolderSnapshot(options, in: folder)
            {
                held.heldInputs = held.heldInputs ?? held.builtInputs
                held.inputs = nil
                held.outputs = snapshot.outputs
                try held.write(in: folder.records)
            }
            return trees
        } catch {
            throw BuildError(error)
        }
    }
}
