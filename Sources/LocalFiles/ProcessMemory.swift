private import CFileSystem

/// The memory of this process.
package enum ProcessMemory {
    /// Gives large buffers back as soon as they are freed, and keeps all else for what comes next.
    ///
    /// The C library would keep the largest buffers, 6 of 155 MB in a first run of 10,000 notes; and it
    /// would give back what is free at the end of its heaps, to ask for it again a moment later: a sixth of
    /// all page faults.
    package static func keepsAllButLargeBuffers() {
        cfilesystem_keep_buffers(largeBuffer, maximumFreeMemory)
    }

    private static let largeBuffer: CInt = 1 << 20
    /// More is given back.
    private static let maximumFreeMemory: CInt = 16 << 20
}
