/// A block quote that GitHub shows as an alert: its first line is `[!NOTE]` or one of the others
/// (docs.github.com, “Basic writing and formatting syntax”).
package enum Alert: String, CaseIterable, Sendable {
    case note, tip, important, warning, caution

    /// Detects an alert.
    ///
    /// - Parameter quote: A block quote.
    /// - Returns: Nil for an ordinary quote; else the alert, the number of nodes that its first
    ///   line has in the first paragraph, and whether that paragraph has no others.
    static func first(
        in quote: MarkdownNode
    ) -> (alert: Alert, nodeCount: Int, isWholeParagraph: Bool)? {
        guard let paragraph = quote.firstChild, paragraph.kind == .paragraph else { return nil }
        var line: [UInt8] = []
        var count = 0
        var next = paragraph.firstChild
        while let node = next {
            let kind = node.kind
            if kind == .softBreak || kind == .lineBreak {
                count += 1
                break
            }
            // The longest marker has twelve bytes.
            guard kind == .text, line.count <= 16 else { return nil }
            node.withLiteral { line.append(contentsOf: $0) }
            count += 1
            next = node.next
        }
        while line.last == 0x20 { line.removeLast() }
        let marker = String(decoding: line, as: UTF8.self).lowercased()
        guard let alert = allCases.first(where: { marker == "[!\($0.rawValue)]" }),
            // GitHub shows a marker without a text as a quote.
            next?.next != nil || paragraph.next != nil
        else { return nil }
        return (alert, count, next == nil)
    }
}
