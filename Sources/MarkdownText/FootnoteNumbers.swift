/// Counts footnotes and the places that refer to them, so that each has an address of its own.
struct FootnoteNumbers {
    /// Put before every identifier.
    private let prefix: String
    /// Between the parts of an identifier.
    private let separator: String
    /// What the links back are called.
    private let backLabel: String
    private(set) var isSectionOpen = false
    private var references: [Int: Int] = [:]
    private var definition = 0
    /// Whether the links back from the current definition are written.
    private(set) var hasReferredBack = false

    /// - Parameter page: On a page, identifiers have a dot in them, which those of headings never
    ///   have; nil for the HTML of the specification.
    init(_ page: PageMarkup?) {
        prefix = page?.identifierPrefix ?? ""
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

    /// Links from the current definition to the places that refer to it.
    mutating func backReferences() -> String {
        hasReferredBack = true
        return (1...max(1, references[definition] ?? 1)).map { occurrence in
            "<a href=\"#\(identifier(definition, occurrence))\" class=\"footnote-backref\" data-footnote-backref aria-label=\"\(backLabel)\">↩</a>"
        }.joined(separator: " ")
    }

    /// The identifier of a footnote.
    func identifier(ofDefinition number: Int) -> String {
        "\(prefix)fn\(separator)\(number)"
    }

    private func identifier(_ number: Int, _ occurrence: Int) -> String {
        let first = "\(prefix)fnref\(separator)\(number)"
        return occurrence == 1 ? first : "\(first)\(separator)\(occurrence)"
    }
}
