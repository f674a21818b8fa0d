package import Platform

/// A program that this process has started and talks to: one socket is its standard input and its
/// standard output. The input of the program ends with this object, or with this process.
package final class ChildProcess: Sendable {
    package let identifier: pid_t
    /// The end of the socket that this process holds.
    package let socket: Int32

    /// Starts a program.
    ///
    /// - Parameter isInOwnGroup: True for a program that the signals of the terminal do not reach.
    /// - Throws: ``FileError`` if it cannot be started.
    package init(
        _ path: String, arguments: [String] = [], isInOwnGroup: Bool = false
    ) throws(FileError) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            // A program that another thread starts at this moment must not inherit the socket: it
            // would hold open this program's end, whose exit would go unnoticed.
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #endif
        let isPaired = socketpair(AF_UNIX, kind, 0, &ends) == 0
        try FileError.check(isPaired, action: "start", path: path)
        #if canImport(Darwin)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            var isOn: Int32 = 1
            setsockopt(
                ends[0], SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, isInOwnGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0)
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let code = posix_spawn(&process, path, &actions, &attributes, words, environ)
        // Only the program holds this end now, so that it is closed when the program ends.
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw FileError(action: "start", path: path, code: code)
        }
        (identifier, socket) = (process, ends[0])
    }

    deinit { close(socket) }

    /// - Returns: False if the program has ended.
    package func send(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                    Platform.send(socket, bytes.baseAddress, bytes.count, 0)
                #else
                    Platform.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits until the program has ended.
    package func wait() {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }
}
