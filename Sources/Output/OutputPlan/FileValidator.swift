/// A check of files before they are written.
package struct FileValidator: Sendable {
    /// Returns true if a file has to be checked again although it is unchanged.
    package let mustRecheck: @Sendable (OutputPath) -> Bool
    /// Checks the bytes of a file; throws if they may not be published.
    package let check: @Sendable (OutputPath, [UInt8]) throws -> Void
    /// Checks a picture or a recording within a file; throws if it may not be published.
    package let checkMedium: @Sendable (OutputPath, OutputContent) throws -> Void

    package init(
        mustRecheck: @escaping @Sendable (OutputPath) -> Bool = { _ in false },
        check: @escaping @Sendable (OutputPath, [UInt8]) throws -> Void = { _, _ in },
        checkMedium: @escaping @Sendable (OutputPath, OutputContent) throws -> Void = { _, _ in }
    ) {
        (self.mustRecheck, self.check, self.checkMedium) = (mustRecheck, check, checkMedium)
    }
}
