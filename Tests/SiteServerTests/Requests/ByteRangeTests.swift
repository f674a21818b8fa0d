import TestSupport
import Testing

@testable import SiteServer

/// Ranges of bytes by RFC 9110, section 14.1.2.
@Suite(.tags(.fast))
struct ByteRangeTests {
    /// The examples of the RFC, for a representation of 10,000 bytes.
    @Test(arguments: [
        ("bytes=0-499", 0..<500), ("bytes=500-999", 500..<1000), ("bytes=-500", 9500..<10_000),
        ("bytes=9500-", 9500..<10_000), ("bytes=0-0", 0..<1), ("bytes=-1", 9999..<10_000),
        ("bytes=9999-9999", 9999..<10_000), ("bytes=0-", 0..<10_000),
        ("bytes=00010-00019", 10..<20),
    ])
    func readsTheExamplesOfTheSpecification(header: String, part: Range<Int>) {
        #expect(ByteRange(header, of: 10_000) == .part(part))
    }

    @Test(arguments: [
        ("bytes=5-1000000", 5..<10), ("bytes=-11", 0..<10), ("bytes=-10", 0..<10),
        ("bytes=9-\(Int.max)", 9..<10), ("bytes=-\(Int.max)", 0..<10),
    ])
    func clampsARangeToTheEndOfTheFile(header: String, part: Range<Int>) {
        #expect(ByteRange(header, of: 10) == .part(part))
    }

    @Test(arguments: [
        "bytes=10-", "bytes=10-20", "bytes=11-11", "bytes=-0", "bytes=\(Int.max)-\(Int.max)",
    ])
    func cannotSatisfyARangeBeyondTheEnd(header: String) {
        #expect(ByteRange(header, of: 10) == .unsatisfiable)
    }

    @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-1", "bytes=-0"])
    func cannotSatisfyAnyRangeOfAnEmptyFile(header: String) {
        #expect(ByteRange(header, of: 0) == .unsatisfiable)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=--1", "bytes=1", "bytes=a-b", "bytes=0x1-2",
        "bytes=0-1,3-4", "bytes=0-1-2", "bytes=5-4", "bytes=+1-2", "bytes= 1-2", "bytes=1 -2",
        "items=0-1", "0-1", "bytes=1.0-2", "bytes=\u{661}-\u{662}", "bytes=\u{FF11}-",
        "bytes=0-99999999999999999999", "bytes=99999999999999999999-",
        "bytes=-99999999999999999999",
    ])
    func ignoresAHeaderThatItDoesNotUnderstand(header: String) {
        #expect(ByteRange(header, of: 10) == nil)
    }

    /// Every pair of positions, compared with a selection byte by byte.
    @Test func agreesWithANaiveImplementation() {
        for size in 0...6 {
            for first in 0...7 {
                for last in first...8 {
                    let expected = (0..<size).filter { $0 >= first && $0 <= last }
                    expect("bytes=\(first)-\(last)", of: size, selects: expected)
                }
                expect("bytes=\(first)-", of: size, selects: (0..<size).filter { $0 >= first })
                let suffix = (0..<size).filter { $0 >= size - first }
                expect("bytes=-\(first)", of: size, selects: suffix)
            }
        }
    }

    private func expect(_ header: String, of size: Int, selects expected: [Int]) {
        switch ByteRange(header, of: size) {
        case .part(let part): #expect(Array(part) == expected, "\(header) of \(size)")
        case .unsatisfiable: #expect(expected.isEmpty, "\(header) of \(size)")
        case nil: Issue.record("\(header) of \(size) was ignored")
        }
    }
}
