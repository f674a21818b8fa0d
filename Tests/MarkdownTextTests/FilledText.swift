import Hashing
import MarkdownText
import Testing

extension PageMarkup {
    static let test = PageMarkup(
        taskDone: "Done", taskOpen: "To do", footnotes: "Notes", backToText: "Back",
        isReserved: { $0 == "text" })
}

/// Compiles a text.
///
/// - Parameter page: The markup of the page; by default that of the options.
func compiled(
    _ text: String, options: MarkdownCompiler.Options = MarkdownCompiler.Options(),
    page: PageMarkup? = nil
) -> (text: CompiledText, facts: TextFacts) {
    var options = options
    options.page = page ?? options.page
    return MarkdownCompiler(options).compile(text)
}

extension CompiledText {
    /// The words without any markup.
    var words: String { String(decoding: text, as: UTF8.self) }
}

/// Returns the HTML of a text for a destination.
func filled(
    _ text: String, options: MarkdownCompiler.Options = MarkdownCompiler.Options(),
    page: PageMarkup? = nil, prefix: String = "", level: Int = 2,
    image: @escaping (MarkdownImage) -> String? = { _ in nil },
    address: @escaping (Reference) -> String? = { _ in nil }
) -> String {
    let (compiled, facts) = compiled(text, options: options, page: page)
    var destination = TestDestination(
        identifierPrefix: prefix, highestHeadingLevel: level, image: image, address: address)
    var html: [UInt8] = []
    // The destination throws no errors.
    try? compiled.fill(into: &html, with: facts.references, for: &destination)
    return String(decoding: html, as: UTF8.self)
}

/// Returns the facts that compiling a text gives.
func facts(_ text: String, page: PageMarkup? = nil) -> TextFacts {
    compiled(text, page: page).facts
}

/// A table that costs too much to be rendered.
let costlyTable =
    String(repeating: "|a", count: 5000) + "|\n" + String(repeating: "|-", count: 5000) + "|\n"
    + String(repeating: "x\n", count: 2000)

/// Returns the bytes of a value, as the cache keeps them.
func encoded(_ value: some BinaryCodable) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(value)
    return writer.bytes
}

/// Reads a value that has all of some bytes.
func decoded<Value: BinaryCodable>(_ bytes: [UInt8], as type: Value.Type) throws -> Value {
    var reader = ByteReader(bytes)
    let value = try reader.value(type)
    #expect(reader.isAtEnd)
    return value
}

/// Expects no beginning of the bytes of a value to be read.
func expectNoBeginningIsRead<Value: BinaryCodable>(of value: Value) {
    let bytes = encoded(value)
    for count in bytes.indices {
        #expect(throws: BinaryDecodingError.self, "\(count) of \(bytes.count) bytes") {
            try decoded(Array(bytes.prefix(count)), as: Value.self)
        }
    }
}

private struct TestDestination: TextDestination {
    let identifierPrefix: String
    let highestHeadingLevel: Int
    let image: (MarkdownImage) -> String?
    let address: (Reference) -> String?

    func address(of reference: Reference, at index: Int) -> String? { address(reference) }

    func append(_ image: MarkdownImage, to html: inout [UInt8]) -> Bool {
        guard let markup = self.image(image) else { return false }
        html += Array(markup.utf8)
        return true
    }
}
