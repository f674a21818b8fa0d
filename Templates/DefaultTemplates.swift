/// The templates and assets of this folder, embedded in the program.
package enum DefaultTemplates {
    /// The text of each template by its file name.
    package static let templates: [String: String] = [
        "by-date.html": text(PackageResources.by_date_html),
        "date.html": text(PackageResources.date_html),
        "index.html": text(PackageResources.index_html),
        "layout.html": text(PackageResources.layout_html),
        "note.html": text(PackageResources.note_html),
        "photo.html": text(PackageResources.photo_html),
        "photos.html": text(PackageResources.photos_html),
        "recording.html": text(PackageResources.recording_html),
        "row.html": text(PackageResources.row_html),
        "views.html": text(PackageResources.views_html),
        "viewer.html": text(PackageResources.viewer_html),
    ]

    /// The bytes of each file of the site's `assets` folder by its name.
    package static let assets: [String: [UInt8]] = [
        "style.css": PackageResources.style_css,
        "viewer.js": PackageResources.viewer_js,
    ]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
