/// An HTTP request, reduced to what its reply depends on. Its header values are not yet validated.
package struct ServedRequest: Sendable {
    package var method: String
    /// The request target as sent: a path with an optional query, or an absolute URL.
    package var target: String
    /// The values of all `Host` headers, of which a valid request has exactly one.
    package var hosts: [String]
    /// The port of this machine at which the request arrived, which its `Host` header has to name.
    package var port: Int
    /// The value of the `Range` header, such as `bytes=0-499`; nil if there is none.
    package var range: String?
    /// The entity tag of the copy that the browser has, from `If-None-Match`; nil if it has none.
    package var knownTag: String?
    /// True if the headers announce a body, which is never read: the request is refused with 413.
    package var hasBody: Bool

    package init(
        method: String = "GET", target: String, hosts: [String], port: Int, range: String? = nil,
        knownTag: String? = nil, hasBody: Bool = false
    ) {
        self.method = method
        self.target = target
        self.hosts = hosts
        self.port = port
        self.range = range
        self.knownTag = knownTag
        self.hasBody = hasBody
    }

    /// The path of the target, percent-encoded and without the query; it begins with a slash.
    var path: String { String(pathAndQuery.prefix { $0 != "?" }) }

    /// The query of the target without its question mark; empty when there is none.
    var query: String { String(pathAndQuery.drop { $0 != "?" }.dropFirst()) }

    /// The reply to a request that is refused whatever it asks for; nil for all others.
    func refusal() -> ServedReply? {
        guard ["GET", "HEAD"].contains(method) else { return .methodNotAllowed }
        guard target.hasPrefix("/") || absoluteTarget != nil else {
            return .text(400, text: "The request target must be a path or an http address.")
        }
        guard hosts.count == 1 else {
            return .text(400, text: "A request needs exactly one Host header.")
        }
        guard isForThisServer else {
            return .text(
                421, text: "This server is called localhost:\(port) or 127.0.0.1:\(port) only.")
        }
        guard !hasBody else { return .text(413, text: "Requests with a body are not accepted.") }
        return nil
    }
}

extension ServedRequest {
    /// The authority and the rest of a target in absolute form (RFC 9112, section 3.2.2).
    private var absoluteTarget: (authority: Substring, rest: Substring)? {
        let scheme = "http://"
        guard target.prefix(scheme.count).lowercased() == scheme else { return nil }
        let address = target.dropFirst(scheme.count)
        let end = address.firstIndex { $0 == "/" || $0 == "?" } ?? address.endIndex
        return (address[..<end], address[end...])
    }

    private var pathAndQuery: String {
        guard let rest = absoluteTarget?.rest else { return target }
        return rest.hasPrefix("/") ? String(rest) : "/" + rest
    }

    /// True if the request names this server: a loopback name, and the port it arrived at.
    ///
    /// A page of another site could have one of its own names lead here (DNS rebinding), or be
    /// served at another port of this machine.
    private var isForThisServer: Bool {
        // The host of an absolute target replaces the header (RFC 9112, section 3.2.2).
        let authority = absoluteTarget.map { String($0.authority) } ?? hosts[0]
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard ["localhost", "127.0.0.1"].contains(parts[0].lowercased()) else { return false }
        switch parts.count {
        case 1: return port == Self.defaultPort
        case 2:
            guard parts[1].allSatisfy(\.isASCIIDigit) else { return false }
            return (parts[1].isEmpty ? Self.defaultPort : Int(parts[1])) == port
        default: return false
        }
    }

    /// The port of an `http` address that names none (RFC 9110, section 4.2.1).
    private static let defaultPort = 80
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
