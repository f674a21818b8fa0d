import FileFormats
import LocalFiles
import NoteArchives
import NoteExports
import NoteModel
import Platform
import SitePages
import SiteUploads

/// A reader of the values of a configuration. The errors that it throws name the file, the line and
/// what is wrong.
struct ConfigurationReader {
    let name: String
    /// The absolute path of the folder that relative paths in the file refer to.
    let folder: String

    /// - Parameter name: The path of the file.
    init(_ name: String) {
        self.name = name
        folder = LocalFiles.folder(of: LocalFiles.absolute(name))
    }

    /// Returns the entries of a mapping; none for an empty value.
    ///
    /// - Parameters:
    ///   - what: The subject of the error message, such as “The configuration”.
    ///   - example: An example of what is allowed, for the error message.
    /// - Throws: ``UserFacingError`` for any other value.
    func entries(
        _ value: YAMLValue, of what: String, line: Int = 1, example: String = "title: My notes"
    ) throws -> [YAMLValue.Entry] {
        switch value {
        case .mapping(let entries): return entries
        case .empty: return []
        default:
            throw UserError.configuration(
                name, line: line, problem: "\(what) must be keys with values, as `\(example)`")
        }
    }

    /// Returns the entries of a nested mapping, such as those of `exclude`.
    ///
    /// - Throws: ``UserFacingError`` for any other value, with the example.
    func parts(_ entry: YAMLValue.Entry, example: String) throws -> [YAMLValue.Entry] {
        try entries(entry.value, of: "“\(entry.key)”", line: entry.line, example: example)
    }

    func language(_ entry: YAMLValue.Entry) throws -> String {
        try value(entry, parse: BuildOptions.languageTag) {
            "“\($0)” is not a language; use a short name such as en, de-AT or ja"
        }
    }

    func timeZone(_ entry: YAMLValue.Entry) throws -> ZoneInfo {
        let name = try text(entry)
        do { return try ZoneInfo(name) } catch {
            throw failure(entry, problem: error.clause(on: name))
        }
    }

    /// Returns the value that the text of an entry stands for.
    ///
    /// - Parameter problem: Returns what is wrong with a text that stands for none.
    func value<Value>(
        _ entry: YAMLValue.Entry, parse: (String) -> Value?, problem: (String) -> String
    ) throws -> Value {
        let text = try text(entry)
        guard let value = parse(text) else { throw failure(entry, problem: problem(text)) }
        return value
    }

    func text(_ entry: YAMLValue.Entry) throws -> String {
        guard ![.empty, .text("")].contains(entry.value) else {
            throw failure(entry, problem: "“\(entry.key)” has no value")
        }
        guard case .text(let text) = entry.value else {
            throw failure(entry, problem: "“\(entry.key)” must be text")
        }
        return text
    }

    /// Returns an absolute path: a relative one refers to the folder of the file, and `~` is the
    /// home folder, as in a shell.
    func path(_ entry: YAMLValue.Entry) throws -> String {
        let path = try text(entry)
        if path == "~" || path.hasPrefix("~/"), let home = environmentVariable("HOME") {
            return home + path.dropFirst()
        }
        return path.hasPrefix("/") ? path : folder + "/" + path
    }

    /// Returns the members of a list, or a single text as one or several texts.
    ///
    /// - Parameter areNames: True if a single text is split at commas; false for texts that may
    ///   contain commas.
    func texts(_ entry: YAMLValue.Entry, areNames: Bool = true) throws -> [String] {
        if case .list(let members) = entry.value {
            return try members.map { try text(.init(entry.key, $0, line: entry.line)) }
        }
        guard areNames else { return [try text(entry)] }
        return try text(entry).split(separator: ",").map {
            $0.trimmed
        }
    }

