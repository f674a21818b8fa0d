import Hashing
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ByteWriterTests {
    /// The examples of the DWARF standard (LEB128), and the limits.
    @Test(
        arguments: [
            (0, [0]), (2, [0x02]), (127, [0x7F]), (128, [0x80, 0x01]), (129, [0x81, 0x01]),
            (12_857, [0xB9, 0x64]), (624_485, [0xE5, 0x8E, 0x26]),
            (.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]),
        ] as [(UInt64, [UInt8])])
    func writesUnsignedNumbersAsLEB128(number: UInt64, expected: [UInt8]) {
        #expect(written { $0.write(number) } == expected)
    }

    /// The table of the encoding guide of Protocol Buffers, and the limits.
    @Test(
        arguments: [
            (0, 0), (-1, 1), (1, 2), (-2, 3), (0x7FFF_FFFF, 0xFFFF_FFFE),
            (-0x8000_0000, 0xFFFF_FFFF), (.max, .max - 1), (.min, .max),
        ] as [(Int, UInt64)])
    func encodesSignedNumbersAsZigzag(number: Int, unsigned: UInt64) {
        #expect(written { $0.write(number) } == written { $0.write(unsigned) })
    }

    @Test func writesDoublesAsTheirBitsInLittleEndianOrder() {
        #expect(written { $0.write(1.0) } == [0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
        #expect(written { $0.write(-2.5) } == [0, 0, 0, 0, 0, 0, 0x04, 0xC0])
        #expect(written { $0.write(-0.0) } == [0, 0, 0, 0, 0, 0, 0, 0x80])
        #expect(
            written { $0.write(eightBytes: 0x0102_0304_0506_0708) } == [8, 7, 6, 5, 4, 3, 2, 1])
    }

    @Test(arguments: ["", "a", "é", "e\u{301}", "日本", "👨‍👩‍👧", "a\0b", "\r\n"])
    func prefixesTextWithItsByteCount(text: String) {
        let utf8 = Array(text.utf8)
        #expect(written { $0.write(text) } == written { $0.write(utf8.count) } + utf8)
        #expect(written { $0.write(text) } == written { $0.write(bytes: utf8) })
    }

    @Test func distinguishesNilFromEmptyValues() {
        #expect(written { $0.write(nil as String?) } == [0])
        #expect(written { $0.write("" as String?) } == [1, 0])
        #expect(written { $0.write([] as [String]) } == [0])
        #expect(written { $0.write([""]) } == [2, 0])
    }

    @Test func writesASliceLikeAnArrayOfItsBytes() {
        let all: [UInt8] = [9, 1, 2, 3, 9]
        #expect(
            written { $0.write(bytes: all[1..<4]) }
                == written { $0.write(bytes: [1, 2, 3] as [UInt8]) })
    }

    @Test func writesOnlyTheRestOfAReader() throws {
        var reader = ByteReader([1, 2, 3, 4, 5], range: 1..<4)
        _ = try reader.byte()
        #expect(
            written { $0.write(nested: reader) } == written { $0.write(bytes: [3, 4] as [UInt8]) })
    }

    @Test func appendsWithoutChangingEarlierBytes() {
        var writer = ByteWriter(capacity: 4)
        var before: [UInt8] = []
        for number in [3, -70, 1_000_000] {
            writer.write(number)
            #expect(writer.bytes.starts(with: before) && writer.bytes.count > before.count)
            before = writer.bytes
        }
    }
}
