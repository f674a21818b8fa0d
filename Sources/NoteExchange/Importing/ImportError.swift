import Diagnostics

/// The error for an export that cannot be read; the message is one or two sentences.
package struct ImportError: UserFacingError, Hashable, Sendable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}
