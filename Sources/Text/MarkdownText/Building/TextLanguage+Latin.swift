extension TextLanguage {
    /// Returns the language tag of a text with Latin letters, by its most common words, if it is
    /// not the page's; nil for other texts, and for those too short or too mixed to tell.
    ///
    /// Hyphenation and screen readers need it. Only the beginning of the text is examined.
    static func latinTag(of text: String, onPageIn pageLanguage: String) -> String? {
        var text = text
        let counts = text.withUTF8 { WordCounts(UnsafeBufferPointer(rebasing: $0.prefix(750))) }
        let page = primary(pageLanguage)
        return counts.language(page: page).flatMap { $0 == page ? nil : $0 }
    }

    /// The numbers of common words in a text, by language.
    private struct WordCounts {
        private var words = 0
        /// The counts, by position in ``commonWords``. A text that is examined has fewer than 256.
        private var found = SIMD16<UInt8>()

        init(_ text: UnsafeBufferPointer<UInt8>) {
            let table = wordTable
            var word: UInt64 = 0
            var length = 0
            for index in 0...text.count {
                let byte = index < text.count ? text[index] : 0
                let lower = byte | 0x20
                if byte >= 0x80 || lower >= 0x61 && lower <= 0x7A {
                    // Upper-case letters beyond ASCII begin few of these words.
                    word = word << 8 | UInt64(byte >= 0x80 ? byte : lower)
                    length += 1
                } else if length > 0 {
                    words += 1
                    if length >= 2, length <= 8 { found &+= table[word] }
                    (word, length) = (0, 0)
                }
            }
        }

        /// Returns the language that has the most words, if they are enough and clearly more than
        /// those of any other language.
        func language(page: String) -> String? {
            let (most, best) = highest(except: nil)
            let (second, _) = highest(except: best)
            // About every third word of a text is one of these.
            guard most >= 6, most * 6 >= words, most >= second + max(2, second / 12) else {
                return nil
            }
            let own = commonWords.firstIndex { $0.language == page }.map { Int(found[$0]) } ?? 0
            return own * 2 > most ? nil : commonWords[best].language
        }

        /// Returns the highest count and its position, except for that at one position.
        private func highest(except excluded: Int?) -> (count: Int, position: Int) {
            var highest = (count: -1, position: 0)
            for position in commonWords.indices
            where position != excluded && Int(found[position]) > highest.count {
                highest = (Int(found[position]), position)
            }
            return highest
        }
    }

    /// The most common words of languages in lower case, at most 8 bytes each, by language tag.
    private static let commonWords: [(language: String, words: Substring)] = """
        da og at det er en til på som ikke af for med jeg den har hvad meget mig nu blev efter kun
        de der die und das ist nicht ein eine mit für auf den dem ich zu auch von wie im es wir
        en the and of to in is that it for was with you are this have not but from they on at
        es el los las que en una por con para es se del no lo su más pero como un la de está
        fi ja on ei se että oli hän mutta niin kun myös ovat tämä minä olen joka kuin sen
        fr le les des et est une pour dans que qui pas sur avec ce il nous mais du au je la de
        it il che di non per una sono con del della le è si gli anche ma come nel un la al
        nb og at det er en til på som ikke av for med jeg den har hva mye meg nå ble etter bare
        nl de het een en van is dat niet op te zijn voor met ik je maar ook aan er wij bij
        pl nie jest się na że do to jak ale po za są tak czy już dla od tylko jego ich
        pt que não uma os com para por em do da no na mais se as um você são ao mas como de
        sv och att det som en på är av för inte med jag den till har ett om men vi så från
        """.split(separator: "\n").map { line in
            (language: String(line.prefix(2)), words: line.dropFirst(3))
        }

    private static let wordTable = WordTable(commonWords.map(\.words))

    /// The languages of common words, by open addressing: a dictionary takes several times as long.
    private struct WordTable: Sendable {
        private var words: [UInt64] = Array(repeating: 0, count: 512)
        private var languages: [SIMD16<UInt8>] = Array(repeating: .zero, count: 512)

        /// - Parameter lists: The words of each language, separated by spaces.
        init(_ lists: [Substring]) {
            for (position, list) in lists.enumerated() {
                for word in list.split(separator: " ") {
                    let number = word.utf8.reduce(0) { $0 << 8 | UInt64($1) }
                    let place = place(of: number)
                    words[place] = number
                    languages[place][position] = 1
                }
            }
        }

        /// Returns 1 at the positions of the languages that have a word, as the number that its
        /// bytes are in UTF-8.
        subscript(word: UInt64) -> SIMD16<UInt8> { languages[place(of: word)] }

        private func place(of word: UInt64) -> Int {
            var place = Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 55)
            while words[place] != 0, words[place] != word { place = (place + 1) & 511 }
            return place
        }
    }
}
