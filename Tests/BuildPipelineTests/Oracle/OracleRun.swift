import BuildPipeline
import Foundation
import LocalFiles
import NoteModel
import TestSupport

/// The result of one run, reduced to what a run from nothing has to reproduce.
struct OracleRun {
    /// The report as JSON, without what applies to one of the runs only; empty if the run failed.
    var report = ""
    var isComplete = false
    /// The trees that the run removed, since they might have shown excluded notes. A run from nothing
    /// has none to remove.
    var removedTrees: [String] = []
    /// The new addresses of notes.
    var renamed: [String] = []
    /// The error of the run; nil if it did not fail.
    var failure: String?
    /// True if the run found that nothing had changed since the last one.
    var isIdle = false

    /// Runs a build.
    ///
    /// - Parameter last: The previous run, whose report still holds if nothing has changed since.
    init(_ options: BuildOptions, after last: OracleRun? = nil) throws {
        do {
            let outcome = try waiting { try await Build.run(options) }
            report = try outcome.report.map { try Self.comparable($0) } ?? last?.report ?? ""
            removedTrees =
                outcome.report?.diagnostics.filter { $0.identifier == .removedTree }
                .map(\.origin.source) ?? []
            isComplete = outcome.isComplete
            isIdle = outcome.report == nil
            renamed = outcome.changes.renamed.map { "\($0.from) to \($0.to)" }
        } catch {
            failure = error.message.replacingOccurrences(of: options.output, with: "OUTPUT")
        }
    }

    /// The identifiers of diagnostics that are not compared, to get past a known defect.
    private static let ignored = OracleSettings.texts("IGNORE") ?? []

    private static func comparable(_ report: Report) throws -> String {
        var report = report
        // Which files are written, repaired and kept depends on what was there before.
        report.trees = []
        report.diagnostics.removeAll {
            [.damagedFile, .foreignFile, .removedTree].contains($0.identifier)
                || ignored.contains($0.identifier.rawValue)
        }
        return String(decoding: try report.json(), as: UTF8.self)
    }

    /// Returns the first difference from the run from nothing; nil if there is none.
    func difference(from other: OracleRun) -> String? {
        if failure != other.failure {
            return "failure: \(failure ?? "none") instead of \(other.failure ?? "none")"
        }
        if isComplete != other.isComplete {
            return "complete: \(isComplete) instead of \(other.isComplete)"
        }
        if renamed != other.renamed { return "renamed: \(renamed) instead of \(other.renamed)" }
        guard report != other.report else { return nil }
        return "report: "
            + OracleComparison.firstDifference(Array(report.utf8), wanted: Array(other.report.utf8))
    }
}
