import LocalFiles
import NoteModel
import OutputTree
import Platform

extension Build {
    /// The result of an edition: its outcome, or the failure that kept it from being published.
    package typealias EditionResult = Result<Outcome, any Error>

    /// Publishes several editions of the same notes, which are read and compiled once. The failure
    /// of one keeps no other from being published.
    ///
    /// - Parameters:
    ///   - editions: The options of the editions.
    ///   - common: The options of the whole configuration, whose output folder holds what the
    ///     editions share. Its lock keeps other runs out.
    /// - Returns: The results, in the order of the editions.
    /// - Throws: ``UserFacingError`` if the folder cannot be used, or another run holds its lock.
    package static func run(
        _ editions: [BuildOptions], sharing common: BuildOptions, progress: BuildProgress = .none
    ) async throws -> [EditionResult] {
        // The notes are listed before the folder of a new notebook is made.
        let isNew = try !common.place.present.isOurs
        let base = try BuildSession(opening: common, progress)
        let scratch = ScratchFolder()
        defer { withExtendedLifetime((base, scratch)) {} }
        var snapshot: FolderSnapshot?
        let runs = editions.map { options in
            OpenEdition {
                let session = try BuildSession(opening: options, progress, hasNotes: isNew)
                let own = FolderSnapshot(options, in: session.folder, sharing: snapshot)
                snapshot = snapshot ?? own
                return (session, own)
            }
        }
        if let outcomes = unchanged(runs) {
            var results = outcomes.map { EditionResult.success($0) }
            for diagnostic in base.endFormerEditions() { results.add(diagnostic) }
            return results
        }
        var (results, cleanUp) = await publish(
            runs, of: editions, with: base, snapshot, scratch, mayRepeat: true)
        for attempt in 2...maximumAttempts {
            let changed = results.indices.filter { results[$0].isOfChangedOriginal }
            guard !changed.isEmpty else { break }
            let again = changed.map { position in
                runs[position].map { session, _ in
                    (
                        session: session,
                        snapshot: FolderSnapshot(session.options, in: session.folder)
                    )
                }
            }
            let repeated = await publish(
                again, of: editions, with: base, (try? again[0].get())?.snapshot, scratch,
                mayRepeat: attempt < maximumAttempts)
            for (position, result) in zip(changed, repeated.results) { results[position] = result }
            // What the others need is not known to the last attempt.
            cleanUp = {}
        }
        // A failure of the whole configuration is over.
        if !common.isDry { try LocalFiles.remove(base.folder.status) }
        let failures = results.count { (try? $0.get()) == nil }
        if failures == results.count { base.folder.discardIfUnused() }
        // What the failed ones need is not known, and what was published before stands.
        if failures == 0 {
            await cleanUp()
            if !common.isDry { try base.endSingleNotebook(&results) }
            for diagnostic in base.endFormerEditions() { results.add(diagnostic) }
        }
        return results
    }

    /// An edition whose output folder is locked, or the failure to lock it.
    private typealias OpenEdition = Result<
        (session: BuildSession, snapshot: FolderSnapshot?), any Error
    >

    /// Publishes editions of the same notes, which are read for all of them.
    ///
    /// - Parameters:
    ///   - all: The options of all editions of the configuration.
    ///   - mayRepeat: True if those that fail because an original was changed are tried again.
    /// - Returns: The results, and what removes the files that no edition needs any more.
    private static func publish(
        _ editions: [OpenEdition], of all: [BuildOptions], with base: BuildSession,
        _ snapshot: FolderSnapshot?, _ scratch: ScratchFolder, mayRepeat: Bool
    ) async -> (results: [EditionResult], cleanUp: () async -> Void) {
        let cache = base.openCache()
        let hashesSources = all.contains { $0.formats.contains(.json) }
        let shared = Result {
            try base.sharedStages(
                cache, snapshot: snapshot, hashesSources: hashesSources, scratch: scratch,
                mayRepeat: mayRepeat, editions: all)
        }
        let results = await publish(editions, sharing: shared, mayRepeat: mayRepeat)
        return (
            results,
            {
                guard case .success(let shared) = shared else { return }
                await base.removeOtherDerivatives(shared)
                cache.deleteUnused()
                await shared.keepMemory()
            }
        )
    }

