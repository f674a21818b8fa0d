/// Raised or lowered characters.
package enum Script: Sendable {
    case raised, lowered

    private var characters: [Character: Character] {
        let plain = "0123456789+-−=()n i"
        let written = self == .raised ? "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ ⁱ" : "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙ ᵢ"
        return Dictionary(zip(plain, written)) { first, _ in first }
    }

    /// Returns a text without markup, in raised or lowered characters. If Unicode lacks some of
    /// them, a raised text follows `^`, since 10⁻³ is not 10-3; a lowered one keeps its meaning and
    /// gives nil.
    package func written(_ text: String) -> String? {
        let characters = characters
        let found = text.compactMap { characters[$0] }
        if found.count == text.count { return String(found) }
        return self == .raised ? "^" + (text.count > 1 ? "(\(text))" : text) : nil
    }
}
