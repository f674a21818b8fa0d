import LocalFiles
import Synchronization
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ConcurrentMapTests {
    private struct Refusal: Error, Equatable {
        let number: Int
    }

    @Test(arguments: [1, 2, 7, 64], [0, 1, 2, 31, 1000])
    func keepsTheOrderOfElements(width: Int, count: Int) throws {
        let members = Array(0..<count)
        #expect(try members.concurrentMap(width: width) { $0 * 2 } == members.map { $0 * 2 })
        #expect(
            try members.concurrentMap(width: width, grain: 1) { String($0) }
                == members.map(String.init))
    }

    @Test func mapsSlicesWhoseIndicesDoNotBeginAtZero() throws {
        let slice = Array(0..<100)[40..<60]
        #expect(try slice.concurrentMap(width: 4) { $0 } == Array(40..<60))
    }

    @Test func callsTheFunctionOncePerElement() throws {
        let calls = Mutex<[Int: Int]>([:])
        _ = try Array(0..<500).concurrentMap(width: 8) { number in
            calls.withLock { $0[number, default: 0] += 1 }
        }
        let counts = calls.withLock { $0 }
        #expect(counts.count == 500)
        #expect(counts.values.allSatisfy { $0 == 1 })
    }

    @Test func throwsTheFirstErrorAndStartsNoFurtherBlocks() throws {
        let started = Mutex(0)
        #expect(throws: Refusal(number: 0)) {
            try Array(0..<10_000).concurrentMap(width: 2, grain: 1) { number in
                started.withLock { $0 += 1 }
                throw Refusal(number: number)
            }
        }
        #expect(started.withLock { $0 } <= 2)
    }

    @Test(arguments: [0, 1, 77, 199])
    func releasesTheResultsBeforeAnError(number: Int) {
        final class Result: Sendable {}
        let made = Mutex<[WeakResult]>([])
        struct WeakResult: Sendable {
            weak let result: Result?
        }
        #expect(throws: Refusal(number: number)) {
            try Array(0..<200).concurrentMap(width: 3, grain: 7) { index in
                if index == number { throw Refusal(number: number) }
                let result = Result()
                made.withLock { $0.append(WeakResult(result: result)) }
                return result
            }
        }
        #expect(made.withLock { $0.allSatisfy { $0.result == nil } })
    }

    @Test(arguments: [1, 2, 7], [0, 1, 31, 1000])
    func changesEachMemberOnceInPlace(width: Int, count: Int) throws {
        var members = (0..<count).map(String.init)
        let shared = members
        try members.concurrentUpdate(width: width) { index, member in member += "-\(index)" }
        #expect(members == (0..<count).map { "\($0)-\($0)" })
        #expect(shared == (0..<count).map(String.init))
    }

    @Test func makesALazyValueOnce() {
        let made = Mutex(0)
        let value = Lazy {
            made.withLock { $0 += 1 }
            return "value"
        }
        #expect(made.withLock { $0 } == 0)
        #expect(value.value == "value")
        #expect(value.value == "value")
        #expect(made.withLock { $0 } == 1)
    }
}
