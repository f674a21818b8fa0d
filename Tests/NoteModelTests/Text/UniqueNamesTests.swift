import TestSupport
import Testing

@testable import NoteModel

@Suite(.tags(.fast))
struct UniqueNamesTests {
    private func names(_ wanted: [String], from names: UniqueNames = UniqueNames()) -> [String] {
        var names = names
        return wanted.map { name in names.name(name) { "\(name) \($0)" } }
    }

    @Test func numbersRepeatedNames() {
        #expect(names(["a", "a", "b", "a"]) == ["a", "a 2", "b", "a 3"])
    }

    @Test func skipsNumbersThatAreTaken() {
        #expect(names(["a 2", "a", "a", "a"]) == ["a 2", "a", "a 3", "a 4"])
        #expect(names(["a"], from: UniqueNames(besides: ["A", "a 2"])) == ["a 3"])
    }

    @Test func comparesIgnoringCaseAndComposition() {
        #expect(names(["Caf\u{E9}", "CAFE\u{301}", "stra\u{DF}e", "Strasse"]).last == "Strasse 2")
        #expect(names(["Caf\u{E9}", "CAFE\u{301}"]) == ["Caf\u{E9}", "CAFE\u{301} 2"])
        #expect(names(["a", "A"], from: UniqueNames(ignoresCase: false)) == ["a", "A"])
    }

    @Test func saysWhetherANameIsFree() {
        var names = UniqueNames()
        let taken = [names.take("a"), names.take("A")]
        #expect(taken == [true, false])
    }

    /// Thousands of notes may have no title.
    @Test func numbersManyEqualNames() {
        let given = names(Array(repeating: "Untitled", count: 20_000))
        #expect(Set(given).count == 20_000)
        #expect(given.last == "Untitled 20000")
    }
}
