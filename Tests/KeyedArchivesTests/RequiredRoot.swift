import KeyedArchives
import Testing

extension KeyedArchive {
    /// The root; a test without one fails.
    func requiredRoot() throws -> PropertyListValue { try #require(root) }
}
