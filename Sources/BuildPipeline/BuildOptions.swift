package import Foundation
package import NoteArchives
package import PhotoMessages

/// What a build is told.
package struct BuildOptions: Sendable {
    /// The notes folder, or a single archive.
    package var notes: String
    /// The folder for the trees.
    package var output: String
    package var formats: Set<Format>
    package var title: String
    /// Language tag of the interface and of the order of titles.
    package var language: String
    /// Where the dates of notes are told.
    package var timeZone: TimeZone
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

    var reading: ReadingOptions {
        ReadingOptions(vocabulary: vocabulary, timeZone: timeZone)
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
        language = "en"
        timeZone = .gmt
        vocabulary = .standard
        templates = nil
        width = ProcessInfo.processInfo.activeProcessorCount
    }
}
