/// Why an export cannot be read, in a sentence or two.
package struct ImportError: Error, Hashable, Sendable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}
