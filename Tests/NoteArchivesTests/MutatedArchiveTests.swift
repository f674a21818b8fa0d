import Foundation
import TestSupport
import Testing

/// Archives damaged in many ways, in a separate process, so that a crash ends only that, and its
/// memory can be measured.
@Suite(.tags(.acceptance))
struct MutatedArchiveTests {
    @Test(
        .timeLimit(.minutes(10)),
        .enabled(if: Places.hasShared("notability"), "needs the shared Notability notes"))
    func survivesTwoThousandDamagedPackages() throws {
        let run = try FinishedProgram(
            Places.products + "/notebinder-mutated-archives",
            arguments: ["notability", "2000", Places.shared + "/notability"])
        #expect(run.status == 0, "\(run.errors.suffix(2000))")
        let numbers = run.output.split(separator: " ").compactMap {
            Double($0.trimmingCharacters(in: .newlines))
        }
        // The numbers of packages, of failures, of readable ones, the longest time, where it was,
        // and the memory.
        try #require(numbers.count == 6, "\(run.output)")
        #expect(numbers[0] == 2000 && numbers[1] > 100 && numbers[2] > 100)
        #expect(numbers[3] < 2 && numbers[5] < 256, "\(run.output)")
    }

    @Test(
        .timeLimit(.minutes(10)),
        .enabled(if: Places.hasShared("apple-notes"), "needs the shared texts of Apple Notes"))
    func survivesFiveThousandDamagedStores() throws {
        let run = try FinishedProgram(
            Places.products + "/notebinder-mutated-archives",
            arguments: ["apple-notes", "5000", Places.shared + "/apple-notes/blobs"])
        #expect(run.status == 0, "\(run.errors.suffix(2000))")
        func number(after word: String) throws -> Double { try self.number(after: word, in: run) }
        #expect(try number(after: "archives") == 5_000)
        #expect(try number(after: "read") > 1_000)
        #expect(try number(after: "seconds") < 2, "\(run.output)")
        #expect(try number(after: "megabytes") < 256, "\(run.output)")
    }

    @Test(.timeLimit(.minutes(10))) func survivesTwentyThousandDamagedArchives() throws {
        let others = Places.hasShared("archives") ? [Places.shared + "/archives"] : []
        let run = try FinishedProgram(
            Places.products + "/notebinder-mutated-archives", arguments: ["20000"] + others)
        #expect(run.status == 0, "\(run.errors.suffix(2000))")
        func number(after word: String) throws -> Double { try self.number(after: word, in: run) }
        #expect(try number(after: "archives") == 20_000)
        #expect(try number(after: "read") > 1_000)
        #expect(try number(after: "failed") > 1_000)
        #expect(try number(after: "seconds") < 2, "\(run.output)")
        #expect(try number(after: "megabytes") < 256, "\(run.output)")
    }

    private func number(after word: String, in run: FinishedProgram) throws -> Double {
        let words = run.output.split(separator: " ")
        let index = try #require(words.firstIndex { $0 == word })
        return try #require(Double(words[index + 1].trimmingCharacters(in: .newlines)))
    }
}
