import Foundation
import TestSupport
import Testing

@testable import OutputChecks

@Suite(.tags(.fast))
struct LetterFoldingTests {
    private func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        if case .separator = LetterFolding.fold(scalar.value) { true } else { false }
    }

    /// The arithmetic of the Unicode Standard (section 3.12), compared with Foundation's tables.
    @Test func decomposesEveryHangulSyllableAsUnicodeDoes() {
        for value in UInt32(0xAC00)...0xD7A3 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let expected = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
            guard LetterFolding.jamo(of: value) != expected.map(\.value) else { continue }
            Issue.record("U+\(String(value, radix: 16))")
            return
        }
        #expect(LetterFolding.jamo(of: 0xABFF) == nil)
        #expect(LetterFolding.jamo(of: 0xD7A4) == nil)
    }

    /// Letters of alphabets, compared with Foundation's folding.
    @Test func foldsLettersOfAlphabetsAsFoundationDoes() {
        let blocks = [UInt32(0xC0)...0x24F, 0x370...0x3FF, 0x400...0x52F, 0x1E00...0x1EFF]
        for value in blocks.joined() {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic,
                scalar.properties.generalCategory != .modifierLetter
            else { continue }
            let folded = String(scalar).lowercased().decomposedStringWithCanonicalMapping
            switch LetterFolding.fold(value) {
            case .letter(let letter), .sign(let letter):
                #expect(letter == folded.unicodeScalars.first?.value, "\(scalar)")
            case .separator, .accent: Issue.record("U+\(String(value, radix: 16)) is no letter")
            }
        }
    }

    @Test func takesBothCasesForOneLetter() {
        for scalar in "äöüéñçøåžšđłæœθωяёії".unicodeScalars {
            for upper in scalar.properties.uppercaseMapping.unicodeScalars {
                guard case .letter(let small) = LetterFolding.fold(scalar.value),
                    case .letter(let capital) = LetterFolding.fold(upper.value)
                else {
                    Issue.record("\(scalar) is no letter")
                    continue
                }
                #expect(small == capital, "\(scalar)")
            }
        }
    }

    @Test func endsAWordAtPunctuationAndPictures() {
        for scalar in "«»„“”’–—…¡¿·•€£©®°±×÷\u{A0}\u{AD}\u{2009}\u{200B}\u{FEFF}、。「」！？～😀🚲⛵"
            .unicodeScalars
        {
            #expect(isSeparator(scalar), "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test func ignoresCombiningAccents() {
        for scalar in "\u{300}\u{301}\u{308}\u{327}\u{3099}\u{309A}".unicodeScalars {
            guard case .accent = LetterFolding.fold(scalar.value) else {
                Issue.record("U+\(String(scalar.value, radix: 16)) counts")
                continue
            }
        }
    }

    @Test func takesSignsOfScriptsWithoutSpacesForWords() {
        for scalar in "名前あアㄅ한𠀀ก".unicodeScalars {
            guard case .sign = LetterFolding.fold(scalar.value) else {
                Issue.record("\(scalar) is no sign")
                continue
            }
        }
    }

    @Test func acceptsEveryScalar() {
        var separators = 0
        for value in stride(from: UInt32(0x80), through: 0x10FFFF, by: 7) {
            if case .separator = LetterFolding.fold(value) { separators += 1 }
        }
        #expect(separators > 0)
    }
}
