import Platform

/// The limits that a server puts on its clients, so that none of them can exhaust memory or
/// connections.
package struct ServerLimits: Sendable {
    /// The longest request line, in bytes; a longer one is answered with 414.
    package var maximumRequestLine = 8 << 10
    /// The largest total of all header lines of a request, in bytes; more are answered with 431.
    package var maximumHeaders = 64 << 10
    /// The largest number of connections that are open at once, at least 2; fewer if file
    /// descriptors are scarce.
    package var maximumConnections = 256
    /// The time a client has to send a request, or to close the connection, from the moment the
    /// connection is open or the previous reply has been sent.
    package var requestTimeout: Duration = .seconds(10)
    /// The time a client has to send the body of a request.
    package var bodyTimeout: Duration = .seconds(60)
    /// The time for which a client may stop reading a reply. A paused player does that, and asks
    /// for the rest with a new request if the connection has been closed meanwhile.
    package var writeTimeout: Duration = .seconds(60)

    package init() {}
}

extension ServerLimits {
    /// The file descriptors of the server itself: event loop, listening socket, input and output.
    private static let reservedDescriptors = 10
    /// A connection needs one for its socket and one for the file that is sent.
    private static let descriptorsPerConnection = 2

    /// Returns these limits with no more connections than this process has file descriptors for.
    ///
    /// - Throws: ``SiteServerError`` if that leaves fewer than two connections.
    func fittedToDescriptors() throws -> ServerLimits {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 3
        let taken = open + Self.reservedDescriptors
        let limit = Self.raiseDescriptorLimit(
            to: taken + maximumConnections * Self.descriptorsPerConnection)
        var fitted = self
        fitted.maximumConnections = min(
            maximumConnections, (limit - taken) / Self.descriptorsPerConnection)
        guard fitted.maximumConnections > 1 else {
            throw SiteServerError(
                description:
                    "Too few file descriptors (\(limit)) to run a server. Raise the limit with ulimit -n"
            )
        }
        return fitted
    }

    /// Raises the limit of open file descriptors as far as needed and allowed.
    ///
    /// - Returns: The limit now in force.
    private static func raiseDescriptorLimit(to wanted: Int) -> Int {
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return wanted }
        if limit.rlim_cur < rlim_t(wanted) {
            var raised = limit
            raised.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