    /// Publishes the editions in their order, while others are planned: neither keeps all threads busy
    /// to its end.
    private static func publish(
        _ editions: [OpenEdition], sharing shared: Result<SharedStages, any Error>, mayRepeat: Bool
    ) async -> [EditionResult] {
        await withTaskGroup(of: (Int, Result<PlannedBuild, any Error>).self) { tasks in
            func plan(_ position: Int) {
                guard editions.indices.contains(position) else { return }
                tasks.addTask { (position, await Self.plan(editions[position], sharing: shared)) }
            }
            var planned: [Int: Result<PlannedBuild, any Error>] = [:]
            var results: [EditionResult] = []
            plan(0)
            plan(1)
            for position in editions.indices {
                while planned[position] == nil, let (position, build) = await tasks.next() {
                    planned[position] = build
                }
                plan(position + 2)
                guard let build = planned.removeValue(forKey: position) else { continue }
                let result = await publish(build)
                if case .failure(let error) = result, !mayRepeat || !result.isOfChangedOriginal {
                    // What could not be opened has recorded its failure.
                    (try? editions[position].get())?.session.recordFailure(error)
                }
                results.append(result)
                // What others have freed was used again.
                if position == editions.indices.last { try? build.get().keepMemory() }
            }
            return results
        }
    }

    private static func plan(
        _ edition: OpenEdition, sharing shared: Result<SharedStages, any Error>
    ) async -> Result<PlannedBuild, any Error> {
        do {
            let (session, snapshot) = try edition.get()
            return .success(try await plan(session, snapshot, sharing: try shared.get()))
        } catch {
            return .failure(error)
        }
    }

