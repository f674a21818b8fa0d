import LocalFiles
import Platform

/// The run that holds the lock on an output folder, as the kernel of Linux knows it; other systems
/// do not say.
package struct LockHolder: Sendable {
    package let process: Int32
    /// The time at which the run began, such as `04:00`, in the time zone of this machine.
    package let start: String

    /// - Parameter path: The path of the lock file. The result is nil if nobody holds the lock, or
    ///   it is not known who does.
    init?(of path: String) {
        guard let file = try? LocalFiles.status(path),
            let locks = Self.lines(of: "/proc/locks"),
            let lock = Self.lock(on: file.inode, in: locks),
            let process = Int32(lock[4]), process > 0, let start = Self.start(of: process)
        else { return nil }
        self.process = process
        var seconds = start
        var parts = tm()
        localtime_r(&seconds, &parts)
        func digits(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        self.start = digits(parts.tm_hour) + ":" + digits(parts.tm_min)
    }

    /// Returns the fields of a line such as `1: FLOCK ADVISORY WRITE 123 08:01:4711 0 EOF`
    /// (proc_locks(5)).
    private static func lock(on inode: UInt64, in lines: [Substring]) -> [Substring]? {
        lines.lazy.map { $0.split(separator: " ") }
            .first { $0.count > 5 && $0[1] == "FLOCK" && $0[5].hasSuffix(":\(inode)") }
    }

    /// Returns the time at which a process was started: field 22 of its statistics, in clock ticks
    /// since the machine was (proc_pid_stat(5)).
    private static func start(of process: Int32) -> time_t? {
        // The name of the program, in parentheses, may have spaces.
        guard let line = lines(of: "/proc/\(process)/stat")?.first,
            let end = line.lastIndex(of: ")"),
            case let fields = line[end...].split(separator: " "), fields.count > 20,
            let ticks = Int(fields[20]),
            let boot = lines(of: "/proc/stat")?.first(where: { $0.hasPrefix("btime ") })?
                .split(separator: " ").last.flatMap({ time_t($0) })
        else { return nil }
        return boot + ticks / max(1, sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func lines(of path: String) -> [Substring]? {
        guard let file = try? OpenFile(path),
            let bytes = try? LocalFiles.read(file, count: maximumSize)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    private static let maximumSize = 1 << 20
}

extension LockHolder: CustomStringConvertible {
    package var description: String { "process \(process), since \(start)" }
}
