package import Foundation
package import NoteArchives
package import PhotoMessages
package import SitePages

/// What a build is told.
package struct BuildOptions: Sendable {
    /// The notes folder, or a single archive.
    package var notes: String
    /// The folder for the trees.
    package var output: String
    package var formats: Set<Format>
    package var title: String
    /// Notes that are published nowhere.
    package var leavingOut = ExclusionRules()
    /// Words of excluded notes that may be published all the same.
    package var acceptedWords: [String] = []
    /// True if words that excluded notes share with published files are accepted.
    package var acceptsSharedWords = false
    /// What the owner decides of the site; its time zone holds for the dates of archives as well.
    package var site = SiteOptions()
    /// What the names of archives mean.
    package var vocabulary: ArchiveVocabulary
    /// Folder with templates that replace those of the program; nil for none.
    package var templates: String?
    /// Metadata that the pictures of the site keep.
    package var keptMetadata: Set<PreservedMetadata> = []
    /// Path of the program `notebinder-photos`.
    package var photoWorker: String
    /// Threads, and photo workers, at once.
    package var width: Int
    /// Whether everything is made anew, whatever earlier runs remember.
    package var isFull = false
    /// Whether it is only told what would be done.
    package var isDry = false
    /// Whether many notes may vanish at once.
    package var allowsRemovals = false
    /// True if a missing or damaged ledger of addresses is replaced by a new one.
    package var startsNewLedger = false
    /// How long another run is waited for, in seconds.
    package var waits = 0.0
    /// How many of the trees that were published before are kept.
    package var keptGenerations = 3
    package var hooks = RunHooks()
    /// Whether the site tells what changed.
    package var tellsChanges = false

    /// Language tag of the interface and of the order of titles.
    package var language: String {
        get { site.language }
        set { site.language = newValue }
    }

    /// Where the dates of notes are told.
    package var timeZone: TimeZone {
        get { site.timeZone }
        set { site.timeZone = newValue }
    }

    /// A language tag as browsers take it (RFC 5646), with hyphens; nil for what is none.
    package static func languageTag(_ text: String) -> String? {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
            .flatMap { $0.split(separator: "-", omittingEmptySubsequences: false) }
        guard let first = parts.first, (2...3).contains(first.utf8.count),
            first.allSatisfy({ $0.isASCII && $0.isLetter }),
            parts.dropFirst().allSatisfy({ part in
                (1...8).contains(part.utf8.count)
                    && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            })
        else { return nil }
        return parts.joined(separator: "-")
    }

    var reading: ReadingOptions {
        ReadingOptions(vocabulary: vocabulary, timeZone: site.timeZone)
    }

    /// The trees that can be written.
    package enum Format: String, CaseIterable, Sendable {
        case html, markdown, json

        /// Name of the tree's folder.
        var tree: String { self == .html ? "site" : rawValue }
    }

    /// The settings that change what is written, but not where.
    var outputSettings: [String] {
        var settings = [
            title, language, timeZone.identifier, site.author ?? "", site.address?.text ?? "",
            site.sort.rawValue,
        ]
        if tellsChanges { settings.append("changes") }
        settings += site.theme.values.map { "\($0.property): \($0.text)" }
        settings += site.theme.darkValues.map { "dark \($0.property): \($0.text)" }
        settings += keptMetadata.map { "keep \($0.rawValue)" }.sorted()
        settings += acceptedWords.map { "accept \($0)" }
        if acceptsSharedWords { settings.append("accept all") }
        return settings + exclusionSettings + vocabulary.ownNames
    }

    /// The rules by which notes are left out.
    var exclusionSettings: [String] {
        leavingOut.tags.map { "without tag \($0.text)" }
            + leavingOut.titles.map { "without title \($0.text)" }
            + leavingOut.sources.map { "without source \($0.text)" }
    }

    package init(notes: String, output: String, photoWorker: String) {
        self.notes = notes
        self.output = output
        self.photoWorker = photoWorker
        formats = Set(Format.allCases)
        title = "Notebook"
        vocabulary = .standard
        templates = nil
        width = ProcessInfo.processInfo.activeProcessorCount
    }
}
