import Foundation
import SiteServer
import TestSupport
import Testing

@Suite(.tags(.acceptance))
struct ServedFolderTests {
    let folder = TemporaryFolder()
    private var site: ServedFolder { ServedFolder(folder.path + "/site") }

    init() throws {
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
        _ target: String, hosts: [String] = ["localhost:8080"], range: String? = nil,
        method: String = "GET", knownTag: String? = nil, hasBody: Bool = false
    ) async -> ServedReply {
        let optional = [("Range", range), ("If-None-Match", knownTag)]
        return await site.reply(
            to: ServedRequest(
                method: method, target: target,
                headers: hosts.map { ("Host", $0) }
                    + optional.compactMap { name, value in value.map { (name, $0) } },
                port: 8080, body: hasBody ? .unread : .none))
    }

    private func text(_ reply: ServedReply) -> String {
        String(decoding: reply.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"),
        ("/notes/%C3%BC.html", "text/html; charset=utf-8"), ("/recordings/a.m4a", "audio/mp4"),
    ])
    func servesFilesOfTheSite(_ path: String, type: String) async {
        let reply = await get(path)
        #expect(reply.status == 200)
        #expect(reply.header("Content-Type") == type)
        #expect(reply.header("X-Content-Type-Options") == "nosniff")
        #expect(!reply.bytes.isEmpty)
    }

    @Test(arguments: [
        "/../secret.txt", "/notes/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt",
        "/.hidden", "/out.txt", "/../site2/secret.txt", "//secret.txt", "/%00", "/%ff",
        "/..\\secret.txt", "/notes", "/absent.html", "/-/absent",
    ])
    func servesNoOtherFiles(_ path: String) async {
        let reply = await get(path)
        #expect(reply.status == 404)
        #expect(!text(reply).contains("secret"))
    }

    /// Requests of all other forms are those of `ServedRequestTests`.
    @Test(arguments: [
        (["evil.example:8080"], "/", 421), ([], "/", 400), (["localhost:8080"], "*", 400),
        (["localhost:8080"], "http://evil/", 421), (["evil"], "http://localhost:8080/", 200),
    ])
    func refusesWhatIsNotAddressedToIt(_ hosts: [String], target: String, status: Int) async {
        let reply = await get(target, hosts: hosts)
        #expect(reply.status == status && text(reply).contains("index") == (status == 200))
    }

    @Test(arguments: [
        ("bytes=2-4", 206, "234", "bytes 2-4/10"), ("bytes=-2", 206, "89", "bytes 8-9/10"),
        ("bytes=-99", 206, "0123456789", "bytes 0-9/10"), ("bytes=10-", 416, "", "bytes */10"),
        ("bytes=4-2", 200, "0123456789", nil),
    ])
    func sendsRangesOfRecordings(_ range: String, status: Int, bytes: String, told: String?) async {
        let reply = await get("/recordings/a.m4a", range: range)
        #expect(reply.status == status && text(reply) == bytes)
        #expect(reply.header("Content-Range") == told)
        #expect(reply.header("Accept-Ranges") == "bytes")
    }

    @Test func refusesOtherMethodsAndBodies() async {
        let reply = await get("/", method: "POST")
        #expect(reply.status == 405 && reply.header("Allow") == "GET, HEAD")
        #expect(await get("/", hasBody: true).status == 413)
        #expect(await get("/", method: "POST", hasBody: true).status == 405)
    }

    @Test(arguments: ["/", "/recordings/a.m4a", "/absent", "/-/reload.js"])
    func sendsTheSameContentLengthForHEAD(_ path: String) async {
        let (get, head) = (await get(path), await get(path, method: "HEAD"))
        #expect(head.bytes.isEmpty && head.body.length == get.bytes.count)
        #expect(head.status == get.status && !get.bytes.isEmpty)
    }

    @Test func revalidatesCachedFilesByETag() async throws {
        let tag = try #require(await get("/recordings/a.m4a").header("ETag"))
        #expect(await get("/recordings/a.m4a", knownTag: tag).status == 304)
        try folder.write("other bytes", to: "site/recordings/a.m4a")
        #expect(await get("/recordings/a.m4a", knownTag: tag).status == 200)
    }

    /// Returns the state of the site that a page knows.
    private func state() async throws -> Substring {
        let page = text(await get("/"))
        return try #require(page.firstMatch(of: /\/-\/reload.js\?([0-9-]+)/)).1
    }

    @Test func stopsWaitingForAClientThatLeft() async throws {
        let request = ServedRequest(
            target: "/-/changed.js?\(try await state())&1", headers: [("Host", "localhost:8080")],
            port: 8080)
        let start = ContinuousClock.now
        let reply = await site.reply(to: request, isAbandoned: { true })
        #expect(reply.status == 200 && reply.bytes.isEmpty)
        #expect(start.duration(to: .now) < .seconds(15))
    }

    @Test func reloadsPagesWhenAnotherSiteIsPublished() async throws {
        let state = try await state()
        async let changed = get("/-/changed.js?\(state)&1")
        try await Task.sleep(for: .milliseconds(300))
        try FileManager.default.moveItem(
            atPath: folder.path + "/site", toPath: folder.path + "/old")
        try folder.write("<!doctype html><p>new</p>", to: "site/index.html")
        #expect(text(await changed) == "location.reload();\n")
        #expect(text(await get("/")).contains("new"))
    }
}
