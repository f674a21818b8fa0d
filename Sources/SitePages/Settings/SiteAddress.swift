import Foundation

/// Where a site is published: `https://example.org/notes/`.
package struct SiteAddress: Hashable, Sendable {
    /// With a slash at its end.
    package let text: String
    /// The part behind the host, with a slash at both ends.
    let path: String

    /// - Parameter text: An address of the web, without a query; nil is given for any other.
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

    /// The address of a file of the site.
    func url(_ path: String) -> String { text + encodedPath(path) }
}

/// A path within the site as a part of an address: letters beyond ASCII percent-encoded.
func encodedPath(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x2D...0x39).contains(byte)
    }
    return plain
        ? path : path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
}
