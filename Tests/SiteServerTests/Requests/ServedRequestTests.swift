import TestSupport
import Testing

@testable import SiteServer

/// Request targets (RFC 9112, section 3.2) and the reasons to refuse a request.
@Suite(.tags(.fast))
struct ServedRequestTests {
    private func request(
        _ target: String, method: String = "GET", hosts: [String] = ["localhost:8080"],
        port: Int = 8080, hasBody: Bool = false
    ) -> ServedRequest {
        ServedRequest(
            method: method, target: target, headers: hosts.map { ("hOST", $0) }, port: port,
            body: hasBody ? .unread : .none)
    }

    @Test(arguments: [
        ("/", "/", ""), ("/a/b.html", "/a/b.html", ""), ("/a?x=1", "/a", "x=1"),
        ("/a?", "/a", ""), ("/?a?b", "/", "a?b"), ("//a//b", "//a//b", ""),
        ("/a%3Fb?c", "/a%3Fb", "c"),
        ("http://localhost:8080/a?b", "/a", "b"), ("http://localhost:8080", "/", ""),
        ("http://localhost:8080?b=/c", "/", "b=/c"), ("HTTP://localhost:8080/A", "/A", ""),
        ("HTTP://127.0.0.1:8080", "/", ""),
    ])
    func splitsATargetIntoPathAndQuery(target: String, path: String, query: String) {
        let request = request(target)
        #expect(request.path == path)
        #expect(request.query == query)
        #expect(request.refusal() == nil)
    }

    @Test(arguments: ["", "a", "*", "localhost:80", "https://localhost:8080/", "http:/a", "?a"])
    func refusesInvalidRequestTargets(target: String) {
        #expect(request(target).refusal()?.status == 400)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "", "GET "])
    func listsAllowedMethodsWhenRefusingOthers(method: String) {
        let refusal = request("/", method: method).refusal()
        #expect(refusal?.status == 405)
        #expect(refusal?.header("Allow") == "GET, HEAD")
    }

    @Test(arguments: [
        "evil.example:8080", "localhost.:8080", "localhost.evil.example:8080", "localhost:8081",
        "localhost:8080:8080", "localhost:-8080", "localhost:+8080", "localhost:8080 ", "",
        ":8080", "user@localhost:8080", "127.0.0.1.nip.io:8080", "[::1]:8081", "0.0.0.0:8080",
        "127.0.0.1.evil.example:8080", "192.168.0.1:8080", "localhost:x",
        "127.1:8080", "2130706433:8080", "localhost:99999999999999999999",
        "localhost:\u{0668}\u{0660}\u{0668}\u{0660}", "localhost", "localhost:08080",
    ])
    func refusesForeignHosts(host: String) {
        #expect(request("/", hosts: [host]).refusal()?.status == 421)
        let absolute = request("http://\(host)/", hosts: ["localhost:8080"])
        #expect(absolute.refusal()?.status == 421)
    }

    @Test(arguments: [
        "localhost:8080", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080",
    ])
    func acceptsItsOwnHostNames(host: String) {
        #expect(request("/", hosts: [host]).refusal() == nil)
        #expect(request("http://\(host)/", hosts: ["evil.example"]).refusal() == nil)
    }

    @Test(arguments: ["localhost", "localhost:", "localhost:80", "127.0.0.1", "127.0.0.1:80"])
    func defaultsToPort80(host: String) {
        #expect(request("/", hosts: [host], port: 80).refusal() == nil)
        #expect(request("/", hosts: [host], port: 8080).refusal()?.status == 421)
    }

    @Test func needsOneHostHeaderEvenForAnAbsoluteTarget() {
        for hosts in [[], ["localhost:8080", "localhost:8080"], ["localhost:8080", "evil"]] {
            #expect(request("/", hosts: hosts).refusal()?.status == 400)
            #expect(request("http://localhost:8080/", hosts: hosts).refusal()?.status == 400)
        }
    }

    @Test func checksTheHostBeforeRefusingABody() {
        #expect(request("/", hasBody: true).refusal() == nil)
        #expect(request("/", hasBody: true).bodyRefusal?.status == 413)
        #expect(request("/", hosts: ["evil.example"], hasBody: true).refusal()?.status == 421)
        #expect(request("/").bodyRefusal == nil)
    }
}
