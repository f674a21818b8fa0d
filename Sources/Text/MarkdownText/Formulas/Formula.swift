/// A formula in TeX and its equivalent in MathML Core (www.w3.org/TR/mathml-core).
package struct Formula {
    /// Returns the `math` element of a formula, with the source as its annotation; nil if any of
    /// the source is not understood.
    ///
    /// The length of the result is at most proportional to that of the source. Some of its classes
    /// need rules of `blocks.css`. A block is a formula in a paragraph of its own, which is
    /// set in display style and may consist of several lines.
    package static func mathML(_ source: String, isBlock: Bool) -> String? {
        guard source.unicodeScalars.allSatisfy(isAllowed), let tokens = source.texTokens()
        else { return nil }
        var parser = FormulaParser(tokens: tokens, style: isBlock ? .display : .text)
        guard let content = try? parser.formula() else { return nil }
        let annotation = leaf("annotation", source, ["encoding": "application/x-tex"])
        return element(
            "math", element("semantics", element("mrow", content) + annotation),
            ["display": isBlock ? "block" : nil])
    }

    /// Returns true for a character of XML other than a control.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.generalCategory == .control else {
            return scalar.value | 1 != 0xFFFF
        }
        return scalar == "\n" || scalar == "\t" || scalar == "\r"
    }
}

/// Attributes by name; nil for one that an element does not have.
typealias Attributes = KeyValuePairs<String, String?>

/// Returns an element with children, which are markup.
func element(_ name: String, _ children: String, _ attributes: Attributes = [:]) -> String {
    var html = "<\(name)"
    for case (let name, let value?) in attributes { html += " \(name)=\"\(value)\"" }
    return html + ">\(children)</\(name)>"
}

/// Returns an element with text, which is escaped.
func leaf(_ name: String, _ text: String, _ attributes: Attributes = [:]) -> String {
    element(name, escaped(text, apostrophes: false), attributes)
}
