/// Numbers footnotes and the references to them, so that each has an identifier of its own.
struct FootnoteNumbers {
    /// Separates the parts of an identifier.
    private let separator: String
    /// The label of the links back to the text, escaped.
    let backLabel: String
    private(set) var isSectionOpen = false
    private var references: [Int: Int] = [:]
    private var definition = 0
    /// True if the links back from the current definition are written.
    private(set) var hasReferredBack = false

    /// - Parameter page: On a page, identifiers have a dot, which those of headings never have; nil for
    ///   the HTML of the specification.
    init(_ page: PageMarkup?) {
        separator = page == nil ? "-" : "."
        backLabel = page.map { escaped($0.backToText) } ?? "Back"
    }

    /// The identifier of the next reference to a footnote.
    mutating func nextReference(to number: Int) -> String {
        references[number, default: 0] += 1
        return identifier(number, references[number, default: 1])
    }

    /// True for the first definition.
    mutating func openSection() -> Bool {
        defer { isSectionOpen = true }
        return !isSectionOpen
    }

    /// The number of the definition that begins; cmark orders them by their first reference.
    mutating func nextDefinition() -> Int {
        definition += 1
        hasReferredBack = false
        return definition
    }

    /// The identifiers of the references to the current definition.
    mutating func backReferences() -> [String] {
        hasReferredBack = true
        return (1...max(1, references[definition] ?? 1)).map { identifier(definition, $0) }
    }

    /// The identifier of a footnote.
    func identifier(ofDefinition number: Int) -> String { "fn\(separator)\(number)" }

    private func identifier(_ number: Int, _ occurrence: Int) -> String {
        let first = "fnref\(separator)\(number)"
        return occurrence == 1 ? first : "\(first)\(separator)\(occurrence)"
    }
}
