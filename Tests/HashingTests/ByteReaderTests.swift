import Hashing
import NoteModel
import TestSupport
import Testing

/// The values that a reader accepts and refuses, one by one.
@Suite(.tags(.fast))
struct ByteReaderTests {
    private enum Colour: String, BinaryCodable { case red, green }

    @Test(arguments: 2...255) func refusesAByteThatIsNeitherTrueNorFalse(byte: UInt8) {
        expectRefused(Bool.self, in: [byte])
    }

    @Test(
        arguments: [
            [0x80, 0x00], [0xFF, 0x80, 0x00],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
            Array(repeating: 0x80, count: 11), Array(repeating: 0x80, count: 12),
            Array(repeating: 0x80, count: 1_000),
        ] as [[UInt8]])
    func refusesANumberThatIsTooLongOrTooLarge(bytes: [UInt8]) {
        expectRefused(UInt64.self, in: bytes)
    }

    /// Damaged counts must not make the reader reserve memory for elements that are not there.
    @Test(arguments: [-1, .min, 5, 1 << 40, .max])
    func refusesACountBeyondTheRemainingBytes(count: Int) {
        let bytes = written { $0.write(count, true, true) }
        expectRefused(String.self, in: bytes)
        expectRefused([String].self, in: bytes)
        for read: (inout ByteReader) throws -> Void in [
            { _ = try $0.byteArray() }, { _ = try $0.nested() },
            { _ = try $0.numbers() as [UInt32] },
            { _ = try $0.list { reader throws in try reader.value(Bool.self) } },
        ] {
            var reader = ByteReader(bytes)
            #expect(throws: BinaryDecodingError.self) { try read(&reader) }
        }
    }

    @Test(arguments: [1, 2, 3, 5, 7]) func refusesAPartOfAWord(count: Int) {
        var reader = ByteReader(written { $0.write(bytes: [UInt8](repeating: 1, count: count)) })
        #expect(throws: BinaryDecodingError.self) { try reader.numbers() as [UInt32] }
    }

    @Test(arguments: 0..<8) func refusesFewerThanEightBytes(count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        expectRefused(Double.self, in: bytes)
        var reader = ByteReader(bytes)
        #expect(throws: BinaryDecodingError.self) { try reader.eightBytes() }
    }

    @Test func refusesAnUnknownEnumCase() throws {
        var known = ByteReader(written { $0.write(Colour.green) })
        #expect(try known.value(Colour.self) == .green)
        for text in ["", "Green", "blue", "green "] {
            expectRefused(Colour.self, in: written { $0.write(text) })
        }
    }

    @Test func repairsTextThatIsNotUTF8() throws {
        var reader = ByteReader(written { $0.write(bytes: [0x61, 0xFF, 0xC3, 0x62] as [UInt8]) })
        #expect(try reader.value(String.self) == "a\u{FFFD}\u{FFFD}b")
    }

    @Test(arguments: [(-1, 2), (0, -1), (.max, 1), (1, .max), (.min, 0)])
    func refusesInvalidRanges(start: Int, count: Int) {
        expectRefused(Range<Int>.self, in: written { $0.write(start, count) })
    }

    @Test(arguments: [0..<0, 0..<1, 5..<9, Int.max..<Int.max, 0..<Int.max])
    func roundTripsRanges(range: Range<Int>) throws {
        var reader = ByteReader(written { $0.write(range) })
        #expect(try reader.value(Range<Int>.self) == range && reader.isAtEnd)
    }

    /// A value within another can be read later. It may claim to be longer, but sees nothing of
    /// what follows.
    @Test func confinesANestedReaderToItsBytes() throws {
        let bytes = written {
            $0.write(bytes: written { $0.write("inner", 7) })
            // As many bytes as the number within the value.
            $0.write("behind")
        }
        var outer = ByteReader(bytes)
        var nested = try outer.nested()
        #expect(try outer.value(String.self) == "behind" && outer.isAtEnd)
        #expect(try nested.value(String.self) == "inner")
        var copy = nested
        #expect(throws: BinaryDecodingError.self) { try copy.value(String.self) }
        #expect(try nested.value(Int.self) == 7 && nested.isAtEnd)
        #expect(throws: BinaryDecodingError.self) { try nested.value(String.self) }
    }

    @Test func readsAnEmptyRangeAnywhere() {
        for place in [0, 2, 3] {
            var reader = ByteReader([1, 2, 3], range: place..<place)
            #expect(reader.isAtEnd)
            #expect(throws: BinaryDecodingError.self) { try reader.byte() }
        }
    }

    @Test func skipsOnlyMatchingBytes() throws {
        var reader = ByteReader(written { $0.write("same", "other") })
        let known = written { $0.write("same") }[...]
        var isSkipped = [known, known].map { reader.skip($0) }
        #expect(isSkipped == [true, false])
        #expect(try reader.value(String.self) == "other")
        isSkipped = [known, []].map { reader.skip($0) }
        #expect(isSkipped == [false, true])
    }

    @Test func doesNotSkipMoreThanIsThere() {
        var reader = ByteReader([1, 2, 3, 4], range: 1..<3)
        let isSkipped = [[2, 3, 4], [2], [3], [4]].map { reader.skip($0) }
        #expect(isSkipped == [false, true, true, false])
        #expect(reader.isAtEnd)
    }

    @Test func refusesModelValuesOfAnUnknownKind() {
        for kind in [3, -1] { expectRefused(MediaContent.self, in: written { $0.write(kind) }) }
        expectRefused(Drawing.self, in: written { $0.write(2) })
        expectRefused(JSONValue.self, in: written { $0.write(8) })
    }
}
