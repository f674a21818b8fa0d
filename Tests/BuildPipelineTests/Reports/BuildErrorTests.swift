import Diagnostics
import Foundation
import LocalFiles
import OutputChecks
import OutputTree
import TestSupport
import Testing

@testable import BuildPipeline

/// The messages for errors of all stages.
@Suite(.tags(.fast))
struct BuildErrorTests {
    private struct Odd: Error {}
    private struct Own: UserFacingError {
        let message = "The file is odd."
        let exitStatus: Int32 = 7
    }

    @Test func hasTheExitStatusesOfSysexits() {
        #expect(BuildError.noNotes(folder: "x").exitStatus == 1)
        #expect(BuildError.invalidSourceDate("x").exitStatus == EX_USAGE)
        #expect(BuildError.configuration(path: "x", line: 1, problem: "").exitStatus == EX_USAGE)
        #expect(
            BuildError(OutputTreeError.locked(path: "/p", holder: nil)).exitStatus == EX_TEMPFAIL)
        #expect(BuildError(Own()).exitStatus == 7)
    }

    @Test func keepsAnErrorThatIsMeantForPeople() {
        let error = BuildError(BuildError.invalidSourceDate("x") as any Error)
        #expect(error.message.hasPrefix("SOURCE_DATE_EPOCH is “x”"))
        #expect(BuildError(Own()).message == "The file is odd.")
        #expect(BuildError(Odd()).message.hasPrefix("Something unexpected went wrong"))
    }

    @Test(arguments: [
        (ENOSPC, "Free some space"), (EDQUOT, "Free some space"), (EACCES, "Check who may write"),
        (EPERM, "Check who may write"),
    ])
    func advisesOnErrorsOfFiles(code: Int32, advice: String) {
        let message = BuildError(FileError(action: "write", path: "/x/y", code: code)).message
        #expect(message.contains("/x/y") && message.contains(advice))
        #expect(message.contains(String(cString: strerror(code))))
    }

    @Test func advisesNothingWhereNothingIsKnown() {
        let message = BuildError(FileError(action: "read", path: "/x", code: EIO)).message
        #expect(message == "Notebinder cannot read /x: \(String(cString: strerror(EIO))).")
    }

    @Test(arguments: [(0, ""), (1, " So does 1 more file."), (7, " So do 7 more files.")])
    func countsTheOtherFilesOfALeak(others: Int, words: String) {
        let message = BuildError(LeakError.words(first: "F.", otherFiles: others)).message
        #expect(message.hasPrefix("F.\(words) Nothing was published."))
    }

    @Test func namesThePathOfEveryTreeError() {
        let errors: [OutputTreeError] = [
            .notOurs(path: "/p"), .foreignFile(path: "/p"), .damagedManifest(path: "/p"),
            .unnameableFile(path: "/p"), .unreachable(path: "/p"), .notAFolder(path: "/p"),
            .danglingLink(path: "/p", target: "/t"), .locked(path: "/p", holder: nil),
        ]
        let messages = errors.map { BuildError($0).message }
        for message in messages { #expect(message.contains("/p") && message.hasSuffix(".")) }
        #expect(Set(messages).count == errors.count)
    }

    @Test func listsAllRulesThatMatchNothing() {
        let rules = ["A", "B"].map {
            Diagnostic(
                .unusedRule, origin: .init(source: ""), summary: $0 + ".", suggestion: "Fix.")
        }
        let message = BuildError.unusedRules(rules).message
        #expect(message == "A. Fix. B. Fix. Nothing was published.")
    }
}
