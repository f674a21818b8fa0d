import LocalFiles
package import NoteModel
import OutputTree
import Platform

extension BuildOptions {
    /// Refuses to publish a note that an earlier publication excluded by a rule that is gone: a
    /// moved, renamed or missing configuration is likelier than a change of mind.
    ///
    /// - Parameters:
    ///   - last: The record of the last build in ``output``; nil if there is none.
    ///   - notes: The notes that the present rules do not exclude.
    /// - Throws: ``UserFacingError`` in that case, if the record of earlier rules is missing, or if
    ///   a configuration beside the notes is invalid. Never if ``allowsPublished`` is true.
    func requireEarlierRules(of last: BuildRecord?, for notes: @autoclosure () -> [Note]) throws {
        guard !allowsPublished else { return }
        var earlier = try rememberedPublications()
        if let last {
            earlier.append(
                RememberedRules.Publication(
                    configuration: configuration, edition: edition, output: output,
                    rules: last.exclusions))
        } else if rules.isEmpty, mayHaveExcluded {
            throw UserError(
                "No rule excludes notes, and the record of the last publication in \(output) is missing, damaged, or not yours to read: it may have excluded some.",
                "Nothing was published. Name the configuration with --config. \(Self.permission)")
        }
        for publication in earlier {
            let lost = lostRules(of: publication, for: notes)
            guard lost.isEmpty else { throw lostRules(lost, of: publication) }
        }
    }

    /// Returns the rules of a publication that are gone and matter, in words such as “the tag
    /// “private””.
    ///
    /// - Parameter notes: Returns the notes that the present rules do not exclude.
    private func lostRules(
        of publication: RememberedRules.Publication, for notes: () -> [Note]
    ) -> [String] {
        let present = Set(rules.settings)
        let known = publication.rules.compactMap { NoteRule(setting: $0, zone: timeZone) }
        var lost = known.filter { $0.effect == .exclude && !present.contains($0.setting) }
        // A list of what is published may be changed, but it must not disappear.
        var included = rules.include.isEmpty ? known.filter { $0.effect == .include } : []
        guard !lost.isEmpty || !included.isEmpty else { return [] }
        // Without any configuration, the next private note would be published as well.
        if configuration != nil || !rules.isEmpty {
            let notes = notes()
            lost = lost.filter { rule in notes.contains(where: rule.matches) }
            if notes.allSatisfy({ note in included.contains { $0.matches(note) } }) {
                included = []
            }
        }
        let words = lost.map { "the \($0.name)" }
        guard !included.isEmpty else { return words }
        return words + ["all but the " + included.map(\.name).joined(separator: " and the ")]
    }

    /// Refuses the same for an export that does not open the folder ``output``.
    ///
    /// - Throws: ``UserFacingError``, as ``requireEarlierRules(of:for:)``.
    package func requireEarlierRules(for notes: [Note]) throws {
        try place.present.requireKnownState()
        let last = BuildRecord(in: place.present.records)
        try requireEarlierRules(of: last, for: notes)
    }

    /// Requires that no other publication of the notes with other rules has the same ledger, which has
    /// the former titles of notes that are excluded here.
    ///
    /// - Throws: ``UserFacingError``.
    func requireOwnLedger() throws {
        guard ledger != nil, let stateFolder else { return }
        let own = LocalFiles.absolute(output)
        let other = RememberedRules.publications(from: notes, in: stateFolder).first {
            $0.ledger == place.ledger && $0.output != own && $0.rules != rules.settings
        }
        guard let other else { return }
        throw UserError(
            "The permalink ledger \(place.ledger) is also that of the publication in \(other.output), which has other rules; nothing was published.",
            "Give each its own: change “ledger” in the configuration.")
    }

    /// Requires that what is published in a folder was built with the rules of the configuration, for
    /// commands that publish it again as it is.
    ///
    /// - Throws: ``UserFacingError`` if the configuration has other rules.
    func requireBuiltRules(in folder: OutputFolder) throws {
        let built = BuildRecord(in: folder.records)?.exclusions ?? []
        var present = [(configuration, rules.settings)]
        if configuration == nil {
            // One that lies beside the notebook counts as well.
            present += try unusedConfigurations(around: LocalFiles.folder(of: folder.path))
                .filter { LocalFiles.absolute($0.output) == folder.path }
                .map { ($0.configuration, $0.rules) }
        }
        for (configuration, rules) in present where !rules.allSatisfy(built.contains) {
            throw UserError(
                "\(output) was built with other rules for what is published than \(configuration ?? "the configuration") has now; nothing was changed.",
                "Run `notebinder build` first.")
        }
    }

