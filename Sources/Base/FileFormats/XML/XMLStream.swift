private import CExpat

/// Reads XML in UTF-8 (www.w3.org/TR/xml) as a stream, with expat: elements and text. The values of
/// attributes, comments and processing instructions are skipped. Entities declared by a document
/// are not expanded, and nothing outside it is read.
package final class XMLStream {
    package enum Token: Hashable, Sendable {
        /// The start of an element, with the names of its attributes.
        case start(String, attributes: [String])
        case end(String)
        /// Text with its character references decoded, or a part of it; a character may be divided.
        case text([UInt8])
    }

    /// False after the first error. What follows it is not read.
    package private(set) var isWellFormed = true
    private let parser: XML_Parser
    private let decode: (_ reference: String) -> String?
    private var tokens: [Token] = []
    /// The number of bytes since expat last found anything.
    private var pending = 0

    /// The maximum length of a tag or a comment in bytes. Expat looks at one from its beginning
    /// whenever more of it arrives.
    private static let maximumLength = 1 << 20

    /// - Parameter decode: Returns the text of a named character reference other than those of XML,
    ///   such as `&eacute;`; nil for an unknown one, which is an error.
    package init(decode: @escaping (_ reference: String) -> String?) {
        guard let parser = XML_ParserCreate("UTF-8") else { fatalError("out of memory") }
        (self.parser, self.decode) = (parser, decode)
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { user, element, attributes in
                stream(user)?.add(.start(name(element), attributes: names(attributes)))
            },
            { user, element in stream(user)?.add(.end(name(element))) })
        XML_SetCharacterDataHandler(parser) { user, text, count in
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            stream(user)?.add(.text(Array(bytes)))
        }
        // With a handler for everything else, entities of the document are not expanded.
        XML_SetDefaultHandler(parser) { user, _, _ in stream(user)?.pending = 0 }
        XML_SetSkippedEntityHandler(parser) { user, entity, _ in
            stream(user)?.addReference(name(entity))
        }
        // A named reference alone is not an error, even without a document type.
        XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS)
        XML_UseForeignDTD(parser, XML_Bool(XML_TRUE))
        XML_SetExternalEntityRefHandler(parser) { parser, context, _, _, _ in
            // An empty document type stands for that of the file; entities have a context.
            guard context == nil, let empty = XML_ExternalEntityParserCreate(parser, nil, nil)
            else { return 1 }
            defer { XML_ParserFree(empty) }
            return XML_Parse(empty, "", 0, 1) == XML_STATUS_OK ? 1 : 0
        }
    }

    deinit { XML_ParserFree(parser) }

    /// Returns the tokens that end in a piece of the document; after an error, those before it.
    package func tokens(of piece: UnsafeRawBufferPointer) -> [Token] {
        pending += piece.count
        return parse(piece.assumingMemoryBound(to: CChar.self), isLast: false)
    }

    /// Ends the document, which is not well formed if any element is still open.
    ///
    /// - Returns: The tokens at its end.
    package func finish() -> [Token] {
        parse(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
    }

    private func parse(_ piece: UnsafeBufferPointer<CChar>, isLast: Bool) -> [Token] {
        guard isWellFormed else { return [] }
        let status = XML_Parse(parser, piece.baseAddress, Int32(piece.count), isLast ? 1 : 0)
        isWellFormed =
            isWellFormed && status == XML_STATUS_OK && pending <= Self.maximumLength
        defer { tokens = [] }
        return tokens
    }

    private func add(_ token: Token) {
        tokens.append(token)
        pending = 0
    }

    private func addReference(_ name: String) {
        guard let text = decode("&\(name);") else {
            isWellFormed = false
            XML_StopParser(parser, XML_Bool(XML_FALSE))
            return
        }
        add(.text(Array(text.utf8)))
    }
}

private func stream(_ user: UnsafeMutableRawPointer?) -> XMLStream? {
    user.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
}

private func name(_ text: UnsafePointer<XML_Char>?) -> String {
    text.map { String(cString: $0) } ?? ""
}

/// Returns the names in a list of names and values that ends with a null pointer.
private func names(_ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) -> [String] {
    guard let attributes else { return [] }
    var names: [String] = []
    var index = 0
    while let text = attributes[index] {
        names.append(name(text))
        index += 2
    }
    return names
}
