/// Random numbers that are the same for one seed on every machine (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Gives each step of a seed numbers of its own, so that a step can be left out without
    /// changing the others.
    package init(seed: UInt64, step: Int = 0) {
        state = seed
        state = next() ^ UInt64(truncatingIfNeeded: step)
        state = next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// Returns true in a share of all cases, from 0 to 1.
    package mutating func chance(_ share: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < share
    }

    package mutating func number(in range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// Returns a random element of a list, which must not be empty.
    package mutating func pick<Member>(_ list: [Member]) -> Member {
        list[Int.random(in: 0..<list.count, using: &self)]
    }
}
