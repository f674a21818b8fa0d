import NIOHTTP1

/// The reason why the bytes of a client are not accepted as a request. The connection is closed
/// after the reply.
enum RequestRefusal: Error, Sendable {
    case requestLineTooLong
    case headersTooLarge
    case unknownMethod
    case unsupportedVersion
    case malformed

    /// Classifies an error of the handlers that read requests; nil for errors of the connection.
    init?(_ error: any Error) {
        switch error {
        case let refusal as RequestRefusal: self = refusal
        case HTTPParserError.invalidMethod: self = .unknownMethod
        case HTTPParserError.invalidVersion: self = .unsupportedVersion
        case HTTPParserError.headerOverflow: self = .headersTooLarge
        case is HTTPParserError: self = .malformed
        default: return nil
        }
    }

    var reply: ServedReply {
        switch self {
        case .requestLineTooLong: .text(414, text: "The address is too long.")
        case .headersTooLarge: .text(431, text: "The headers are too large.")
        case .unknownMethod: .methodNotAllowed(but: ServedRequest.readingMethods)
        case .unsupportedVersion: .text(505, text: "The server speaks HTTP/1.0 and HTTP/1.1.")
        case .malformed: .text(400, text: "The request is malformed.")
        }
    }
}
