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
        #expect([].nearest(to: "title") == nil)
    }

    @Test func breaksTiesAlphabetically() {
        #expect(["cat", "bat"].nearest(to: "rat") == "bat")
        #expect(["bat", "cat"].nearest(to: "rat") == "bat")
    }

    /// The limit of the distance, with a distance by the recursive definition (optimal string
    /// alignment).
    @Test func agreesWithTheDefinitionOfTheDistance() {
        func distance(_ left: Substring, _ right: Substring) -> Int {
            guard let first = left.last, let second = right.last else {
                return max(left.count, right.count)
            }
            let (start, other) = (left.dropLast(), right.dropLast())
            var counts = [
                distance(start, right) + 1, distance(left, other) + 1,
                distance(start, other) + (first == second ? 0 : 1),
            ]
            if start.last == second, other.last == first {
                counts.append(distance(start.dropLast(), other.dropLast()) + 1)
            }
            return counts.min() ?? 0
        }
        var random = SeededGenerator(seed: 7)
        func word() -> String {
            (0..<random.number(in: 0...5)).map { _ in random.pick(["a", "b", "c"]) }.joined()
        }
        for round in 0..<150 {
            let (name, written) = ("x" + word(), word())
            guard !(written.count > 2 && name.hasPrefix(written)) else { continue }
            let isNear = distance(name[...], written[...]) <= max(1, written.count / 3)
            #expect(
                ([name].nearest(to: written) != nil) == isNear,
                "seed 7, round \(round): \(name), \(written)")
        }
    }
}
