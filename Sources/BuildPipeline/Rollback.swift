import OutputTree

extension BuildPipeline {
    /// Restores the trees that the last publication replaced. They stay published until the notes,
    /// the templates or the configuration change.
    ///
    /// - Returns: The names of the restored trees; empty if no earlier generation is kept.
    /// - Throws: ``BuildError`` if the folder is not a notebook, a file of an older tree is
    ///   damaged, or another run holds the lock.
    package static func rollBack(_ options: BuildOptions) throws(BuildError) -> [String] {
        do {
            guard
                let folder = try OutputFolder.existing(at: options.output, waiting: options.waits)
            else {
                throw BuildError.notAnOutputFolder(path: options.output)
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
