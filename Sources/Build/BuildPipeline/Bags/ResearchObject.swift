import NoteModel
import Platform

/// The description of a bag's content for archives and their programs (RO-Crate 1.1,
/// researchobject.org/ro-crate).
struct ResearchObject {
    let notebook: Notebook
    let info: BagInfo
    /// The author of the notes; nil if unknown.
    let author: String?

    static let fileName = "ro-crate-metadata.json"

    /// The folders of the payload, and what they contain.
    private static let folders = [
        (
            "json/", "Notes as JSON",
            "The notes for programs, with a JSON Schema, and the original media."
        ),
        ("markdown/", "Notes as Markdown", "A text file for each note, and the original media."),
        ("originals/", "Archives of the apps", "The notes folder, byte for byte."),
        ("site/", "Notes as a website", "The notes as web pages; site/index.html is the first."),
    ]

    private static let files = [
        ("README.txt", "Explanation of the bag", "text/plain"),
        ("json/notebook.json", "All notes in one document", "application/json"),
        ("json/notebook.schema.json", "JSON Schema of the document", "application/schema+json"),
        ("site/index.html", "First page of the website", "text/html"),
    ]

    var bytes: [UInt8] {
        JSONValue.object([
            ("@context", .string("https://w3id.org/ro/crate/1.1/context")),
            ("@graph", .array(graph)),
        ]).indented
    }

    private var graph: [JSONValue] {
        var entities = [descriptor, root]
        entities += Self.folders.map { path, name, text in
            Self.entity(path, type: "Dataset", fields: [("name", name), ("description", text)])
        }
        entities += Self.files.map { path, name, type in
            Self.entity(path, type: "File", fields: [("name", name), ("encodingFormat", type)])
        }
        entities.append(
            Self.entity(
                "#licence", type: "CreativeWork",
                fields: [
                    ("name", "No licence"),
                    (
                        "description",
                        "The owner of the notes has granted no licence; all rights are reserved."
                    ),
                ]))
        return entities + people
    }

    private var descriptor: JSONValue {
        .object([
            ("@id", .string(Self.fileName)), ("@type", .string("CreativeWork")),
            ("conformsTo", Self.reference("https://w3id.org/ro/crate/1.1")),
            ("about", Self.reference("./")),
        ])
    }

    private var root: JSONValue {
        // RO-Crate requires a date. A bag without one has that of its newest note, so that equal
        // notes make equal bags.
        let newest = notebook.notes.compactMap(\.lastChanged).max()
        let date = info.date ?? CivilTime(newest ?? Date(timeIntervalSince1970: 0)).dateText
        var fields: [(String, JSONValue)] = [
            ("@id", .string("./")), ("@type", .string("Dataset")),
            ("name", .string(notebook.title.isEmpty ? "Notebook" : notebook.title)),
            ("description", .string(info.description)), ("datePublished", .string(date)),
            ("author", Self.reference("#author")), ("license", Self.reference("#licence")),
            (
                "hasPart",
                .array((Self.folders.map(\.0) + Self.files.map(\.0)).map { Self.reference($0) })
            ),
        ]
        if let identifier = info.identifier { fields.append(("identifier", .string(identifier))) }
        if info.organization != nil {
            fields.append(("publisher", Self.reference("#organization")))
        }
        if hasContact {
            fields.append(("contactPoint", Self.reference("#contact")))
        }
        return .object(fields)
    }

    /// The author, the organization and the contact, each as far as it is known.
    private var people: [JSONValue] {
        let author = author ?? info.contactName ?? "The owner of the notes"
        var people = [Self.entity("#author", type: "Person", fields: [("name", author)])]
        if let name = info.organization {
            people.append(
                Self.entity("#organization", type: "Organization", fields: [("name", name)]))
        }
        if hasContact {
            people.append(
                Self.entity(
                    "#contact", type: "ContactPoint",
                    fields: [
                        ("contactType", "owner"), ("name", info.contactName),
                        ("email", info.contactEmail),
                    ]))
        }
        return people
    }

    private var hasContact: Bool { info.contactName != nil || info.contactEmail != nil }

    /// - Parameter fields: The texts; those that are nil are left out.
    private static func entity(
        _ id: String, type: String, fields: [(String, String?)]
    ) -> JSONValue {
        let known = fields.compactMap { key, text in text.map { (key, JSONValue.string($0)) } }
        return .object([("@id", .string(id)), ("@type", .string(type))] + known)
    }

    private static func reference(_ id: String) -> JSONValue { .object([("@id", .string(id))]) }
}
