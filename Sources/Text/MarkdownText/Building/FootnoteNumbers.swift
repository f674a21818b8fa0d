/// Numbers footnotes and the references to them, so that each has a unique identifier.
struct FootnoteNumbers {
    /// The separator between the parts of an identifier: a dot on pages, and a hyphen in the HTML
    /// of the specification.
    private let separator: String
    /// The label of the links back to the text, escaped for use in an attribute.
    let backLabel: String
    private(set) var isSectionOpen = false
    private var references: [Int: Int] = [:]
    private var definition = 0
    /// True if the links back from the current definition have been written: at the end of its last
    /// paragraph, or else after its content.
    private(set) var hasReferredBack = false

    /// Creates the numbers of a document without footnotes so far.
    ///
    /// - Parameter page: The markup of a page, on which identifiers contain a dot so that they
    ///   differ from those of headings; nil for the HTML of the specification.
    init(_ page: PageMarkup?) {
        separator = page == nil ? "-" : "."
        backLabel = page.map { escaped($0.backToText) } ?? "Back"
    }

    /// Returns the identifier of the next reference to a footnote: `fnref.1` for the first one to
    /// footnote 1, then `fnref.1.2`.
    mutating func nextReference(to number: Int) -> String {
        references[number, default: 0] += 1
        return identifier(number, occurrence: references[number, default: 1])
    }

    /// Returns true for the first definition, before which the section of the footnotes begins;
    /// false for all others.
    mutating func openSection() -> Bool {
        defer { isSectionOpen = true }
        return !isSectionOpen
    }

    /// Returns the number of the next definition; cmark orders definitions by their first
    /// reference.
    mutating func nextDefinition() -> Int {
        definition += 1
        hasReferredBack = false
        return definition
    }

    /// Returns the identifiers of the references to the current definition, at least one, and sets
    /// ``hasReferredBack``.
    mutating func backReferences() -> [String] {
        hasReferredBack = true
        return (1...max(1, references[definition] ?? 1)).map {
            identifier(definition, occurrence: $0)
        }
    }

    /// Returns the identifier of a footnote's definition, such as `fn.1` on pages and `fn-1` in the
    /// HTML of the specification.
    func identifier(ofDefinition number: Int) -> String { "fn\(separator)\(number)" }

    private func identifier(_ number: Int, occurrence: Int) -> String {
        let first = "fnref\(separator)\(number)"
        return occurrence == 1 ? first : "\(first)\(separator)\(occurrence)"
    }
}
