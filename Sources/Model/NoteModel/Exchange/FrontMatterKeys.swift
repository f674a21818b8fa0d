/// The keys that the front matter of the Markdown tree has beside the usual ones: exports write them,
/// and imports read them.
package enum FrontMatterKeys {
    /// The value of `generator`, by which an import recognizes exported files.
    package static let generator = "Notebinder"

    /// The key of the list that has the changes of the text.
    package static let rewritten = "rewritten"

    /// The key of a state for which other programs have no key.
    package static let state = "noteState"

    /// The key of a mapping that contains the fields whose keys mean something else in the front
    /// matter.
    package static let other = "other"

    /// The keys that only the Markdown tree uses, in lower case.
    package static let exported: Set<String> = [
        "datetext", "lastmodtext", "slug", "source", "generator", "photos", "photonames",
        "photocaptions", "recordings", "recordingnames", "recordingcaptions", "transcripts",
        "attachments", "attachmentnames", "attachmentcaptions", "notekind", "notestate", "drawing",
        "thumbnailphoto", "cards", rewritten, "render_with_liquid", other,
    ]

    /// The keys of the Markdown tree and their synonyms in imported files, in lower case.
    package static let reserved: Set<String> = exported.union([
        "title", "date", "created", "lastmod", "modified", "updated", "last_modified_at", "tags",
        "keywords", "id",
    ])
}
