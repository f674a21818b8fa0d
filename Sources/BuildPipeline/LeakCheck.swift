package import NoteModel
package import OutputPlan

/// Looks at everything that is about to be published for what is left out: pictures and recordings
/// that no published note has, and words that only notes have which are left out.
///
/// It knows nothing of how pages are made, so that a mistake there, or in a template, is found.
package struct LeakCheck: Sendable {
    /// Runs of words of notes that are left out, by their hashes, and the title of the note.
    private let phrases: [UInt64: String]
    private let published: Set<ContentKey>

    /// Words of a run; shorter texts are one run, if they are long enough to be told from others.
    private static let phraseLength = 8
    private static let shortestPhrase = 4

    /// Something that would be published and may not be.
    package struct Leak: Error {
        package let path: String
        /// Title of a note; nil for a picture or recording.
        package let note: String?
    }

    /// - Parameters:
    ///   - leftOut: Notes that may appear nowhere.
    ///   - known: What pages say by themselves.
    package init(
        _ leftOut: [Note], published notebook: Notebook, media: PreparedMedia, known: [[UInt8]]
    ) {
        var phrases: [UInt64: String] = [:]
        for note in leftOut {
            for text in Self.texts(of: note) {
                for phrase in Self.phrases(of: Self.words(of: Array(text.utf8))) {
                    phrases[phrase] = note.title
                }
            }
        }
        let published = (notebook.notes.flatMap(Self.texts) + [notebook.title]).map {
            Array($0.utf8)
        }
        for text in known + published where !phrases.isEmpty {
            let words = Self.words(of: text)
            for phrase in Self.runs(of: words) { phrases[phrase] = nil }
        }
        self.phrases = phrases
        var keys = Set<ContentKey>()
        for note in notebook.notes {
            for photo in note.photos.compactMap({ media[$0] }) { keys.formUnion(photo.keys) }
            for recording in note.recordings.compactMap({ media[$0] }) {
                keys.formUnion(recording.keys)
            }
        }
        self.published = keys
    }

    /// - Throws: ``Leak`` for a plan with a picture or a recording that no published note has.
    package func check(_ plan: TreePlan) throws(Leak) {
        for file in plan.files {
            switch file.content {
            case .original(_, let key), .derivative(let key):
                guard published.contains(key) else {
                    throw Leak(path: plan.tree + "/" + file.path.text, note: nil)
                }
            case .bytes, .rendered: continue
            }
        }
    }

    /// - Throws: ``Leak`` for a file with words of a note that is left out.
    package func check(_ bytes: [UInt8], at path: String) throws(Leak) {
        guard !phrases.isEmpty else { return }
        for phrase in Self.runs(of: Self.words(of: bytes)) {
            if let note = phrases[phrase] { throw Leak(path: path, note: note) }
        }
    }

    private static func texts(of note: Note) -> [String] {
        let names =
            note.photos.flatMap { [$0.name, $0.caption] }
            + note.recordings.flatMap { [$0.name, $0.caption] }
        // Dates are everybody's.
        var texts = [note.title, note.id.source] + note.texts
        texts += names.compactMap(\.self)
        var fields: [UInt8] = []
        JSONValue.object(note.otherFields).append(to: &fields)
        return texts + [String(decoding: fields, as: UTF8.self)]
    }

    /// The runs by which a text is known.
    private static func phrases(of words: [[UInt64]]) -> [UInt64] {
        words.filter { $0.count >= shortestPhrase }.flatMap { words in
            let length = min(phraseLength, words.count)
            return (0...(words.count - length)).map { hash(words[$0..<($0 + length)]) }
        }
    }

    /// The runs of every length in which a known one may stand.
    private static func runs(of words: [[UInt64]]) -> [UInt64] {
        var runs: [UInt64] = []
        for words in words {
            for start in words.indices {
                for length in shortestPhrase...phraseLength where start + length <= words.count {
                    runs.append(hash(words[start..<(start + length)]))
                }
            }
        }
        return runs
    }

    private static func hash(_ words: ArraySlice<UInt64>) -> UInt64 {
        words.reduce(UInt64(words.count)) { ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 ^ ($0 >> 29) }
    }

    /// Hashes of the words of a text as it stands in any file: letters and digits without regard
    /// to case; signs of three bytes and more, which spaces do not part, each by itself. Escapes
    /// of HTML and JSON part words as the signs do for which they stand. No run goes beyond a
    /// quotation mark: in JSON another text begins there.
    private static func words(of bytes: [UInt8]) -> [[UInt64]] {
        var texts: [[UInt64]] = []
        var words: [UInt64] = []
        var word: UInt64 = 0
        func end() {
            if word != 0 { words.append(word) }
            word = 0
        }
        func endText() {
            end()
            if !words.isEmpty { texts.append(words) }
            words = []
        }
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case 0x30...0x39, 0x61...0x7A, 0x80...0xDF:
                word = (word ^ UInt64(byte) &+ 1) &* 0x100_0000_01B3
            case 0x41...0x5A: word = (word ^ UInt64(byte | 0x20) &+ 1) &* 0x100_0000_01B3
            case 0xE0...0xFF:
                end()
                word = UInt64(byte) &* 0x100_0000_01B3
            case UInt8(ascii: "&"):
                end()
                let escape = bytes[index...].prefix(7).prefix {
                    $0 != UInt8(ascii: ";") && $0 > 0x20
                }
                if index + escape.count < bytes.count,
                    bytes[index + escape.count] == UInt8(ascii: ";")
                {
                    index += escape.count + 1
                }
            case UInt8(ascii: "\\"):
                end()
                if index < bytes.count, "nrt\"\\/".utf8.contains(bytes[index]) { index += 1 }
            case UInt8(ascii: "\""): endText()
            default: end()
            }
        }
        endText()
        return texts
    }
}

extension PreparedPhoto {
    /// Of everything that is made of the photo.
    fileprivate var keys: [ContentKey] {
        [original.digest] + (decoded?.derivatives.map(\.key) ?? []) + [drawing].compactMap { $0 }
    }
}

extension PreparedRecording {
    fileprivate var keys: [ContentKey] { [original.digest] + [playable?.key].compactMap { $0 } }
}
