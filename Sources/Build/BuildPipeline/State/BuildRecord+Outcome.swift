import Hashing
import LocalFiles
import NoteModel
import OutputTree

extension BuildRecord {
    /// Returns true if neither inputs nor outputs have changed since the build, or since the trees
    /// were rolled back.
    func isCurrent(_ snapshot: FolderSnapshot) -> Bool {
        outputs == snapshot.outputs
            && (heldInputs == snapshot.inputs || inputs == snapshot.inputs)
    }

    init(
        _ report: Report, snapshot: FolderSnapshot?, notes: [UInt8],
        options: BuildOptions, templates: Fingerprint
    ) {
        // A file that is unreadable now may be readable for another decoder.
        let isSettled =
            snapshot?.isSettled == true
            && Medium.Kind.allCases.allSatisfy { report.media[$0].unreadable.isEmpty }
            && !report.diagnostics.contains { $0.identifier == .unreadableSource }
        self.init(
            inputs: isSettled ? snapshot?.inputs : nil, outputs: templates, heldInputs: nil,
            builtInputs: snapshot?.inputs, exclusions: options.rules.settings,
            excluded: Set(report.leftOut),
            isComplete: report.isComplete, owesHook: false, published: nil,
            noteCount: report.notes, problemCount: report.diagnostics.count,
            program: ProgramVersion.build, templates: templates,
            settings: options.outputSettings, filesToRecheck: [], checkedTrees: [],
            // A file that is damaged again is reported again.
            diagnostics: Set(
                report.diagnostics.filter { $0.identifier != .damagedFile }.map(\.key)),
            notes: .made(notes))
    }

    /// Returns true if any of the notes that a run excludes was not excluded in this build, so that
    /// what was published until then may contain it.
    func publishedAny(of excluded: [Note]) -> Bool {
        excluded.contains { !self.excluded.contains($0.id.text) }
    }

    /// Returns the files of trees that have to be checked again; nil for all files, if one of the
    /// trees is not as it was when its files were checked.
    func filesToRecheck(of trees: [String], in folder: OutputFolder) -> [String]? {
        let isKnown = trees.allSatisfy { tree in
            CheckedTree(tree, in: folder).map(checkedTrees.contains) ?? false
        }
        return isKnown ? filesToRecheck : nil
    }

    /// Records the checks of trees that were built, beside those of all others.
    mutating func addChecks(
        of trees: [String], in folder: OutputFolder, files: [String], since last: BuildRecord?
    ) {
        let others = (last?.checkedTrees ?? []).filter { !trees.contains($0.tree) }
        checkedTrees = trees.compactMap { CheckedTree($0, in: folder) } + others
        filesToRecheck =
            files
            + (last?.filesToRecheck ?? []).filter { file in
                others.contains { file.hasPrefix($0.tree + "/") }
            }
    }

    func write(outputs: Fingerprint?, in records: String) throws {
        var run = self
        if let outputs { run.outputs = outputs } else { run.inputs = nil }
        try run.write(in: records)
    }
}

extension BuildRecord.CheckedTree {
    /// Creates the state of a published tree; nil if it has no manifest.
    fileprivate init?(_ tree: String, in folder: OutputFolder) {
        guard let stamp = try? FileStamp(folder.manifestPath(tree)) else { return nil }
        var parts = Fingerprinter("manifest")
        stamp.add(to: &parts)
        self.init(tree: tree, manifest: parts.fingerprint)
    }
}
