import Hashing
import NoteModel
import TestSupport
import Testing

/// The refusals of a reader, value by value.
@Suite(.tags(.fast))
struct DamagedBytesTests {
    private enum Colour: String, BinaryCodable { case red, green }

    private func reader(_ write: (inout ByteWriter) -> Void) -> ByteReader {
        var writer = ByteWriter()
        write(&writer)
        return ByteReader(writer.bytes)
    }

    @Test(arguments: 2...255) func refusesAByteThatIsNeitherTrueNorFalse(byte: UInt8) {
        var reader = ByteReader([byte])
        #expect(throws: BinaryDecodingError.self) { try reader.value(Bool.self) }
    }

    @Test func refusesANumberThatNeverEnds() {
        for count in [11, 12, 1_000] {
            var reader = ByteReader([UInt8](repeating: 0x80, count: count))
            #expect(throws: BinaryDecodingError.self) { try reader.value(UInt64.self) }
        }
    }

    @Test(
        arguments: [
            [0x80, 0x00], [0xFF, 0x80, 0x00],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
        ] as [[UInt8]])
    func refusesANumberThatIsTooLongOrTooLarge(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        #expect(throws: BinaryDecodingError.self) { try reader.value(UInt64.self) }
    }

    /// Damaged counts must not make the reader reserve memory for elements that are not there.
    @Test(arguments: [-1, .min, 5, 1 << 40, .max])
    func refusesACountOfMoreThanWhatRemains(count: Int) {
        let bytes = reader {
            $0.write(count)
            $0.write(true)
            $0.write(true)
        }
        var copies = Array(repeating: bytes, count: 6)
        #expect(throws: BinaryDecodingError.self) { try copies[0].value(String.self) }
        #expect(throws: BinaryDecodingError.self) { try copies[1].value([String].self) }
        #expect(throws: BinaryDecodingError.self) { try copies[2].byteArray() }
        #expect(throws: BinaryDecodingError.self) { try copies[3].nested() }
        #expect(throws: BinaryDecodingError.self) { try copies[4].numbers() }
        #expect(throws: BinaryDecodingError.self) {
            try copies[5].list { reader throws in try reader.value(Bool.self) }
        }
    }

    @Test(arguments: [1, 2, 3, 5, 7]) func refusesAPartOfAWord(count: Int) {
        var reader = reader { $0.write(bytes: [UInt8](repeating: 1, count: count)) }
        #expect(throws: BinaryDecodingError.self) { try reader.numbers() }
    }

    @Test(arguments: 0..<8) func refusesFewerThanEightBytes(count: Int) {
        var reader = ByteReader([UInt8](repeating: 1, count: count))
        #expect(throws: BinaryDecodingError.self) { try reader.value(Double.self) }
        #expect(throws: BinaryDecodingError.self) { try reader.eightBytes() }
    }

    @Test func refusesAChoiceThatThereIsNot() throws {
        var known = reader { $0.write(Colour.green) }
        #expect(try known.value(Colour.self) == .green)
        for text in ["", "Green", "blue", "green "] {
            var unknown = reader { $0.write(text) }
            #expect(throws: BinaryDecodingError.self) { try unknown.value(Colour.self) }
        }
    }

    @Test func repairsTextThatIsNotUTF8() throws {
        var reader = reader { $0.write(bytes: [0x61, 0xFF, 0xC3, 0x62] as [UInt8]) }
        #expect(try reader.value(String.self) == "a\u{FFFD}\u{FFFD}b")
    }

    @Test(arguments: [(-1, 2), (0, -1), (.max, 1), (1, .max), (.min, 0)])
    func refusesARangeThatNothingHas(start: Int, count: Int) {
        var reader = reader {
            $0.write(start)
            $0.write(count)
        }
        #expect(throws: BinaryDecodingError.self) { try reader.value(Range<Int>.self) }
    }

    @Test(arguments: [0..<0, 0..<1, 5..<9, Int.max..<Int.max, 0..<Int.max])
    func readsEveryRangeAsItWas(range: Range<Int>) throws {
        var reader = reader { $0.write(range) }
        #expect(try reader.value(Range<Int>.self) == range && reader.isAtEnd)
    }

    /// A value within another may claim to be longer, but sees nothing of what follows.
    @Test func confinesANestedReaderToItsBytes() throws {
        var inner = ByteWriter()
        inner.write(4)
        inner.write(true)
        var outer = reader {
            $0.write(bytes: inner.bytes)
            $0.write("secret")
        }
        var nested = try outer.nested()
        #expect(throws: BinaryDecodingError.self) { try nested.value(String.self) }
        #expect(try outer.value(String.self) == "secret")
    }

    @Test func readsAnEmptyRangeAnywhere() {
        for place in [0, 2, 3] {
            var reader = ByteReader([1, 2, 3], range: place..<place)
            #expect(reader.isAtEnd)
            #expect(throws: BinaryDecodingError.self) { try reader.byte() }
        }
    }

    @Test func doesNotSkipMoreThanIsThere() {
        var reader = ByteReader([1, 2, 3, 4], range: 1..<3)
        var skipped = [reader.skip([2, 3, 4])]
        skipped.append(reader.skip([2]))
        skipped.append(reader.skip([3]))
        skipped.append(reader.skip([4]))
        #expect(skipped == [false, true, true, false])
        #expect(reader.isAtEnd)
    }

    @Test func refusesModelValuesOfAnUnknownKind() {
        var content = reader { $0.write(3) }
        #expect(throws: BinaryDecodingError.self) { try content.value(MediaContent.self) }
        var drawing = reader { $0.write(2) }
        #expect(throws: BinaryDecodingError.self) { try drawing.value(Drawing.self) }
        var json = reader { $0.write(8) }
        #expect(throws: BinaryDecodingError.self) { try json.value(JSONValue.self) }
        var kind = reader { $0.write(-1) }
        #expect(throws: BinaryDecodingError.self) { try kind.value(MediaContent.self) }
    }
}
