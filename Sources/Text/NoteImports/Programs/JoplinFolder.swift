import LocalFiles
import MarkdownText
import NoteModel
import Platform

/// Reads the folder of a RAW export of Joplin: a file for each item, and the files of notes in the
/// folder `resources`. Joplin's notebooks become folders of sources.
package struct JoplinFolder {
    private let root: String
    private let scratch: String
    private var items: [JoplinItem.Kind: [JoplinItem]] = [:]
    private var export = ReadExport()
    /// The files of notes by the identifiers of their items.
    private var files: [String: StoredBytes] = [:]
    private var resources: [String: JoplinItem] = [:]
    /// The sources of the notes by their identifiers.
    private var sources: [String: String] = [:]
    private var tags: [String: [Tag]] = [:]
    private var usedResources: Set<String> = []
    private var unknown = UnknownParts()

    /// True for a folder that contains items of Joplin.
    package static func isJoplin(_ path: String) -> Bool {
        let entries = (try? LocalFiles.entries(of: path)) ?? []
        return entries.contains { entry in
            guard JoplinItem.isName(entry.name) else { return false }
            let text = try? text(of: "\(path)/\(entry.name)")
            return text.flatMap { JoplinItem($0) } != nil
        }
    }

    /// Reads the notes of a folder.
    ///
    /// - Parameter scratch: The path of a folder for files that are part of texts.
    /// - Throws: ``UserError`` if it cannot be listed.
    package static func read(_ path: String, scratch: String) throws -> ReadExport {
        var folder = JoplinFolder(root: LocalFiles.absolute(path), scratch: scratch)
        try UserError.reading(path) { try folder.readItems() }
        folder.assignTags()
        folder.readNotes()
        folder.export.problems += folder.unknown.problems(in: "The export")
        return folder.export
    }

    private init(root: String, scratch: String) { (self.root, self.scratch) = (root, scratch) }

    private static func text(of path: String) throws -> String {
        let bytes = try LocalFiles.read(path, atMost: LocalFiles.maximumTextSize)
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func readItems() throws {
        for entry in try LocalFiles.entries(of: root) where !entry.name.hasPrefix(".") {
            guard JoplinItem.isName(entry.name) else {
                if entry.name != "resources" {
                    export.problems.append(
                        "\(entry.name) was not imported: it is not an item of Joplin.")
                }
                continue
            }
            do {
                guard let item = JoplinItem(try Self.text(of: "\(root)/\(entry.name)")) else {
                    export.noteCount += 1
                    export.problems.append(
                        "\(entry.name) does not end with the properties of an item; it was not imported."
                    )
                    continue
                }
                if let kind = item.kind {
                    items[kind, default: []].append(item)
                    guard kind != .note else { continue }
                    for key in item.unknownProperties { unknown.count(.property, named: key) }
                } else if item.isUnknown {
                    export.problems.append(
                        "\(entry.name) was not imported: it is an item of a type that is not known."
                    )
                }
            } catch let error as FileError {
                export.noteCount += 1
                export.problems.append("\(entry.name) cannot be read: \(error.reason).")
            }
        }
        resources = Self.byIdentifier(items[.resource] ?? [])
        let folder = root + "/resources"
        guard try LocalFiles.status(folder)?.isFolder == true else { return }
        for entry in try LocalFiles.entries(of: folder) where entry.kind == .file {
            let path = "\(folder)/\(entry.name)"
            guard let size = try LocalFiles.status(path)?.size else { continue }
            let identifier = String(entry.name.prefix { $0 != "." })
            files[identifier] = StoredBytes(file: path, range: 0..<size)
        }
    }

    private static func byIdentifier(_ items: [JoplinItem]) -> [String: JoplinItem] {
        Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    }

    private mutating func assignTags() {
        let names = Self.byIdentifier(items[.tag] ?? [])
        for item in items[.noteTag] ?? [] {
            guard let note = item.properties["note_id"],
                let tag = item.properties["tag_id"].flatMap({ names[$0] }), !tag.title.isEmpty
            else { continue }
            let new = Tag(tag.title)
            if tags[note]?.contains(new) != true { tags[note, default: []].append(new) }
        }
    }

    private mutating func readNotes() {
        let folders = Self.byIdentifier(items[.folder] ?? [])
        for folder in folders.values.sorted(by: { $0.id < $1.id })
        where folder.isSet("encryption_applied") {
            export.problems.append(
                "The notebook \(folder.id) is encrypted, and its name is not known; decrypt it in Joplin and export it again."
            )
        }
        let notes = (items[.note] ?? []).sorted { ($0.title, $0.id) < ($1.title, $1.id) }
        export.noteCount += notes.count
        let readable = notes.filter { note in
            if note.isSet("encryption_applied") {
                export.problems.append(
                    "The note \(note.id) is encrypted; decrypt it in Joplin and export it again.")
            } else if note.isSet("deleted_time") {
                export.problems.append("“\(note.title)” is in Joplin's trash; it was not imported.")
            } else {
                return true
            }
            return false
        }
        var names = SourceNames()
        for note in readable {
            sources[note.id] = names.source(
                note.title, folders: Self.path(of: note, folders: folders))
        }
        for note in readable {
            guard let source = sources[note.id] else { continue }
            let converted = self.note(note, source: source)
            export.notes.append(ReadNote(converted.note))
            unknown.add(converted.lost)
            if !converted.missing.isEmpty {
                export.problems.append(
                    "“\(note.title)” refers to \(converted.missing.sorted().joined(separator: ", ")), which the export does not have."
                )
            }
            usedResources.formUnion(converted.resources)
            for identifier in converted.resources.sorted() where files[identifier] == nil {
                export.problems.append(
                    "\(name(ofResource: identifier)) of “\(note.title)” is not in the export; it counts as missing."
                )
            }
        }
        let unused = Set(resources.keys).union(files.keys).subtracting(usedResources)
        for identifier in unused.sorted() {
            export.problems.append(
                "\(name(ofResource: identifier)) was not imported: no note refers to it.")
        }
    }

    /// Returns the titles of the notebooks that contain a note, the outermost first.
    private static func path(of note: JoplinItem, folders: [String: JoplinItem]) -> [String] {
        var path: [String] = []
        var seen: Set<String> = []
        var parent = note.properties["parent_id"] ?? ""
        while let folder = folders[parent], seen.insert(parent).inserted {
            path.insert(folder.title, at: 0)
            parent = folder.properties["parent_id"] ?? ""
        }
        return path
    }

    /// Returns the name of a file, whose item may be missing.
    private func name(ofResource identifier: String) -> String {
        resources[identifier].map(name) ?? files[identifier].map { LocalFiles.name(of: $0.file) }
            ?? identifier
    }

    private func name(of resource: JoplinItem) -> String {
        let ending = resource.properties["file_extension"] ?? ""
        for name in [resource.properties["filename"] ?? "", resource.title] where !name.isEmpty {
            return ending.isEmpty || name.lowercased().hasSuffix(".\(ending.lowercased())")
                ? name : "\(name).\(ending)"
        }
        return ending.isEmpty ? resource.id : "\(resource.id).\(ending)"
    }
}

// MARK: - Texts

extension JoplinFolder {
    /// Returns an item as a note, the identifiers of the files to which it refers, those that the
    /// export lacks, and the parts of the text that Markdown cannot say.
    private func note(
        _ item: JoplinItem, source: String
    ) -> (note: Note, resources: Set<String>, missing: Set<String>, lost: UnknownParts) {
        var missing: Set<String> = []
        var lost = UnknownParts()
        let attached = ImportedFiles(scratch: scratch)
        var names: [String: String] = [:]
        func file(_ identifier: String) -> String? {
            if let name = names[identifier] { return name }
            guard resources[identifier] != nil || files[identifier] != nil else {
                if sources[identifier] == nil { missing.insert(identifier) }
                return nil
            }
            let name = attached.add(
                files[identifier], named: name(ofResource: identifier),
                fallback: "file-\(names.count + 1)")
            names[identifier] = name
            return name
        }
        let body: String
        if item.properties["markup_language"] == "2" {
            let (text, converter) = html(
                item.body, tags: tags[item.id] ?? [], attached: attached, file: file)
            body = text
            lost = converter.lost
            missing.formUnion(converter.lostFiles.filter { !$0.isEmpty && Self.item($0) == nil })
        } else {
            body = markdown(item.body, file: file, isPhoto: attached.isPhoto)
        }
        let created = item.date("user_created_time", "created_time")
        let modified = item.date("user_updated_time", "updated_time")
        var note = Note(
            id: NoteID(source: source, index: 0), title: item.title, body: body,
            created: created, modified: modified == created ? nil : modified,
            identifier: item.id, otherFields: Self.fields(of: item))
        note.media = attached.media
        note.tags = tags[item.id] ?? []
        if item.isSet("is_conflict") { note.state = .conflict }
        return (note, Set(names.keys), missing, lost)
    }

    /// Returns the other properties that say anything.
    private static func fields(of item: JoplinItem) -> [JSONValue.Field] {
        item.unknownProperties.map { .init($0, value: .string(item.properties[$0] ?? "")) }
    }

    /// Returns the identifier in an address such as `:/6d…`, and what follows it.
    private static func item(_ address: String) -> (identifier: String, rest: String)? {
        guard address.hasPrefix(":/") else { return nil }
        let identifier = String(address.dropFirst(2).prefix(JoplinItem.identifierLength))
        guard JoplinItem.isIdentifier(identifier) else { return nil }
        return (identifier, String(address.dropFirst(2 + identifier.count)))
    }

    /// Returns the address of a note, relative to the notes folder.
    private func address(ofNote address: String) -> String? {
        Self.item(address).flatMap { identifier, rest in
            sources[identifier].map { "\($0.dropLast(".data".count)).md\(rest)" }
        }
    }

    private func markdown(
        _ text: String, file: @escaping (String) -> String?,
        isPhoto: @escaping (String) -> Bool
    ) -> String {
        guard text.contains(":/") else { return text }
        let elements = FileElements(
            destination: { destination(of: $0, file: file) },
            isPhoto: { isPhoto($0.percentDecoded ?? $0) })
        return TextEdits.replacingAddresses(in: elements.replaced(in: text)) { place in
            destination(of: place.name, file: file).map { MarkdownEscaping.destination($0) }
        }
    }

    /// Returns the destination for a Joplin address, with its fragment; nil for other addresses,
    /// and for items that the export lacks.
    private func destination(of address: String, file: (String) -> String?) -> String? {
        guard let (identifier, rest) = Self.item(address) else { return nil }
        let fragment = rest.hasPrefix("#") ? rest : ""
        return file(identifier).map { MarkdownEscaping.address(ofFile: $0) + fragment }
            ?? self.address(ofNote: address)
    }

    private func html(
        _ text: String, tags: [Tag], attached: ImportedFiles, file: @escaping (String) -> String?
    ) -> (markdown: String, converter: HTMLMarkdown) {
        var converter = HTMLMarkdown(tags: tags) { element in
            guard let found = Self.item(element.attributes["src"] ?? ""),
                let name = file(found.identifier)
            else { return nil }
            return HTMLMarkdown.reference(
                toFile: name, words: element.attributes["alt"] ?? "",
                isImage: attached.isPhoto(name))
        } note: { address, _ in
            destination(of: address, file: file)
        }
        converter.embedded = attached.add(_:description:)
        return (converter.markdown(text), converter)
    }
}
