/// A fact about a source, a note or a photo, for the owner of the notes.
///
/// A diagnostic is recorded and the run goes on; an error that ends the run is thrown instead.
package struct Diagnostic: Hashable, Sendable {
    package let identifier: Identifier
    package let origin: Origin
    /// One sentence that names the thing and says what is wrong with it.
    package let summary: String
    /// What the owner can do about it, as one sentence; empty where nothing needs doing.
    package let suggestion: String

    package init(
        _ identifier: Identifier, origin: Origin, summary: String, suggestion: String = ""
    ) {
        self.identifier = identifier
        self.origin = origin
        self.summary = summary
        self.suggestion = suggestion
    }

    package var severity: Severity { identifier.severity }
}

extension Diagnostic {
    /// How much a diagnostic matters. Only `error` changes the exit status of a run.
    package enum Severity: String, Sendable, Comparable {
        /// Worth knowing; nothing was lost.
        case note
        /// Shown otherwise than its writer may expect; nothing was lost.
        case warning
        /// A source, a note or a photo could not be read.
        case error

        package static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// What a diagnostic is about.
    package struct Origin: Hashable, Sendable {
        /// Path below the notes folder, with `/` between its parts.
        package let source: String
        /// Where in the source, as `root[2].photos[0]`; empty for the whole file.
        package let place: String

        package init(source: String, place: String = "") {
            self.source = source
            self.place = place
        }
    }
}

extension Diagnostic {
    /// The kinds of diagnostics. Raw values are stable: reports and scripts rely on them.
    package enum Identifier: String, Sendable, CaseIterable {
        /// The operating system refused to open or read a file or folder.
        case unreadableSource = "unreadable-source"
        /// A source holds no bytes.
        case emptySource = "empty-source"
        /// A source is recognised, but as a kind that is not read.
        case unsupportedSource = "unsupported-source"
        /// A source is cut off or its structure contradicts itself.
        case damagedArchive = "damaged-archive"
        /// An archive was read, and holds no note.
        case noNoteInArchive = "no-note-in-archive"
        /// One object of an archive is damaged; the others were kept.
        case damagedObject = "damaged-object"
        /// An object beside notes is of a class that is not known; it is kept as JSON.
        case unknownClass = "unknown-class"
        /// Objects of a class that is not known look like notes, and were taken for such.
        case takenForNote = "taken-for-note"
        /// A picture is archived by its name only, since it was part of the app.
        case pictureOfTheApp = "picture-of-the-app"
        /// Something is attached to a text that is no picture that can be read.
        case unreadAttachment = "unread-attachment"
        /// An archived date lies outside the years 1 to 9999, or is no number.
        case impossibleDate = "impossible-date"
        /// A flash card lacks its question or its answer.
        case incompleteCard = "incomplete-card"
        /// How often a card was known is told by no number, or by one below nothing.
        case impossibleCount = "impossible-count"
        /// A stroke of a drawing has one point, or none.
        case oddStroke = "odd-stroke"
        /// Something in a store belongs to no note.
        case orphanedRow = "orphaned-row"
        /// A photo that a note names is not in the notes folder.
        case missingPhoto = "missing-photo"
        /// A photo was found, and cannot be decoded.
        case unreadablePhoto = "unreadable-photo"
        /// A photo is to be turned, and the copy for the Markdown tree could not be made.
        case sidewaysPhoto = "sideways-photo"
        /// A recording was found, and holds nothing that could be played.
        case unreadableRecording = "unreadable-recording"
        /// The file of an attachment cannot be read.
        case unreadableAttachment = "unreadable-attachment"
        /// Nothing on this machine decodes a kind of photos.
        case missingDecoder = "missing-decoder"
        /// A file of captions cannot be read, or names a photo that no note shows.
        case unusableCaption = "unusable-caption"
        /// A file could not keep its name in a bag.
        case renamedInBag = "renamed-in-bag"
        /// A rule of the configuration that excludes notes matches none, and is not optional.
        case unusedRule = "unused-rule"
        /// A file contains words of an excluded note, which its owner accepted.
        case sharedWords = "shared-words"
        /// A link of a text leads to nothing that is published.
        case deadLink = "dead-link"
        /// A page links what the site does not hold: a fault of its template.
        case brokenPage = "broken-page"
        /// Rendering a body would take more memory or time than allowed.
        case costlyMarkdown = "costly-markdown"
        /// Everything is published, and the report of it could not be written.
        case unwrittenReport = "unwritten-report"
        /// A command that the owner wants to be run after a publication failed.
        case failedHook = "failed-hook"
        /// A published file differed from what was published, and was made again.
        case damagedFile = "damaged-file"
        /// A file in a published tree was not written by this program, and was kept.
        case foreignFile = "foreign-file"

        package var severity: Severity {
            switch self {
            case .unreadableSource, .emptySource, .unsupportedSource, .damagedArchive,
                .noNoteInArchive, .unknownClass, .damagedObject, .unreadAttachment, .missingPhoto,
                .unreadablePhoto, .unreadableRecording, .unreadableAttachment, .missingDecoder,
                .unwrittenReport, .failedHook, .unusedRule:
                .error
            case .impossibleDate, .incompleteCard, .impossibleCount, .oddStroke, .orphanedRow,
                .unusableCaption,
                .pictureOfTheApp, .costlyMarkdown, .sharedWords,
                .deadLink, .brokenPage, .renamedInBag, .damagedFile,
                .sidewaysPhoto:
                .warning
            case .takenForNote, .foreignFile: .note
            }
        }
    }
}
