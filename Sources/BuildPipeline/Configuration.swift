package import Foundation
import LocalFiles
import NoteArchives
import PhotoMessages
import YAMLText

/// What `notebinder.yml` says; options on the command line stand above it.
package struct Configuration: Sendable {
    package private(set) var notes: String?
    package private(set) var output: String?
    package private(set) var title: String?
    package private(set) var language: String?
    package private(set) var timeZone: TimeZone?
    package private(set) var formats: Set<BuildOptions.Format>?
    package private(set) var templates: String?
    private(set) var keptMetadata: Set<KeptMetadata>?
    private(set) var vocabulary = ArchiveVocabulary.standard

    /// The file that is read where none is named.
    package static let usualName = "notebinder.yml"

    /// Nothing configured.
    package init() {}

    /// Reads a configuration.
    ///
    /// - Parameter path: The file; nil for the usual one, which may be missing.
    /// - Throws: ``BuildFailure`` naming the file, the line and what is allowed there.
    package init(path: String?) throws(BuildFailure) {
        let name = path ?? Self.usualName
        let text: String
        do throws(FileError) {
            if path == nil, try LocalFiles.status(name) == nil {
                self.init()
                return
            }
            text = String(decoding: try LocalFiles.read(name), as: UTF8.self)
        } catch {
            throw BuildFailure("The configuration \(name) cannot be read: \(error.reason).")
        }
        try self.init(text: text, name: name)
    }

    init(text: String, name: String) throws(BuildFailure) {
        let document: YAMLValue
        do throws(YAMLError) {
            document = try YAMLValue(parsing: text)
        } catch {
            throw BuildFailure("\(name), line \(error.line): \(error.problem). It must be YAML.")
        }
        let reader = ConfigurationReader(
            name: name, folder: LocalFiles.folder(of: LocalFiles.absolute(name)))
        try read(document, reader)
    }

    private enum Key: String, CaseIterable {
        case notes, output, title, language
        case timeZone = "time-zone"
        case formats, templates, photos, archives
    }

    private mutating func read(
        _ document: YAMLValue, _ reader: ConfigurationReader
    ) throws(BuildFailure) {
        for entry in try reader.entries(document, of: "The configuration") {
            guard let key = Key(rawValue: entry.key) else {
                throw reader.unknown(entry, Key.allCases.map(\.rawValue))
            }
            switch key {
            case .notes: notes = try reader.path(entry)
            case .output: output = try reader.path(entry)
            case .templates: templates = try reader.path(entry)
            case .title: title = try reader.text(entry)
            case .language: language = try reader.text(entry)
            case .timeZone:
                let name = try reader.text(entry)
                guard let zone = TimeZone(identifier: name) else {
                    throw reader.failure(
                        entry, "“\(name)” is no time zone; write it as Europe/Rome")
                }
                timeZone = zone
            case .formats:
                formats = Set(
                    try reader.texts(entry).map { name throws(BuildFailure) in
                        try reader.choice(BuildOptions.Format.self, name, entry)
                    })
            case .photos: keptMetadata = try reader.keptMetadata(entry)
            case .archives: vocabulary = try reader.vocabulary(entry)
            }
        }
    }
}

extension BuildOptions {
    /// Takes what is configured; what is said elsewhere is set after.
    package mutating func apply(_ configuration: Configuration) {
        if let notes = configuration.notes { self.notes = notes }
        if let output = configuration.output { self.output = output }
        if let title = configuration.title { self.title = title }
        if let language = configuration.language { self.language = language }
        if let timeZone = configuration.timeZone { self.timeZone = timeZone }
        if let formats = configuration.formats { self.formats = formats }
        if let templates = configuration.templates { self.templates = templates }
        if let kept = configuration.keptMetadata { keptMetadata = kept }
        vocabulary = configuration.vocabulary
    }
}

/// Takes values out of a configuration, and says what is wrong with them.
private struct ConfigurationReader {
    let name: String
    /// Paths in the file count from here.
    let folder: String

    func entries(
        _ value: YAMLValue, of what: String
    ) throws(BuildFailure) -> [YAMLValue.Entry] {
        switch value {
        case .mapping(let entries): return entries
        case .empty: return []
        default:
            throw BuildFailure("\(name): \(what) must be keys with values, as `title: My notes`.")
        }
    }

    func text(_ entry: YAMLValue.Entry) throws(BuildFailure) -> String {
        guard case .text(let text) = entry.value, !text.isEmpty else {
            throw failure(entry, "“\(entry.key)” must have a text")
        }
        return text
    }

    func path(_ entry: YAMLValue.Entry) throws(BuildFailure) -> String {
        let path = try text(entry)
        return path.hasPrefix("/") ? path : folder + "/" + path
    }

    func texts(_ entry: YAMLValue.Entry) throws(BuildFailure) -> [String] {
        var texts: [String] = []
        if case .list(let members) = entry.value {
            for member in members {
                texts.append(try text(.init(entry.key, member, line: entry.line)))
            }
        } else {
            texts = try text(entry).split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        return texts
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _: Choice.Type, _ text: String, _ entry: YAMLValue.Entry
    ) throws(BuildFailure) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw failure(entry, "“\(text)” is none of \(known)")
        }
        return choice
    }

    func keptMetadata(_ entry: YAMLValue.Entry) throws(BuildFailure) -> Set<KeptMetadata> {
        var kept: Set<KeptMetadata> = []
        for part in try entries(entry.value, of: "“photos”") {
            guard part.key == "keep-metadata" else { throw unknown(part, ["keep-metadata"]) }
            for name in try texts(part) {
                kept.insert(try choice(KeptMetadata.self, name, part))
            }
        }
        return kept
    }

    func vocabulary(_ entry: YAMLValue.Entry) throws(BuildFailure) -> ArchiveVocabulary {
        var classes: [String: ArchiveVocabulary.Kind] = [:]
        var keys: [String: ArchiveVocabulary.Role] = [:]
        for part in try entries(entry.value, of: "“archives”") {
            let entries = try entries(part.value, of: "“\(part.key)”")
            switch part.key {
            case "classes":
                for entry in entries {
                    classes[entry.key] = try choice(
                        ArchiveVocabulary.Kind.self, try text(entry), entry)
                }
            case "keys":
                for entry in entries {
                    keys[entry.key] = try choice(
                        ArchiveVocabulary.Role.self, try text(entry), entry)
                }
            default: throw unknown(part, ["classes", "keys"])
            }
        }
        return ArchiveVocabulary(classes: classes, keys: keys)
    }

    func unknown(_ entry: YAMLValue.Entry, _ known: [String]) -> BuildFailure {
        failure(
            entry, "“\(entry.key)” is not known here; there are \(known.joined(separator: ", "))")
    }

    func failure(_ entry: YAMLValue.Entry, _ problem: String) -> BuildFailure {
        BuildFailure("\(name), line \(entry.line): \(problem).")
    }
}
