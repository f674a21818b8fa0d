import Hashing
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ByteReaderTests {
    private func reader(_ write: (inout ByteWriter) -> Void) -> ByteReader {
        var writer = ByteWriter()
        write(&writer)
        return ByteReader(writer.bytes)
    }

    @Test func readsAValueWithinAnotherLater() throws {
        var reader = reader {
            var inner = ByteWriter()
            inner.write("inner")
            inner.write(7)
            $0.write(bytes: inner.bytes)
            $0.write("behind")
        }
        var nested = try reader.nested()
        #expect(try reader.value(String.self) == "behind" && reader.isAtEnd)
        #expect(try nested.value(String.self) == "inner")
        #expect(try nested.value(Int.self) == 7)
        #expect(nested.isAtEnd)
        #expect(throws: BinaryDecodingError.self) { try nested.value(String.self) }
    }

    @Test func refusesAValueThatIsLongerThanWhatIsThere() {
        var reader = reader { $0.write(1_000) }
        #expect(throws: BinaryDecodingError.self) { try reader.nested() }
    }

    @Test func passesOverBytesThatComeNextAndNoOthers() throws {
        var reader = reader {
            $0.write("same")
            $0.write("other")
        }
        var known = ByteWriter()
        known.write("same")
        var isSkipped = [reader.skip(known.bytes[...]), reader.skip(known.bytes[...])]
        #expect(isSkipped == [true, false])
        #expect(try reader.value(String.self) == "other")
        isSkipped = [reader.skip(known.bytes[...]), reader.skip([])]
        #expect(isSkipped == [false, true])
    }
}
