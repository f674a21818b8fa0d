import NoteModel
import SitePages
import TestSupport
import Testing

@testable import BuildPipeline

/// Language tags (RFC 5646).
@Suite(.tags(.fast))
struct LanguageTagTests {
    /// Examples of the RFC, appendix A, and the spelling of POSIX locales.
    @Test(arguments: [
        ("de", "de"), ("fr", "fr"), ("gsw", "gsw"), ("zh-Hant", "zh-Hant"),
        ("zh-cmn-Hans-CN", "zh-cmn-Hans-CN"), ("sl-rozaj-biske", "sl-rozaj-biske"),
        ("de-CH-1901", "de-CH-1901"), ("es-419", "es-419"), ("en-US-x-twain", "en-US-x-twain"),
        ("de_AT", "de-AT"), ("zh_Hant_TW", "zh-Hant-TW"),
        ("az-Arab-x-AZE-derbend", "az-Arab-x-AZE-derbend"),
    ])
    func acceptsValidTags(text: String, tag: String) {
        #expect(BuildOptions.languageTag(text) == tag)
    }

    @Test(arguments: [
        "", "d", "german", "de-", "-de", "de--AT", "de_", "d3", "de AT", "de.UTF-8", "de-ÄT", "ко",
        "de-AT\n", "de/AT", "de-123456789", "..", "d\u{65}\u{301}",
    ])
    func refusesAnythingElse(text: String) {
        #expect(BuildOptions.languageTag(text) == nil)
    }

    @Test func identifiesSettingsThatAffectOutput() {
        let options = BuildOptions(notes: "n", output: "o", photoWorker: "w")
        func settings(_ change: (inout BuildOptions) -> Void) -> [String] {
            var changed = options
            change(&changed)
            return changed.outputSettings
        }
        let before = options.outputSettings
        let without: [(inout BuildOptions) -> Void] = [
            { $0.width = 1 }, { $0.output = "p" }, { $0.isFull = true }, { $0.formats = [.json] },
            { $0.hooks.published = "x" }, { $0.waits = 3 }, { $0.keptGenerations = 9 },
        ]
        for change in without { #expect(settings(change) == before) }
        let with: [(inout BuildOptions) -> Void] = [
            { $0.title = "T" }, { $0.language = "de" }, { $0.site.author = "A" },
            { $0.listsChanges = true }, { $0.writesChecksums = true },
            { $0.attachesDocuments = true }, { $0.keptMetadata = [.credit] },
            { $0.site.sort = .order }, { $0.acceptedWords = ["x"] },
            { $0.acceptsSharedWords = true }, { $0.rules.exclude.tags = ["x"] },
            { $0.rules.exclude.titles = ["x"] }, { $0.rules.exclude.sources = ["x"] },
        ]
        #expect(Set(with.map(settings) + [before]).count == with.count + 1)
    }
}
