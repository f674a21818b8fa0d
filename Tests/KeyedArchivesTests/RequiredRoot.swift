import KeyedArchives
import Testing

extension KeyedArchive {
    /// Returns the root; a test fails if there is none.
    func requiredRoot() throws -> PropertyListValue { try #require(root) }
}
