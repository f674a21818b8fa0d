import Foundation
import LocalFiles
import TestSupport
import Testing

@testable import SiteServer

@Suite(.tags(.fast))
struct ServedReplyTests {
    @Test(arguments: [
        ("index.html", "text/html; charset=utf-8"), ("a/style.css", "text/css; charset=utf-8"),
        ("search.js", "text/javascript; charset=utf-8"), ("a.json", "application/json"),
        ("feed.xml", "application/atom+xml"), ("sitemap.xml", "application/xml"),
        ("a/feed.xml", "application/atom+xml"), ("robots.txt", "text/plain; charset=utf-8"),
        ("icon.svg", "image/svg+xml"), ("a.JPG", "image/jpeg"), ("a.jpeg", "image/jpeg"),
        ("a.webp", "image/webp"), ("a.b.png", "image/png"), ("a.mp3", "audio/mpeg"),
        ("a.m4a", "audio/mp4"), ("a.mov", "video/quicktime"), ("font.woff2", "font/woff2"),
        ("a.pdf", "application/pdf"),
    ])
    func mapsExtensionsToMediaTypes(path: String, type: String) {
        #expect(ServedReply.mediaType(of: path) == type)
    }

    @Test(arguments: ["a.exe", "a", "a.", "", "/", "a.html.exe", "a.html/b", "a.svgz"])
    func servesUnknownTypesAsDownloads(path: String) {
        #expect(ServedReply.mediaType(of: path) == "application/octet-stream")
    }

    @Test func announcesTheLengthOfEveryKindOfBody() {
        #expect(ServedReply.Body.bytes([1, 2, 3]).length == 3)
        #expect(ServedReply.Body.file("/a", 10..<30).length == 20)
        #expect(ServedReply.Body.omitted(length: 7).length == 7)
        for body in [ServedReply.Body.file("/a", 10..<30), .omitted(length: 7)] {
            #expect(ServedReply(status: 200, headers: [], body: body).bytes.isEmpty)
        }
    }

    @Test func returnsTheFirstHeaderOfAName() {
        let reply = ServedReply(
            status: 200, headers: [("A", "1"), ("B", "2"), ("A", "3")], body: .bytes([]))
        #expect(reply.header("A") == "1")
        #expect(reply.header("C") == nil)
    }

    @Test(arguments: [ENOENT, ENOTDIR, EACCES, EPERM])
    func hidesWhyAFileCannotBeSeen(code: Int32) {
        let reply = ServedReply.unreadable(FileError(action: "open", path: "/secret", code: code))
        #expect(reply.status == 404)
        #expect(String(decoding: reply.bytes, as: UTF8.self) == "Not found\n")
    }

    @Test(arguments: [EMFILE, ENFILE, EIO, ENOMEM])
    func saysThatAShortageIsTemporary(code: Int32) {
        let reply = ServedReply.unreadable(FileError(action: "open", path: "/secret", code: code))
        #expect(reply.status == 503)
        let text = String(decoding: reply.bytes, as: UTF8.self)
        #expect(text.contains(String(cString: strerror(code))))
        #expect(!text.contains("secret"))
    }
}
