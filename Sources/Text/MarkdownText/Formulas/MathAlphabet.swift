extension TeXCommand {
    /// Returns text with its letters and digits in the alphabet that the command chooses, as far
    /// as the block Mathematical Alphanumeric Symbols of Unicode has them.
    func applied(to text: String) -> String {
        let starts = self.text.split(separator: "/").map { UInt32($0, radix: 16) ?? 0 }
        var result = ""
        for scalar in text.unicodeScalars {
            var value = scalar.value
            for (range, start) in zip(Self.ranges, starts) where start > 0 && range ~= scalar {
                value = start + scalar.value - range.lowerBound.value
            }
            if starts.count == 5, let index = Self.greekForms.firstIndex(of: scalar) {
                value = starts[4] + 25 + UInt32(index)
            }
            // Some letters are in the block Letterlike Symbols instead.
            let letter = Self.named["letter " + String(value, radix: 16, uppercase: true)]
            result += letter?.text ?? String(Unicode.Scalar(value) ?? scalar)
        }
        return result
    }

    /// The ranges whose equivalents in an alphabet begin at the numbers of its command.
    private static let ranges: [ClosedRange<Unicode.Scalar>] = [
        "A"..."Z", "a"..."z", "0"..."9", "Α"..."Ω", "α"..."ω",
    ]
    /// The forms after the small Greek letters of an alphabet.
    private static let greekForms = Array("∂ϵϑϰϕϱϖ".unicodeScalars)
}
