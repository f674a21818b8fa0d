import Hashing
import LocalFiles
import Platform

/// The exclusion rules of all publications from one notes folder, kept in a folder of the user. A
/// notebook also records its rules, but that record is found only if its folder is named.
struct RememberedRules: Codable {
    /// A publication from the notes folder, the last one of its configuration.
    struct Publication: Codable, Hashable, Sendable {
        /// The absolute path of the configuration; nil for a publication without one.
        var configuration: String?
        /// The edition; nil for the only notebook of its notes.
        var edition: String?
        /// The path of the output folder.
        var output: String
        /// The path of the folder with its records; nil if they are beside the trees.
        var state: String?
        /// The rules as settings; see ``PublicationRules/settings``.
        var rules: [String]
        /// The path of the ledger that the configuration names; nil for one among the records.
        var ledger: String?
        /// False for what a configuration would publish that was not used yet.
        var isPublished = true

        private enum CodingKeys: CodingKey {
            case configuration, edition, output, state, rules, ledger
        }
    }

    /// The absolute path of the notes folder.
    let notes: String
    var publications: [Publication]

    /// Returns the publications from a notes folder, or from a folder that contains it.
    ///
    /// - Parameter folder: The folder for such files.
    static func publications(from notes: String, in folder: String) -> [Publication] {
        var publications: [Publication] = []
        var path = path(of: notes)
        while true {
            publications += read(path, in: folder).publications
            guard path.utf8.count > 1, path.utf8.first == UInt8(ascii: "/") else { break }
            path = LocalFiles.folder(of: path)
        }
        return publications
    }

    /// Records a publication in place of the earlier one of its configuration or its output folder.
    ///
    /// - Parameter editions: The names of the editions of the configuration. Each replaces its own
    ///   record only, whichever is published first and wherever it was before.
    /// - Returns: The reason if it cannot be written, as by a service whose home is read-only.
    static func record(
        _ publication: Publication, of editions: [String], from notes: String, in folder: String
    ) -> FileError? {
        var known = read(path(of: notes), in: folder)
        let before = known.publications
        known.publications.removeAll { other in
            let isOfSame =
                other.configuration != nil && other.configuration == publication.configuration
            if isOfSame, other.edition == publication.edition { return true }
            return other.output == publication.output
                && !(isOfSame && other.edition.map(editions.contains) == true)
        }
        known.publications.append(publication)
        // Editions are remembered by their folders, too; see ``BuildSession/endFormerEditions()``. A
        // configuration without rules is remembered as well: it is not new when others have some.
        if known.publications.allSatisfy({
            $0.rules.isEmpty && $0.edition == nil && $0.configuration == nil
        }) {
            known.publications = []
        }
        guard Set(known.publications) != Set(before) else { return nil }
        let file = file(for: known.notes, in: folder)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard !known.publications.isEmpty, let json = try? encoder.encode(known) else {
            try? LocalFiles.remove(file)
            return nil
        }
        do {
            try LocalFiles.makePrivateFolders(folder)
            try LocalFiles.replaceDurably(file, bytes: Array(json), isSynchronizing: false)
            return nil
        } catch {
            return error
        }
    }

    private static func read(_ notes: String, in folder: String) -> RememberedRules {
        let bytes = try? LocalFiles.read(file(for: notes, in: folder))
        let known = bytes.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0)) }
        return known ?? RememberedRules(notes: notes, publications: [])
    }

    private static func file(for notes: String, in folder: String) -> String {
        "\(folder)/\(ContentDigest(of: Array(notes.utf8)).short).json"
    }

    /// Returns the path of a notes folder by which it is known.
    static func path(of notes: String) -> String {
        let path = LocalFiles.absolute(notes)
        return LocalFiles.resolved(path) ?? path
    }
}
