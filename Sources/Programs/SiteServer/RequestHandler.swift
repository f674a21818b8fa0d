/// Answers the requests that a server receives.
package protocol RequestHandler: Sendable {
    /// Returns the largest length in bytes that the body of a request may have; nil if no body is
    /// read, in which case the request is handed over with ``ServedRequest/Body/unread``.
    ///
    /// Called with the head of a request before any of the body is read, on the thread that serves
    /// all connections, so it must return at once.
    func maximumBodyLength(of head: ServedRequest) -> Int?

    /// Returns the reply to a request.
    ///
    /// - Parameter isAbandoned: Returns true if the client has closed its side, so that waiting for
    ///   a change has become pointless.
    func reply(
        to request: ServedRequest, isAbandoned: @escaping @Sendable () -> Bool
    ) async -> ServedReply
}

extension RequestHandler {
    package func maximumBodyLength(of head: ServedRequest) -> Int? { nil }
}
