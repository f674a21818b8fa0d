import LocalFiles
import NoteModel
import Platform

/// A running photo worker. It handles one request at a time, and is killed when this object is
/// released.
final class WorkerProcess: @unchecked Sendable {
    // Unchecked: the pool hands it to one thread at a time.

    /// The reason why a worker gave no reply.
    enum ProcessError: Error {
        /// The program is missing or may not be executed.
        case cannotStart(code: Int32)
        /// It ended before it replied; `signal` is the signal that ended it, if any.
        case died(signal: Int32?)
        /// It used more processor time than a request may, and was killed. It would do so again.
        case tookTooLong
        /// It did not reply for a long time, in which it may have waited for a disk or a processor,
        /// and was killed.
        case gaveNoReply
        /// It sent something that is not a valid reply.
        case unintelligible

        /// True if it was killed from outside, as the system does when memory runs out.
        var isKill: Bool {
            if case .died(signal: SIGKILL) = self { true } else { false }
        }
    }

    private(set) var greeting = WorkerCapabilities(version: "", kinds: [])
    private let child: ChildProcess
    private var received: [UInt8] = []
    private var hasEnded = false

    /// Starts the program at `path` and waits for its greeting.
    init(path: String) throws(ProcessError) {
        do { child = try ChildProcess(path) } catch { throw .cannotStart(code: error.code) }
        guard case .ready(let greeting) = try reply(within: 30) else { throw .unintelligible }
        self.greeting = greeting
    }

    // The worker is idle, or no longer of use.
    deinit { end() }

    /// Sends a request and returns the reply.
    ///
    /// - Parameter seconds: The limit of processor time. A worker that exceeds it is killed.
    func ask(_ request: MediaRequest, within seconds: Double) throws(ProcessError) -> MediaReply {
        guard var line = try? JSONEncoder().encode(request) else { throw .unintelligible }
        line.append(0x0A)
        guard child.send(line) else { throw died() }
        return try reply(within: seconds)
    }

    /// The time that a worker may take for each second of its processor time: on a busy machine,
    /// most of it is spent waiting.
    static let patience = 10.0

    private func reply(within seconds: Double) throws(ProcessError) -> MediaReply {
        let deadline = ContinuousClock.now + .seconds(seconds * Self.patience)
        let end = processorSeconds.map { $0 + seconds }
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            if let lineEnd = received.firstIndex(of: 0x0A) {
                let line = Data(received[..<lineEnd])
                received.removeSubrange(...lineEnd)
                guard let reply = try? JSONDecoder().decode(MediaReply.self, from: line) else {
                    self.end()
                    throw .unintelligible
                }
                return reply
            }
            let left = deadline - ContinuousClock.now
            guard left > .zero else {
                self.end()
                throw .gaveNoReply
            }
            // Looks again when the processor time may have been used up.
            let unused = end.flatMap { end in processorSeconds.map { end - $0 } } ?? seconds
            guard unused > 0 else {
                self.end()
                throw .tookTooLong
            }
            var waiting = pollfd(fd: child.socket, events: Int16(POLLIN), revents: 0)
            let milliseconds = min(left / .milliseconds(1), unused * 1000) + 1
            guard poll(&waiting, 1, Int32(clamping: Int(milliseconds))) > 0 else { continue }
            let count = read(child.socket, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw died() }
            received += buffer[..<count]
        }
    }

    /// The processor time that the process has used, in seconds; nil if the system does not say.
    private var processorSeconds: Double? {
        #if canImport(Darwin)
            var usage = rusage_info_v2()
            let code = withUnsafeMutablePointer(to: &usage) { usage in
                usage.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
                    proc_pid_rusage(child.identifier, RUSAGE_INFO_V2, $0)
                }
            }
            return code == 0 ? Double(usage.ri_user_time + usage.ri_system_time) / 1e9 : nil
        #else
            var clock = clockid_t()
            var time = timespec()
            guard clock_getcpuclockid(child.identifier, &clock) == 0,
                clock_gettime(clock, &time) == 0
            else {
                return nil
            }
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        #endif
    }

    private func died() -> ProcessError {
        // The low bits of the status are the signal that ended the process, if any.
        let signal = (endedStatus() ?? 0) & 0x7F
        return .died(signal: signal == 0 ? nil : signal)
    }

    /// Waits for the process to end on its own, at most a second, then kills it.
    ///
    /// - Returns: The exit status; nil for a process that was killed here or had already ended,
    ///   whose status says nothing.
    private func endedStatus() -> Int32? {
        guard !hasEnded else { return nil }
        var status: Int32 = 0
        for _ in 0..<100 {
            if waitpid(child.identifier, &status, WNOHANG) == child.identifier {
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
        kill(child.identifier, SIGKILL)
        child.wait()
    }
}
