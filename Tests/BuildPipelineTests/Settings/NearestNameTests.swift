import TestSupport
import Testing

@testable import BuildPipeline

/// The name that a misspelt one most likely means.
@Suite(.tags(.fast))
struct NearestNameTests {
    private static let names = ["title", "time-zone", "theme", "templates", "tags", "notes"]

    @Test(arguments: [
        ("titel", "title"), ("tilte", "title"), ("TITLE", "title"), ("titlee", "title"),
        ("thme", "theme"), ("note", "notes"), ("tag", "tags"), ("tmplates", "templates"),
        ("time", "time-zone"), ("Temp", "templates"),
    ])
    func findsTheNameThatWasMeant(written: String, meant: String) {
        #expect(Self.names.nearest(to: written) == meant)
    }

    @Test(arguments: ["colour", "xyz", "t", "ti", ""])
    func findsNothingThatIsNotSimilar(written: String) {
        #expect(Self.names.nearest(to: written) == nil)
    }

    @Test func findsNothingInAnEmptyList() {
        #expect([String]().nearest(to: "title") == nil)
    }

    @Test func prefersTheFirstNameInAlphabetAmongEqualOnes() {
        #expect(["cat", "bat"].nearest(to: "rat") == "bat")
        #expect(["bat", "cat"].nearest(to: "rat") == "bat")
    }

    /// The limit of the distance, with a distance by the recursive definition (optimal string
    /// alignment).
    @Test func agreesWithTheDefinitionOfTheDistance() {
        func distance(_ left: [Character], _ right: [Character]) -> Int {
            guard let first = left.last, let second = right.last else {
                return max(left.count, right.count)
            }
            var best = min(
                distance(Array(left.dropLast()), right) + 1,
                distance(left, Array(right.dropLast())) + 1)
            best = min(
                best,
                distance(Array(left.dropLast()), Array(right.dropLast()))
                    + (first == second ? 0 : 1))
            if left.count > 1, right.count > 1, first == right[right.count - 2],
                second == left[left.count - 2]
            {
                best = min(best, distance(Array(left.dropLast(2)), Array(right.dropLast(2))) + 1)
            }
            return best
        }
        var state: UInt64 = 7
        for round in 0..<150 {
            func word() -> String {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let count = Int(state >> 60) % 6
                return String(
                    (0..<count).map {
                        "abc".dropFirst(Int(state >> (20 + 4 * $0)) % 3).first ?? "a"
                    })
            }
            let (name, written) = ("x" + word(), word())
            guard !(written.count > 2 && name.hasPrefix(written)) else { continue }
            let isNear = distance(Array(name), Array(written)) <= max(1, written.count / 3)
            #expect(
                ([name].nearest(to: written) != nil) == isNear,
                "seed 7, round \(round): \(name), \(written)")
        }
    }
}
