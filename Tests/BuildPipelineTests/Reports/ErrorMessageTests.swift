import Foundation
import LocalFiles
import NoteModel
import OutputTree
import TestSupport
import Testing

@testable import BuildPipeline

/// The messages for errors of all stages.
@Suite(.tags(.fast))
struct ErrorMessageTests {
    private struct Odd: Error {}
    private struct Own: UserFacingError {
        let message = "The file is odd."
        let exitStatus: Int32 = 7
    }

    @Test func mapsErrorsToExitStatuses() {
        #expect((UserError("x") as any Error).exitStatus == 1)
        #expect((UserError("x", exitStatus: EX_USAGE) as any Error).exitStatus == EX_USAGE)
        #expect(
            (OutputTreeError.locked(path: "/p", holder: nil) as any Error).exitStatus == EX_TEMPFAIL
        )
        #expect((Own() as any Error).exitStatus == 7)
    }

    @Test func keepsUserFacingMessages() {
        #expect((UserError("A is odd.", "Mend it.") as any Error).message == "A is odd. Mend it.")
        #expect((Own() as any Error).message == "The file is odd.")
        #expect((Odd() as any Error).message.hasPrefix("Something unexpected went wrong"))
    }

    @Test(arguments: [
        (ENOSPC, "Free some space"), (EDQUOT, "Free some space"), (EACCES, "Check who may write"),
        (EPERM, "Check who may write"),
    ])
    func givesAdviceOnFileErrors(code: Int32, advice: String) {
        let message = (FileError(action: "write", path: "/x/y", code: code) as any Error).message
        #expect(message.contains("/x/y") && message.contains(advice))
        #expect(message.contains(String(cString: strerror(code))))
    }

    @Test func givesNoAdviceOnOtherFileErrors() {
        let message = (FileError(action: "read", path: "/x", code: EIO) as any Error).message
        #expect(message == "Notebinder cannot read /x: \(String(cString: strerror(EIO))).")
    }

    @Test func includesThePathInEveryTreeError() {
        let errors: [OutputTreeError] = [
            .notOurs(path: "/p"), .foreignFile(path: "/p"), .damagedManifest(path: "/p"),
            .unnameableFile(path: "/p"), .unreachable(path: "/p"), .notAFolder(path: "/p"),
            .danglingLink(path: "/p", target: "/t"), .locked(path: "/p", holder: nil),
        ]
        let messages = errors.map { ($0 as any Error).message }
        for message in messages { #expect(message.contains("/p") && message.hasSuffix(".")) }
        #expect(Set(messages).count == errors.count)
    }

    @Test func listsAllRulesThatMatchNothing() {
        let rules = ["A", "B"].map {
            Diagnostic(
                .unusedRule, origin: .init(source: ""), summary: $0 + ".", suggestion: "Fix.")
        }
        let message = UserError.unusedRules(rules).message
        #expect(message == "A. Fix. B. Fix. Nothing was published.")
    }
}
