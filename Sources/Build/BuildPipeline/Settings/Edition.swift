import FileFormats
import LocalFiles
import NoteModel
import OutputTree
import SitePages
import SiteUploads

/// An edition: one of several notebooks that are published from the same notes, each with settings
/// of its own besides those of the whole configuration.
package struct Edition: Sendable {
    /// The name, of lower-case letters, digits and hyphens.
    package let name: String
    private let settings: [YAMLValue.Entry]
    private let reader: ConfigurationReader
    private let line: Int

    /// The settings that decide how notes are read, which is done once for all editions.
    private static let common: Set<Configuration.Key> = [
        .notes, .timeZone, .archives, .appleNotes, .backup, .editions,
    ]
    /// The setting that only editions have.
    static let passwordKey = "password-file"

    /// - Throws: ``UserFacingError`` for an invalid name.
    init(_ entry: YAMLValue.Entry, _ reader: ConfigurationReader) throws {
        let isName = entry.key.wholeMatch(of: /[a-z0-9]+(?:-[a-z0-9]+)*/) != nil
        let isOfTree = BuildOptions.Format.allCases.map(\.tree).contains(entry.key)
        guard isName, !isOfTree else {
            let advice =
                isOfTree
                ? "that is the name of a folder in each notebook"
                : "use lower-case letters, digits and hyphens, as in family-book"
            throw reader.failure(
                entry, problem: "“\(entry.key)” cannot be the name of an edition; \(advice)")
        }
        (name, line, self.reader) = (entry.key, entry.line, reader)
        settings = try reader.parts(entry, example: "include: { tags: [public] }")
    }

    /// Applies the settings of the edition.
    ///
    /// - Throws: ``UserFacingError`` for an unknown or invalid setting, or for a password file that
    ///   cannot be used.
    fileprivate func apply(to options: inout BuildOptions) throws {
        let keys = Configuration.Key.allCases.filter { !Self.common.contains($0) }
        // What is private for all must not become public by a rule of one.
        let excluded = options.rules.exclude
        options.rules.exclude = NoteCriteria()
        defer { options.rules.exclude.add(excluded) }
        for entry in settings {
            if entry.key == Self.passwordKey {
                options.passwordFile = try reader.path(entry)
                continue
            }
            guard let key = Configuration.Key(rawValue: entry.key) else {
                throw reader.unknown(entry, known: keys.map(\.rawValue) + [Self.passwordKey])
            }
            guard !Self.common.contains(key) else {
                throw reader.failure(
                    entry,
                    problem:
                        "“\(entry.key)” is the same for all editions; write it outside of “editions”"
                )
            }
            try options.apply(key, entry, reader)
        }
        guard options.passwordFile != nil else { return }
        if let formats = settings.first(where: { $0.key == Configuration.Key.formats.rawValue }) {
            throw reader.failure(
                formats, problem: "an edition with a password is a single page and has no formats")
        }
        options.formats = [.html]
    }

    /// True if the edition publishes notes in the trash.
    var publishesTrash: Bool {
        settings.contains {
            $0.key == Configuration.Key.trashed.rawValue && $0.value == .text("publish")
        }
    }

    func failure(_ problem: String) -> UserError {
        UserError.configuration(reader.name, line: line, problem: problem)
    }
}

extension BuildOptions {
    /// Returns the options of an edition: these, with the settings of the edition. The notebook is
    /// in a folder with the edition's name, unless its settings name another.
    ///
    /// - Throws: ``UserFacingError`` if there is no such edition.
    package func edition(named name: String) throws -> BuildOptions {
        guard let edition = editions.first(where: { $0.name == name }) else {
            let known = editions.map(\.name)
            guard !known.isEmpty else {
                throw UserError(
                    "\(configuration ?? "The configuration") has no editions.", exitStatus: 64)
            }
            let meant = known.nearest(to: name).map { " Did you mean “\($0)”?" } ?? ""
            throw UserError(
                "\(configuration ?? "The configuration") has no edition “\(name)”.\(meant)",
                "There are \(known.joined(separator: ", ")).", exitStatus: 64)
        }
        return try settings(of: edition)
    }

    /// The options of all editions, in the order of the configuration; only these options if there
    /// are no editions.
    ///
    /// - Throws: ``UserFacingError`` if a setting is invalid.
    package var allEditions: [BuildOptions] {
        get throws { editions.isEmpty ? [self] : try editions.map(settings) }
    }

    private func settings(of edition: Edition) throws -> BuildOptions {
        var options = self
        options.editionNames = editions.map(\.name)
        options.editions = []
        options.edition = edition.name
        options.output += "/" + edition.name
        options.state = state.map { $0 + "/" + Self.statePrefix + edition.name }
        // A ledger belongs to one notebook.
        options.ledger = nil
        try edition.apply(to: &options)
        options.hooks.edition = edition.name
        return options
    }

    /// The beginning of the name of the folder with the records of an edition, among those that all
    /// editions share.
    private static let statePrefix = "edition-"

    /// Requires that the settings of all editions are valid, and that no two are published to the
    /// same place.
    ///
    /// - Throws: ``UserFacingError``.
    func requireEditions() throws {
        if let ledger, let first = editions.first {
            throw first.failure(
                "the ledger \(ledger) is named for all editions, but each needs its own; write “ledger” into the editions"
            )
        }
        var all: [(edition: Edition, options: BuildOptions)] = []
        for edition in editions {
            let options = try settings(of: edition)
            guard options.place.output != place.output,
                options.state == nil || options.state != state
            else {
                throw edition.failure(
                    "the edition “\(edition.name)” cannot have the folder of the whole configuration; give it an “output” and a “state” of its own"
                )
            }
            for (other, known) in all {
                let pair = "the editions “\(other.name)” and “\(edition.name)”"
                let (own, others) = (options.place.output, known.place.output)
                if own == others || LocalFiles.isBelow(own, others)
                    || LocalFiles.isBelow(others, own)
                {
                    let place =
                        own == others
                        ? "the same folder \(own)"
                        : "one folder and another in it, \(own) and \(others)"
                    throw edition.failure(
                        "\(pair) are published into \(place); give each an “output” of its own")
                }
                if let address = options.site.address, address.text == known.site.address?.text {
                    throw edition.failure(
                        "\(pair) have the same address \(address.text); give each its own, as site: { address: https://example.org/notes/ }"
                    )
                }
                if let destination = options.destination,
                    destination == known.destination
                {
                    throw edition.failure(
                        "\(pair) are uploaded to the same place \(destination.description); give each a “publish” of its own"
                    )
                }
                if options.ledger != nil, options.place.ledger == known.place.ledger {
                    throw edition.failure("\(pair) have the same ledger; give each its own")
                }
                if options.state != nil, options.place.records == known.place.records {
                    throw edition.failure("\(pair) have the same “state”; give each its own")
                }
            }
            all.append((edition, options))
        }
        for (_, options) in all {
            try options.requireApart(from: all.map(\.options.output))
        }
    }

    /// Requires one notebook, for a command that works on one.
    ///
    /// - Throws: ``UserFacingError`` if the configuration has several editions.
    package func requireOneNotebook() throws {
        guard !editions.isEmpty else { return }
        throw UserError(
            "\(configuration ?? "The configuration") has the editions \(editions.map(\.name).joined(separator: ", ")).",
            "Name one with --edition.", exitStatus: 64)
    }
}
