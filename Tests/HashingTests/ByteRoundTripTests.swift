import Hashing
import TestSupport
import Testing

/// Random sequences of values, which have to be read as they were written, and damaged ones.
@Suite(.tags(.fast))
struct ByteRoundTripTests {
    private enum Value: Equatable {
        case bool(Bool), int(Int), number(UInt64), bits(UInt64), text(String), data([UInt8])
        case optional(String?), texts([String]), words([UInt32]), nested([UInt8])

        static func random(_ random: inout SeededGenerator) -> Value {
            let number = random.next() >> (random.next() % 64)
            let text = (0..<random.number(in: 0...5)).map { _ in
                random.pick(["a", "é", "\u{301}", "🎂", "\0", "日"])
            }.joined()
            switch random.next() % 10 {
            case 0: return .bool(number & 1 == 1)
            case 1: return .int(Int(bitPattern: UInt(number)))
            case 2: return .number(number)
            case 3: return .bits(number)
            case 4: return .text(text)
            case 5: return .data(Array(text.utf8).reversed())
            case 6: return .optional(number & 1 == 1 ? text : nil)
            case 7: return .texts([text, "", text + text])
            case 8: return .words((0..<UInt32(number % 5)).map { $0 &* UInt32.max / 3 })
            default: return .nested(Array(text.utf8))
            }
        }

        func write(to writer: inout ByteWriter) {
            switch self {
            case .bool(let value): writer.write(value)
            case .int(let value): writer.write(value)
            case .number(let value): writer.write(value)
            case .bits(let value): writer.write(Double(bitPattern: value))
            case .text(let value): writer.write(value)
            case .data(let value): writer.write(bytes: value)
            case .optional(let value): writer.write(value)
            case .texts(let value): writer.write(value)
            case .words(let value): writer.write(numbers: value)
            case .nested(let value): writer.write(nested: ByteReader(value))
            }
        }

        /// Reads a value of the same kind.
        func readAgain(from reader: inout ByteReader) throws -> Value {
            switch self {
            case .bool: return .bool(try reader.value(Bool.self))
            case .int: return .int(try reader.value(Int.self))
            case .number: return .number(try reader.value(UInt64.self))
            case .bits: return .bits(try reader.value(Double.self).bitPattern)
            case .text: return .text(try reader.value(String.self))
            case .data: return .data(try reader.byteArray())
            case .optional: return .optional(try reader.value(String?.self))
            case .texts: return .texts(try reader.value([String].self))
            case .words: return .words(try reader.numbers())
            case .nested:
                var inner = try reader.nested()
                var bytes: [UInt8] = []
                while !inner.isAtEnd { bytes.append(try inner.byte()) }
                return .nested(bytes)
            }
        }
    }

    private static let seeds: [UInt64] = Array(1...40)

    private func sequence(_ random: inout SeededGenerator) -> (values: [Value], bytes: [UInt8]) {
        let values = (0..<12).map { _ in Value.random(&random) }
        return (values, written { for value in values { value.write(to: &$0) } })
    }

    /// Bytes of others before and after the range must not matter.
    @Test(arguments: seeds) func roundTripsAloneAndAmongOtherBytes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (values, bytes) = sequence(&random)
        let around = [UInt8](repeating: 0xFF, count: random.number(in: 1...9))
        for var reader in [
            ByteReader(bytes),
            ByteReader(around + bytes + around, range: around.count..<around.count + bytes.count),
        ] {
            for value in values {
                #expect(try value.readAgain(from: &reader) == value, "seed \(seed)")
            }
            #expect(reader.isAtEnd, "seed \(seed)")
            #expect(throws: BinaryDecodingError.self, "seed \(seed)") { try reader.byte() }
        }
    }

    @Test(arguments: seeds) func refusesTruncatedSequences(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (values, bytes) = sequence(&random)
        for count in bytes.indices {
            var reader = ByteReader(bytes, range: 0..<count)
            #expect(throws: BinaryDecodingError.self, "seed \(seed), \(count) bytes") {
                for value in values { _ = try value.readAgain(from: &reader) }
            }
        }
    }

    /// Whatever the bytes are, reading ends and stays within them.
    @Test(arguments: seeds) func survivesRandomBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<200).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        for start in bytes.indices {
            var reader = ByteReader(bytes, range: start..<bytes.count)
            var steps = 0
            while steps < 300, (try? Value.random(&random).readAgain(from: &reader)) != nil {
                steps += 1
            }
            #expect(steps <= bytes.count + 100, "seed \(seed), from \(start)")
        }
    }

    @Test(arguments: [0, 1, -1, 63, 64, -64, -65, .max, .min])
    func roundTripsNumbers(_ number: Int) throws {
        var reader = ByteReader(written { $0.write(number) })
        #expect(try reader.value(Int.self) == number)
    }
}
