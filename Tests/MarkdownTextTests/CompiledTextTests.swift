import Hashing
import TestSupport
import Testing

@testable import MarkdownText

/// Compiled texts as the cache keeps them, and their slots.
@Suite(.tags(.fast))
struct CompiledTextTests {
    private static let texts = [
        "", "plain", "# Head\n\n## Sub\n\n[x](#head)", "#tag [[Note|w]] ![a|9](b.png) [c](d \"t\")",
        "a[^1]\n\n[^1]: note", "|a|\n|-|\n|b|", "日本語 é \u{0} \\#x", "- [x] a\n- [ ] b",
        "![[a.png]] ![[Note]] [https](https://example.org/)",
    ]

    @Test(arguments: texts)
    func roundTripsThroughBinaryCoding(text: String) throws {
        let (compiled, facts) = compiled(text, page: .test)
        #expect(try decoded(encoded(compiled), as: CompiledText.self) == compiled)
        for reference in facts.references {
            #expect(try decoded(encoded(reference), as: Reference.self) == reference)
        }
        expectNoBeginningIsRead(of: compiled)
    }

    /// Damage is found, or leaves slots that can be used.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func decodesOnlyValidSlotsFromDamagedBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = encoded(compiled(Self.texts.joined(separator: "\n\n"), page: .test).text)
        for _ in 0..<200 {
            var damaged = bytes
            damaged[random.number(in: 0...bytes.count - 1)] = UInt8.random(
                in: 0...255, using: &random)
            var reader = ByteReader(damaged)
            guard let text = try? reader.value(CompiledText.self) else { continue }
            let offsets = text.slots.map(\.offset)
            #expect(offsets == offsets.sorted(), "seed \(seed)")
            #expect(offsets.allSatisfy { (0...text.html.count).contains($0) }, "seed \(seed)")
            #expect(text.slots.allSatisfy { $0.value >= 0 }, "seed \(seed)")
        }
    }

    @Test(arguments: [
        [(4, 0, 0)], [(-1, 0, 0)], [(2, 0, 0), (1, 0, 0)], [(0, 9, 0)], [(0, -1, 0)],
        [(0, 256, 0)], [(0, 0, -1)], [(Int.max, 0, 0)],
    ])
    func refusesInvalidSlots(slots: [(offset: Int, kind: Int, value: Int)]) {
        var writer = ByteWriter()
        writer.write(bytes: Array("abc".utf8))
        writer.write(list: slots) { writer, slot in
            for number in [slot.offset, slot.kind, slot.value] { writer.write(number) }
        }
        writer.write(bytes: [UInt8]())
        var reader = ByteReader(writer.bytes)
        #expect(throws: BinaryDecodingError.self) { try reader.value(CompiledText.self) }
    }

    @Test(arguments: [12, 13, 1 << 12, -2, Int.max])
    func refusesReferencesOfUnknownKinds(number: Int) {
        var writer = ByteWriter()
        writer.write(number)
        for _ in 0..<2 { writer.write("a") }
        writer.write("")
        var reader = ByteReader(writer.bytes)
        #expect(throws: BinaryDecodingError.self) { try reader.value(Reference.self) }
    }

    @Test func dependsOnTheTextAlone() {
        for text in Self.texts {
            #expect(compiled(text, page: .test).text == compiled(text, page: .test).text)
        }
    }

    @Test func escapesThePrefixOfIdentifiers() {
        let query = HTMLQuery(filled("# a\n\nb[^1]\n\n[^1]: c", page: .test, prefix: "\"><x>."))
        #expect(query.complaints.isEmpty && query.all("x").isEmpty)
        #expect(query.element(withID: "\"><x>.a")?.name == "h2")
    }

    @Test func asksForEachReferenceByItsPositionInTheNote() throws {
        let (text, facts) = compiled("[a](one) #two [[three]]", page: .test)
        let earlier = Array(repeating: try #require(facts.references.first), count: 5)
        var recorder = Recorder()
        var html: [UInt8] = []
        try text.fill(into: &html, with: earlier + facts.references, from: 5, for: &recorder)
        #expect(recorder.log.positions == [5, 6, 7])
        #expect(HTMLQuery(String(decoding: html, as: UTF8.self)).links == ["5", "6", "7"])
    }

    @Test func appendsToExistingHTML() throws {
        var recorder = Recorder()
        var html = Array("<main>".utf8)
        let (text, facts) = compiled("a", page: .test)
        try text.fill(into: &html, with: facts.references, for: &recorder)
        #expect(String(decoding: html, as: UTF8.self) == "<main><p>a</p>\n")
        #expect(recorder.identifierPrefix == "" && recorder.highestHeadingLevel == 2)
    }

    @Test func propagatesErrorsOfTheDestination() {
        struct Refusal: Error {}
        struct Refusing: TextDestination {
            func address(of reference: Reference, at index: Int) -> String? { nil }
            func append(_ image: MarkdownImage, to html: inout [UInt8]) throws -> Bool {
                throw Refusal()
            }
        }
        let (text, facts) = compiled("before ![a](b.png)", page: .test)
        var destination = Refusing()
        var html: [UInt8] = []
        #expect(throws: Refusal.self) {
            try text.fill(into: &html, with: facts.references, for: &destination)
        }
    }

    /// A destination that answers with the position of the reference.
    private struct Recorder: TextDestination {
        final class Log { var positions: [Int] = [] }
        let log = Log()

        func address(of reference: Reference, at index: Int) -> String? {
            log.positions.append(index)
            return String(index)
        }

        func append(_ image: MarkdownImage, to html: inout [UInt8]) -> Bool { false }
    }
}
