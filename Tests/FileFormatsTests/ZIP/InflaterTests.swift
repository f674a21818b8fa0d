import TestSupport
import Testing

@testable import FileFormats

@Suite(.tags(.fast))
struct InflaterTests {
    /// “hello” compressed by zlib's `compressobj(wbits=-15)`.
    private static let hello: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

    private func inflated(_ bytes: [UInt8], size: Int, pieces: Int = 100) throws -> [UInt8] {
        var inflater = try Inflater(size: size)
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            try bytes[start..<min(start + pieces, bytes.count)].withUnsafeBytes { piece in
                try inflater.update(piece) { output += $0 }
            }
        }
        try inflater.finish()
        return output
    }

    @Test(arguments: [1, 2, 7]) func inflatesDataInPiecesOfAnySize(pieces: Int) throws {
        #expect(try inflated(Self.hello, size: 5, pieces: pieces) == Array("hello".utf8))
    }

    @Test(arguments: [0, 4, 6]) func refusesASizeOtherThanDeclared(size: Int) {
        #expect(throws: Inflater.InflaterError.self) { try inflated(Self.hello, size: size) }
    }

    @Test func refusesEveryTruncation() {
        for count in 0..<Self.hello.count - 1 {
            #expect(throws: Inflater.InflaterError.self, "\(count) bytes") {
                try inflated(Array(Self.hello.prefix(count)), size: 5)
            }
        }
    }

    @Test func refusesBytesAfterTheEnd() {
        #expect(throws: Inflater.InflaterError.self) {
            try inflated(Self.hello + [0], size: 5)
        }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>) func survivesNoise(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let noise = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
        let output = (try? inflated(noise, size: 1000)) ?? []
        #expect(output.count <= 1000, "seed \(seed)")
    }
}
