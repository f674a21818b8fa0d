private import CFileSystem

/// Settings of the memory allocator.
package enum ProcessMemory {
    /// Returns large buffers to the system as soon as they are freed, and keeps other memory for
    /// reuse. The heaps of threads that are created before ``endHeapPadding()`` begin large.
    ///
    /// By default the C library keeps the largest buffers, 6 of 155 MB in the first build of 10,000
    /// notes, and returns free memory at the end of its heap only to request it again a moment
    /// later, which caused a sixth of all page faults.
    package static func keepsAllButLargeBuffers() {
        cfilesystem_keep_buffers(largeBuffer, maximumFreeMemory)
        cfilesystem_pad_heaps(heapSize)
    }

    /// Lets the heaps of further threads begin small, and free memory be returned from all heaps.
    package static func endHeapPadding() { cfilesystem_pad_heaps(usualPadding) }

    /// The address space in bytes with which the heap of a thread begins. To a smaller heap the C
    /// library adds single pages, and each time all threads that need memory wait.
    private static let heapSize: CInt = 64 << 20
    private static let usualPadding: CInt = 128 << 10

    /// Returns free memory to the system. The C library gives each thread a heap of its own, so
    /// that what one thread has freed is not there for another.
    package static func returnFree() { cfilesystem_return_free() }

    private static let largeBuffer: CInt = 1 << 20
    /// The number of free bytes at the end of the heap above which they are returned.
    private static let maximumFreeMemory: CInt = 16 << 20

    /// True in a task after which the process ends, so that memory need not be freed.
    @TaskLocal package static var isFreedByExit = false

    /// Keeps values until the process ends, if that is soon: freeing the memory of a large notebook
    /// object by object takes much longer than ending the process.
    ///
    /// The values must not hold anything that acts when it is released, such as a lock.
    package static func keep<each Value>(_ values: repeat each Value) {
        guard isFreedByExit else { return }
        _ = Unmanaged.passRetained(Kept((repeat each values)))
    }

    private final class Kept<Values> {
        let values: Values
        init(_ values: Values) { self.values = values }
    }
}
