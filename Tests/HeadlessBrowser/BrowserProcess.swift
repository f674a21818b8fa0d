import Foundation
import Synchronization

/// A process of Chromium and the pipes to it, which one test uses at a time.
final class BrowserProcess: @unchecked Sendable {
    private let process = Process()
    private let commands = Pipe()
    private let replies = Pipe()
    /// The profile that is deleted with the process; nil for one that is kept.
    private let temporary: String?
    private var received = Data()
    private var number = 0
    /// The events that the browser has sent since a page was last opened, by method.
    var events: [(method: String, session: String?, parameters: [String: Any])] = []

    /// The processes that nobody uses at the moment.
    static let idle = IdleProcesses()

    /// - Parameter profile: The folder of the profile; nil for a temporary one.
    init(_ path: String, profile kept: String? = nil) throws {
        let profile =
            kept ?? NSTemporaryDirectory() + "/notebinder-browser-\(UUID().uuidString)"
        temporary = kept == nil ? profile : nil
        try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: true)
        // The protocol's pipes are descriptors 3 and 4 of the browser; a shell puts them there.
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null", path,
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--remote-debugging-pipe", "--user-data-dir=\(profile)",
            // A microphone that beeps, and no question whether it may be used.
            "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "about:blank",
        ]
        process.standardInput = commands
        process.standardOutput = replies
        try process.run()
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
        if let temporary { try? FileManager.default.removeItem(atPath: temporary) }
    }

    /// Kills the process as a crash would.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func ask(
        _ method: String, parameters: [String: Any], session: String? = nil
    ) throws -> [String: Any] {
        number += 1
        var message: [String: Any] = ["id": number, "method": method, "params": parameters]
        message["sessionId"] = session
        try send(message)
        let own = number
        while true {
            let reply = try receive()
            guard reply["id"] as? Int == own else { continue }
            if let error = reply["error"] {
                throw Chromium.BrowserError(reason: "\(method): \(error)")
            }
            return reply["result"] as? [String: Any] ?? [:]
        }
    }

    /// Accepts the question whether to leave a page, which would wait for ever.
    private func acceptDialog(_ event: [String: Any]) throws {
        number += 1
        let message: [String: Any] = [
            "id": number, "method": "Page.handleJavaScriptDialog", "params": ["accept": true],
            "sessionId": event["sessionId"] ?? "",
        ]
        try send(message)
    }

    private func send(_ message: [String: Any]) throws {
        var bytes = try JSONSerialization.data(withJSONObject: message)
        bytes.append(0)
        try commands.fileHandleForWriting.write(contentsOf: bytes)
    }

    /// Sends a command that is never answered.
    func tell(_ method: String, session: String) throws {
        number += 1
        try send(["id": number, "method": method, "params": [:], "sessionId": session])
    }

    func waitForEvent(_ method: String, session: String) throws {
        while !events.contains(where: { $0.method == method && $0.session == session }) {
            _ = try receive()
        }
    }

    private func receive() throws -> [String: Any] {
        while true {
            if let end = received.firstIndex(of: 0) {
                let message = received[received.startIndex..<end]
                received.removeSubrange(received.startIndex...end)
                let object =
                    try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
                if let method = object["method"] as? String {
                    if method == "Page.javascriptDialogOpening" { try acceptDialog(object) }
                    events.append(
                        (
                            method, object["sessionId"] as? String,
                            object["params"] as? [String: Any] ?? [:]
                        ))
                }
                return object
            }
            let more = replies.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Chromium.BrowserError(reason: "Chromium has ended") }
            received.append(more)
        }
    }
}

/// Processes that wait for their next use, and end with that of the tests.
final class IdleProcesses: Sendable {
    private let processes = Mutex<[BrowserProcess]>([])

    /// Returns a process that is idle; nil if there is none.
    func take() -> BrowserProcess? { processes.withLock { $0.popLast() } }

    func add(_ process: BrowserProcess) {
        processes.withLock { waiting in
            waiting.append(process)
            guard !isEnding.exchange(true, ordering: .relaxed) else { return }
            atexit { while let process = BrowserProcess.idle.take() { process.end() } }
        }
    }

    /// True once the end of the tests will end the processes.
    private let isEnding = Atomic(false)
}
