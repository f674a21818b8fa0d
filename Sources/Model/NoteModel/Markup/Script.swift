/// Raised or lowered characters.
package enum Script: Sendable {
    case raised, lowered

    /// The element of HTML for such characters.
    package var element: String { self == .raised ? "sup" : "sub" }

    private var characters: [Character: Character] {
        let plain = "0123456789+-−=()n i"
        let written = self == .raised ? "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ ⁱ" : "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙ ᵢ"
        return Dictionary(zip(plain, written)) { first, _ in first }
    }

    /// Returns a text in raised or lowered characters; nil if Unicode lacks some of them.
    package func characters(for text: String) -> String? {
        let characters = characters
        let found = text.compactMap { characters[$0] }
        return found.count == text.count ? String(found) : nil
    }

    /// Returns a text without markup, in raised or lowered characters. If Unicode lacks some of
    /// them, a raised text follows `^`, since 10⁻³ is not 10-3; a lowered one keeps its meaning and
    /// gives nil.
    package func written(_ text: String) -> String? {
        characters(for: text)
            ?? (self == .raised ? "^" + (text.count > 1 ? "(\(text))" : text) : nil)
    }
}
