import TestSupport
import Testing

/// A suite that runs commands in a folder of its own.
protocol CommandSuite {
    var folder: TemporaryFolder { get }
}

extension CommandSuite {
    /// Runs `notebinder`, which has to end with a status.
    @discardableResult
    func run(
        _ arguments: String..., input: String? = nil, environment: [String: String] = [:],
        status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> FinishedProgram {
        let run = try FinishedProgram(
            Places.notebinder, arguments: arguments, in: folder.path, input: input,
            environment: environment)
        #expect(
            run.status == status, "\(arguments): \(run.errors)", sourceLocation: sourceLocation)
        return run
    }
}
