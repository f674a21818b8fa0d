private import CYAML

/// Writes values as a document with libyaml, which quotes what needs quotes.
final class YAMLEmitter {
    private let emitter: UnsafeMutablePointer<yaml_emitter_t>
    private var output: [UInt8] = []

    private init() {
        emitter = .allocate(capacity: 1)
        yaml_emitter_initialize(emitter)
        yaml_emitter_set_width(emitter, -1)
        yaml_emitter_set_unicode(emitter, 1)
        yaml_emitter_set_encoding(emitter, YAML_UTF8_ENCODING)
        yaml_emitter_set_output(
            emitter,
            { context, bytes, count in
                guard let context else { return 0 }
                Unmanaged<YAMLEmitter>.fromOpaque(context).takeUnretainedValue().output +=
                    UnsafeBufferPointer(start: bytes, count: count)
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        yaml_emitter_delete(emitter)
        emitter.deallocate()
    }

    /// Returns a document with a value, ending in a line break.
    ///
    /// - Throws: ``YAMLError`` if there is no memory for it.
    static func document(_ value: YAMLValue) throws(YAMLError) -> String {
        let emitter = YAMLEmitter()
        try emitter.emit { yaml_stream_start_event_initialize($0, YAML_UTF8_ENCODING) }
        try emitter.emit { yaml_document_start_event_initialize($0, nil, nil, nil, 1) }
        try emitter.emit(value)
        try emitter.emit { yaml_document_end_event_initialize($0, 1) }
        try emitter.emit { yaml_stream_end_event_initialize($0) }
        return String(decoding: emitter.output, as: UTF8.self)
    }

    private func emit(
        _ initialize: (UnsafeMutablePointer<yaml_event_t>) -> CInt
    ) throws(YAMLError) {
        var event = yaml_event_t()
        guard initialize(&event) == 1, yaml_emitter_emit(emitter, &event) == 1 else {
            throw YAMLError(problem: "it cannot be written", line: 1)
        }
    }

    private func emit(_ value: YAMLValue) throws(YAMLError) {
        switch value {
        case .text(let text): try emit(text: text)
        case .plain(let text): try emit(scalar: text, YAML_PLAIN_SCALAR_STYLE)
        case .number(let number): try emit(scalar: String(number), YAML_PLAIN_SCALAR_STYLE)
        case .empty: try emit(scalar: "", YAML_PLAIN_SCALAR_STYLE)
        case .list(let members):
            try emit {
                yaml_sequence_start_event_initialize($0, nil, nil, 1, YAML_ANY_SEQUENCE_STYLE)
            }
            for member in members { try emit(member) }
            try emit { yaml_sequence_end_event_initialize($0) }
        case .mapping(let entries):
            try emit {
                yaml_mapping_start_event_initialize($0, nil, nil, 1, YAML_ANY_MAPPING_STYLE)
            }
            for entry in entries {
                try emit(text: entry.key)
                try emit(entry.value)
            }
            try emit { yaml_mapping_end_event_initialize($0) }
        }
    }

    /// Parsers of YAML 1.1 and 1.2 differ in what they take for a value: Ruby reads `:root` as a
    /// symbol and `1,000` as a number. libyaml chooses a style for texts of several lines.
    private func emit(text: String) throws(YAMLError) {
        let needsNoQuotes = text.isSurelyText || text.contains(where: \.isNewline)
        try emit(
            scalar: text, needsNoQuotes ? YAML_ANY_SCALAR_STYLE : YAML_SINGLE_QUOTED_SCALAR_STYLE)
    }

    private func emit(scalar text: String, _ style: yaml_scalar_style_t) throws(YAMLError) {
        var text = text
        try emit { event in
            text.withUTF8 { bytes in
                yaml_scalar_event_initialize(
                    event, nil, nil, bytes.baseAddress, CInt(bytes.count), 1, 1, style)
            }
        }
    }
}

extension String {
    /// True if some parser takes the word for a value. Two of these words libyaml does not quote.
    private var isWordOfValue: Bool {
        utf8.count <= 5 && Self.wordsOfValues.contains(lowercased())
    }

    /// True if every parser reads the text as a text even without quotes.
    fileprivate var isSurelyText: Bool {
        guard let first = utf8.first else { return false }
        switch first {
        case 0x80...: return true
        case 0x41...0x5A, 0x61...0x7A: return !isWordOfValue
        case 0x30...0x39:
            // Identifiers, for example: without an x, these letters occur in no number and no date.
            var hasOtherLetter = false
            for byte in utf8 {
                switch byte | 0x20 {
                case UInt8(ascii: "x"): return false
                case UInt8(ascii: "a"), UInt8(ascii: "c"), UInt8(ascii: "d"), UInt8(ascii: "f"):
                    hasOtherLetter = true
                default: continue
                }
            }
            return hasOtherLetter
        default: return false
        }
    }

    /// The words in lower case; none is longer than five letters.
    private static let wordsOfValues: Set = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null",
    ]
}
