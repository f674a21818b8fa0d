import TestSupport

/// Damages of files as disks, transfers and other programs cause them.
struct Damage {
    private var random: SeededGenerator
    private(set) var deeds: [String] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func damaged(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0..<random.number(in: 1...3) where bytes.count > 64 { damage(&bytes) }
        return bytes
    }

    private mutating func place(in bytes: [UInt8]) -> Int {
        // Half of all damage is near the beginning, where the names and sizes are.
        random.number(in: 0...(random.chance(0.5) ? min(300, bytes.count - 1) : bytes.count - 1))
    }

    private mutating func part(of bytes: [UInt8], limit: Int = 400) -> Range<Int> {
        let start = place(in: bytes)
        return start..<min(bytes.count, start + random.number(in: 1...limit))
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let place = place(in: bytes)
        let deed = random.number(in: 0...9)
        switch deed {
        case 0...2: bytes[place] ^= 1 << UInt8(random.number(in: 0...7))
        case 3: bytes.removeLast(random.number(in: 1...bytes.count / 2))
        case 4:
            let part = part(of: bytes, limit: 64)
            bytes.replaceSubrange(part, with: repeatElement(0, count: part.count))
        case 5:
            // A size of a chunk, in either byte order.
            let size = random.pick([
                0, 1, 0xFFFF_FFFF, bytes.count, bytes.count - place, 64, 1 << 20,
            ])
            var digits = big(size)
            if random.chance(0.5) { digits.reverse() }
            guard place + 4 <= bytes.count else { return }
            bytes.replaceSubrange(place..<place + 4, with: digits)
        case 6: bytes.insert(contentsOf: bytes[part(of: bytes)], at: place)
        case 7:
            let copied = bytes[part(of: bytes)].prefix(bytes.count - place)
            bytes.replaceSubrange(place..<place + copied.count, with: Array(copied))
        case 8: bytes.removeSubrange(part(of: bytes))
        default:
            let junk = (0..<random.number(in: 1...40)).map { _ in UInt8(random.number(in: 0...255))
            }
            bytes.insert(contentsOf: junk, at: place)
        }
        deeds.append("\(deed) at \(place)")
    }
}
