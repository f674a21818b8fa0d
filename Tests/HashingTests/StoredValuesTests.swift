import Hashing
import NoteModel
import TestSupport
import Testing

/// The stored forms of values that notes consist of.
@Suite(.tags(.fast))
struct StoredValuesTests {
    private func bytes(_ value: some BinaryCodable) -> [UInt8] {
        written { $0.write(value) }
    }

    private func readAgain<Value: BinaryCodable>(_ value: Value) throws -> Value {
        var reader = ByteReader(bytes(value))
        let read = try reader.value(Value.self)
        #expect(reader.isAtEnd)
        return read
    }

    private static func json(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
        let number = random.next()
        switch random.next() % (depth == 0 ? 5 : 8) {
        case 0: return .null
        case 1: return .bool(number & 1 == 1)
        case 2: return .integer(Int(truncatingIfNeeded: number))
        case 3: return .real(Double(Int32(truncatingIfNeeded: number)) / 7)
        case 4: return .string(["", "é\0", "e\u{301}", "\u{2028}"][Int(number % 4)])
        case 5: return .array((0..<number % 4).map { _ in json(&random, depth: depth - 1) })
        case 6: return .numbers((0..<number % 4).map { Double($0) - 0.5 })
        default:
            return .object(
                (0..<number % 4).map { ("key \($0 / 2)", json(&random, depth: depth - 1)) })
        }
    }

    /// Objects keep the order of their fields, and fields of the same key.
    @Test(arguments: 1...60) func roundTripsJSONValues(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let value = Self.json(&random, depth: 4)
        let read = try readAgain(value)
        #expect(read == value, "seed \(seed)")
        #expect(bytes(read) == bytes(value), "seed \(seed)")
    }

    @Test(arguments: Diagnostic.Identifier.allCases)
    func roundTripsDiagnostics(identifier: Diagnostic.Identifier) throws {
        let diagnostic = Diagnostic(
            identifier, origin: .init(source: "a/é.data", place: "root[2]"), summary: "It is so.",
            suggestion: "Do that.")
        #expect(try readAgain(diagnostic) == diagnostic)
    }

    @Test func refusesADiagnosticOfAnotherVersion() {
        expectRefused(
            Diagnostic.self,
            in: written { $0.write("not-an-identifier", "a", "", "Something.", "") })
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func refusesAPictureWithAnInvalidFrame(number: Double) throws {
        let page = Page(
            drawing: nil,
            pictures: [PlacedPicture(photo: 0, frame: Frame(x: 1, y: 2, width: 3, height: 4))],
            recordings: [])
        #expect(try readAgain(page) == page)
        var damaged = bytes(page)
        let place = try #require(damaged.firstRange(of: bytes(2.0)))
        damaged.replaceSubrange(place, with: bytes(number))
        expectRefused(Page.self, in: damaged)
    }

    @Test func keepsNegativeZeroAndSubnormalPoints() throws {
        let stroke = Stroke(
            points: [
                Point(x: -0.0, y: Double.leastNonzeroMagnitude),
                Point(x: .greatestFiniteMagnitude, y: -1),
            ],
            width: 0.25, colour: "", isEraser: false)
        let read = try readAgain(stroke)
        #expect(read == stroke)
        #expect(read.points.map(\.x.bitPattern) == stroke.points.map(\.x.bitPattern))
    }

    /// A title that is derived from the text is derived again; it must not be trusted.
    @Test func derivesATitleAgain() throws {
        let note = Note(id: NoteID(source: "x", index: 0), title: nil, body: "First line\nmore")
        #expect(try readAgain(note) == note)
        var damaged = bytes(note)
        let place = try #require(damaged.firstRange(of: Array("First line".utf8)))
        damaged[place.lowerBound] = UInt8(ascii: "f")
        var reader = ByteReader(damaged)
        #expect(try reader.value(Note.self) == note)
    }
}
