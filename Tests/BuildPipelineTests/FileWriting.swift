import Foundation
import LocalFiles
import TestSupport

/// The ways in which programs write files.
enum FileWriting {
    /// Writes a file in one of three ways: removed and created again, overwritten in place, or renamed
    /// over the old one.
    static func write(_ bytes: [UInt8], to path: String, random: inout SeededGenerator) throws {
        try LocalFiles.makeFolder(LocalFiles.folder(of: path))
        switch random.number(in: 0...2) {
        case 0:
            try LocalFiles.remove(path)
            try LocalFiles.create(path, bytes: bytes)
        case 1: try overwrite(path, bytes: bytes)
        default: try LocalFiles.replace(path, bytes: bytes)
        }
    }

    /// Writes other bytes into the file at a path, which keeps its inode.
    static func overwrite(_ path: String, bytes: [UInt8]) throws {
        guard let handle = FileHandle(forWritingAtPath: path) else {
            try LocalFiles.create(path, bytes: bytes)
            return
        }
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    /// Runs `body` and then restores the modification time of a file, to the nanosecond.
    static func keepingTime(of path: String, _ body: () throws -> Void) throws {
        let modified = try LocalFiles.status(path)?.modified ?? 0
        try body()
        let billion: Int64 = 1_000_000_000
        let seconds = modified >= 0 ? modified / billion : (modified + 1) / billion - 1
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(modified - seconds * billion))
        guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else {
            throw FileError(action: "set the time of", path: path, code: errno)
        }
    }

    /// Flips some bytes of a file in place.
    static func flipBytes(of path: String, _ random: inout SeededGenerator) throws {
        var bytes = try LocalFiles.read(path)
        guard !bytes.isEmpty else { return }
        for _ in 0..<random.number(in: 1...20) {
            bytes[random.number(in: 0...(bytes.count - 1))] ^= UInt8(random.number(in: 1...255))
        }
        try overwrite(path, bytes: bytes)
    }
}
