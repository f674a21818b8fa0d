import Platform
import Synchronization

/// The line of a terminal that shows how far a stage has come: a bar, the count, the rate and the
/// remaining time. It is redrawn ten times a second at most.
final class ProgressLine: Sendable {
    private struct State {
        var stage = ""
        var start = ContinuousClock.now
        var lastDrawn: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let write: @Sendable (String) -> Void
    private let width: Int
    private let now: @Sendable () -> ContinuousClock.Instant

    private static let interval = Duration.milliseconds(100)
    private static let barWidth = 20
    /// The time before which the rate says nothing.
    private static let warmUp = Duration.milliseconds(500)

    /// - Parameters:
    ///   - width: The number of columns of the terminal.
    ///   - now: Returns the current time.
    ///   - write: Writes text to the terminal.
    init(
        width: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        write: @escaping @Sendable (String) -> Void
    ) {
        (self.width, self.now, self.write) = (width, now, write)
    }

    /// Shows that a number of items of a stage are done.
    func show(_ stage: String, done: Int, all: Int) {
        let now = now()
        let line: String? = state.withLock { state in
            if state.stage != stage {
                state = State(stage: stage, start: now, lastDrawn: nil)
            }
            if let last = state.lastDrawn, now - last < Self.interval, done < all { return nil }
            state.lastDrawn = now
            return Self.line(stage, done: done, all: all, elapsed: now - state.start)
        }
        if let line { write("\r\u{1B}[K" + line.prefix(max(0, width - 1))) }
    }

    /// Returns a line such as `Reading  [#####---------------]  250 of 1000  125/s  6 s left`.
    static func line(_ stage: String, done: Int, all: Int, elapsed: Duration) -> String {
        let filled = all > 0 ? barWidth * done / all : barWidth
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: "-", count: barWidth - filled)
        var parts = ["\(stage)  [\(bar)]", "\(done) of \(all)"]
        let seconds = elapsed / .seconds(1)
        if elapsed >= warmUp, done > 0, seconds > 0 {
            let rate = Double(done) / seconds
            parts.append(rate >= 10 ? "\(Int(rate))/s" : "\(rate.tenths)/s")
            if done < all { parts.append("\(duration(Double(all - done) / rate)) left") }
        }
        return parts.joined(separator: "  ")
    }

    private static func duration(_ seconds: Double) -> String {
        let seconds = Int(seconds.rounded(.up))
        if seconds < 60 { return "\(seconds) s" }
        return seconds < 3600 ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds / 3600) h"
    }
}

extension Double {
    /// The number with one decimal.
    var tenths: String {
        let tenths = Int((self * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
