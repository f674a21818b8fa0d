import NoteModel
import OutputPlan
import TestSupport
import Testing

@testable import OutputChecks

/// The choice of files that are checked, and the problems that are named.
@Suite(.tags(.fast))
struct OutputValidatorTests {
    private func validator(
        checksLinks: Bool = true, filesToRecheck: Set<String>? = []
    ) -> OutputValidator {
        let site = TreePlan(
            tree: "site",
            files: ["index.html", "a.html"].map { OutputFile(OutputPath($0), content: .bytes([])) })
        return OutputValidator(
            [site, TreePlan(tree: "json", files: [])], checksLinks: checksLinks, leaks: nil,
            filesToRecheck: filesToRecheck)
    }

    private func look(
        _ validator: OutputValidator, at path: String, in tree: String = "site", html: String
    ) throws {
        try validator.validator(of: tree).check(OutputPath(path), Array(html.utf8))
    }

    @Test func checksLinksInPagesOfTheSiteOnly() throws {
        let validator = self.validator()
        try look(validator, at: "index.html", html: "<a href=\"gone.html\">")
        try look(validator, at: "search.js", html: "<a href=\"gone.html\">")
        try look(validator, at: "a.html", in: "json", html: "<a href=\"gone.html\">")
        #expect(validator.diagnostics.map(\.origin.source) == ["site/index.html"])
        #expect(validator.diagnostics.first?.identifier == .brokenPage)
        #expect(validator.diagnostics.first?.summary.contains("“gone.html”") == true)
    }

    @Test func checksNoLinksUnlessAsked() throws {
        let validator = self.validator(checksLinks: false)
        try look(validator, at: "index.html", html: "<a href=\"gone.html\">")
        #expect(validator.diagnostics.isEmpty)
        #expect(validator.filesToRecheck.isEmpty)
    }

    @Test func remembersTheReportedPagesAndTheirTargets() throws {
        let validator = self.validator()
        try look(validator, at: "index.html", html: "<a href=\"gone.html#x\"><a href=\"a.html#y\">")
        try look(validator, at: "a.html", html: "<p id=z>")
        #expect(validator.filesToRecheck == ["site/a.html", "site/gone.html", "site/index.html"])
        let next = self.validator(filesToRecheck: Set(validator.filesToRecheck))
        #expect(next.validator(of: "site").mustRecheck(OutputPath("a.html")))
        #expect(!next.validator(of: "json").mustRecheck(OutputPath("a.html")))
        #expect(!next.validator(of: "site").mustRecheck(OutputPath("b.html")))
    }

    @Test func checksAllPagesWithoutARecord() throws {
        let all = self.validator(filesToRecheck: nil)
        #expect(all.validator(of: "site").mustRecheck(OutputPath("a.html")))
        #expect(!all.validator(of: "json").mustRecheck(OutputPath("a.json")))
    }

    @Test func namesTwentyDeadLinksAndCountsTheOthers() throws {
        for (count, expected) in [(20, 20), (21, 21), (45, 21)] {
            let validator = self.validator()
            let html = (0..<count).map { "<a href=\"gone\($0).html\">" }.joined()
            try look(validator, at: "index.html", html: html)
            let diagnostics = validator.diagnostics
            #expect(diagnostics.count == expected)
            guard count > 20 else { continue }
            #expect(diagnostics.last?.summary.hasPrefix("\(count - 20) more links") == true)
        }
    }
}
