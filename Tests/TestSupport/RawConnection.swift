import Foundation

/// A connection to a server on this machine, for requests that no HTTP client would send.
package final class RawConnection {
    private let descriptor: Int32

    package struct ConnectionError: Error {
        let code: Int32
    }

    package init(port: UInt16, timeout: Int = 20) throws {
        // Writing to a closed connection is an error here, not the end of the tests.
        signal(SIGPIPE, SIG_IGN)
        #if canImport(Darwin)
            let type = SOCK_STREAM
        #else
            let type = Int32(SOCK_STREAM.rawValue)
        #endif
        descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw ConnectionError(code: errno) }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        // Built from bytes: the members of `sockaddr_in` belong to whichever C module was loaded
        // first.
        #if canImport(Darwin)
            let family = [UInt8(16), UInt8(AF_INET)]
        #else
            let family = [UInt8(AF_INET), 0]
        #endif
        let address =
            family + [UInt8(port >> 8), UInt8(port & 0xFF), 127, 0, 0, 1]
            + [UInt8](repeating: 0, count: 8)
        let result = address.withUnsafeBytes {
            connect(
                descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(address.count))
        }
        guard result == 0 else { throw ConnectionError(code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends bytes, as many as the server takes before it closes the connection.
    package func send(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    package func send(_ text: String) {
        send(text.utf8)
    }

    /// Closes this side, as a client does that has sent its last request.
    package func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Receives at most `count` bytes; none at the end, nil after an error or the time limit.
    package func receive(_ count: Int = 1 << 16) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        let received = read(descriptor, &buffer, count)
        return received < 0 ? nil : Array(buffer.prefix(received))
    }

    /// Receives until the server closes the connection; nil when it resets it or does not.
    package func receiveAll() -> [UInt8]? {
        var all: [UInt8] = []
        while let bytes = receive() {
            guard !bytes.isEmpty else { return all }
            all += bytes
        }
        return nil
    }

    /// True if the server has closed the connection. Does not wait.
    package var isClosed: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN)
    }
}

/// A reply as it was sent.
package struct RawReply {
    package let status: Int
    package let headers: String
    package let body: [UInt8]

    /// Parses the first reply from the bytes of a connection, of which all that follow its headers
    /// are its body; nil if there is none.
    package init?(_ bytes: [UInt8]?) {
        guard let bytes, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        headers = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let words = headers.split(separator: " ", maxSplits: 2)
        guard words.count > 1, let status = Int(words[1]) else { return nil }
        self.status = status
        body = Array(bytes[end.upperBound...])
    }

    /// The value of `Content-Length`.
    package var length: Int? {
        headers.firstMatch(of: /\r\nContent-Length: ([0-9]+)/).flatMap { Int($0.1) }
    }
}
