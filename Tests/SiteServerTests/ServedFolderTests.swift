import Foundation
import LocalFiles
import SiteServer
import TestSupport
import Testing

struct ServedFolderTests {
    let folder: TemporaryFolder
    private var site: ServedFolder { ServedFolder(folder.path + "/site") }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("<!doctype html><p>index</p>", to: "site/index.html")
        try folder.write("<!doctype html><p>none</p>", to: "site/404.html")
        try folder.write("<!doctype html><p>ü</p>", to: "site/notes/ü.html")
        try folder.write("0123456789", to: "site/recordings/a.m4a")
        try folder.write("secret", to: "site/.hidden")
        try folder.write("secret", to: "secret.txt")
        try folder.write("secret", to: "site2/secret.txt")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/site/out.txt",
            withDestinationPath: folder.path + "/secret.txt")
    }

    private func get(
        _ path: String, host: String? = "localhost:8080", range: String? = nil,
        method: String = "GET", known: String? = nil
    ) async -> ServedReply {
        await site.reply(method: method, path: path, host: host, range: range, known: known)
    }

    private func text(_ reply: ServedReply) -> String {
        String(decoding: reply.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"),
        ("/notes/%C3%BC.html", "text/html; charset=utf-8"), ("/recordings/a.m4a", "audio/mp4"),
    ])
    func showsFilesOfTheSite(_ path: String, _ type: String) async {
        let reply = await get(path)
        #expect(reply.status == 200)
        #expect(reply.header("Content-Type") == type)
        #expect(reply.header("X-Content-Type-Options") == "nosniff")
        #expect(!reply.bytes.isEmpty)
    }

    @Test(arguments: [
        "/../secret.txt", "/notes/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt",
        "/.hidden", "/out.txt", "/../site2/secret.txt", "//secret.txt", "/%00", "/%ff", "",
        "/..\\secret.txt", "/notes", "/absent.html", "/-/absent",
    ])
    func showsNothingElse(_ path: String) async {
        let reply = await get(path)
        #expect(reply.status == 404)
        #expect(!text(reply).contains("secret"))
    }

    @Test(arguments: [
        nil, "", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:x",
        "192.168.0.1:8080", "localhost:80:80", "[::1]:8080",
    ])
    func answersToNoOtherName(_ host: String?) async {
        let reply = await get("/", host: host)
        #expect(reply.status == 421 && !text(reply).contains("index"))
    }

    @Test(arguments: ["localhost", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:8080"])
    func answersToItsOwnNames(_ host: String) async {
        #expect(await get("/", host: host).status == 200)
    }

    @Test(arguments: [
        ("bytes=2-4", 206, "234", "bytes 2-4/10"), ("bytes=7-", 206, "789", "bytes 7-9/10"),
        ("bytes=-2", 206, "89", "bytes 8-9/10"), ("bytes=0-99", 206, "0123456789", "bytes 0-9/10"),
        ("bytes=-99", 206, "0123456789", "bytes 0-9/10"), ("bytes=10-", 416, "", "bytes */10"),
        ("bytes=-0", 416, "", "bytes */10"), ("bytes=4-2", 200, "0123456789", nil),
        ("bytes=0-1,4-5", 200, "0123456789", nil), ("lines=0-1", 200, "0123456789", nil),
        ("bytes=", 200, "0123456789", nil), ("bytes=99999999999999999999-", 200, "0123456789", nil),
    ])
    func sendsPartsOfRecordings(
        _ range: String, _ status: Int, _ bytes: String, _ told: String?
    ) async {
        let reply = await get("/recordings/a.m4a", range: range)
        #expect(reply.status == status && text(reply) == bytes)
        #expect(reply.header("Content-Range") == told)
        #expect(reply.header("Accept-Ranges") == "bytes")
    }

    @Test func changesNothingAndReadsOnly() async {
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            #expect(await get("/", method: method).status == 405)
        }
        #expect(await get("/", method: "HEAD").bytes.isEmpty)
    }

    @Test func tellsWhatTheBrowserHas() async throws {
        let tag = try #require(await get("/recordings/a.m4a").header("ETag"))
        #expect(await get("/recordings/a.m4a", known: tag).status == 304)
        try folder.write("other bytes", to: "site/recordings/a.m4a")
        #expect(await get("/recordings/a.m4a", known: tag).status == 200)
    }

    @Test func tellsPagesThatAnotherSiteIsPublished() async throws {
        let page = text(await get("/"))
        let script = try #require(page.firstMatch(of: /\/-\/reload.js\?([0-9-]+)/))
        let state = String(script.1)
        async let changed = site.reply(
            method: "GET", path: "/-/changed.js", query: state + "&1", host: "localhost")
        try await Task.sleep(for: .milliseconds(300))
        try FileManager.default.moveItem(
            atPath: folder.path + "/site", toPath: folder.path + "/old")
        try folder.write("<!doctype html><p>new</p>", to: "site/index.html")
        #expect(text(await changed) == "location.reload();\n")
        #expect(text(await get("/")).contains("new"))
    }
}
