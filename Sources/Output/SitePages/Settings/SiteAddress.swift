import Foundation

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
    guard !path.utf8.allSatisfy({ isInPaths[Int($0)] }) else { return path }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(3 * path.utf8.count)
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
        if isInPaths[Int(byte)] {
            encoded.append(byte)
        } else {
            encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}

/// True for the bytes that may be in the path of a URL as they are, indexed by byte.
private let isInPaths: [Bool] = (0...255).map { (byte: UInt8) in
    byte < 0x80 && CharacterSet.urlPathAllowed.contains(Unicode.Scalar(byte))
}
