import Foundation

/// The reason why a server could not be started, or stopped although it was not cancelled.
package enum SiteServerError: Error, Equatable {
    case portInUse(UInt16)
    /// The port needs privileges, which ports below 1024 do on many systems.
    case portNotAllowed(UInt16)
    /// The limit of open file descriptors is too low: it leaves fewer than two connections. The
    /// value is the limit.
    case tooFewDescriptors(Int)
    /// Any other error of the operating system while listening, in its words (`strerror`).
    case system(String)
    /// The listening socket was closed although the server had not been cancelled.
    case stopped

    /// Classifies a failed attempt to listen on a port, by the value of `errno`.
    init(listeningOn port: UInt16, code: Int32) {
        switch code {
        case EADDRINUSE: self = .portInUse(port)
        case EACCES, EPERM: self = .portNotAllowed(port)
        default: self = .system(String(cString: strerror(code)))
        }
    }
}

extension SiteServerError: CustomStringConvertible {
    /// A sentence for people without a final period, with advice if there is any.
    package var description: String {
        switch self {
        case .portInUse(let port):
            "Port \(port) is already in use. Choose another with --port"
        case .portNotAllowed(let port):
            "Port \(port) needs privileges. Choose one above 1023 with --port"
        case .tooFewDescriptors(let limit):
            "Too few file descriptors (\(limit)) to run a server. Raise the limit with ulimit -n"
        case .system(let reason): "The server cannot listen: \(reason)"
        case .stopped: "The server has stopped"
        }
    }
}
