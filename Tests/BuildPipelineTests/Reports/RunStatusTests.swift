import Foundation
import Hashing
import NoteModel
import Synchronization
import TestSupport
import Testing

@testable import BuildPipeline

/// The status file for monitoring, and what is told while a run is at work.
@Suite(.tags(.fast))
struct RunStatusTests {
    private func written(_ status: RunStatus) throws -> [String: Any] {
        let folder = TemporaryFolder()
        try status.write(to: folder.path + "/status.json")
        let bytes = try folder.bytes("status.json")
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private func status(
        _ state: RunStatus.State, isComplete: Bool = true, message: String = "It failed.",
        hook: RunHooks.Result? = nil
    ) -> RunStatus {
        var report = Report()
        report.notes = 5
        var record = BuildRecord(
            report, snapshot: nil, notes: [],
            options: BuildOptions(notes: "", output: "", photoWorker: ""),
            templates: Fingerprint(ofLines: []))
        record.isComplete = isComplete
        record.published = .day(2024, month: 5, day: 1)
        return RunStatus(
            state: state, record: record, diagnostics: [],
            failure: state == .failed ? (message, 64) : nil, hook: hook)
    }

    @Test func givesTheExitStatusOfTheCommand() throws {
        let failed = RunHooks.Result(event: .published, failure: "ended with status 1")
        let done = RunHooks.Result(event: .published, failure: nil)
        let cases: [(RunStatus, Int)] = [
            (status(.published), 0), (status(.unchanged), 0),
            (status(.published, isComplete: false), 2), (status(.failed), 64),
            (status(.failed, isComplete: false, hook: failed), 64),
            (status(.published, isComplete: false, hook: failed), 3),
            (status(.published, hook: done), 0),
        ]
        for (status, exit) in cases { #expect(try written(status)["exitStatus"] as? Int == exit) }
    }

    @Test func writesNullForUnknownFields() throws {
        let fields = try written(status(.failed, message: "No \"space\"\n"))
        #expect(fields["status"] as? String == "failed")
        #expect(fields["published"] as? String == "2024-05-01T00:00:00Z")
        #expect(fields["notes"] as? Int == 5)
        #expect(fields["problems"] as? Int == 0 && fields["hook"] is NSNull)
        #expect(fields["message"] as? String == "No \"space\"\n")
        #expect(fields["version"] as? String == ProgramVersion.text)
        let ended = (fields["ended"] as? String).flatMap { CivilTime.instant($0) }
        #expect(abs(ended?.timeIntervalSinceNow ?? .infinity) < 60)
        #expect(try written(status(.published))["message"] == nil)
        let first = try written(
            RunStatus(state: .failed, record: nil, diagnostics: [], failure: ("It failed.", 1)))
        #expect(first["notes"] is NSNull && first["published"] is NSNull)
    }

    @Test func reportsTheResultOfAHook() throws {
        let failed = RunHooks.Result(event: .failed, failure: "could not be started")
        let hook = try written(status(.failed, hook: failed))["hook"] as? [String: String]
        #expect(hook == ["event": "failed", "status": "failed", "reason": "could not be started"])
    }

    @Test func followsSemanticVersioning() throws {
        #expect(
            ProgramVersion.text.wholeMatch(
                of: /(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?/) != nil)
        #expect(ProgramVersion.build.hasPrefix(ProgramVersion.text + " "))
    }

    @Test(arguments: [(1, 1), (7, 7), (100, 100), (250, 125), (10_000, 100), (10_050, 101)])
    func reportsProgressInAboutAHundredSteps(all: Int, calls: Int) {
        let told = Mutex<[Int]>([])
        let progress = BuildProgress { stage, done, count in
            #expect(stage == "Reading" && count == all)
            told.withLock { $0.append(done) }
        }
        let counter = progress.counter("Reading", of: all)
        for _ in 0..<all { counter.advance() }
        let steps = told.withLock { $0 }
        #expect(steps.count == calls)
        #expect(steps.last == all)
        #expect(steps == steps.sorted())
    }
}
