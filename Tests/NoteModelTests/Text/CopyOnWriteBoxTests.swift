import TestSupport
import Testing

@testable import NoteModel

@Suite(.tags(.fast))
struct CopyOnWriteBoxTests {
    @Test func sharesItsValueUntilACopyIsChanged() {
        let original = CopyOnWriteBox([1, 2])
        var copy = original
        #expect(copy == original && copy.hashValue == original.hashValue)
        copy.value.append(3)
        #expect(original.value == [1, 2])
        #expect(copy.value == [1, 2, 3])
        #expect(copy != original)
    }

    @Test func changesAnUnsharedValueInPlace() {
        var box = CopyOnWriteBox(["a"])
        box.value.append("b")
        box.value[0] = "c"
        #expect(box.value == ["c", "b"])
    }

    @Test func isEqualByValueAndNotByIdentity() {
        #expect(CopyOnWriteBox(7) == CopyOnWriteBox(7))
        #expect(CopyOnWriteBox(7) != CopyOnWriteBox(8))
        #expect(Set([CopyOnWriteBox(7), CopyOnWriteBox(7)]).count == 1)
    }

    @Test func leavesOlderCopiesUnchanged() {
        var box = CopyOnWriteBox(0)
        var history: [CopyOnWriteBox<Int>] = []
        for number in 1...20 {
            history.append(box)
            box.value = number
        }
        #expect(history.map(\.value) == Array(0..<20))
        #expect(box.value == 20)
    }
}
