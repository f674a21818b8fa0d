/// Which program this is.
package enum ProgramVersion {
    /// By Semantic Versioning.
    package static let text = "0.1.0"
}
