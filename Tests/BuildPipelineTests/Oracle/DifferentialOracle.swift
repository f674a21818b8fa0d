import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import TestSupport

/// Applies random changes to a notebook, and compares each incremental run with a run from nothing, and
/// some exports.
struct DifferentialOracle {
    private var notebook: OracleNotebook
    private let seed: UInt64
    /// The changes of all steps so far.
    private(set) var history: [String] = []
    /// The last run that did not fail.
    private var last: OracleRun?
    /// The error of the last run; nil if it did not fail.
    private var failure: String?
    private var failureCount = 0
    private var idleCount = 0
    /// The published trees after the last run, which a run that fails must not change.
    private var trees: OracleComparison?
    /// The number of steps from one at which all files are at rest to the next.
    private static let period = 10
    /// The names of the trees of all formats.
    private static let treeNames = BuildOptions.Format.allCases.map(\.folder)
    /// A little more than the coarsest timestamps that the program allows for, in nanoseconds.
    private static let settlingTime: Int64 = 2_050_000_000

    init(seed: UInt64) throws {
        self.seed = seed
        var random = SeededGenerator(seed: seed, step: 0)
        notebook = try OracleNotebook(&random)
    }

    /// The number of runs, and of those that failed or found nothing to do.
    var summary: String {
        "\(history.count) runs, \(failureCount) failed, \(idleCount) found nothing to do"
    }

    /// Applies the changes of a step and compares the runs.
    ///
    /// - Returns: The difference between the runs; nil if there is none.
    mutating func step(_ number: Int) throws -> String? {
        var random = SeededGenerator(seed: seed, step: number)
        let changes = number == 0 ? ["the first run"] : try change(number, random: &random)
        let isSettled = number > 0 && (number % Self.period == 0 || random.chance(0.04))
        history.append(
            "step \(number)\(isSettled ? ", settled" : ""): \(changes.joined(separator: "; "))")
        var difference = try compare(isSettled: isSettled)
        notebook.options.isFull = false
        if isSettled, difference == nil, failure == nil {
            difference = try differenceOfExports(random.pick(OracleExport.Form.allCases))
        }
        return difference
    }

    /// Returns how an export with what the incremental runs have left differs from one with what the
    /// run from nothing has left; nil if they are equal.
    private func differenceOfExports(_ form: OracleExport.Form) throws -> String? {
        let exports = try [notebook.build.output, notebook.freshOutput].map { output in
            var options = notebook.options
            options.output = output
            return try OracleExport(form, of: options, to: notebook.freshFolder.path + "/export")
        }
        return exports[0].difference(from: exports[1]).map { "\(form.rawValue): \($0)" }
    }

    /// Applies the changes of a step, and returns them in words.
    ///
    /// The notebook comes to rest once in each period. The step after that changes little, so that
    /// some runs find nothing to do, and others have something to do that they might miss.
    private mutating func change(_ step: Int, random: inout SeededGenerator) throws -> [String] {
        if notebook.isFolderAway { return [try OracleChange.bringBack(&notebook)] }
        switch step % Self.period {
        case 0: return [try OracleChange.bringToRest(&notebook, random: &random)]
        case 1 where failure == nil && step > 1:
            if random.chance(0.25) { return ["nothing"] }
            let kinds = random.chance(0.6) ? OracleChange.unseen : OracleChange.subtle
            return [try OracleChange.applyAny(of: kinds, to: &notebook, &random)]
        default: return try severalChanges(&random)
        }
    }

    private mutating func severalChanges(_ random: inout SeededGenerator) throws -> [String] {
        var changes: [String] = []
        // A configuration that no run accepts would hide the effect of later changes.
        if let failure, random.chance(0.6) {
            OracleChange.setDefault(&notebook)
            try LocalFiles.remove(notebook.templates)
            changes.append("usual settings after “\(failure.prefix(60))…”")
        }
        if changes.isEmpty, random.chance(0.04) { return ["nothing"] }
        for _ in 0..<random.pick([1, 1, 1, 1, 2, 3]) where !notebook.isFolderAway {
            changes.append(try OracleChange.applyAny(of: OracleChange.all, to: &notebook, &random))
        }
        return changes
    }

