import Foundation
import LocalFiles
import TestSupport
import Testing

extension TemporaryFolder {
    /// Returns the path of something below the folder.
    func path(of name: String) -> String { path + "/" + name }

    /// Makes a symbolic link below the folder, and returns its path.
    @discardableResult
    func link(_ name: String, to target: String) throws -> String {
        try FileManager.default.createSymbolicLink(
            atPath: path(of: name), withDestinationPath: target)
        return path(of: name)
    }

    /// Creates an empty file whose name need not be UTF-8.
    func writeFile(named name: [UInt8]) throws {
        let path = Array((path + "/").utf8) + name + [0]
        let file = open(path.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o600)
        try #require(file >= 0)
        close(file)
    }
}

/// Returns the error of the file system that a function throws; nil if it throws none.
func failure(_ body: () throws -> Void) -> FileError? {
    do { try body() } catch { return error as? FileError }
    return nil
}

/// Returns the permissions of a file or a folder.
func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
