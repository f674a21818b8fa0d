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
    package var leavingOut = LeavingOut()
    /// What the owner decides of the site; its time zone holds for the dates of archives as well.
    package var site = SiteOptions()
    /// What the names of archives mean.
    package var vocabulary: ArchiveVocabulary
    /// Folder with templates that replace those of the program; nil for none.
    package var templates: String?
    /// Metadata that the pictures of the site keep.
    package var keptMetadata: Set<KeptMetadata> = []
    /// Path of the program `notebinder-photos`.
    package var photoWorker: String
    /// Threads, and photo workers, at once.
    package var width: Int

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