    private mutating func compare(isSettled: Bool) throws -> String? {
        var options = notebook.options
        // For the run, the files have been at rest for a while.
        if isSettled { options.now = { FileStatus.now + Self.settlingTime } }
        if notebook.hasTouchedTrees || trees == nil { trees = try publishedTrees() }
        notebook.hasTouchedTrees = false
        let ledger = try? LocalFiles.read(notebook.ledger)
        let run = try OracleRun(options, after: last)
        let wanted = try runFromNothing(ledger)
        failure = run.failure
        failureCount += run.failure == nil ? 0 : 1
        idleCount += run.isIdle ? 1 : 0
        if let difference = run.difference(from: wanted) { return difference }
        let published = try publishedTrees()
        defer { trees = published }
        guard run.failure == nil else {
            return try differenceOfFailedRun(from: trees, published: published, ledger: ledger)
        }
        last = run
        let foreign = notebook.foreign.filter { path in
            run.removedTrees.contains { path.hasPrefix($0 + "/") }
        }
        if let difference = published.limited(to: run.removedTrees)
            .difference(from: published.limited(to: []), foreign: foreign)
        {
            return "A tree that was removed has files: " + difference
        }
        return try difference(of: published, options, without: run.removedTrees)
    }

    /// Returns what a run that failed has changed; nil for nothing.
    private func differenceOfFailedRun(
        from before: OracleComparison?, published: OracleComparison, ledger: [UInt8]?
    ) throws -> String? {
        if let difference = before.flatMap({ published.difference(from: $0) }) {
            return "A failed run changed a tree: " + difference
        }
        return ledger == (try? LocalFiles.read(notebook.ledger))
            ? nil : "A failed run changed the ledger."
    }

    /// Returns how the published trees and the new ledger differ from those of the run from
    /// nothing; nil if they do not.
    private func difference(
        of published: OracleComparison, _ options: BuildOptions, without removed: [String]
    ) throws -> String? {
        let names = options.formats.map(\.folder)
        let others = Self.treeNames.filter { !names.contains($0) && !removed.contains($0) }
        if let before = trees?.limited(to: others),
            let difference = published.limited(to: others).difference(from: before)
        {
            return "A tree that was not wanted changed: " + difference
        }
        let foreign = notebook.foreign.filter { path in
            names.contains { path.hasPrefix($0 + "/") }
        }
        let difference = published.limited(to: names).difference(
            from: try OracleComparison(notebook.freshOutput, trees: names), foreign: foreign)
        if let difference { return difference }
        let ledgers = try [notebook.ledger, notebook.freshOutput + "/.notebinder/ledger.json"].map {
            try LocalFiles.read($0)
        }
        guard ledgers[0] != ledgers[1] else { return nil }
        return "ledger.json " + OracleComparison.firstDifference(ledgers[0], wanted: ledgers[1])
    }

    private func publishedTrees() throws -> OracleComparison {
        try OracleComparison(notebook.build.output, trees: Self.treeNames)
    }

    /// Builds into an empty folder that has nothing but the record of changes, and the ledger from
    /// before the incremental run, so that both runs assign the same permalinks.
    ///
    /// Derivatives of photos are made again as well, which takes no time for such small pictures.
    private func runFromNothing(_ ledger: [UInt8]?) throws -> OracleRun {
        let output = notebook.freshOutput
        try LocalFiles.remove(output)
        try LocalFiles.makeFolder(output + "/.notebinder")
        try LocalFiles.copy(notebook.records + "/format", to: output + "/.notebinder/format")
        if let ledger { try LocalFiles.create(output + "/.notebinder/ledger.json", bytes: ledger) }
        let changes = "/changes.json"
        if try LocalFiles.status(notebook.records + changes) != nil {
            try LocalFiles.copy(notebook.records + changes, to: output + "/.notebinder" + changes)
        }
        var options = notebook.options
        options.output = output
        options.isFull = false
        options.width = 2
        return try OracleRun(options)
    }
}

extension OracleNotebook {
    /// The folder of a build's records.
    var records: String { build.output + "/.notebinder" }
    var ledger: String { records + "/ledger.json" }
    /// The output folder of the run from nothing.
    var freshOutput: String { freshFolder.path + "/Fresh" }
}

extension BuildOptions.Format {
    /// The name of the format's tree.
    var folder: String { self == .html ? "site" : rawValue }
}
