extension Picture {
    /// An error of libvips.
    struct PictureError: Error {
        /// The reason, which completes "NAME cannot be shown: …".
        let reason: String
        /// True if memory ran out; other photos may have been using it, so that a retry may
        /// succeed.
        let isOfMemory: Bool

        private static let unknownKind = "its bytes are of no kind that is decoded here"
        /// The error for bytes of a kind without a loader.
        static let ofUnknownKind = PictureError("is blocked")

        init(_ message: String) {
            isOfMemory = message.contains("memory")
            reason =
                isOfMemory
                ? "decoding it takes more memory than a photo may have"
                : message.contains("is blocked")
                    ? Self.unknownKind
                    : message.isEmpty ? "it is damaged" : "it is damaged (\(message))"
        }
    }
}
