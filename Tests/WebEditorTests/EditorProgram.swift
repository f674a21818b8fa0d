import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import SampleNotes
import TestSupport

/// An editor of a notes folder, in a process of its own, and a client that sends what the editor's
/// pages would send.
final class EditorProgram: Sendable {
    let folder: TemporaryFolder
    private let server: ServerProgram
    let port: UInt16

    /// Starts the editor for the folder `MyNotes`, to which notes can be written before.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for one that is free.
    ///   - config: The path of the configuration; empty for none.
    ///   - preparation: Shell commands to run first, such as `ulimit`.
    init(
        _ folder: TemporaryFolder, timeZone: String = "UTC", port wanted: UInt16 = 0,
        config: String = "", preparation: String = ":"
    ) throws {
        self.folder = folder
        try LocalFiles.makeFolder(folder.path + "/MyNotes")
        server = try ServerProgram(
            arguments: [
                "edit", folder.path + "/MyNotes", folder.path + "/Notebook", config, "\(wanted)",
                "30", "", timeZone, "",
            ],
            preparation:
                "export XDG_CACHE_HOME=\(folder.path)/cache XDG_STATE_HOME=\(folder.path)/state; \(preparation)"
        )
        port = server.port
    }

    var origin: String { "http://localhost:\(port)" }
    var isRunning: Bool { server.isRunning }

    /// Reads a link that the editor has printed.
    func link() -> String { String(server.readLine().dropFirst("link ".count)) }

    /// Has the editor print another link, and reads it.
    func anotherLink() throws -> String {
        try server.enterLine()
        return link()
    }

    func kill() { server.kill() }

    /// Reads the notes as their files hold them now.
    func notes() throws -> [Note] {
        let notes = try NotesFolder(folder.path + "/MyNotes")
        let reader = SourceReader(folder: notes)
        return notes.sources.flatMap { reader.read($0).notes }
    }

    /// Reads the note with a title; nil if there is none.
    func note(_ title: String) throws -> Note? { try notes().first { $0.title == title } }

    /// Reads the texts of all notes.
    func bodies() throws -> [String] { try notes().map(\.body) }

    /// Sends a request as it is, and receives until the server closes the connection.
    func reply(to request: some Collection<UInt8>) throws -> RawReply? {
        let connection = try RawConnection(port: port)
        connection.send(request)
        return RawReply(connection.receiveAll())
    }
}

/// The files of the sample, which are made once.
private let sampleFiles = Result {
    let folder = TemporaryFolder()
    _ = try SampleNotes.write(to: folder.path, photoWorker: Places.photoWorker)
    return try FolderContents(folder.path).bytes
}

extension TemporaryFolder {
    /// Returns a folder whose folder `MyNotes` has the sample, or only some of its files.
    static func sample(only names: [String] = [""]) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        for (name, bytes) in try sampleFiles.get() where names.contains(where: name.hasPrefix) {
            try folder.write(bytes, to: "MyNotes/" + name)
        }
        return folder
    }
}

/// A browser's session with an editor.
struct EditorSession {
    let editor: EditorProgram
    let cookie: String

    struct Refused: Error {
        let status: Int
        let text: String
    }

    /// Opens a session with a link.
    init(_ editor: EditorProgram, link: String? = nil) throws {
        self.editor = editor
        let link = link ?? editor.link()
        let token = link.split(separator: "=").last ?? ""
        let body = #"{"token":"\#(token)"}"#
        let head = Self.head(
            "POST", "/edit/api/session", port: editor.port, cookie: "", length: body.utf8.count)
        let reply = try editor.reply(to: (head + body).utf8)
        guard let found = reply?.headers.firstMatch(of: /Set-Cookie: ([^;]+);/) else {
            throw Refused(status: reply?.status ?? 0, text: "no session")
        }
        cookie = String(found.1)
    }

    /// Returns the head of a request of this session with a body.
    func head(
        _ method: String, _ path: String, type: String = "application/json", length: Int?,
        headers: String = ""
    ) -> String {
        Self.head(
            method, path, port: editor.port, cookie: cookie, type: type, length: length,
            headers: headers)
    }

