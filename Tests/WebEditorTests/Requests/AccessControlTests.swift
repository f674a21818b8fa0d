import SiteServer
import TestSupport
import Testing

@testable import WebEditor

/// The requests that may read notes, and those that may change them.
@Suite(.tags(.fast))
struct AccessControlTests {
    private let access = AccessControl(addresses: ["192.168.1.5"])

    /// Returns a request as the editor's pages send it, with other headers in place of theirs.
    private func request(
        _ method: String = "PUT", _ replaced: [String: String?] = [:], port: Int = 8080
    ) -> ServedRequest {
        var headers = [
            "Host": "localhost:8080", "Origin": "http://localhost:8080",
            "Sec-Fetch-Site": "same-origin", "X-Notebinder": "editor",
            "Content-Type": "application/json",
        ]
        for (name, value) in replaced { headers[name] = value }
        return ServedRequest(
            method: method, target: "/edit/api/notes/1",
            headers: headers.map { (name: $0.key, value: $0.value) }, port: port)
    }

    @Test func acceptsWhatTheEditorsPagesSend() {
        #expect(access.refusal(of: request()) == nil)
        #expect(access.refusal(of: request("POST", ["Sec-Fetch-Site": nil])) == nil)
        let file = ["Content-Type": "application/x-notebinder-file"]
        #expect(access.refusal(of: request("POST", file)) == nil)
        let phone = ["Host": "192.168.1.5:8080", "Origin": "http://192.168.1.5:8080"]
        #expect(access.refusal(of: request("DELETE", phone)) == nil)
        let sixth = ["Host": "[::1]:8080", "Origin": "http://[::1]:8080"]
        #expect(access.refusal(of: request("DELETE", sixth)) == nil)
        let reading =
            ["Origin": nil, "X-Notebinder": nil, "Content-Type": nil] as [String: String?]
        #expect(access.refusal(of: request("GET", reading)) == nil)
    }

    @Test(arguments: [
        ("Host", "evil.example:8080", 421), ("Host", "localhost:8081", 421),
        ("Host", "localhost", 421), ("Host", "localhost.evil.example:8080", 421),
        ("Host", "192.168.1.6:8080", 421), ("Host", "0.0.0.0:8080", 421),
        ("Origin", "http://evil.example", 403), ("Origin", "null", 403), ("Origin", nil, 403),
        ("Origin", "http://localhost:8081", 403),
        ("Origin", "http://localhost:8080.evil.example", 403),
        ("Origin", "https://localhost:8080", 403), ("Origin", "http://127.0.0.1:8080", 403),
        ("Sec-Fetch-Site", "cross-site", 403), ("Sec-Fetch-Site", "same-site", 403),
        ("Sec-Fetch-Site", "none", 403), ("X-Notebinder", nil, 403), ("X-Notebinder", "1", 403),
        ("Content-Type", "text/plain", 415), ("Content-Type", nil, 415),
        ("Content-Type", "multipart/form-data; boundary=a", 415),
        ("Content-Type", "application/x-www-form-urlencoded", 415),
        ("Content-Type", "application/json; charset=utf-8", 415),
    ])
    func refusesChangesWithUnexpectedHeaders(_ name: String, value: String?, status: Int) {
        #expect(access.refusal(of: request("PUT", [name: value]))?.status == status)
    }

    @Test(arguments: ["OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND"])
    func allowsNoOtherMethod(_ method: String) {
        let refusal = access.refusal(of: request(method))
        #expect(refusal?.status == 405)
        #expect(refusal?.headers.contains { $0.name.hasPrefix("Access-Control") } == false)
    }

    @Test func opensOneSessionWithAToken() throws {
        let token = access.issueToken()
        #expect(token.utf8.count == 32)
        #expect(access.openSession(with: token + "0", port: 8080) == nil)
        #expect(access.openSession(with: "", port: 8080) == nil)
        let cookie = try #require(access.openSession(with: token, port: 8080))
        #expect(
            cookie.wholeMatch(
                of: /notebinder-8080=[0-9a-f]{32}; HttpOnly; SameSite=Strict; Path=\//) != nil)
        #expect(access.openSession(with: token, port: 8080) == nil)
        #expect(token != access.issueToken())
    }

    @Test func requiresASessionForReading() throws {
        let cookie = try #require(access.openSession(with: access.issueToken(), port: 8080))
        let pair = String(cookie.prefix { $0 != ";" })
        func status(_ replaced: [String: String?], port: Int = 8080) -> Int? {
            access.refusalWithoutSession(
                of: request("GET", replaced, port: port), isActivity: false)?.status
        }
        #expect(status(["Cookie": pair]) == nil)
        #expect(status(["Cookie": "a=b; \(pair); c=d", "Sec-Fetch-Site": "none"]) == nil)
        #expect(status([:]) == 401)
        #expect(status(["Cookie": pair.dropLast() + "g"]) == 401)
        #expect(status(["Cookie": "notebinder-8080="]) == 401)
        #expect(status(["Cookie": pair.replacing("8080", with: "8081")]) == 401)
        // Another server of this machine may have set a cookie of the name of its own port.
        #expect(status(["Cookie": pair], port: 8081) == 401)
        #expect(status(["Cookie": pair, "Sec-Fetch-Site": "same-site"]) == 403)
        #expect(status(["Cookie": pair, "Sec-Fetch-Site": "cross-site"]) == 403)
    }

    @Test func forgetsTheOldestOfManyUnusedTokens() {
        let tokens = (0..<9).map { _ in access.issueToken() }
        #expect(access.openSession(with: tokens[0], port: 80) == nil)
        #expect(tokens.dropFirst().allSatisfy { access.openSession(with: $0, port: 80) != nil })
    }
}
