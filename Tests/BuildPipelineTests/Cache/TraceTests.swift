import TestSupport
import Testing

@testable import BuildPipeline

/// The validity of outputs whose step asked about anything but its input.
@Suite(.tags(.fast))
struct TraceTests {
    private let folder = TemporaryFolder(isInMemory: true)

    private func computed(asking questions: [String], answers: [String: String]) -> [String] {
        let cache = BuildCache(folder.path + "/cache", program: "1")
        let step = CachedStep(
            questions: questions, answers: answers.mapValues { CachedStep.input($0) })
        let computed = step.run(["a", "b"], in: cache).computed
        cache.deleteUnused()
        return computed
    }

    private let both = ["a", "b"]

    @Test func staysValidWhileAnswersAreUnchanged() {
        let answers = ["photo": "here", "title": "Walk"]
        #expect(computed(asking: ["photo", "title"], answers: answers) == both)
        #expect(computed(asking: ["photo", "title"], answers: answers) == [])
        // An answer that was not asked for does not matter.
        let more = answers.merging(["other": "new"]) { $1 }
        #expect(computed(asking: ["photo", "title"], answers: more) == [])
        let changed = answers.merging(["title": "Climb"]) { $1 }
        #expect(computed(asking: ["photo", "title"], answers: changed) == both)
    }

    /// A photo that was missing, and is there later, is an answer like any other.
    @Test func remembersThatThereWasNoAnswer() {
        #expect(computed(asking: ["photo"], answers: [:]) == both)
        #expect(computed(asking: ["photo"], answers: [:]) == [])
        #expect(computed(asking: ["photo"], answers: ["photo": "here"]) == both)
        #expect(computed(asking: ["photo"], answers: ["photo": "here"]) == [])
        #expect(computed(asking: ["photo"], answers: [:]) == both)
    }

    @Test func repeatsOnlyTheQuestionsOfTheRecordedRun() {
        #expect(computed(asking: ["one"], answers: ["one": "1"]) == both)
        // A step of the same name that would ask more is not run.
        #expect(computed(asking: ["one", "two"], answers: ["one": "1", "two": "2"]) == [])
        #expect(computed(asking: ["two"], answers: ["one": "new", "two": "2"]) == both)
        #expect(computed(asking: ["two"], answers: ["one": "newer", "two": "2"]) == [])
    }

    @Test func supportsUnusualQuestions() {
        let odd = ["", "\u{0}", "é", String(repeating: "long", count: 10_000)]
        let answers = Dictionary(uniqueKeysWithValues: odd.map { ($0, "to \($0.count)") })
        #expect(computed(asking: odd, answers: answers) == both)
        #expect(computed(asking: odd, answers: answers) == [])
    }

    @Test func recomputesOnlyTheMembersThatAskedTheQuestion() {
        let path = folder.path + "/cache"
        func run(_ answer: String) -> [String] {
            let cache = BuildCache(path, program: "1")
            var computed: [String] = []
            let inputs = ["a", "b", "c"]
            _ = cache.chunk(
                "step", name: "", inputs: inputs.map(CachedStep.input),
                answer: { CachedStep.input($0 + answer) }
            ) { position, trace in
                computed.append(inputs[position])
                if position == 1 { trace.add("q", answer: CachedStep.input("q" + answer)) }
                return BuildCache.Computed(value: answer)
            }
            return computed
        }
        #expect(run("1") == ["a", "b", "c"])
        #expect(run("2") == ["b"])
        #expect(run("2") == [])
    }
}
