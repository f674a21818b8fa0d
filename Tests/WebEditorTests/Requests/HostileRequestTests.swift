import Foundation
import NoteEditing
import TestSupport
import Testing

/// Requests of other sites, of other programs and of careless clients, none of which reads or
/// changes a note.
@Suite(.tags(.acceptance))
struct HostileRequestTests {
    private static let secret = "The key is under the third stone."
    private let editor: EditorProgram
    private let session: EditorSession
    private let before: FolderContents

    init() throws {
        let folder = TemporaryFolder()
        try folder.write(
            note: ArchivedNote(title: "Private", body: Self.secret), to: "MyNotes/Private.data")
        try folder.write("outside " + Self.secret, to: "secret.txt")
        let editor = try EditorProgram(folder)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/MyNotes/link.data",
            withDestinationPath: folder.path + "/secret.txt")
        self.editor = editor
        session = try EditorSession(editor)
        before = try FolderContents(folder.path + "/MyNotes")
    }

    /// Sends a request to save a note, changed in one way, and returns the reply.
    private func attack(
        _ method: String = "PUT", path: String? = nil, host: String? = nil, cookie: String? = nil,
        origin: String? = nil, fetchSite: String? = nil, type: String = "application/json",
        ownHeader: String = "X-Notebinder: editor\r\n", body: String? = nil
    ) throws -> RawReply? {
        let note = try session.note("Private")
        let path = path ?? "/edit/api/notes/\(note["id"] ?? "")"
        let body = body ?? #"{"title":"Private","body":"overwritten"}"#
        return try editor.reply(
            to: Array(
                """
                \(method) \(path) HTTP/1.1\r
                Host: \(host ?? "localhost:\(editor.port)")\r
                Cookie: \(cookie ?? session.cookie)\r
                Origin: \(origin ?? editor.origin)\r
                Sec-Fetch-Site: \(fetchSite ?? "same-origin")\r
                \(ownHeader)Content-Type: \(type)\r
                If-Match: "\(note["version"] ?? "")"\r
                Content-Length: \(body.utf8.count)\r
                Connection: close\r
                \r
                \(body)
                """.utf8))
    }

    private func expectRefusal(_ reply: RawReply?, _ status: Int, _ what: String) throws {
        let reply = try #require(reply, "\(what)")
        #expect(reply.status == status, "\(what)")
        let text = reply.headers + String(decoding: reply.body, as: UTF8.self)
        #expect(!text.contains("third stone"), "\(what)")
        #expect(!text.lowercased().contains("access-control"), "\(what)")
        #expect(text.contains("default-src 'none'") && text.contains("nosniff"), "\(what)")
    }

    @Test func refusesForgedRequests() throws {
        let port = editor.port
        try expectRefusal(attack(host: "evil.example:\(port)"), 421, "foreign Host")
        try expectRefusal(attack(host: "localhost:\(port - 1)"), 421, "wrong port")
        try expectRefusal(attack(host: "localhost"), 421, "no port")
        try expectRefusal(attack(host: "127.0.0.1.nip.io:\(port)"), 421, "rebinding name")
        try expectRefusal(attack("GET", host: "rebind.example:\(port)"), 421, "rebinding reader")
        try expectRefusal(attack(cookie: "a=b"), 401, "no cookie")
        try expectRefusal(attack("DELETE", cookie: ""), 401, "no cookie")
        try expectRefusal(attack(origin: "http://evil.example"), 403, "foreign Origin")
        try expectRefusal(attack(origin: "null"), 403, "null Origin")
        try expectRefusal(attack(origin: "http://localhost:\(port + 1)"), 403, "other port")
        // An absolute target names the host instead of the header.
        let id = try session.note("Private")["id"] ?? ""
        let own = "http://localhost:\(port)/edit/api/notes/\(id)"
        let foreign = "http://evil.example:\(port)/edit/api/notes/\(id)"
        for origin in ["http://evil.example", "http://evil.example:\(port)"] {
            try expectRefusal(attack(path: own, origin: origin), 403, "foreign Origin, own target")
            try expectRefusal(attack(path: foreign, origin: origin), 421, "foreign target")
        }
        try expectRefusal(attack(path: foreign), 421, "foreign target, own Host")
        try expectRefusal(
            attack(path: own, host: "evil.example:\(port)", origin: "http://evil.example:\(port)"),
            403, "foreign Host and Origin, own target")
        try expectRefusal(attack(fetchSite: "same-site"), 403, "another port's page")
        try expectRefusal(attack(fetchSite: "cross-site"), 403, "another site's page")
        try expectRefusal(attack(ownHeader: ""), 403, "no own header")
        try expectRefusal(attack("POST", type: "text/plain"), 415, "text/plain POST")
        try expectRefusal(attack("OPTIONS"), 405, "OPTIONS")
        try expectRefusal(attack("PATCH"), 405, "PATCH")
        #expect(try FolderContents(editor.folder.path + "/MyNotes") == before)
        // The same request without a fault is answered.
        #expect(try attack()?.status == 200)
        #expect(try FolderContents(editor.folder.path + "/MyNotes") != before)
    }

    @Test func revealsNoNotesWithoutASession() throws {
        #expect(try waits { try session.ask("GET", "state?known=")["built"] as? Int ?? 0 > 0 })
        let id = try session.note("Private")["id"] ?? ""
        let paths = [
            "/", "/index.html", "/notes/private.html", "/search.html", "/edit/api/notes?count=9",
            "/edit/api/notes/\(id)", "/edit/api/trash", "/edit/api/state",
            "/edit/api/notes/\(id)/photos/0", "/-/changed.js?x",
        ]
        for path in paths {
            for cookie in ["", "notebinder-\(editor.port)=0123456789abcdef0123456789abcdef"] {
                let reply = try attack("GET", path: path, cookie: cookie, body: "")
                try expectRefusal(reply, 401, path)
            }
            // A page of another site that includes it as a script gets nothing either.
            try expectRefusal(
                attack("GET", path: path, fetchSite: "cross-site", body: ""), 403, path)
        }
        // The editor's own files hold no notes.
        for path in ["/edit/", "/edit/app.js", "/edit/list.js", "/edit/style.css"] {
            let reply = try attack("GET", path: path, cookie: "", body: "")
            #expect(reply?.status == 200)
            #expect(
                reply.map { String(decoding: $0.body, as: UTF8.self).contains("Private") } == false)
        }
    }

    @Test func acceptsATokenOnlyOnce() throws {
        let link = try editor.anotherLink()
        _ = try EditorSession(editor, link: link)
        #expect(throws: EditorSession.Refused.self) { try EditorSession(editor, link: link) }
        let guess = "http://localhost/#token=0123456789abcdef0123456789abcdef"
        #expect(throws: EditorSession.Refused.self) { try EditorSession(editor, link: guess) }
    }

    @Test(arguments: [
        "/edit/..%2f..%2fsecret.txt", "/edit/../secret.txt", "/..%2fsecret.txt",
        "/edit/api/notes/..%2f..%2fsecret.txt", "/edit/api/uploads/..%2f..%2fsecret.txt",
        "/edit/api/notes/Private.data", "/edit/api/notes/link.data", "/%2e%2e/secret.txt",
        "/edit/api/uploads/%00", "/edit/api/trash/../../secret.txt",
        "/edit/api/notes/%2Fetc%2Fpasswd", "//etc/passwd", "/.notebinder/report.json",
    ])
    func servesNoUnpublishedFiles(_ path: String) throws {
        let reply = try #require(try attack("GET", path: path, body: ""))
        #expect([400, 404].contains(reply.status))
        #expect(!String(decoding: reply.body, as: UTF8.self).contains("third stone"))
    }

    @Test func refusesOversizedAndChunkedBodies() throws {
        let large = [UInt8](repeating: 0x20, count: (64 << 20) + 1)
        let reply = try session.send(
            "POST", "/edit/api/uploads", body: large, type: "application/x-notebinder-file")
        #expect(reply.status == 413)
        let chunked = try editor.reply(
            to: Array(
                """
                PUT /edit/api/notes/a HTTP/1.1\r\nHost: localhost:\(editor.port)\r
                Cookie: \(session.cookie)\r\nOrigin: \(editor.origin)\r\nX-Notebinder: editor\r
                Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n0\r\n\r\n
                """.utf8))
        #expect(chunked?.status == 413)
        #expect(editor.isRunning)
    }

    @Test func answersOthersWhileABodyIsSlow() throws {
        let slow = try RawConnection(port: editor.port)
        slow.send(session.head("POST", "/edit/api/notes", length: 100) + #"{"title":"Slo"#)
        #expect(try session.ask("GET", "notes?count=1")["total"] as? Int == 1)
        slow.finishSending()
        _ = slow.receiveAll()
        #expect(try FolderContents(editor.folder.path + "/MyNotes") == before)
    }

    @Test(arguments: ["", "[]", "{", "null", #"{"title":5}"#, #"{"title":"  "}"#, "\u{FEFF}{}"])
    func reportsInvalidRequestBodies(_ body: String) throws {
        let reply = try #require(try attack("POST", path: "/edit/api/notes", body: body))
        #expect(reply.status == 400)
        #expect(String(decoding: reply.body, as: UTF8.self).contains("problem"))
        #expect(try FolderContents(editor.folder.path + "/MyNotes") == before)
    }
}
