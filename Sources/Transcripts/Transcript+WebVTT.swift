extension Transcript {
    /// The cues as a canonical WebVTT file in UTF-8, to be served as captions or embedded in a
    /// page: the only tags in it are voice tags, all other `<`, `>` and `&` are escaped.
    ///
    /// Reading it gives equal cues and no problems. For a text without times it has no cues, and is
    /// refused by ``init(_:format:)``.
    package var webVTT: [UInt8] {
        var bytes = Array("WEBVTT\n".utf8)
        for cue in cues {
            bytes.append(0x0A)
            bytes.append(time: cue.start)
            bytes.append(contentsOf: " --> ".utf8)
            bytes.append(time: cue.end)
            bytes.append(0x0A)
            if let speaker = cue.speaker {
                bytes.append(contentsOf: "<v ".utf8)
                bytes.append(escaping: speaker)
                bytes.append(UInt8(ascii: ">"))
            }
            bytes.append(escaping: cue.text)
            bytes.append(0x0A)
        }
        return bytes
    }
}

extension [UInt8] {
    /// Appends a time in milliseconds as `hh:mm:ss.mmm`, with more digits for 100 hours or more.
    fileprivate mutating func append(time: Int) {
        append(number: time / 3_600_000, digits: 2)
        append(UInt8(ascii: ":"))
        append(number: time / 60_000 % 60, digits: 2)
        append(UInt8(ascii: ":"))
        append(number: time / 1000 % 60, digits: 2)
        append(UInt8(ascii: "."))
        append(number: time % 1000, digits: 3)
    }

    private mutating func append(number: Int, digits: Int) {
        let text = String(number).utf8
        for _ in 0..<Swift.max(0, digits - text.count) { append(UInt8(ascii: "0")) }
        append(contentsOf: text)
    }

    /// Appends a text in which no tag, no reference and no arrow is left.
    fileprivate mutating func append(escaping text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): append(contentsOf: "&gt;".utf8)
            default: append(byte)
            }
        }
    }
}
