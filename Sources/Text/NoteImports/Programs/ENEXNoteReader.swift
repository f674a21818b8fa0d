import NoteModel

/// Creates a note from its description in an ENEX file.
struct ENEXNoteReader {
    private let record: ENEXRecord
    /// The notes of the file, to which texts may link.
    private let targets: ENEXLinkTargets
    private(set) var problems: [String] = []
    /// Parts of the text that Markdown cannot say.
    private(set) var lost = UnknownParts()
    /// The groups of tasks that the text shows.
    private var placed: Set<String> = []
    /// The path of a folder for files that are part of the text.
    private let scratch: String

    init(_ record: ENEXRecord, targets: ENEXLinkTargets, scratch: String) {
        (self.record, self.targets, self.scratch) = (record, targets, scratch)
    }

    mutating func note(_ source: String) -> Note {
        let (files, names) = files()
        var body = body(files: files, names: names)
        // Tasks whose place is not in the text follow it.
        let others = record.tasks.filter { !placed.contains($0.group) }
        if !others.isEmpty {
            body += (body.isEmpty ? "" : "\n\n") + Self.markdown(of: others)
        }
        let created = ENEXRecord.date(record.created)
        let modified = ENEXRecord.date(record.updated)
        var note = Note(
            id: NoteID(source: source, index: 0), title: record.title, body: body,
            created: created, modified: modified == created ? nil : modified,
            dateTexts: .init(
                created: created == nil ? record.created.nonEmpty : nil,
                modified: modified == nil ? record.updated.nonEmpty : nil),
            otherFields: otherFields)
        note.media = files.media
        note.tags = tags
        return note
    }

    /// The attributes of the note, each with its value, or with a list of them if it has several.
    private var otherFields: [JSONValue.Field] {
        var fields: [JSONValue.Field] = []
        for (name, value) in record.attributes {
            guard let known = fields.firstIndex(where: { $0.key == name }) else {
                fields.append(.init(name, value: .string(value)))
                continue
            }
            var values = [fields[known].value]
            if case .array(let members) = fields[known].value { values = members }
            fields[known] = .init(name, value: .array(values + [.string(value)]))
        }
        return fields
    }

    /// Returns the files of the note, and their names by the MD5 of their content.
    private mutating func files() -> (files: ImportedFiles, names: [String: String]) {
        let files = ImportedFiles(scratch: scratch)
        var names: [String: String] = [:]
        for (index, resource) in record.resources.enumerated() {
            let fallback =
                "file-\(index + 1).\(MediaTypes.fileExtension(of: resource.mediaType))"
            let name = files.add(resource.stored, named: resource.name, fallback: fallback)
            if resource.stored == nil {
                problems.append(
                    "\(name) of “\(record.title)” has no content; it counts as missing.")
            } else if resource.isDamaged {
                problems.append(
                    "\(name) of “\(record.title)” is damaged; what could be read of it was imported."
                )
            }
            names[resource.md5] = names[resource.md5] ?? name
        }
        return (files, names)
    }

    /// Returns the text of the note.
    private mutating func body(files: ImportedFiles, names: [String: String]) -> String {
        let targets = targets
        let widths = Dictionary(
            record.resources.compactMap { resource in resource.width.map { (resource.md5, $0) } }
        ) { first, _ in first }
        var converter = HTMLMarkdown(tags: tags) { element in
            guard element.name == "en-media" else { return nil }
            guard let hash = element.attributes["hash"]?.lowercased(), let name = names[hash] else {
                return nil
            }
            return HTMLMarkdown.reference(
                toFile: name, words: element.sizedDescription(natural: widths[hash]),
                isImage: files.isPhoto(name))
        } note: { address, words in
            // The identifiers in these addresses are not part of the export.
            let isNote =
                address.hasPrefix("evernote:")
                || ["evernote.com/shard/", "//share.evernote.com/note/"].contains {
                    address.contains($0)
                }
            return isNote ? targets.address(titled: words) : nil
        }
        var shown: Set<String> = []
        let tasks = Dictionary(grouping: record.tasks, by: \.group)
        converter.block = { element in
            guard element.hasStyle("en-task-group", containing: "true") else { return nil }
            let group = element.style("en-id") ?? ""
            shown.insert(group)
            return Self.markdown(of: tasks[group] ?? [])
        }
        converter.knownAddresses = Set(record.attributes.map(\.value))
        converter.embedded = files.add(_:description:)
        let body = converter.markdown(record.content)
        lost = converter.lost
        let missing = converter.lostFiles.count
        placed = shown
        if missing > 0 {
            problems.append(
                "“\(record.title)” shows \(missing == 1 ? "a file" : "\(missing) files") that the export does not have."
            )
        }
        if converter.isEncrypted {
            problems.append(
                "“\(record.title)” has encrypted text, which only Evernote can read; it was left out."
            )
        }
        return body
    }

    private static func markdown(of tasks: [ENEXRecord.Task]) -> String {
        let inOrder = tasks.enumerated().sorted {
            $0.element.weight != $1.element.weight
                ? ExactText($0.element.weight) < ExactText($1.element.weight)
                : $0.offset < $1.offset
        }
        return inOrder.map(\.element).map { task in
            let details = task.details.isEmpty ? "" : " (\(task.details.joined(separator: ", ")))"
            let words = MarkdownEscaping().inline(task.title + details)
            return "- [\(task.isDone ? "x" : " ")] \(words)"
        }
        .joined(separator: "\n")
    }

    private var tags: [Tag] {
        var isNew = Set<Tag>()
        return record.tags.map(\.trimmed).filter { !$0.isEmpty }.map { Tag($0) }
            .filter { isNew.insert($0).inserted }
    }
}

/// The notes to which the texts of an ENEX file may link by their titles. The identifiers in the
/// addresses of such links are not part of the export.
struct ENEXLinkTargets {
    private var exact: [String: [String]] = [:]
    private var similar: [NameKey: [String]] = [:]

    mutating func add(_ title: String, source: String) {
        let address = source.dropLast(".data".count) + ".md"
        exact[title, default: []].append(String(address))
        similar[NameKey(title), default: []].append(String(address))
    }

    /// Returns the address of the only note with a title, relative to the notes folder; nil if
    /// there is none, or several.
    func address(titled title: String) -> String? {
        let found = exact[title] ?? similar[NameKey(title)] ?? []
        return found.count == 1 ? found[0] : nil
    }
}

extension HTMLElement {
    /// Returns the description of a picture, followed by its width in pixels if that is set.
    ///
    /// - Parameter natural: The width of the picture itself, which says nothing of how it is shown.
    fileprivate func sizedDescription(natural: Int?) -> String {
        let words = attributes["alt"] ?? ""
        let width = (attributes["width"] ?? "").trimmed.lowercased()
        let pixels = width.hasSuffix("px") ? String(width.dropLast(2)) : width
        guard let number = Double(pixels), number >= 1, number < 10_000, Int(number) != natural
        else { return words }
        return "\(words)|\(Int(number))"
    }
}

extension String {
    /// The text without spaces around it; nil if there is none.
    fileprivate var nonEmpty: String? { trimmed.isEmpty ? nil : trimmed }
}
