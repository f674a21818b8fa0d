import Foundation

/// Steele, Lea and Flood's random number generator: small, and the same on every machine.
struct SplitMix64 {
    var state: UInt64

    init(state: UInt64) {
        self.state = state
    }

    /// Creates a stream of its own for each number and purpose.
    init(seed: UInt64, number: Int, purpose: UInt64) {
        var mixed = SplitMix64(state: seed &+ purpose)
        mixed.state = mixed.next() ^ UInt64(number)
        state = mixed.next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// Returns a number from 0 up to, but not including, 1.
    mutating func fraction() -> Double {
        Double(next() >> 11) / Double(1 << 53 as UInt64)
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func isTrue(oneIn count: UInt64) -> Bool {
        next() % count == 0
    }

    mutating func element(of list: [String]) -> String {
        list[Int(next() % UInt64(list.count))]
    }

    /// Returns a number of the normal distribution with mean 0 and deviation 1 (Box and Muller).
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - fraction())).squareRoot()
        return radius * cos(2 * .pi * fraction())
    }
}
