import FileFormats
import LocalFiles
import NoteModel
import SitePages

/// The backup of a phone from which notes are extracted before each build.
package struct BackupSettings: Sendable, Equatable {
    /// The path of the backup or of the folder that has it.
    package let path: String
    /// The bundle identifier of the app.
    package let app: String
    /// The path of the file with the password; nil for a backup that is not encrypted.
    package let passwordFile: String?
}

/// The file `notebinder.yml`, whose settings become options of a build.
package enum Configuration {
    /// The maximum size of the file in bytes; it is written by hand.
    fileprivate static let maximumSize = 1 << 20

    /// The name of the file that is read from the current folder if none is given.
    package static let defaultName = "notebinder.yml"

    /// Returns the name of a file in a folder that its owner most likely takes for the
    /// configuration, such as `notebinder.yaml` or `Notebinder.yml`; nil if there is none, or
    /// if the folder cannot be listed.
    fileprivate static func misnamed(in folder: String) -> String? {
        // Nearly all names are those of notes; even a look at the expression below takes longer.
        let first = Set("nN._".utf8)
        let names = ((try? LocalFiles.entries(of: folder)) ?? []).map(\.name).filter { name in
            name.utf8.first.map(first.contains) ?? false && name.lowercased().contains("notebinder")
        }
        guard !names.isEmpty else { return nil }
        let (hasDefault, copy) = (names.contains(defaultName), copy)
        return names.filter { $0 != defaultName }.filter { name in
            let name = name.lowercased()
            // A copy is no fault beside the configuration itself.
            return likelyNames.contains(name) || !hasDefault && name.wholeMatch(of: copy) != nil
        }.min()
    }

    /// The name of a copy that a file manager or an editor makes, such as `notebinder (1).yml` or
    /// `notebinder.yml.bak`.
    private static var copy: Regex<Substring> {
        /notebinder(?: \(\d+\)|[ _-]+copy| - copy)?\.ya?ml(?:~|\.(?:bak|backup|old|orig|save|swp|off|disabled))?/
    }

    /// Returns a hint at the cause of a syntax error: most often a colour whose # starts a comment.
    fileprivate static func advice(on error: YAMLError, in text: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let suspects = lines.prefix(error.line).suffix(2)
        return suspects.contains { $0.contains(/[:,{\[]\s+#[0-9A-Fa-f]{3}/) }
            ? "A colour needs quotation marks, as in accent: \"#8a3b12\", because # starts a comment."
            : error.isSyntax ? "The file must be YAML." : nil
    }

    /// The names of files, in lower case, that are meant to be the configuration.
    package static let likelyNames = Set(
        ["yml", "yaml", "yml.txt", "yaml.txt", "json", "toml"].flatMap {
            ["notebinder.\($0)", ".notebinder.\($0)", "_notebinder.\($0)"]
        })

    enum Key: String, CaseIterable {
        case notes, output, title, author, language
        case timeZone = "time-zone"
        case formats, markdown, sort, site
        case lineBreaks = "line-breaks"
        case math
        case include, exclude
        case acceptedWords = "accept-shared-words"
        case drafts, archived, hidden, conflicts, trashed
        case appleNotes = "apple-notes"
        case theme, templates, photos, archives, ledger, state, keep, hooks, publish, backup,
            editions

        /// The state of the notes that the key is about; nil for other keys.
        var state: Note.State? {
            Note.State.allCases.first { $0.settingName == rawValue }
        }
    }
}

extension BuildOptions {
    /// Applies a configuration. Options from the command line have to be set afterwards, so that
    /// they take precedence.
    ///
    /// - Parameter path: The path of the file; nil for ``Configuration/defaultName`` in the current
    ///   folder, which may be missing.
    /// - Throws: ``UserFacingError`` with the file, the line and the allowed values.
    package mutating func applyConfiguration(at path: String?) throws {
        let name = path ?? Configuration.defaultName
        if path == nil, let other = Configuration.misnamed(in: ".") {
            throw UserError(
                "\(other) is not read; the configuration is called \(Configuration.defaultName).",
                "Rename the file, or name it with --config.")
        }
        let bytes: [UInt8]
        do {
            // A link whose target is missing is not a missing configuration.
            if path == nil, try LocalFiles.status(name, followingLinks: false) == nil { return }
            bytes = try LocalFiles.read(name, atMost: Configuration.maximumSize)
        } catch {
            let target = (try? LocalFiles.linkTarget(name)).map { " (a link to \($0))" } ?? ""
            throw UserError.unreadable("The configuration \(name + target)", error.reason)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UserError.unreadable("The configuration \(name)", "it is not UTF-8")
        }
        try apply(configuration: text, named: name)
        configuration = name
    }

    /// Applies the output folder and the hooks of a configuration that is invalid elsewhere,
    /// without what cannot be read.
    ///
    /// - Parameter path: The path of the file; nil for ``Configuration/defaultName`` in the current
    ///   folder.
    mutating func recoverConfiguration(at path: String?) {
        let name = path ?? Configuration.defaultName
        let reader = ConfigurationReader(name)
        guard let bytes = try? LocalFiles.read(name, atMost: Configuration.maximumSize),
            case .mapping(let entries)? = try? YAMLValue(
                parsing: String(decoding: bytes, as: UTF8.self))
        else { return }
        for entry in entries {
            guard let key = Configuration.Key(rawValue: entry.key),
                [.output, .state, .hooks].contains(key)
            else { continue }
            try? apply(key, entry, reader)
        }
    }

    /// - Parameter name: The path of the file, in whose folder relative paths are.
    mutating func apply(configuration text: String, named name: String) throws {
        let document: YAMLValue
        do { document = try YAMLValue(parsing: text) } catch {
            throw UserError.configuration(
                name, line: error.line, problem: "\(error.problem)",
                advice: Configuration.advice(on: error, in: text))
        }
        let reader = ConfigurationReader(name)
        for entry in try reader.entries(document, of: "The configuration") {
            guard let key = Configuration.Key(rawValue: entry.key) else {
                throw reader.unknown(entry, known: Configuration.Key.allCases.map(\.rawValue))
            }
            try apply(key, entry, reader)
        }
        try requireEditions()
    }

    mutating func apply(
        _ key: Configuration.Key, _ entry: YAMLValue.Entry, _ reader: ConfigurationReader
    ) throws {
        switch key {
        case .notes: notes = try reader.path(entry)
        case .output: output = try reader.path(entry)
        case .templates: templates = try reader.path(entry)
        case .title: title = try reader.text(entry)
        case .language: language = try reader.language(entry)
        case .timeZone: timeZone = try reader.timeZone(entry)
        case .formats:
            formats = Set(
                try reader.texts(entry).map { name in
                    try reader.choice(Format.self, text: name, entry: entry)
                })
            guard !formats.isEmpty else {
                throw reader.failure(
                    entry, problem: "“formats” must name at least one of html, markdown, json")
            }
        case .markdown: markdown = try reader.markdown(entry)
        case .author: site.author = try reader.text(entry)
        case .sort: site.sort = try reader.choice(NoteOrder.self, entry: entry)
        case .lineBreaks: site.lineBreaks = try reader.choice(LineBreaks.self, entry: entry)
        case .math: site.showsFormulas = try reader.truth(entry)
        case .site: try reader.site(entry, into: &self)
        case .include:
            rules.include = try reader.criteria(entry)
            // Without any rule, all notes would be published.
            guard !rules.include.isEmpty else {
                throw reader.failure(
                    entry,
                    problem:
                        "“include” names nothing; name what is published, as in include: { tags: [public] }, or remove it"
                )
            }
        case .exclude: rules.exclude = try reader.criteria(entry)
        case .drafts, .archived, .hidden, .conflicts, .trashed:
            if let state = key.state, try reader.publishes(entry) {
                rules.publishedStates.insert(state)
            }
        case .acceptedWords: acceptedWords = try reader.texts(entry, areNames: false)
        case .theme: site.theme = try reader.theme(entry)
        case .photos: keptMetadata = try reader.keptMetadata(entry)
        case .archives: vocabulary = try reader.vocabulary(entry)
        case .appleNotes: try applyAppleNotes(entry, reader)
        case .ledger: ledger = try reader.path(entry)
        case .state: state = try reader.path(entry)
        case .keep: keptGenerations = try reader.number(entry, range: 0...100)
        case .hooks: hooks = try reader.hooks(entry)
        case .publish: destination = try reader.destination(entry)
        case .backup: backup = try reader.backup(entry)
        case .editions: editions = try reader.editions(entry)
        }
    }
}
