import TestSupport
import Testing

@testable import SiteServer

/// The limits of request lines and headers, whatever pieces they arrive in.
@Suite(.tags(.fast))
struct RequestHeadMeasureTests {
    private struct Outcome: Equatable {
        var accepted = 0
        var refusal: RequestRefusal?
    }

    /// Measures a text that arrives in pieces, up to the first refusal.
    private func measure(
        _ text: String, line: Int = 10, headers: Int = 20, pieces: [Int] = []
    ) -> Outcome {
        var measure = RequestHeadMeasure(maximumRequestLine: line, maximumHeaders: headers)
        var outcome = Outcome()
        var rest = Array(text.utf8)[...]
        var sizes = pieces[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(sizes.popFirst() ?? rest.count))
            rest = rest.dropFirst(piece.count)
            let (accepted, refusal) = piece.withUnsafeBytes { measure.add($0) }
            outcome.accepted += accepted
            outcome.refusal = refusal
            if refusal != nil { return outcome }
        }
        return outcome
    }

    @Test func limitsTheLengthOfTheRequestLine() {
        let longest = String(repeating: "a", count: 10)
        #expect(measure(longest + "\r\n\r\n") == Outcome(accepted: 14))
        let longer = measure(longest + "bc\r\n\r\n")
        #expect(longer == Outcome(accepted: 0, refusal: .requestLineTooLong))
    }

    @Test func refusesALineBeforeItsEndHasArrived() {
        let endless = String(repeating: "a", count: 500)
        #expect(measure(endless).refusal == .requestLineTooLong)
        #expect(measure("GET /\r\n" + endless).refusal == .headersTooLarge)
        #expect(measure("GET /\r\n" + endless).accepted == 7)
    }

    @Test func addsUpAllHeadersOfARequest() {
        // 8, 10 and 2 bytes with their line ends.
        let fitting = "GET /\r\nabc: d\r\nabcd: ef\r\n\r\n"
        #expect(measure(fitting) == Outcome(accepted: fitting.utf8.count))
        let full = "GET /\r\nabcdefgh: ijklmnopq\r\n\r\n"
        #expect(measure(full, headers: 21) == Outcome(accepted: full.utf8.count))
        #expect(measure(full, headers: 20).refusal == .headersTooLarge)
        let more = measure("GET /\r\nabc: d\r\nabcd: ef\r\nx\r\n\r\n")
        #expect(more.refusal == .headersTooLarge)
    }

    @Test func measuresEachRequestOfAConnectionSeparately() {
        let one = "GET /\r\nabc: d\r\nabcd: ef\r\n\r\n"
        let many = String(repeating: one, count: 50)
        #expect(measure(many) == Outcome(accepted: many.utf8.count))
        let last = measure(many + String(repeating: "a", count: 13))
        #expect(last == Outcome(accepted: many.utf8.count, refusal: .requestLineTooLong))
    }

    @Test func acceptsBareLineFeedsAsLineEnds() {
        #expect(measure("GET /\nabc: d\n\nGET /\n\n").refusal == nil)
    }

    /// Pieces must make no difference to the bytes that are passed on before a refusal, apart from
    /// the beginning of the refused line, which may have been passed on already.
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func givesTheSameResultForAnyChunking(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for round in 0..<200 {
            let text = (0..<random.number(in: 0...59)).map { _ in
                random.pick(["a", ":", "\r", "\n", "aa"])
            }
            .joined()
            let whole = measure(text)
            let pieces = (0..<60).map { _ in random.number(in: 1...7) }
            let split = measure(text, pieces: pieces)
            #expect(split.refusal == whole.refusal, "seed \(seed), round \(round): \(text)")
            #expect(split.accepted >= whole.accepted, "seed \(seed), round \(round): \(text)")
        }
    }
}
