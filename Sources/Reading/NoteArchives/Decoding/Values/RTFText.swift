import NoteModel
import Platform

/// Reads text in RTF (Rich Text Format, version 1.9.1), as `NSAttributedString` writes it: words,
/// line breaks, bold, italic, strikethrough, links and the marks of lists. Footnotes, comments,
/// headers and footers are in parentheses where they are anchored.
struct RTFText {
    /// The first bytes of a text.
    static let signature = Array("{\\rtf".utf8)

    private let bytes: [UInt8]
    private var position = 0
    private var state = State()
    private var outer: [State] = []
    private var runs: [AttributedMarkdown.StyledRun] = []
    /// The bytes of the current run that are in a code page.
    private var encoded: [UInt8] = []
    private var highSurrogate: UInt16?
    /// The code pages of fonts, by their numbers.
    private var codePages: [Int: Int] = [:]
    private var codePage = 1252
    private var converters: [Int: CodePage] = [:]
    /// The number of characters to skip, which stand for the last `\u`.
    private var skipped = 0
    private var instruction = ""
    /// The address of a link before any of its words were read.
    private var unshownLink: String?
    private var listText = ""
    /// True if the text has words that are not shown.
    private(set) var hasHiddenText = false
    /// True for a paragraph that is an item of a list, and for one that follows such a paragraph.
    private var (isItem, isAfterItem) = (false, false)

    /// The part of the state that a group inherits from the one around it.
    private struct State {
        var style = AttributedMarkdown.Style()
        var destination = Destination.text
        var codePage: Int?
        var isHidden = false
        /// True for a text beside the text, such as a footnote, which is shown in parentheses.
        var isAside = false
        /// The number of characters that follow a `\u` for programs that do not know it.
        var fallbackLength = 1
        var font = 0
    }

    private enum Destination {
        case text, fonts, listText, fieldInstruction, attachment, skipped
        /// A copy of a picture for programs that do not read the other one.
        case repeated
    }

    /// The maximum depth of groups; what is deeper is part of the group at that depth.
    private static let maximumDepth = 200

