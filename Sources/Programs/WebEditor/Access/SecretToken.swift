/// A secret of 128 random bits.
struct SecretToken: Sendable {
    /// The secret in 32 hexadecimal digits.
    let text: String

    init() {
        var generator = SystemRandomNumberGenerator()
        let halves = [generator.next(), generator.next()]
        text = halves.map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    /// Returns true if a text is the secret. The time it takes does not depend on where they
    /// differ.
    func matches(_ other: String) -> Bool {
        let (own, other) = (Array(text.utf8), Array(other.utf8))
        guard own.count == other.count else { return false }
        return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