    /// True if the report of the last build in ``output`` counts notes that a rule excluded, or
    /// cannot be read.
    private var mayHaveExcluded: Bool {
        do {
            let bytes = try LocalFiles.read(place.present.records + "/report.json")
            let counts = try? JSONDecoder().decode(ExcludedNotes.self, from: Data(bytes))
            return counts?.areOfRules ?? true
        } catch {
            return !error.isMissing
        }
    }

    /// The part of a report about notes that were not published.
    private struct ExcludedNotes: Decodable {
        let leftOut: [String]
        let unpublished: [String: Int]

        /// True if their states do not explain all of them.
        var areOfRules: Bool { leftOut.count > unpublished.values.reduce(0, +) }
    }

    /// Returns the publications of these notes whose rules apply here as well: the last one of this
    /// edition of this configuration. Before there is one, these are all but those of its other
    /// editions and, without a configuration, also what configurations beside the notes would publish.
    private func rememberedPublications() throws -> [RememberedRules.Publication] {
        let all = stateFolder.map { RememberedRules.publications(from: notes, in: $0) } ?? []
        if let configuration {
            let path = LocalFiles.absolute(configuration)
            let own = all.filter { $0.configuration == path && $0.edition == edition }
            guard own.isEmpty else { return own }
            return all.filter { other in
                other.configuration != path
                    || other.edition.map(editionNames.contains) != true
            }
        }
        // What was published without a configuration was allowed to be.
        let output = LocalFiles.absolute(output)
        if all.contains(where: { $0.configuration == nil && $0.output == output }) { return [] }
        return try all + unusedConfigurations(around: RememberedRules.path(of: notes))
    }

    /// Returns the rules of configurations in a folder and the two folders around it.
    private func unusedConfigurations(
        around folder: String
    ) throws -> [RememberedRules.Publication] {
        var folder = folder
        var found: [RememberedRules.Publication] = []
        for _ in 0..<3 {
            let path = (folder == "/" ? "" : folder) + "/" + Configuration.defaultName
            if LocalFiles.resolved(path) != nil {
                var unused = BuildOptions(notes: notes, output: output, photoWorker: "")
                try unused.applyConfiguration(at: path)
                for edition in try unused.allEditions {
                    found.append(
                        RememberedRules.Publication(
                            configuration: path, edition: edition.edition, output: edition.output,
                            rules: edition.rules.settings, isPublished: false))
                }
            }
            folder = LocalFiles.folder(of: folder)
        }
        return found
    }

    /// Remembers the rules of a publication for later runs without this configuration.
    ///
    /// - Returns: The reason if they cannot be written.
    func rememberRules() -> FileError? {
        guard let stateFolder else { return nil }
        return RememberedRules.record(
            .init(
                configuration: configuration.map(LocalFiles.absolute), edition: edition,
                output: LocalFiles.absolute(output), state: place.state, rules: rules.settings,
                ledger: ledger == nil ? nil : place.ledger),
            of: editionNames, from: notes, in: stateFolder)
    }
}

extension BuildOptions {
    private static let permission =
        "To publish such notes from now on, run once with --allow-published."

    /// Returns the error for rules that excluded notes earlier and are gone.
    ///
    /// - Parameters:
    ///   - rules: The rules in words.
    ///   - earlier: The publication to which they applied, or a configuration that was not used yet.
    private func lostRules(
        _ rules: [String], of earlier: RememberedRules.Publication
    ) -> UserError {
        let list = rules.joined(separator: ", ")
        guard let configuration else {
            let advice =
                earlier.configuration.map { "Name the configuration with --config \($0)." }
                ?? "Run in the folder of the configuration, or name it with --config."
            let excluding =
                earlier.isPublished
                ? "the last publication in \(earlier.output) excluded"
                : "\(earlier.configuration ?? "one beside the notes") excludes"
            return UserError(
                "No configuration is used, but \(excluding) notes (\(list)); nothing was published.",
                "\(advice) \(Self.permission)")
        }
        let isSame = earlier.configuration == LocalFiles.absolute(configuration)
        return UserError(
            "\(configuration) \(isSame ? "no longer excludes" : "does not exclude") notes that the last publication in \(earlier.output) excluded (\(list)); nothing was published.",
            "\(isSame ? "Restore the rules." : "Add the rules to it.") \(Self.permission)")
    }
}
