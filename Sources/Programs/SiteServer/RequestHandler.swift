/// Answers the requests that a server receives.
package protocol RequestHandler: Sendable {
    /// Returns the maximum length of a request body in bytes. If it is nil, no body is read, and
    /// the request is passed on with ``ServedRequest/Body/unread``.
    ///
    /// Called with the head of a request before any of the body is read, on the thread that serves
    /// all connections, so it must return at once.
    func maximumBodyLength(of head: ServedRequest) -> Int?

    /// Returns the reply to a request.
    ///
    /// - Parameter isAbandoned: Returns true if the client has closed its side, which makes waiting
    ///   for a change pointless.
    func reply(
        to request: ServedRequest, isAbandoned: @escaping @Sendable () -> Bool
    ) async -> ServedReply
}

extension RequestHandler {
    package func maximumBodyLength(of head: ServedRequest) -> Int? { nil }
}
