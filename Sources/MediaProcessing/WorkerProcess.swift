import Foundation
import PhotoMessages

/// A photo worker that runs: asked one thing at a time, and ended when it is let go.
final class WorkerProcess {
    /// Why a worker gave no answer.
    enum ProcessError: Error {
        /// The program is not there, or may not be run.
        case cannotStart(code: Int32)
        /// It ended, or was ended by a signal, before it answered.
        case died(signal: Int32?)
        /// It took longer than allowed, and was ended.
        case tookTooLong
        /// It said something that is no answer.
        case unintelligible

        /// Whether it was killed from outside, as the system does when memory runs out.
        var isKill: Bool {
            if case .died(signal: SIGKILL) = self { true } else { false }
        }
    }

    private(set) var greeting = WorkerCapabilities(version: "", kinds: [])
    private let process: pid_t
    private let socket: Int32
    private var received: [UInt8] = []
    private var hasEnded = false

    /// Starts the program at `path` and waits for its greeting.
    init(path: String) throws(ProcessError) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            // Closed in other workers from the first moment: one that is started meanwhile on another
            // thread would hold the end that tells that this one has ended.
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #endif
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .cannotStart(code: errno) }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(
                ends[0], SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var process = pid_t()
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        defer { free(arguments[0]) }
        let code = posix_spawn(&process, path, &actions, nil, arguments, environ)
        // Held by the worker alone, its end tells that it has ended.
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw .cannotStart(code: code)
        }
        self.process = process
        socket = ends[0]
        guard case .ready(let greeting) = try reply(within: 30) else { throw .unintelligible }
        self.greeting = greeting
    }

    deinit {
        close(socket)
        // It rests between two requests, or is of no use any more.
        end()
    }

    /// The answer to a request.
    ///
    /// - Parameter seconds: How long it may take. A worker that takes longer is ended.
    func ask(_ request: PhotoRequest, within seconds: Double) throws(ProcessError) -> PhotoReply {
        guard var line = try? JSONEncoder().encode(request) else { throw .unintelligible }
        line.append(0x0A)
        var rest = Array(line)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                    send(socket, bytes.baseAddress, bytes.count, 0)
                #else
                    send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                #endif
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw died()
            }
            rest = rest.dropFirst(count)
        }
        return try reply(within: seconds)
    }

    private func reply(within seconds: Double) throws(ProcessError) -> PhotoReply {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            if let lineEnd = received.firstIndex(of: 0x0A) {
                let line = Data(received[..<lineEnd])
                received.removeSubrange(...lineEnd)
                guard let reply = try? JSONDecoder().decode(PhotoReply.self, from: line) else {
                    end()
                    throw .unintelligible
                }
                return reply
            }
            let left = deadline - ContinuousClock.now
            guard left > .zero else {
                end()
                throw .tookTooLong
            }
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let milliseconds =
                left.components.seconds * 1000
                + left.components.attoseconds / 1_000_000_000_000_000
            guard poll(&waiting, 1, Int32(clamping: milliseconds + 1)) > 0 else { continue }
            let count = read(socket, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw died() }
            received += buffer[..<count]
        }
    }

    private func died() -> ProcessError {
        // The low bits of a status are the signal that ended the process, if one did.
        let signal = (endedStatus() ?? 0) & 0x7F
        return .died(signal: signal == 0 ? nil : signal)
    }

    /// Waits at most a second for the process to end by itself, then kills it.
    ///
    /// - Returns: The exit status; nil for a process that was killed here, whose signal says nothing.
    private func endedStatus() -> Int32? {
        guard !hasEnded else { return nil }
        var status: Int32 = 0
        for _ in 0..<100 {
            if waitpid(process, &status, WNOHANG) == process {
                hasEnded = true
                return status
            }
            usleep(10_000)
        }
        end()
        return nil
    }

    /// Kills the process.
    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        var status: Int32 = 0
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