    /// Sends a request and returns its reply.
    func send(
        _ method: String, _ path: String, body: [UInt8] = [], type: String = "application/json",
        headers: String = ""
    ) throws -> RawReply {
        let head = head(
            method, path, type: type, length: method == "GET" ? nil : body.count, headers: headers)
        guard let reply = try editor.reply(to: Array(head.utf8) + body) else {
            throw Refused(status: 0, text: "no reply")
        }
        return reply
    }

    /// Sends a request of JSON and returns the JSON of its reply.
    @discardableResult
    func ask(
        _ method: String, _ path: String, _ value: Any? = nil, version: String? = nil
    ) throws -> [String: Any] {
        let body = try value.map {
            Array(try JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed))
        }
        let reply = try send(
            method, "/edit/api/" + path, body: body ?? Array("null".utf8),
            headers: version.map { "If-Match: \"\($0)\"\r\n" } ?? "")
        let json = try? JSONSerialization.jsonObject(with: Data(reply.body))
        guard (200..<300).contains(reply.status) else {
            let problem = (json as? [String: Any])?["problem"] as? String
            throw Refused(
                status: reply.status,
                text: problem ?? String(decoding: reply.body.prefix(200), as: UTF8.self))
        }
        return json as? [String: Any] ?? ["list": json ?? []]
    }

    /// Returns the status of the refusal of a request; nil if it is not refused.
    func refusal(_ request: () throws -> Void) throws -> Int? {
        do { try request() } catch let refused as Refused { return refused.status }
        return nil
    }

    /// Returns the list of notes.
    func list() throws -> [[String: Any]] {
        try ask("GET", "notes?count=200")["notes"] as? [[String: Any]] ?? []
    }

    /// Returns the note with a title.
    func note(_ title: String) throws -> [String: Any] {
        try load(try list().first { $0["title"] as? String == title }?["id"])
    }

    /// Returns the present version of a note.
    func load(_ id: Any?) throws -> [String: Any] { try ask("GET", "notes/\(id ?? "")") }

    /// Creates a note.
    @discardableResult
    func create(_ note: [String: Any]) throws -> [String: Any] { try ask("POST", "notes", note) }

    /// Saves changes of a note as it was loaded.
    @discardableResult
    func save(_ loaded: [String: Any], _ change: [String: Any]) throws -> [String: Any] {
        try ask("PUT", "notes/\(loaded["id"] ?? "")", change, version: loaded["version"] as? String)
    }

    /// Deletes a note as it was loaded.
    @discardableResult
    func delete(_ loaded: [String: Any]) throws -> [String: Any] {
        try ask(
            "DELETE", "notes/\(loaded["id"] ?? "")", NSNull(),
            version: loaded["version"] as? String)
    }

    /// Returns the entries of the trash.
    func trash() throws -> [[String: Any]] {
        try ask("GET", "trash")["list"] as? [[String: Any]] ?? []
    }

    /// Restores an entry of the trash.
    @discardableResult
    func restore(_ entry: Any?) throws -> [String: Any] {
        try ask("POST", "trash/\(entry ?? "")")
    }

    /// Returns the cards of a deck.
    func cards(of deck: Any?) throws -> [[String: Any]] {
        try load(deck)["cards"] as? [[String: Any]] ?? []
    }

    /// Sends a file, and returns how requests name it.
    func upload(_ bytes: [UInt8], named name: String = "a.png") throws -> [String: Any] {
        let reply = try send(
            "POST", "/edit/api/uploads?name=\(name)", body: bytes,
            type: "application/x-notebinder-file")
        guard reply.status == 201 else { throw Refused(status: reply.status, text: "upload") }
        let json = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        return ["upload": json?["upload"] ?? "", "name": name]
    }

    private static func head(
        _ method: String, _ path: String, port: UInt16, cookie: String,
        type: String = "application/json", length: Int?, headers: String = ""
    ) -> String {
        let own =
            length.map {
                "Origin: http://localhost:\(port)\r\nX-Notebinder: editor\r\n"
                    + "Content-Type: \(type)\r\nContent-Length: \($0)\r\n"
            } ?? ""
        return "\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nCookie: \(cookie)\r\n"
            + own + headers + "Connection: close\r\n\r\n"
    }
}
