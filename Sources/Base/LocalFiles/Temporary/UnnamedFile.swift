import Platform

/// A temporary file without a name, so that nothing of it is left however the process ends.
package final class UnnamedFile: Sendable {
    private let descriptor: Int32
    private let folder: String

    /// Creates an empty file on the disk of a folder.
    ///
    /// - Throws: ``FileError`` if no file can be created in the folder.
    package init(in folder: String) throws(FileError) {
        let path = folder + "/.\(UUID().uuidString)"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        self.folder = folder
        try FileError.check(descriptor >= 0, action: "create a file in", path: folder)
        unlink(path)
    }

    deinit { close(descriptor) }

    /// Appends bytes.
    ///
    /// - Throws: ``FileError`` if the file cannot be written.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var written = 0
        while written < bytes.count, let base = bytes.baseAddress {
            let count = write(descriptor, base + written, bytes.count - written)
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(action: "write to a file in", path: folder, code: errno)
            }
            written += count
        }
    }

    /// Returns the content in memory that the system fills on demand; changes to it are not written
    /// to the file.
    ///
    /// - Throws: ``FileError`` if the content cannot be mapped into memory.
    package func mapped() throws(FileError) -> MappedBytes {
        var status = stat()
        try FileError.check(
            fstat(descriptor, &status) == 0, action: "examine a file in", path: folder)
        let size = Int(status.st_size)
        guard size > 0 else {
            return MappedBytes(UnsafeMutableRawBufferPointer(start: nil, count: 0))
        }
        let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0)
        guard let start, start != MAP_FAILED else {
            throw FileError(action: "read a file in", path: folder, code: errno)
        }
        return MappedBytes(UnsafeMutableRawBufferPointer(start: start, count: size))
    }
}

/// Bytes of a file that the system maps into memory, as long as this object lives.
package final class MappedBytes: @unchecked Sendable {
    /// The bytes, which a single user may change.
    package let bytes: UnsafeMutableRawBufferPointer

    fileprivate init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    deinit {
        if let start = bytes.baseAddress { munmap(start, bytes.count) }
    }
}