    /// Reads a text; nil if the bytes do not begin as RTF does.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature) else { return nil }
        self.bytes = bytes
        var depth = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "{"):
                takeEncoded()
                depth += 1
                if depth <= Self.maximumDepth { outer.append(state) }
            case UInt8(ascii: "}"):
                takeEncoded()
                if depth <= Self.maximumDepth { endGroup() }
                depth -= 1
            case UInt8(ascii: "\\"): readControl()
            case 0x0A, 0x0D: continue
            default: append(byte: byte)
            }
            if depth == 0 { break }
        }
        takeEncoded()
    }

    /// Returns the text as Markdown.
    ///
    /// - Parameter attachment: Called for each picture or other attachment in the order of the
    ///   text; returns the Markdown that replaces it.
    func markdown(attachment: () -> String) -> String {
        AttributedMarkdown.text(of: runs) { _ in attachment() }
    }

    // MARK: - Groups

    private mutating func endGroup() {
        let ended = state
        guard let last = outer.popLast() else { return }
        state = last
        if ended.isAside, !last.isAside { append(text: ")") }
        // A link without words is shown by its address.
        if let address = unshownLink, ended.style.link == address, last.style.link != address {
            unshownLink = nil
            append(text: address)
        }
        if ended.destination == .listText, last.destination != .listText {
            let mark = listText.filter { !$0.isWhitespace }
            listText = ""
            let isNumber = mark.dropLast().allSatisfy(\.isWholeNumber) && mark.count > 1
            isAfterItem = false
            append(text: isNumber ? mark.dropLast() + ". " : "- ")
            isItem = true
        } else if ended.destination == .attachment, last.destination != .attachment {
            // A character stands for the attachment.
            skipped = 1
        } else if ended.destination == .fieldInstruction, last.destination != .fieldInstruction {
            // The words of the link follow in a group of the same field.
            let words = instruction.split(separator: "\"", omittingEmptySubsequences: false)
            instruction = ""
            if words.count > 1, words[0].contains("HYPERLINK") {
                state.style.link = String(words[1])
                unshownLink = state.style.link
            }
        }
    }

    // MARK: - Control words

    private mutating func readControl() {
        guard position < bytes.count else { return }
        let byte = bytes[position]
        guard Self.isLetter(byte) else {
            position += 1
            return readSymbol(byte)
        }
        let start = position
        while position < bytes.count, Self.isLetter(bytes[position]) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        let numberStart = position
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        let number = Int(String(decoding: bytes[numberStart..<position], as: UTF8.self))
        if position < bytes.count, bytes[position] == 0x20 { position += 1 }
        if word == "bin" {
            position = min(bytes.count, position + min(max(0, number ?? 0), bytes.count))
        } else {
            apply(word, number)
        }
    }

    private mutating func readSymbol(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "'"):
            guard position + 2 <= bytes.count,
                let value = UInt8(
                    String(decoding: bytes[position..<position + 2], as: UTF8.self), radix: 16)
            else { return }
            position += 2
            append(byte: value)
        case UInt8(ascii: "*"): state.destination = .skipped
        case UInt8(ascii: "~"): append(text: "\u{A0}")
        case UInt8(ascii: "_"): append(text: "\u{2011}")
        case UInt8(ascii: "-"): break
        // A backslash at the end of a line is a line break.
        case 0x0A, 0x0D: append(text: "\n")
        default: append(byte: byte)
        }
    }

    private mutating func apply(_ word: String, _ number: Int?) {
        let isOn = number != 0
        switch word {
        case "b": change { $0.style.isBold = isOn }
        case "i": change { $0.style.isItalic = isOn }
        case "strike", "striked": change { $0.style.isStruck = isOn }
        case "super": change { $0.style.script = isOn ? .raised : nil }
        case "sub": change { $0.style.script = isOn ? .lowered : nil }
        case "nosupersub": change { $0.style.script = nil }
        case "v": change { $0.isHidden = isOn }
        case "plain":
            change {
                let link = $0.style.link
                $0.style = AttributedMarkdown.Style()
                $0.style.link = link
                $0.isHidden = false
            }
        case "uc": state.fallbackLength = min(max(0, number ?? 1), 100)
        case "u": appendUnicode(number ?? 0)
        case "ansicpg": codePage = number ?? codePage
        case "mac": codePage = Self.macRoman
        case "pc": codePage = 437
        case "pca": codePage = 850
        case "f":
            change { $0.font = number ?? 0 }
            state.codePage = codePages[state.font]
        case "fcharset" where state.destination == .fonts:
            codePages[state.font] = Self.codePagesOfCharacterSets[number ?? 0]
        case "fonttbl": state.destination = .fonts
        case "listtext", "pntext": state.destination = .listText
        case "fldinst": state.destination = .fieldInstruction
        case "pict", "object", "NeXTGraphic":
            // A picture is there, also within a group that older programs skip.
            if state.destination == .skipped { state.destination = .text }
            append(text: String(AttributedMarkdown.attachmentSign))
            state.destination = word == "NeXTGraphic" ? .attachment : .skipped
        case "nonshppict": state.destination = .repeated
        // The words that an object shows, and those in a box.
        case "result", "shptxt":
            if state.destination == .skipped { state.destination = .text }
        case _ where Self.asides.contains(word):
            state.destination = .text
            append(text: " (")
            state.isAside = true
        case _ where Self.skippedDestinations.contains(word): state.destination = .skipped
        default: if let text = Self.characters[word] { append(text: text) }
        }
    }

    private mutating func change(_ change: (inout State) -> Void) {
        takeEncoded()
        change(&state)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static let skippedDestinations: Set = [
        "colortbl", "stylesheet", "info", "listtable",
        "listoverridetable", "revtbl", "rsidtbl", "themedata", "generator", "xe", "tc",
    ]

    private static let asides: Set = [
        "annotation", "footnote", "footer", "footerf", "footerl", "footerr", "header", "headerf",
        "headerl", "headerr",
    ]

    private static let characters = [
        "par": "\n", "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "tab": "\t",
        "cell": "\t", "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’",
        "ldblquote": "“", "rdblquote": "”", "emspace": "\u{2003}", "enspace": "\u{2002}",
        "zwj": "\u{200D}", "zwnj": "\u{200C}",
    ]

    // MARK: - Text

    private mutating func append(byte: UInt8) {
        if skipped > 0 { return skipped -= 1 }
        guard ![.skipped, .fonts, .attachment, .repeated].contains(state.destination) else {
            return
        }
        encoded.append(byte)
    }

    private mutating func appendUnicode(_ number: Int) {
        takeEncoded()
        let unit = UInt16(truncatingIfNeeded: number)
        skipped = state.fallbackLength
        if UTF16.isLeadSurrogate(unit) {
            highSurrogate = unit
        } else if UTF16.isTrailSurrogate(unit), let high = highSurrogate {
            highSurrogate = nil
            place(text: String(decoding: [high, unit], as: UTF16.self))
        } else if let scalar = Unicode.Scalar(unit) {
            place(text: String(Character(scalar)))
        }
    }

    /// Converts the bytes that were read and appends them.
    private mutating func takeEncoded() {
        guard !encoded.isEmpty else { return }
        let bytes = encoded
        encoded = []
        if bytes.allSatisfy({ $0 < 0x80 }) {
            return place(text: String(decoding: bytes, as: UTF8.self))
        }
        let number = state.codePage ?? codePage
        let converter = converters[number] ?? CodePage(number)
        converters[number] = converter
        place(text: converter.text(bytes))
    }

    private mutating func append(text: String) {
        if skipped > 0 { return skipped -= 1 }
        takeEncoded()
        place(text: text)
    }

    private mutating func place(text: String) {
        switch state.destination {
        case .skipped, .fonts, .attachment, .repeated: return
        case .listText: listText += text
        case .fieldInstruction: instruction += text
        case .text:
            guard !state.isHidden else {
                hasHiddenText = hasHiddenText || !text.isBlank
                return
            }
            if state.style.link == unshownLink, !text.isBlank { unshownLink = nil }
            var text = text
            if isAfterItem, text != "\n" {
                // Markdown would take the paragraph for a part of the item.
                text = "\n" + text
                isAfterItem = false
            }
            if text == "\n" { (isItem, isAfterItem) = (false, isItem) }
            if let last = runs.indices.last, runs[last].style == state.style {
                runs[last].text += text
            } else {
                runs.append(
                    AttributedMarkdown.StyledRun(text: text, style: state.style, attachment: nil))
            }
        }
    }

    // MARK: - Code pages

    private static let macRoman = 10_000

    /// The code pages of character sets of Windows, by their numbers.
    private static let codePagesOfCharacterSets = [
        77: macRoman, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258,
        177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250,
    ]
}

