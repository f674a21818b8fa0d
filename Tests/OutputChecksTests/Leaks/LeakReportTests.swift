import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import TestSupport
import Testing

@testable import OutputChecks

/// The sentences about words of excluded notes.
@Suite(.tags(.fast))
struct LeakReportTests {
    private static let secret = "The harbour master keeps his spare key under the third stone"

    private func check(acceptsAll: Bool = false, body: String = secret) throws -> LeakCheck {
        try .made(
            [.made("Private", body: body, source: "p.data", index: 1)], acceptsAll: acceptsAll)
    }

    private func look(_ check: LeakCheck, at paths: [String], text: String = secret) {
        for path in paths { _ = check.leaks(in: text, at: path) }
    }

    /// Returns what the error of a check says.
    private func refusal(of check: LeakCheck, titles: [String: String] = [:]) -> String {
        let error = #expect(throws: UserError.self) { try check.requireNoLeaks(titles: titles) }
        return error?.message ?? ""
    }

    @Test func namesTheFirstPlaceAndCountsTheOtherFiles() throws {
        let check = try check()
        look(check, at: ["site/b.html", "site/a.html", "site/c.html", "site/a.html"])
        #expect(
            refusal(of: check).hasPrefix(
                """
                site/a.html contains words of the excluded note “Private” (p.data#2): \
                “\(Self.secret.lowercased())”. So do 2 more files. Nothing was published. If
                """))
    }

    @Test(arguments: [(1, ""), (2, " So does 1 more file."), (8, " So do 7 more files.")])
    func countsTheOtherFiles(count: Int, words: String) throws {
        let check = try check()
        look(check, at: (0..<count).map { "site/\($0).html" })
        #expect(refusal(of: check).contains("”.\(words) Nothing was published."))
    }

    @Test func namesTheSourceNoteOfAFile() throws {
        let check = try check()
        look(check, at: ["site/notes/a-walk.html"])
        let refusal = refusal(of: check, titles: ["a-walk": "A walk", "b": "B"])
        #expect(refusal.hasPrefix("site/notes/a-walk.html, the file of “A walk”, contains"))
    }

    @Test func isSilentWithoutAnyLeak() throws {
        let check = try check()
        look(check, at: ["site/a.html"], text: "Nothing of the kind is written here at all")
        try check.requireNoLeaks(titles: [:])
        #expect(check.warnings(titles: [:]).isEmpty)
    }

    @Test func warnsOfAcceptedWordsInstead() throws {
        let check = try check(acceptsAll: true)
        look(check, at: ["site/a.html"])
        try check.requireNoLeaks(titles: [:])
        let warnings = check.warnings(titles: [:])
        #expect(warnings.map(\.identifier) == [.sharedWords])
        #expect(warnings.first?.origin.source == "site/a.html")
    }

    @Test func namesTwentyPlacesAndCountsTheOthers() throws {
        let check = try check(acceptsAll: true)
        look(check, at: (0..<33).map { "site/\($0).html" })
        let warnings = check.warnings(titles: [:])
        #expect(warnings.count == 21)
        #expect(warnings.last?.summary.hasPrefix("13 more places") == true)
    }

    @Test func cutsAWarningButNotAnError() throws {
        let words = (0..<90).map { "word\($0)" }.joined(separator: " ")
        let accepted = try check(acceptsAll: true, body: words)
        look(accepted, at: ["site/a.html"], text: words)
        let warning = try #require(accepted.warnings(titles: [:]).first)
        #expect(warning.summary.contains("word59 …") && !warning.summary.contains("word60"))
        let refused = try check(body: words)
        look(refused, at: ["site/a.html"], text: words)
        #expect(refusal(of: refused).contains("word89”"))
    }

    @Test func publishesNoPictureOfAnExcludedNote() throws {
        let check = try check()
        let stored = StoredBytes(file: "/p.jpg", range: 0..<3)
        let file = OutputFile(
            OutputPath("photos/p.jpg"),
            content: .original(stored, ContentDigest(of: Array("abc".utf8))))
        let plan = TreePlan(tree: "json", files: [file])
        let error = #expect(throws: UserError.self) {
            try OutputValidator([plan], leaks: check).check([plan])
        }
        #expect(error?.message.hasPrefix("json/photos/p.jpg would be a picture") == true)
    }
}
