import MarkdownText

extension PageMarkup {
    static let test = PageMarkup(
        taskDone: "Done", taskOpen: "To do", footnotes: "Notes", backToText: "Back",
        isReserved: { $0 == "text" })
}

/// Returns the HTML of a text for a destination.
func filled(
    _ text: String, options: MarkdownCompiler.Options = MarkdownCompiler.Options(),
    page: PageMarkup? = nil, prefix: String = "", level: Int = 2,
    image: @escaping (MarkdownImage) -> String? = { _ in nil },
    address: @escaping (Reference) -> String? = { _ in nil }
) -> String {
    var options = options
    options.page = page ?? options.page
    let (compiled, facts) = MarkdownCompiler(options).compile(text)
    var destination = TestDestination(
        identifierPrefix: prefix, highestHeadingLevel: level, image: image, address: address)
    var html: [UInt8] = []
    // The destination throws no errors.
    try? compiled.fill(into: &html, with: facts.references, for: &destination)
    return String(decoding: html, as: UTF8.self)
}

/// Returns the facts that compiling a text gives.
func facts(_ text: String, page: PageMarkup? = nil) -> TextFacts {
    var options = MarkdownCompiler.Options()
    options.page = page
    return MarkdownCompiler(options).compile(text).facts
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
