import NoteModel
import Platform
import SiteServer
import Synchronization

/// Decides which requests the editor answers.
///
/// A link with a one-time token opens a session, which a cookie of the browser identifies from then
/// on. Requests of other sites, of other ports of this machine and without a session get neither
/// notes nor changes.
package final class AccessControl: Sendable {
    private struct State {
        var tokens: [SecretToken] = []
        var sessions: [SecretToken] = []
        var lastUse = ContinuousClock.now
    }

    /// The names of this server in `Host` headers, without a port, in lower case.
    private let names: [String]
    private let state = Mutex(State())

    /// The header that the editor's own scripts send. A page of another origin has to ask the
    /// server first (CORS), and the server never allows it.
    static let ownHeader = "X-Notebinder"
    static let ownHeaderValue = "editor"
    /// The media types of what the editor's scripts send.
    static let jsonType = "application/json"
    static let fileType = "application/x-notebinder-file"

    static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE"]
    /// The maximum number of unused tokens; the oldest expire first.
    private static let maximumTokens = 8

    /// - Parameter addresses: The addresses, besides the loopback ones, at which the editor is
    ///   reached.
    package init(addresses: [String] = []) {
        names = ServedRequest.loopbackNames + addresses
    }

    /// Returns a new token, with which one browser can open a session, once.
    package func issueToken() -> String {
        let token = SecretToken()
        state.withLock { state in
            state.tokens.append(token)
            state.tokens = state.tokens.suffix(Self.maximumTokens)
        }
        return token.text
    }

    /// Opens a session and spends the token.
    ///
    /// - Parameter port: The port of the server, which is a part of the cookie's name since
    ///   browsers send cookies to all ports of a host.
    /// - Returns: The value of `Set-Cookie`; nil if the token is unknown or was used before.
    func openSession(with token: String, port: Int) -> String? {
        let session = SecretToken()
        let isOpen = state.withLock { state in
            // All tokens are compared, so that timing does not reveal a similar one.
            let spent = state.tokens.map { $0.matches(token) }
            guard let index = spent.firstIndex(of: true) else { return false }
            state.tokens.remove(at: index)
            state.sessions.append(session)
            state.lastUse = .now
            return true
        }
        guard isOpen else { return nil }
        return "\(Self.cookieName(port))=\(session.text); HttpOnly; SameSite=Strict; Path=/"
    }

    /// Ends the session of a request.
    ///
    /// - Returns: The value of `Set-Cookie`, which removes the cookie.
    func closeSession(of request: ServedRequest) -> String {
        let values = Self.cookies(of: request)
        state.withLock { state in
            state.sessions.removeAll { session in values.contains { session.matches($0) } }
        }
        return "\(Self.cookieName(request.port))=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0"
    }

    /// The time since the last request of a session that counts as use of the editor.
    package var idleTime: Duration { state.withLock { $0.lastUse.duration(to: .now) } }

    /// Returns the reply to a request that is refused regardless of its path; nil for all others.
    func refusal(of request: ServedRequest) -> ServedReply? {
        if let refusal = request.refusal(names: names, methods: Self.methods) { return refusal }
        guard !ServedRequest.readingMethods.contains(request.method) else { return nil }
        guard request.values(of: "Origin") == ["http://" + request.authority] else {
            return .text(403, text: "Only the editor's own pages may change something.")
        }
        guard isFromOwnPage(request), request.value(of: Self.ownHeader) == Self.ownHeaderValue
        else {
            return .text(403, text: "Only the editor's own scripts may change something.")
        }
        guard [Self.jsonType, Self.fileType].contains(request.value(of: "Content-Type")) else {
            return .text(415, text: "The body must be \(Self.jsonType) or \(Self.fileType).")
        }
        return nil
    }

    /// Returns the reply to a request without a session, or from a page of another origin; nil if
    /// the request may read notes.
    ///
    /// - Parameter isActivity: True if the request counts as use of the editor.
    func refusalWithoutSession(of request: ServedRequest, isActivity: Bool) -> ServedReply? {
        guard hasSession(request, isActivity: isActivity) else {
            return .text(
                401, text: "Open the link that notebinder printed; it works once, in one browser.")
        }
        guard isFromOwnPage(request) || request.value(of: "Sec-Fetch-Site") == "none" else {
            return .text(403, text: "Pages of other sites cannot read notes.")
        }
        return nil
    }

    /// Returns true if one of the editor's own pages sent the request, according to the browser, or
    /// if the client does not send that information.
    private func isFromOwnPage(_ request: ServedRequest) -> Bool {
        request.value(of: "Sec-Fetch-Site").map { $0 == "same-origin" } ?? true
    }

    private func hasSession(_ request: ServedRequest, isActivity: Bool) -> Bool {
        let values = Self.cookies(of: request)
        return state.withLock { state in
            var isKnown = false
            for session in state.sessions {
                for value in values where session.matches(value) { isKnown = true }
            }
            if isKnown, isActivity { state.lastUse = .now }
            return isKnown
        }
    }

    /// Returns the values of the cookies that may be those of sessions.
    static func cookies(of request: ServedRequest) -> [String] {
        let prefix = cookieName(request.port) + "="
        return request.values(of: "Cookie").flatMap { $0.split(separator: ";") }
            .map { $0.trimmed }
            .filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    private static func cookieName(_ port: Int) -> String { "notebinder-\(port)" }
}

extension ServedReply {
    /// The headers of all replies of the editor: nothing but its own scripts, styles and pictures
    /// runs or is loaded, nothing is cached, and no other site can embed or read anything.
    static let protection: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
                + "media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; form-action 'none'; "
                + "base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
}
