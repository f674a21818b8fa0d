/// The numbers of biwords as `lookup.js` computes them: FNV-1a of the first word and of two characters
/// of the second, mixed to 16 bits.
enum Biwords {
    static func number(_ first: String, _ second: String) -> Int {
        let mixed = hash(first) &* 31 &+ hash(String(second.prefix(2)))
        return Int((mixed ^ mixed >> 16) % 65_536)
    }

    private static func hash(_ text: String) -> UInt32 {
        text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }
}
