import LocalFiles
package import NoteModel

extension BuildOptions {
    /// Requires that no note is published which the last publication excluded by a rule that is gone:
    /// a configuration that was moved, renamed or not found is likelier than a change of mind.
    ///
    /// - Parameters:
    ///   - last: The record of the last build; nil if there is none.
    ///   - notes: The notes that the present rules do not exclude.
    /// - Throws: ``BuildError/lostRules(_:configuration:output:)``, unless ``allowsPublished``.
    func requireEarlierRules(of last: BuildRecord?, for notes: [Note]) throws(BuildError) {
        guard let last, !allowsPublished else { return }
        let present = Set(exclusionSettings)
        var lost = last.hiding.filter { !present.contains($0) }.compactMap(NoteRule.init(setting:))
        // Without any configuration, the next private note would be published as well.
        if configuration != nil || !present.isEmpty {
            lost = lost.filter { rule in notes.contains(where: rule.matches) }
        }
        guard lost.isEmpty else {
            throw .lostRules(
                lost.map { "the \($0.kind.rawValue) “\($0.pattern.text)”" },
                configuration: configuration, output: output)
        }
    }

    /// Requires the same of the last publication in ``output``, for an export that does not open
    /// that folder.
    ///
    /// - Throws: ``BuildError/lostRules(_:configuration:output:)``, unless ``allowsPublished``.
    package func requireEarlierRules(for notes: [Note]) throws(BuildError) {
        let last = BuildRecord(in: LocalFiles.absolute(output) + "/.notebinder")
        try requireEarlierRules(of: last, for: notes)
    }
}
