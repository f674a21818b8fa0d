import Platform

/// The address at which a site is published, such as `https://example.org/notes/`.
package struct SiteAddress: Hashable, Sendable {
    /// The URL, with a trailing slash, and with scheme and host in lower case.
    package let text: String
    /// The percent-encoded path of the URL, with a slash at both ends, such as `/notes/`; a single
    /// slash for the root of a host.
    package let path: String

    /// Creates an address; nil for a text that is not an HTTP or HTTPS URL, or has a user,
    /// password, query or fragment.
    package init?(_ text: String) {
        guard let parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.percentEncodedHost, !host.isEmpty, parts.user == nil,
            parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        let path = parts.percentEncodedPath
        self.path = path.hasSuffix("/") ? path : path + "/"
        let port = parts.port.map { ":\($0)" } ?? ""
        self.text = "\(scheme)://\(host.lowercased())\(port)\(self.path)"
    }

    /// Returns the URL of a file of the site. An empty path gives the URL of the site.
    ///
    /// - Parameter path: The path within the site, which is percent-encoded here.
    func url(_ path: String) -> String { text + encodedPath(path) }
}

/// Returns a path within the site with percent-encoding, for use in an address. Slashes remain, and
/// most paths are returned unchanged.
func encodedPath(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x2D...0x39).contains(byte)
    }
    return plain
        ? path : path.percentEncodedPath
}