    /// - Parameter text: One of the texts of the entry; nil for its only text.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _: Choice.Type, text: String? = nil, entry: YAMLValue.Entry
    ) throws -> Choice {
        let text = try text ?? self.text(entry)
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue)
            let meant = known.nearest(to: text).map { " (did you mean “\($0)”?)" } ?? ""
            throw failure(
                entry,
                problem:
                    "“\(entry.key)” cannot be “\(text)”: use \(Self.alternatives(known))\(meant)")
        }
        return choice
    }

    /// Returns a list such as “title, date or order”.
    private static func alternatives(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }

    func keptMetadata(_ entry: YAMLValue.Entry) throws -> Set<PreservedMetadata> {
        var kept: Set<PreservedMetadata> = []
        for part in try parts(entry, example: "keep-metadata: [copyright]") {
            guard part.key == "keep-metadata" else { throw unknown(part, known: ["keep-metadata"]) }
            for name in try texts(part) {
                kept.insert(try choice(PreservedMetadata.self, text: name, entry: part))
            }
        }
        return kept
    }

    func vocabulary(_ entry: YAMLValue.Entry) throws -> ArchiveVocabulary {
        var classes: [String: ArchiveVocabulary.Kind] = [:]
        var keys: [String: ArchiveVocabulary.Role] = [:]
        for part in try parts(entry, example: "classes: { Zettel: note }") {
            let entries = try parts(part, example: "Zettel: note")
            switch part.key {
            case "classes":
                for entry in entries {
                    classes[entry.key] = try choice(ArchiveVocabulary.Kind.self, entry: entry)
                }
            case "keys":
                for entry in entries {
                    keys[entry.key] = try choice(ArchiveVocabulary.Role.self, entry: entry)
                }
            default: throw unknown(part, known: ["classes", "keys"])
            }
        }
        return ArchiveVocabulary(classes: classes, keys: keys)
    }

    /// Sets the options of the site itself: its address, and which files it has besides pages.
    func site(_ entry: YAMLValue.Entry, into options: inout BuildOptions) throws {
        for part in try parts(entry, example: "address: https://example.org/notes/") {
            switch part.key {
            case "address":
                let address: SiteAddress = try value(part, parse: { SiteAddress($0) }) {
                    "“\($0)” is not the address of a site; write it as https://example.org/notes/"
                }
                options.site.address = address
            case "changes": options.listsChanges = try truth(part)
            case "checksums": options.writesChecksums = try truth(part)
            case "documents": options.attachesDocuments = try truth(part)
            default: throw unknown(part, known: ["address", "changes", "checksums", "documents"])
            }
        }
    }

    /// Returns the style of the Markdown tree: the name of a profile, or `profile`, `bundles` and
    /// `photos`.
    func markdown(_ entry: YAMLValue.Entry) throws -> MarkdownStyle {
        typealias Profile = MarkdownStyle.Profile
        guard case .mapping = entry.value else {
            return MarkdownStyle(try choice(Profile.self, entry: entry))
        }
        var (name, isBundled) = (Profile.plain, false)
        var photos: MarkdownStyle.Photos?
        for part in try parts(entry, example: "profile: hugo") {
            switch part.key {
            case "profile": name = try choice(Profile.self, entry: part)
            case "bundles": isBundled = try truth(part)
            case "photos": photos = try choice(MarkdownStyle.Photos.self, entry: part)
            default: throw unknown(part, known: ["profile", "bundles", "photos"])
            }
        }
        guard !isBundled || MarkdownStyle.mayBundle(name) else {
            throw failure(entry, problem: "“\(name.rawValue)” has no bundles")
        }
        return MarkdownStyle(name, isBundled: isBundled, photos: photos)
    }

    /// Returns a truth value, `true` or `false`.
    func truth(_ entry: YAMLValue.Entry) throws -> Bool {
        try value(entry, parse: { Bool($0) }) { _ in "“\(entry.key)” must be true or false" }
    }

    func number(_ entry: YAMLValue.Entry, range: ClosedRange<Int>) throws -> Int {
        guard case .text(let text) = entry.value, let number = Int(text), range.contains(number)
        else {
            throw failure(
                entry,
                problem:
                    "“\(entry.key)” must be a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    func hooks(_ entry: YAMLValue.Entry) throws -> RunHooks {
        var hooks = RunHooks()
        hooks.folder = folder
        for part in try parts(entry, example: "published: ./deploy.sh") {
            switch part.key {
            case "published": hooks.published = try text(part)
            case "failed": hooks.failed = try text(part)
            case "time-limit": hooks.limit = Double(try number(part, range: 1...86_400))
            default: throw unknown(part, known: ["published", "failed", "time-limit"])
            }
        }
        return hooks
    }

    func backup(_ entry: YAMLValue.Entry) throws -> BackupSettings {
        var values: [String: String] = [:]
        let known = ["path", "app", "password-file"]
        for part in try parts(entry, example: "path: Backups") {
            guard known.contains(part.key) else { throw unknown(part, known: known) }
            values[part.key] = part.key == "app" ? try text(part) : try path(part)
        }
        guard let path = values["path"], let app = values["app"] else {
            throw failure(entry, problem: "“backup” needs “path” and “app”")
        }
        return BackupSettings(path: path, app: app, passwordFile: values["password-file"])
    }

    func destination(_ entry: YAMLValue.Entry) throws -> Destination {
        do { return try Destination(try text(entry)) } catch let error as UserError {
            throw failure(entry, problem: String(error.message.dropLast()))
        }
    }

    func editions(_ entry: YAMLValue.Entry) throws -> [Edition] {
        try parts(entry, example: "public: { include: { tags: [public] } }")
            .map { try Edition($0, self) }
    }

    /// Returns true if an entry asks for notes to be published that otherwise are not.
    func publishes(_ entry: YAMLValue.Entry) throws -> Bool {
        try value(entry, parse: { ["publish": true, "exclude": false][$0] }) {
            "“\($0)” is not a value of “\(entry.key)”; use publish or exclude"
        }
    }

    /// Returns the criteria of `include` or `exclude`.
    func criteria(_ entry: YAMLValue.Entry) throws -> NoteCriteria {
        var criteria = NoteCriteria()
        for part in try parts(entry, example: "tags: [private]") {
            switch part.key {
            case "tags": criteria.tags = try patterns(part)
            case "titles": criteria.titles = try patterns(part, areNames: false)
            case "sources": criteria.sources = try patterns(part, areNames: false)
            case "folders": criteria.folders = try patterns(part, areNames: false)
            case "kinds":
                criteria.kinds = try patterns(part)
                for kind in criteria.kinds {
                    _ = try choice(Note.Kind.self, text: kind.text, entry: part)
                }
            case "dates":
                criteria.dates = try patterns(part)
                for date in criteria.dates where CalendarSpan(date.text) == nil {
                    throw failure(
                        part,
                        problem:
                            "“\(date.text)” is not a date or a period; write 2024, 2024-05, 2024-05-17 or 2019..2020-06"
                    )
                }
            default:
                throw unknown(
                    part, known: ["tags", "titles", "sources", "folders", "kinds", "dates"])
            }
        }
        return criteria
    }

    /// Returns the patterns of an entry, which may be texts or mappings:
    /// `{name: draft, optional: true}`.
    private func patterns(
        _ entry: YAMLValue.Entry, areNames: Bool = true
    ) throws -> [PublicationRules.Pattern] {
        var patterns: [PublicationRules.Pattern] = []
        let members = if case .list(let members) = entry.value { members } else { [entry.value] }
        for member in members {
            if case .mapping(let parts) = member {
                patterns.append(try pattern(entry, parts: parts))
            } else {
                let isAlone = members.count == 1 && member == entry.value
                let member = YAMLValue.Entry(
                    entry.key, isAlone ? member : .list([member]), line: entry.line)
                patterns += try texts(member, areNames: areNames).map { .init($0) }
            }
        }
        return patterns
    }

    private func pattern(
        _ entry: YAMLValue.Entry, parts: [YAMLValue.Entry]
    ) throws -> PublicationRules.Pattern {
        var name: String?
        var isOptional = false
        for part in parts {
            switch part.key {
            case "name": name = try text(part)
            case "optional": isOptional = try truth(part)
            default: throw unknown(part, known: ["name", "optional"])
            }
        }
        guard let name else {
            throw failure(
                entry, problem: "a rule must have a name, as {name: draft, optional: true}")
        }
        return .init(name, isOptional: isOptional)
    }

    func theme(_ entry: YAMLValue.Entry) throws -> SiteTheme {
        var theme = SiteTheme()
        for part in try parts(entry, example: "measure: 44rem") {
            guard part.key == SiteTheme.darkKey else {
                theme.values.append(try themeValue(part, among: SiteTheme.properties))
                continue
            }
            for colour in try parts(part, example: "accent: \"#e8a070\"") {
                theme.darkValues.append(try themeValue(colour, among: SiteTheme.colours))
            }
        }
        return theme
    }

    private func themeValue(
        _ entry: YAMLValue.Entry, among known: [String]
    ) throws -> SiteTheme.Value {
        guard known.contains(entry.key) else {
            let isTop = known == SiteTheme.properties
            throw unknown(entry, known: isTop ? known + [SiteTheme.darkKey] : known)
        }
        guard case .text(let text) = entry.value else {
            throw failure(
                entry,
                problem:
                    "“\(entry.key)” must have a value; a colour needs quotation marks, as in \"#8a3b12\", because # starts a comment"
            )
        }
        guard let value = SiteTheme.Value(property: entry.key, text: text) else {
            throw failure(
                entry,
                problem: SiteTheme.problem(with: text, of: entry.key))
        }
        return value
    }

    func unknown(_ entry: YAMLValue.Entry, known: [String]) -> UserError {
        let meant = known.nearest(to: entry.key).map { " Did you mean “\($0)”?" } ?? ""
        return failure(
            entry,
            problem:
                "unknown key “\(entry.key)”.\(meant) Known keys: \(known.joined(separator: ", "))")
    }

    func failure(_ entry: YAMLValue.Entry, problem: String) -> UserError {
        UserError.configuration(name, line: entry.line, problem: problem)
    }
}

extension ZoneInfo.Problem {
    /// Returns a clause that says what is wrong with the name of a time zone, or with the system.
    package func clause(on name: String) -> String {
        switch self {
        case .unknown: "“\(name)” is not a time zone; use a name such as Europe/Rome"
        case .noDatabase:
            "the rules of time zones are not installed; install the package tzdata, or use UTC"
        }
    }
}
