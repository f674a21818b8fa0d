import Foundation
import TestSupport
import Testing

/// Random changes one after another: each incremental run gives the bytes of a run from nothing.
///
/// These environment variables, all of which begin with `NOTEBINDER_ORACLE_`, choose another test:
///
/// - `SEED`: the seed of the random numbers.
/// - `STEPS`: the number of steps.
/// - `ONLY=3,17`: runs these steps alone, to find out which changes cause a mismatch.
/// - `IGNORE=dead-link`: diagnostics that are not compared, to get past a known defect.
@Suite(.tags(.acceptance))
struct DifferentialOracleTests {
    @Test func matchesACleanBuildAfterRandomChanges() throws {
        let seed = OracleSettings.text("SEED").flatMap { UInt64($0) } ?? 20_120_504
        let count = OracleSettings.text("STEPS").flatMap { Int($0) } ?? 60
        let steps = OracleSettings.texts("ONLY")?.compactMap { Int($0) } ?? Array(1...max(1, count))
        print("Differential oracle: seed \(seed), \(steps.count) steps")
        var oracle = try DifferentialOracle(seed: seed)
        for step in [0] + steps {
            guard let difference = try oracle.step(step) else { continue }
            Issue.record(
                """
                Seed \(seed), step \(step): \(difference)
                The last changes:
                \(oracle.history.suffix(8).joined(separator: "\n"))
                """)
            return
        }
        print("Differential oracle: \(oracle.summary)")
    }
}

/// The environment variables of the oracle.
enum OracleSettings {
    static func text(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["NOTEBINDER_ORACLE_" + name]
    }

    /// Returns the items of a comma-separated list; nil if the variable is not set.
    static func texts(_ name: String) -> [String]? {
        text(name)?.split(separator: ",").map(String.init)
    }
}
