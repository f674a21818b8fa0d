import Foundation
import LocalFiles
import TestSupport
import Testing

@Suite(.tags(.fast))
struct FileErrorTests {
    private static let codes = [
        ENOENT, ENOTDIR, ENOTEMPTY, EACCES, EPERM, EROFS, ENOSPC, EDQUOT, EIO, EEXIST, ELOOP,
    ]

    private func error(_ code: Int32) -> FileError {
        FileError(action: "write to", path: "/a/b", code: code)
    }

    /// The codes that have a property; none of the others may have it.
    @Test func classifiesSystemErrorCodes() {
        func codes(_ has: (FileError) -> Bool) -> [Int32] { Self.codes.filter { has(error($0)) } }
        #expect(codes(\.isMissing) == [ENOENT, ENOTDIR])
        #expect(codes(\.isNotEmpty) == [ENOTEMPTY])
        #expect(codes(\.isDenied) == [EACCES, EPERM])
        #expect(codes(\.isReadOnly) == [EROFS])
        #expect(codes(\.isDiskFull) == [ENOSPC, EDQUOT])
    }

    @Test(arguments: codes) func usesErrorMessagesOfTheSystem(code: Int32) {
        #expect(error(code).reason == String(cString: strerror(code)))
        #expect(error(code).description == "cannot write to /a/b: \(error(code).reason)")
    }

    @Test func definesDistinctErrorCodes() {
        #expect(error(FileError.noSuchFile).isMissing)
        #expect(error(FileError.notAllowed).isDenied)
        let named = [
            FileError.noSuchFile, FileError.busy, FileError.cutOff, FileError.exists,
            FileError.notAllowed,
        ]
        #expect(Set(named).count == named.count)
    }
}
