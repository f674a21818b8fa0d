import LocalFiles
package import MediaProcessing
package import NoteArchives
package import NoteExports
package import NoteModel
package import OutputTree
package import Platform
package import SitePages
package import SiteUploads

/// The options of a build: from the command line, from `notebinder.yml`, or else the defaults.
package struct BuildOptions: Sendable {
    /// The path of the notes folder or of a single archive; relative paths refer to the current
    /// folder.
    package var notes: String
    /// The path of the output folder, which holds the trees and, in `.notebinder`, the records of
    /// earlier runs.
    package var output: String
    package var formats = Set(Format.allCases)
    /// The program for which the Markdown tree is written.
    package var markdown = MarkdownStyle()
    package var title = "Notebook"
    /// The problems that were met before the build, such as with a backup; the report repeats them.
    package var notices: [Diagnostic] = []
    /// The backup of a phone from which the notes folder is brought up to date before a build; nil
    /// for a notes folder that other programs fill.
    package var backup: BackupSettings?
    /// The notes folder that a caller named, and for which a build ignores the backup of the
    /// configuration; nil if there is no backup, or no other folder.
    var folderWithoutBackup: String?
    /// The rules that decide which notes are published.
    package var rules = PublicationRules()
    /// The notes that an export contains. A build publishes all that are not excluded.
    package var selection = NoteSelection.all
    /// The words of excluded notes that may be published nevertheless (`accept-shared-words`), as
    /// errors print them.
    package var acceptedWords: [String] = []
    /// True if all words that excluded notes share with published files are accepted
    /// (`--accept-shared-words`) and only reported as warnings.
    package var acceptsSharedWords = false
    /// The owner's options for the site. The time zone also applies to the dates in archives.
    package var site = SiteOptions()
    /// The meanings of class names and keys in archives, the built-in ones and those of the
    /// configuration.
    package var vocabulary = ArchiveVocabulary.standard
    /// The settings for notes of Apple Notes.
    private var appleNotes = ReadingOptions.AppleNotes()
    /// The paths of the files with the passwords of locked notes, whose contents are tried on them.
    private var notesPasswordFiles: [String] = []
    /// The path of a folder with templates, assets and words that replace the built-in ones; nil
    /// for none.
    package var templates: String?
    /// The metadata that the pictures of the site keep (`keep-metadata`); empty to remove all.
    package var keptMetadata: Set<PreservedMetadata> = []
    /// The path of the program `notebinder-photos`, which decodes photos in separate processes.
    package var photoWorker: String
    /// The program that converts recordings which few browsers play; nil to publish them as they are.
    package var converter: RecordingConverter?
    /// The maximum number of threads, and of photo workers; by default the number of active
    /// processors.
    package var width = ProcessInfo.processInfo.activeProcessorCount
    /// True if the digests of sources are cached for later builds, even if this one writes no tree
    /// that contains them.
    package var hashesSources = false
    /// The name of the edition that these options are of; nil for the only notebook of its notes.
    package internal(set) var edition: String?
    /// The names of all editions of the configuration, in the options of one of them.
    var editionNames: [String] = []
    /// The editions of the configuration; empty if it is that of a single notebook.
    package internal(set) var editions: [Edition] = []
    /// The path of the file with the password of an encrypted edition; nil for any other.
    package internal(set) var passwordFile: String?
    /// The password with which the notebook is encrypted as a single page; nil not to encrypt it.
    var password: String?
    /// True if the notebook is a single encrypted page.
    package var isEncrypted: Bool { passwordFile != nil }
    /// True if everything is rebuilt, without the results of earlier runs (`--full`), and compared
    /// with what is published.
    package var isFull = false
    /// True for a dry run, which reports what would change without publishing it or writing
    /// records.
    package var isDry = false
    /// True if a build may go on although a large share of the notes, or all of them, is gone.
    package var allowsRemovals = false
    /// True to publish even notes that the last publication excluded by rules that are gone
    /// (`--allow-published`).
    package var allowsPublished = false
    /// The path of the configuration that was read; nil if none was found.
    package var configuration: String?
    /// The path of the folder in which the rules of publications are remembered; nil for none.
    package var stateFolder: String?
    /// The path of the permalink ledger; nil for one among the records.
    package var ledger: String?
    /// The path of the folder for the records; nil for one in the output folder.
    package var state: String?
    /// The path of the report of a build, for messages.
    package var reportPath: String { (state ?? output + "/.notebinder") + "/report.json" }
    /// The folders of the notebook, and its ledger.
    package var place: NotebookPlace { NotebookPlace(output, state: state, ledger: ledger) }
    /// True if a missing or damaged permalink ledger is replaced by a new one.
    package var startsNewLedger = false
    /// The number of seconds to wait for another run on the output folder before failing; 0 not to
    /// wait.
    package var waits = 0.0
    /// The number of earlier generations of the trees to keep for rolling back; 0 or more, 3 by
    /// default.
    package var keptGenerations = 3
    package var hooks = RunHooks()
    /// The place to which the site is uploaded after a build; nil for none.
    package var destination: Destination?
    /// True if the site lists recent changes, on a page and in a feed.
    package var listsChanges = false
    /// True if the site has a file with the checksums of all others, for archives and mirrors.
    package var writesChecksums = false
    /// True to attach the documents that were written on, such as PDF files, to their notes.
    package var attachesDocuments = false

    /// The language tag of the interface, such as `en` or `de-AT`, by which titles are also sorted.
    package var language: String {
        get { site.language }
        set { site.language = newValue }
    }

    /// The time zone used to display dates, and to interpret dates of archives that name none.
    package var timeZone: ZoneInfo {
        get { site.timeZone }
        set { site.timeZone = newValue }
    }

    /// Returns a language tag (RFC 5646) with hyphens as separators; nil if the text is not one.
    ///
    /// For example, `de_AT` becomes `de-AT`.
    package static func languageTag(_ text: String) -> String? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        guard let first = parts.first, (2...3).contains(first.utf8.count),
            first.allSatisfy({ $0.isASCII && $0.isLetter }),
            parts.dropFirst().allSatisfy({ part in
                (1...8).contains(part.utf8.count)
                    && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            })
        else { return nil }
        return parts.joined(separator: "-")
    }

    package var reading: ReadingOptions {
        let meter = DocumentMeter(worker: photoWorker)
        var appleNotes = appleNotes
        // The trash is read only to be published.
        appleNotes.readsTrash =
            rules.publishedStates.contains(.trashed) || editions.contains(where: \.publishesTrash)
        return ReadingOptions(
            vocabulary: vocabulary, timeZone: site.timeZone, appleNotes: appleNotes
        ) { meter.pageSizes(of: $0) }
    }

    /// Adds a password to try on locked notes.
    ///
    /// - Parameter file: The path of a file with the password in its first line.
    /// - Throws: ``UserError`` if it cannot be read.
    package mutating func addNotesPassword(in file: String) throws {
        let password = try PasswordFile.password(in: file) {
            UserError("The password file \(file) cannot be used: \($0).")
        }
        notesPasswordFiles.append(file)
        appleNotes.passwords.append(password)
    }

    /// - Parameter areTags: True if the folders of Apple Notes become tags, false if the site lists
    ///   notes by folder.
    package mutating func setFolders(areTags: Bool) {
        appleNotes.tagsFolders = areTags
        site.listsFolders = !areTags
    }

    /// The output formats, each of which is written as a tree. Raw values are the names in the
    /// configuration.
    package enum Format: String, CaseIterable, Sendable {
        case html, markdown, json

        /// The name of the tree's folder: `site`, `markdown` or `json`.
        var tree: String { self == .html ? "site" : rawValue }
    }

    /// The setting of a notebook that is a single encrypted page.
    static let encrypted = "encrypted"

    /// The settings that change the content of the output, but not those that select the trees or
    /// their location.
    var outputSettings: [String] {
        var settings = [
            title, language, timeZone.key, site.author ?? "", site.address?.text ?? "",
            site.sort.rawValue,
        ]
        if let lineBreaks = site.lineBreaks { settings.append("line breaks \(lineBreaks)") }
        if site.showsFormulas { settings.append("formulas") }
        if appleNotes.tagsFolders { settings.append("folders as tags") }
        // A file with another password is another setting; the password itself is not recorded.
        settings += notesPasswordFiles.map { file in
            "notes password \(file) \((try? LocalFiles.status(file))??.modified ?? 0)"
        }
        if listsChanges { settings.append("changes") }
        if writesChecksums { settings.append("checksums") }
        if attachesDocuments { settings.append("documents") }
        if markdown != MarkdownStyle() { settings.append("markdown \(markdown.name)") }
        settings += site.theme.values.map { "\($0.property): \($0.text)" }
        settings += site.theme.darkValues.map { "dark \($0.property): \($0.text)" }
        settings += keptMetadata.map { "keep \($0.rawValue)" }.sorted()
        settings += acceptedWords.map { "accept \($0)" }
        if acceptsSharedWords { settings.append("accept all") }
        if isEncrypted { settings.append(Self.encrypted) }
        return settings + rules.settings + vocabulary.ownNames
    }

    /// Returns the current time in nanoseconds since 1970, comparable to the times of files. It
    /// decides only which files may still change without a new time stamp, and reaches no output.
    package var now: @Sendable () -> Int64 = { FileStatus.now }

    package init(notes: String, output: String, photoWorker: String) {
        (self.notes, self.output, self.photoWorker) = (notes, output, photoWorker)
    }
}
