/// An HTTP request, reduced to what its reply depends on. Its header values are not yet validated.
package struct ServedRequest: Sendable {
    package var method: String
    /// The request target as sent: a path with an optional query, or an absolute URL.
    package var target: String
    /// The headers in the order in which they were sent, with repetitions.
    package var headers: [(name: String, value: String)]
    /// The port of this machine at which the request arrived, which its `Host` header has to name.
    package var port: Int
    package var body: Body

    /// The body of a request.
    package enum Body: Sendable, Equatable {
        case none
        /// A body that the headers announce but the server does not read; the request must be
        /// refused.
        case unread
        case bytes([UInt8])
    }

    package init(
        method: String = "GET", target: String, headers: [(name: String, value: String)],
        port: Int, body: Body = .none
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.port = port
        self.body = body
    }

    /// Returns the values of all headers with a name, ignoring its case (RFC 9110, section 5.1).
    package func values(of name: String) -> [String] {
        let name = name.lowercased()
        return headers.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// Returns the value of the first header with a name, ignoring its case; nil if there is none.
    package func value(of name: String) -> String? { values(of: name).first }

    /// The path of the target, percent-encoded and without the query; it begins with a slash.
    package var path: String { String(pathAndQuery.prefix { $0 != "?" }) }

    /// The query of the target without its question mark; empty when there is none.
    package var query: String { String(pathAndQuery.drop { $0 != "?" }.dropFirst()) }

    /// Returns the reply to a request that is refused regardless of its path; nil for all others.
    ///
    /// - Parameters:
    ///   - names: The names of this server, without a port, in lower case.
    ///   - methods: The methods that are allowed.
    package func refusal(
        names: [String] = Self.loopbackNames, methods: [String] = Self.readingMethods
    ) -> ServedReply? {
        guard methods.contains(method) else { return .methodNotAllowed(but: methods) }
        guard target.hasPrefix("/") || absoluteTarget != nil else {
            return .text(400, text: "The request target must be a path or an http address.")
        }
        let hosts = values(of: "Host")
        guard hosts.count == 1 else {
            return .text(400, text: "A request needs exactly one Host header.")
        }
        guard isOfThisServer(authority, names: names) else {
            let known = names.map { "\($0):\(port)" }.joined(separator: ", ")
            return .text(421, text: "This server has these names only: \(known)")
        }
        return nil
    }

    /// The host and the port that the request is addressed to; empty if there is none.
    package var authority: String {
        // The host of an absolute target replaces the header (RFC 9112, section 3.2.2).
        absoluteTarget.map { String($0.authority) } ?? values(of: "Host").first ?? ""
    }

    /// The reply to a request with a body that is not read; nil for all others.
    package var bodyRefusal: ServedReply? {
        body == .unread
            ? .text(413, text: "The body is not accepted, is too large, or has no length.") : nil
    }

    /// The methods of requests that change nothing.
    package static let readingMethods = ["GET", "HEAD"]
    /// The names by which programs of this machine address it.
    package static let loopbackNames = ["localhost", "127.0.0.1", "[::1]"]
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

    /// Returns true if an authority is one of the names of this server with the port at which the
    /// request arrived.
    ///
    /// Another site could point one of its own names here (DNS rebinding), or be served from
    /// another port of this machine.
    private func isOfThisServer(_ authority: String, names: [String]) -> Bool {
        let authority = authority.lowercased()
        return names.contains { name in
            guard authority.hasPrefix(name) else { return false }
            let rest = authority.dropFirst(name.count)
            guard !rest.isEmpty else { return port == Self.defaultPort }
            guard rest.first == ":", rest.dropFirst().allSatisfy(\.isASCIIDigit) else {
                return false
            }
            return rest.count == 1 ? port == Self.defaultPort : rest.dropFirst() == "\(port)"
        }
    }

    /// The port of an `http` address that names none (RFC 9110, section 4.2.1).
    private static let defaultPort = 80
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
