import Foundation
import LocalFiles
import Orthography
import TestSupport
import Testing

/// The table of Chinese characters by pinyin, compared with Foundation's locale data, from which
/// `NOTEBINDER_RECORD=1` writes it again.
@Suite(.tags(.fast))
struct PinyinOrderTests {
    private static let locale = Locale(identifier: "zh")

    private static func precedes(_ left: String, before right: String) -> Bool {
        left.compare(right, locale: locale) == .orderedAscending
    }

    /// The characters of the table, without the letters.
    private var characters: [String] {
        PinyinOrder.table.unicodeScalars.filter { !$0.isASCII }.map { String($0) }
    }

    @Test func agreesWithFoundation() {
        let characters = characters
        #expect(characters.count > 20_000 && Set(characters).count == characters.count)
        for (left, right) in zip(characters, characters.dropFirst())
        where !Self.precedes(left, before: right) {
            Issue.record("\(left) does not precede \(right)")
        }
    }

    @Test func listsCharactersUnderTheirPinyinInitial() {
        var letter = ""
        for line in PinyinOrder.table.split(separator: "\n") {
            if line.utf8.count == 1 {
                letter = String(line)
            } else {
                // A rare character may have several pronunciations; most of a line agree.
                let sound =
                    String(line).applyingTransform(.mandarinToLatin, reverse: false)?
                    .applyingTransform(.stripDiacritics, reverse: false) ?? ""
                let agreeing = sound.split(separator: " ").count { $0.hasPrefix(letter) }
                #expect(agreeing * 4 > line.count * 3, "\(line)")
            }
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["NOTEBINDER_RECORD"] != nil))
    func writesTheTable() throws {
        let path = Places.package + "/Sources/Model/Orthography/PinyinOrder.swift"
        let source = String(decoding: try LocalFiles.read(path), as: UTF8.self)
        let parts = source.components(separatedBy: "\"\"\"")
        let lines = Self.made().map { "        \($0)\n" }.joined()
        let text = [parts[0], "\n\(lines)        ", parts[2]].joined(separator: "\"\"\"")
        try LocalFiles.replace(path, bytes: Array(text.utf8))
    }

    /// Returns the lines of the table: each letter, and the characters from its first one.
    private static func made() -> [String] {
        let letters = zip("abcdefghjklmnopqrstwxyz", "阿八嚓哒妸发旮哈丌咔垃妈拏噢妑七呥仨他穵夕丫帀")
            .map { (String($0), first: String($1)) }
        let characters = (UInt32(0x4E00)...0x9FFF)
            .compactMap { Unicode.Scalar($0).map { String($0) } }
            .filter { $0.applyingTransform(.mandarinToLatin, reverse: false) ?? $0 != $0 }
            .sorted(by: precedes)
        var lines: [String] = []
        var next = 0
        for character in characters {
            while next < letters.count,
                next == 0 || !precedes(character, before: letters[next].first)
            {
                lines += [letters[next].0, ""]
                next += 1
            }
            if lines[lines.count - 1].count == 90 { lines.append("") }
            lines[lines.count - 1] += character
        }
        return lines
    }
}
