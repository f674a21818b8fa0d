import Platform

/// The reason why a server could not be started, or stopped although it was not cancelled.
package struct SiteServerError: Error, CustomStringConvertible {
    /// A sentence for people, without a final period, with advice if there is any.
    package let description: String
}

extension SiteServerError {
    /// Describes a failed attempt to listen on a port, by the value of `errno`.
    init(listeningOn port: UInt16, code: Int32) {
        description =
            switch code {
            case EADDRINUSE: "Port \(port) is already in use. Choose another with --port"
            // Ports below 1024 need privileges on many systems.
            case EACCES, EPERM:
                "Port \(port) needs privileges. Choose one above 1023 with --port"
            default: "The server cannot listen: \(String(cString: strerror(code)))"
            }
    }
}
