import Hashing
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ByteMarksTests {
    private func parts(_ names: [String]) -> [[String]] {
        names.indices.chunks(minimum: 8, maximum: 24) { names[$0].utf8 }.map { Array(names[$0]) }
    }

    @Test(arguments: [0, 1, 8, 9, 500])
    func cutsAllOfThemIntoPartsOfSuchSizes(count: Int) {
        let names = (0..<count).map { "note-\($0)" }
        let parts = parts(names)
        #expect(parts.flatMap(\.self) == names)
        #expect(parts.allSatisfy { $0.count <= 24 })
        #expect(parts.dropLast().allSatisfy { $0.count >= 8 })
    }

    @Test func keepsMostPartsWhereOneIsAdded() {
        let names = (0..<2000).map { "note-\($0)" }
        let before = Set(parts(names))
        let after = parts(Array(names[..<300]) + ["note-new"] + names[300...])
        #expect(after.count { !before.contains($0) } <= 10)
        #expect(after.count > 60)
    }
}
