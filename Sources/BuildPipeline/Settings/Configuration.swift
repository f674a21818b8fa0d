import Diagnostics
package import Foundation
import LocalFiles
import MediaModel
import NoteArchives
import NoteExchange
import NoteModel
import SitePages
import YAMLText

/// The configured address of the site, nil if unknown, and whether the site lists recent changes.
struct ConfiguredSite: Sendable {
    var address: SiteAddress?
    var listsChanges = false
    /// True if the site has a file of checksums.
    var hasChecksums = false
    /// True if documents that were written on are published.
    var hasDocuments = false
}

/// The backup of a phone from which notes are extracted before each build.
package struct BackupSettings: Sendable, Equatable {
    /// The path of the backup or of the folder that has it.
    package let path: String
    /// The bundle identifier of the app.
    package let app: String
    /// The path of the file with the password; nil for a backup that is not encrypted.
    package let passwordFile: String?
}

/// The contents of `notebinder.yml`; nil for a setting that the file does not contain. Options on
/// the command line take precedence.
package struct Configuration: Sendable {
    package private(set) var notes: String?
    package private(set) var output: String?
    package private(set) var title: String?
    package private(set) var language: String?
    package private(set) var timeZone: TimeZone?
    package private(set) var formats: Set<BuildOptions.Format>?
    package private(set) var templates: String?
    private(set) var markdown: MarkdownStyle?
    private(set) var author: String?
    private(set) var site = ConfiguredSite()
    private(set) var sort: NoteOrder?
    private(set) var lineBreaks: LineBreaks?
    private(set) var showsFormulas = false
    private(set) var exclusions = ExclusionRules()
    private(set) var publishedStates: Set<Note.State> = []
    private(set) var acceptedWords: [String] = []
    private(set) var theme = SiteTheme()
    private(set) var keptMetadata: Set<PreservedMetadata>?
    private(set) var vocabulary = ArchiveVocabulary.standard
    private(set) var keptGenerations: Int?
    private(set) var hooks = RunHooks()
    package private(set) var backup: BackupSettings?
    /// The path of the file; nil if there is none.
    private(set) var path: String?

    /// The maximum size of the file in bytes; it is written by hand.
    private static let maximumSize = 1 << 20

    /// The name of the file that is read from the current folder if none is given.
    package static let defaultName = "notebinder.yml"

    /// Creates a configuration without any settings, like that of an empty or missing file.
    package init() {}

    /// Reads a configuration.
    ///
    /// - Parameter path: The path of the file; nil for ``defaultName`` in the current folder, which
    ///   may be missing.
    /// - Throws: ``UserFacingError`` with the file, the line and the allowed values.
    package init(path: String?) throws {
        let name = path ?? Self.defaultName
        if path == nil, let other = Self.misnamed(in: ".") {
            throw UserError(
                "\(other) is not read; the configuration is called \(Configuration.defaultName).",
                "Rename the file, or name it with --config.")
        }
        let bytes: [UInt8]
        do throws(FileError) {
            // A link whose target is missing is not a missing configuration.
            if path == nil, try LocalFiles.status(name, followingLinks: false) == nil {
                self.init()
                return
            }
            bytes = try LocalFiles.read(name, atMost: Self.maximumSize)
        } catch {
            let target = (try? LocalFiles.linkTarget(name)).map { " (a link to \($0))" } ?? ""
            throw UserError.unreadable("The configuration \(name + target)", error.reason)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UserError.unreadable("The configuration \(name)", "it is not UTF-8")
        }
        try self.init(text: text, name: name)
        self.path = name
    }

    /// Returns the name of a file in a folder that its owner most likely takes for the
    /// configuration, such as `notebinder.yaml` or `Notebinder.yml`; nil if there is none, or
    /// if the folder cannot be listed.
    private static func misnamed(in folder: String) -> String? {
        let known = ["yml", "yaml", "yml.txt", "yaml.txt", "json", "toml"].flatMap {
            ["notebinder.\($0)", ".notebinder.\($0)", "_notebinder.\($0)"]
        }
        let names = (try? LocalFiles.entries(of: folder))?.map(\.name) ?? []
        let hasDefault = names.contains(defaultName)
        return names.filter { $0 != defaultName }.filter { name in
            let name = name.lowercased()
            // A copy is no fault beside the configuration itself.
            return known.contains(name) || !hasDefault && name.wholeMatch(of: copy) != nil
        }.min()
    }

    /// The name of a copy that a file manager or an editor makes, such as `notebinder (1).yml` or
    /// `notebinder.yml.bak`.
    private static var copy: Regex<Substring> {
        /notebinder(?: \(\d+\)|[ _-]+copy| - copy)?\.ya?ml(?:~|\.(?:bak|backup|old|orig|save|swp|off|disabled))?/
    }

    /// Reads the output folder and the hooks of a configuration that is invalid elsewhere, without
    /// what cannot be read.
    ///
    /// - Parameter path: The path of the file; nil for ``defaultName`` in the current folder.
    init(recovering path: String?) {
        let name = path ?? Self.defaultName
        let reader = ConfigurationReader(
            name: name, folder: LocalFiles.folder(of: LocalFiles.absolute(name)))
        guard let bytes = try? LocalFiles.read(name, atMost: Self.maximumSize),
            case .mapping(let entries)? = try? YAMLValue(
                parsing: String(decoding: bytes, as: UTF8.self))
        else { return }
        for entry in entries {
            switch Key(rawValue: entry.key) {
            case .output: output = try? reader.path(entry)
            case .hooks: hooks = (try? reader.hooks(entry)) ?? RunHooks()
            default: continue
            }
        }
    }

    init(text: String, name: String) throws {
        let document: YAMLValue
        do throws(YAMLError) {
            document = try YAMLValue(parsing: text)
        } catch {
            throw UserError.configuration(
                name, line: error.line, problem: "\(error.problem)",
                advice: Self.advice(on: error, in: text))
        }
        let reader = ConfigurationReader(
            name: name, folder: LocalFiles.folder(of: LocalFiles.absolute(name)))
        try read(document, reader: reader)
    }

    /// Returns a hint at the cause of a syntax error: most often a colour whose # starts a comment.
    private static func advice(on error: YAMLError, in text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let suspects = lines.prefix(error.line).suffix(2)
        return suspects.contains { $0.contains(/[:,{\[]\s+#[0-9A-Fa-f]{3}/) }
            ? "A colour needs quotation marks, as in accent: \"#8a3b12\", because # starts a comment."
            : error.isSyntax ? "The file must be YAML." : ""
    }

    private enum Key: String, CaseIterable {
        case notes, output, title, author, language
        case timeZone = "time-zone"
        case formats, markdown, sort, site
        case lineBreaks = "line-breaks"
        case math
        case exclude
        case acceptedWords = "accept-shared-words"
        case drafts, archived, hidden, conflicts, trashed
        case theme, templates, photos, archives, keep, hooks, backup

        /// The state of the notes that the key is about; nil for other keys.
        var state: Note.State? {
            Note.State.allCases.first { $0.settingName == rawValue }
        }
    }

    private mutating func read(_ document: YAMLValue, reader: ConfigurationReader) throws {
        for entry in try reader.entries(document, of: "The configuration") {
            guard let key = Key(rawValue: entry.key) else {
                throw reader.unknown(entry, known: Key.allCases.map(\.rawValue))
            }
            switch key {
            case .notes: notes = try reader.path(entry)
            case .output: output = try reader.path(entry)
            case .templates: templates = try reader.path(entry)
            case .title: title = try reader.text(entry)
            case .language: language = try reader.language(entry)
            case .timeZone:
                let name = try reader.text(entry)
                guard let zone = TimeZone(identifier: name) else {
                    throw reader.failure(
                        entry,
                        problem: "“\(name)” is not a time zone; use a name such as Europe/Rome")
                }
                timeZone = zone
            case .formats:
                formats = Set(
                    try reader.texts(entry).map { name in
                        try reader.choice(BuildOptions.Format.self, text: name, entry: entry)
                    })
                guard formats?.isEmpty == false else {
                    throw reader.failure(
                        entry, problem: "“formats” must name at least one of html, markdown, json")
                }
            case .markdown: markdown = try reader.markdown(entry)
            case .author: author = try reader.text(entry)
            case .sort: sort = try reader.choice(NoteOrder.self, entry: entry)
            case .lineBreaks: lineBreaks = try reader.choice(LineBreaks.self, entry: entry)
            case .math: showsFormulas = try reader.truth(entry)
            case .site: site = try reader.site(entry)
            case .exclude: exclusions = try reader.exclusions(entry)
            case .drafts, .archived, .hidden, .conflicts, .trashed:
                if let state = key.state, try reader.publishes(entry) {
                    publishedStates.insert(state)
                }
            case .acceptedWords: acceptedWords = try reader.texts(entry, areNames: false)
            case .theme: theme = try reader.theme(entry)
            case .photos: keptMetadata = try reader.keptMetadata(entry)
            case .archives: vocabulary = try reader.vocabulary(entry)
            case .keep: keptGenerations = try reader.number(entry, range: 0...100)
            case .hooks: hooks = try reader.hooks(entry)
            case .backup: backup = try reader.backup(entry)
            }
        }
    }
}

extension BuildOptions {
    /// Applies a configuration. Options from the command line have to be set afterwards, so that
    /// they take precedence.
    package mutating func apply(_ configuration: Configuration) {
        self.configuration = configuration.path
        if let notes = configuration.notes { self.notes = notes }
        backup = configuration.backup
        if let output = configuration.output { self.output = output }
        if let title = configuration.title { self.title = title }
        if let language = configuration.language { site.language = language }
        if let timeZone = configuration.timeZone { site.timeZone = timeZone }
        if let formats = configuration.formats { self.formats = formats }
        if let markdown = configuration.markdown { self.markdown = markdown }
        if let templates = configuration.templates { self.templates = templates }
        if let kept = configuration.keptMetadata { keptMetadata = kept }
        site.author = configuration.author
        site.address = configuration.site.address
        listsChanges = configuration.site.listsChanges
        writesChecksums = configuration.site.hasChecksums
        attachesDocuments = configuration.site.hasDocuments
        if let sort = configuration.sort { site.sort = sort }
        site.lineBreaks = configuration.lineBreaks
        site.showsFormulas = configuration.showsFormulas
        site.theme = configuration.theme
        exclusions = configuration.exclusions
        exclusions.publishedStates = configuration.publishedStates
        acceptedWords = configuration.acceptedWords
        vocabulary = configuration.vocabulary
        if let kept = configuration.keptGenerations { keptGenerations = kept }
        hooks = configuration.hooks
    }
}