    private static func publish(_ planned: Result<PlannedBuild, any Error>) async -> EditionResult {
        do {
            return .success(try await publish(try planned.get()))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the outcomes of editions none of which has anything to write; nil if one has. Those that
    /// owe a hook or an upload deliver it here, so all are compared first.
    private static func unchanged(
        _ runs: [OpenEdition]
    ) -> [Outcome]? {
        let known = runs.compactMap { try? $0.get() }
        guard known.count == runs.count, known.allSatisfy({ $0.isUnchanged(since: $1) }) else {
            return nil
        }
        let outcomes = known.compactMap { try? $0.unchanged(since: $1) }
        return outcomes.count == runs.count ? outcomes : nil
    }
}

extension BuildSession {
    /// Removes what an earlier build without editions has published in the folder around them, which
    /// no build would keep up to date. Files of others stay.
    ///
    /// - Parameter results: The results of the editions, the first of which reports it.
    fileprivate func endSingleNotebook(_ results: inout [Build.EditionResult]) throws {
        let trees = try folder.publishedTrees()
        for tree in trees { _ = try folder.removeTree(tree) }
        guard !trees.isEmpty else { return }
        results.add(
            Diagnostic(
                .removedTree, origin: .init(source: ""),
                summary:
                    "\(trees.map(folder.treePath).joined(separator: " and ")) of the notebook without editions was removed.",
                suggestion: "The editions have folders of their own."))
    }
}

extension Build.EditionResult {
    /// True if a program wrote to a photo, say, while the edition was built.
    fileprivate var isOfChangedOriginal: Bool {
        guard case .failure(OutputTreeError.changedOriginal) = self else { return false }
        return true
    }
}

extension [Build.EditionResult] {
    /// Adds a diagnostic to the first edition that did not fail, which reports it.
    fileprivate mutating func add(_ diagnostic: Diagnostic) {
        guard let first = firstIndex(where: { (try? $0.get()) != nil }) else { return }
        self[first] = self[first].map { outcome in
            var outcome = outcome
            outcome.news.append(diagnostic)
            return outcome
        }
    }
}

/// An edition that a notebook has published, among the records that all its editions share.
private struct RecordedEdition: Codable, Hashable {
    let name: String
    var output: String
    /// The folder of its records; nil if they are beside its trees.
    var state: String?
}

extension BuildSession {
    /// Removes the trees of editions that the notebook had and no longer has: no build would keep out
    /// of them what is excluded now. Files of others stay, and nothing is removed in a dry run.
    ///
    /// The editions are known from the records that they share, by which another computer finds them,
    /// and from those of the user, which are found if the output folder was another one.
    ///
    /// - Returns: What was removed, for the report.
    func endFormerEditions() -> [Diagnostic] {
        guard options.edition == nil, !options.isDry, let present = try? options.allEditions else {
            return []
        }
        let outputs = present.map { LocalFiles.resolved($0.place.output) }
        let recorded = recordedEditions
        var isNew: Set<RecordedEdition> = []
        let known = (recorded + rememberedEditions).filter { former in
            !outputs.contains(LocalFiles.resolved(former.output)) && isNew.insert(former).inserted
        }
        var left: [RecordedEdition] = []
        let diagnostics = known.compactMap { former -> Diagnostic? in
            // The owner has given the edition another folder.
            if options.editions.contains(where: { $0.name == former.name }) { return nil }
            do {
                guard
                    let folder = try OutputFolder.existing(
                        at: NotebookPlace(former.output, state: former.state), waiting: 0)
                else { return nil }
                let trees = try folder.publishedTrees()
                for tree in trees { _ = try folder.removeTree(tree) }
                guard !trees.isEmpty else { return nil }
            } catch {
                // A folder that another run is using, say, is left to a later one.
                left.append(former)
                return nil
            }
            return Diagnostic(
                .removedTree, origin: .init(source: ""),
                summary:
                    "The edition “\(former.name)” is no longer in the configuration, so what it had published in \(former.output) was removed.",
                suggestion: "It might contain notes that are excluded now.")
        }
        let own = present.compactMap { options in
            options.edition.map {
                RecordedEdition(
                    name: $0, output: options.place.output, state: options.place.state)
            }
        }
        // Most notebooks have never had editions.
        if !own.isEmpty || !recorded.isEmpty { record(own + left.filter(recorded.contains)) }
        return diagnostics
    }

    private var editionsFile: String { folder.records + "/editions.json" }

    private var recordedEditions: [RecordedEdition] {
        guard let bytes = try? LocalFiles.read(editionsFile) else { return [] }
        let known = (try? JSONDecoder().decode([RecordedEdition].self, from: Data(bytes))) ?? []
        return known.map { edition in
            var edition = edition
            edition.output = folder.path + "/" + edition.output
            edition.state = edition.state.map { $0.hasPrefix("/") ? $0 : folder.records + "/" + $0 }
            return edition
        }
    }

    /// Records the editions within the output folder, by their paths in it: a copy of the notebook must
    /// not end the editions of the original.
    private func record(_ editions: [RecordedEdition]) {
        let own = editions.compactMap { edition -> RecordedEdition? in
            guard let output = LocalFiles.path(edition.output, below: folder.path) else {
                return nil
            }
            let state = edition.state.map { LocalFiles.path($0, below: folder.records) ?? $0 }
            return RecordedEdition(name: edition.name, output: output, state: state)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // What cannot be written is still known from the records of the user.
        guard !own.isEmpty, let json = try? encoder.encode(own) else {
            try? LocalFiles.remove(editionsFile)
            return
        }
        guard (try? LocalFiles.read(editionsFile)) != Array(json) else { return }
        try? LocalFiles.replace(editionsFile, bytes: Array(json))
    }

    private var rememberedEditions: [RecordedEdition] {
        guard let stateFolder = options.stateFolder,
            let configuration = options.configuration.map(LocalFiles.absolute)
        else { return [] }
        return RememberedRules.publications(from: options.notes, in: stateFolder).compactMap {
            guard $0.configuration == configuration, let name = $0.edition else { return nil }
            return RecordedEdition(name: name, output: $0.output, state: $0.state)
        }
    }
}
