import LocalFiles

extension ContentDigest {
    /// Computes the digest of a file's content.
    ///
    /// - Throws: ``FileError`` for a file that is missing or cannot be read.
    package init(ofFileAt path: String) throws {
        try self.init { use in try LocalFiles.forEachChunk(ofFileAt: path) { use($0) } }
    }
}