/// A code page of Windows or of the Mac, by which bytes are converted to text.
final class CodePage {
    private let converter: iconv_t?

    /// - Parameter number: The number that Windows gives the code page. An unknown one is taken for
    ///   1252, that of Western Europe.
    init(_ number: Int) {
        let names = [number == 10_000 ? "MACINTOSH" : "CP\(number)", "CP1252"]
        converter = names.lazy.map { iconv_open("UTF-8", $0) }.first { Int(bitPattern: $0) != -1 }
    }

    deinit {
        if let converter { iconv_close(converter) }
    }

    /// Returns bytes as text, with U+FFFD for those that are not in the code page.
    func text(_ bytes: [UInt8]) -> String {
        guard let converter else { return String(decoding: bytes, as: UTF8.self) }
        var source = bytes.map { CChar(bitPattern: $0) }
        var text: [UInt8] = []
        source.withUnsafeMutableBufferPointer { source in
            var next = source.baseAddress
            var left = source.count
            var buffer = [CChar](repeating: 0, count: 256)
            while left > 0 {
                buffer.withUnsafeMutableBufferPointer { buffer in
                    var end = buffer.baseAddress
                    var room = buffer.count
                    let result = iconv(converter, &next, &left, &end, &room)
                    text += buffer[..<(buffer.count - room)].map { UInt8(bitPattern: $0) }
                    guard result == -1, errno != E2BIG, left > 0 else { return }
                    text += "\u{FFFD}".utf8
                    next = next?.successor()
                    left -= 1
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
